"""A task set's own settings: what the file `set.conf` beside its task files asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mobile_env.phone.network import THROUGH_PROXY
from mobile_env.tasks.errors import Fault, TaskFileError
from mobile_env.tasks.named_files import SET_FILE as FILE_NAME
from mobile_env.tasks.templates.configs import Entry, read_configs


@dataclass(frozen=True)
class SetSettings:
    """What a set asks for.

    Attributes:
      content: what phones find on the network: the name of shipped content or the folder of a replay store, with
        `proxy:` before it if they are to reach it through a proxy; "": the set asks for nothing.
    """

    content: str = ""

    @property
    def source(self) -> str:
        """The content without the way to it."""
        return self.content.removeprefix(THROUGH_PROXY)


def read_set_settings(folder: Path) -> SetSettings:
    """The settings of the set whose files lie in a folder; a folder without `set.conf` asks for nothing.

    A store beside the set is named by its path from there.

    Raises:
      TaskFileError: the file is wrong.
    """
    entries = _entries(folder)
    if "content" not in entries:
        return SetSettings()
    name = entries["content"].text
    source = name.removeprefix(THROUGH_PROXY)
    if source and (folder / source).is_dir():
        return SetSettings(f"{name.removesuffix(source)}{folder / source}")
    return SetSettings(name)


def content_of_sets(task_files: Iterable[Path]) -> str:
    """The content that the sets of task files ask for; "" if none asks for any.

    Raises:
      TaskFileError: a `set.conf` is wrong, or two of them ask for different content.
    """
    asked: dict[str, Path] = {}
    for folder in dict.fromkeys(path.parent for path in task_files):
        content = read_set_settings(folder).content
        if content:
            asked.setdefault(content, folder)
    if len(asked) > 1:
        faults = [
            _entries(folder)["content"].place.fault(
                f"asks for the content {content!r}, and another set that is loaded with it for other content",
                "load the sets apart, or name the content that all are to have",
            )
            for content, folder in asked.items()
        ]
        raise TaskFileError(faults)
    return next(iter(asked), "")


def _entries(folder: Path) -> dict[str, Entry]:
    path = folder / FILE_NAME
    if not path.is_file():
        return {}
    entries: dict[str, Entry] = {}
    faults: list[Fault] = []
    for config in read_configs(path).values():
        for name, written in config.entries.items():
            if name != "content":
                faults.append(written[0].place.fault("unknown setting", "write `content: NAME`"))
                continue
            entries[name] = written[0]
            faults += [entry.place.fault("content is written twice", "remove one") for entry in written[1:]]
    if faults:
        raise TaskFileError(faults)
    return entries
