"""The files beside a task file that it names, and those of them whose text may become part of the task.

A task's text is told to agents, and often to a model on another machine. A task file that could name any file of
this machine could send a key or a password there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from mobile_env.tasks.errors import FieldPath, Report

SET_FILE: Final = "set.conf"
"""The settings of a task set; the outermost folder that has the file is the set's own."""

SHIPPED: Final = "@"
"""Begins the name of a list that ships with the package."""

_LIST: Final = ("mobile_env.Parameter.Values", "file")
# Message and field: the text of the file becomes part of the task.
_TEXTS: Final = frozenset({_LIST, ("mobile_env.PutFile", "source")})
# The file goes to the device, or is compared with its screen.
_OTHERS: Final = frozenset(
    {("mobile_env.AdbCall.InstallApk.Filesystem", "path"), ("mobile_env.IconMatchEvent", "path")}
)


def named_files(message: Message, place: FieldPath = ()) -> Iterator[tuple[FieldPath, Message, str, bool]]:
    """Finds the fields that name files beside the task file.

    Yields:
      The path of the field, its message, its name there, and whether the file's text becomes part of the task.
    """
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for index, part in enumerate(value if field.is_repeated else [value]):
                below = (*place, field.name, index) if field.is_repeated else (*place, field.name)
                yield from named_files(part, below)
            continue
        key = (message.DESCRIPTOR.full_name, field.name)
        if key in _TEXTS | _OTHERS and not (key == _LIST and value.startswith(SHIPPED)):
            yield (*place, field.name), message, field.name, key in _TEXTS


def names_text(message: Message, field: str) -> bool:
    """Whether a field names a file whose text becomes part of the task."""
    return (message.DESCRIPTOR.full_name, field) in _TEXTS


def check_texts(message: Message, folder: Path, report: Report) -> None:
    """Reports the text files that a task file may not name.

    Args:
      message: what the task file says.
      folder: the folder of the task file.
      report: takes the field's path, what is wrong, and how to mend it.
    """
    for place, named, name, is_text in named_files(message):
        if is_text:
            fault = refusal(getattr(named, name), folder)
            if fault:
                report(place, *fault)


def refusal(name: str, folder: Path) -> tuple[str, str] | None:
    """Why a task file in a folder may not take the text of a file: what is wrong and how to mend it; None: it may.

    The text file lies in the folder of the task file or below it. In a set, whose outermost folder has a `set.conf`,
    it lies anywhere in the set. Symbolic links are followed first. No part of its path is hidden.
    """
    top = _top(folder.resolve())
    try:
        below = (folder / name).resolve().relative_to(top)
    except (ValueError, OSError, RuntimeError):  # RuntimeError: links in a circle
        return (
            f"the file {name} lies outside {top}",
            f"put it there, or make the set larger: an empty {SET_FILE} in the folder that holds all of its files",
        )
    if any(part.startswith(".") for part in below.parts):
        return f"the file {name} is hidden", "name a file whose path has no part that begins with a dot"
    return None


def _top(folder: Path) -> Path:
    """The outermost folder of the set that a folder belongs to; the folder itself if it belongs to none."""
    tops = [each for each in (folder, *folder.parents) if (each / SET_FILE).is_file()]
    return tops[-1] if tops else folder
