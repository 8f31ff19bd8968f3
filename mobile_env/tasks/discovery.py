"""Finds task files: a file, a folder, or the name of a shipped set gives an ordered list of paths."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from mobile_env.suggestions import closest
from mobile_env.tasks.bases import BASE_SUFFIX
from mobile_env.tasks.errors import Fault, TaskFileError

SUFFIX = ".textproto"
DEMONSTRATION_SUFFIX = ".demo.textproto"


def shipped_sets() -> dict[str, Path]:
    """The task sets that come with the project: name to folder, in order of name."""
    root = Path(str(resources.files("mobile_env.task_defs")))
    folders = sorted(
        path for path in root.iterdir() if path.is_dir() and not path.name.startswith(("_", "."))
    )
    return {folder.name: folder for folder in folders}


def find_tasks(names: str | Path | Iterable[str | Path]) -> list[Path]:
    """Finds task files.

    Args:
      names: files, folders (searched with all folders in them) and names of shipped sets. What exists on
        disk goes before a shipped set of that name. A demonstration that is named beside its task is passed over.

    Returns:
      `*.textproto` files but not demonstrations: in the order of `names`, inside a folder by name with
      numbers by value; each file once.

    Raises:
      TaskFileError: a name gives no task file, or no name was given.
    """
    names = [names] if isinstance(names, str | Path) else list(names)
    all_names = {str(name) for name in names}
    found: dict[Path, Path] = {}
    faults: list[Fault] = []
    for name in names:
        # A shell's *.textproto names the demonstrations together with their tasks.
        if _task_of(str(name)) in all_names:
            continue
        try:
            for path in _find(name):
                found.setdefault(path.resolve(), path)
        except TaskFileError as error:
            faults.extend(error.faults)
    if not names:
        faults.append(Fault(Path("."), 0, 0, "no task was named", f"name a file, a folder, or {_sets()}"))
    if faults:
        raise TaskFileError(faults)
    return list(found.values())


def _find(name: str | Path) -> list[Path]:
    path = Path(name)
    if not str(name):
        raise _unusable(path, "the name is empty", f"name a file, a folder, or {_sets()}")
    try:
        is_folder, exists = path.is_dir(), path.exists()
    except (OSError, ValueError):  # A name too long, or with a null character, names nothing.
        is_folder = exists = False
    if is_folder:
        return _in_folder(path, hidden=str(name) if str(name) in shipped_sets() else None)
    if exists:
        if path.name.endswith(DEMONSTRATION_SUFFIX):
            raise _unusable(path, "is a demonstration, not a task", f"its task is {_task_of(str(path))}")
        if path.name.endswith(BASE_SUFFIX):
            raise _unusable(path, "is a base file, not a task", "name a task file that has it as its `base`")
        return [path]
    folder = shipped_sets().get(str(name))
    if folder is None:
        close = closest(str(name), shipped_sets())
        hint = f"did you mean `{close}`?" if close else f"shipped: {_sets()}"
        raise _unusable(path, "is no file, no folder and no shipped task set", hint)
    return _in_folder(folder)


def _task_of(demonstration: str) -> str | None:
    """The path of a demonstration's task; None if it is the path of no demonstration."""
    if not demonstration.endswith(DEMONSTRATION_SUFFIX):
        return None
    return demonstration.removesuffix(DEMONSTRATION_SUFFIX) + SUFFIX


def _in_folder(folder: Path, hidden: str | None = None) -> list[Path]:
    paths = [
        path
        for path in folder.rglob(f"*{SUFFIX}")
        if path.is_file() and not path.name.endswith((DEMONSTRATION_SUFFIX, BASE_SUFFIX))
    ]
    if not paths:
        mend = f"task files are named *{SUFFIX}"
        if hidden:
            mend = f"it hides the shipped set {hidden}: go to another folder, or name the set's files"
        raise _unusable(folder, "the folder holds no task file", mend)
    return sorted(paths, key=lambda path: _natural(path.relative_to(folder)))


def _natural(path: Path) -> tuple[tuple[tuple[int, int, str], ...], ...]:
    """Orders names as people do: task-2 before task-10."""
    return tuple(
        tuple(
            (0, int(piece), piece) if piece.isdecimal() else (1, 0, piece)
            for piece in re.split(r"(\d+)", part)
        )
        for part in path.parts
    )


def _unusable(path: Path, what: str, mend: str) -> TaskFileError:
    return TaskFileError([Fault(path, 0, 0, what, mend)])


def _sets() -> str:
    return ", ".join(shipped_sets()) or "none"
