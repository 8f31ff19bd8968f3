"""Configs: the values for one instance of a template, as lines `name: value`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from mobile_env.tasks.errors import Fault, TaskFileError, in_order
from mobile_env.tasks.templates.places import Place, Source
from mobile_env.tasks.textproto import read_text

SUFFIX: Final = ".conf"
SEPARATOR: Final = "-"
"""Separates the template's name and the instance's name."""

PROTOTYPE: Final = "prototype"
"""The name that published sets give to instances which only show the slots of a template."""

_NAME = re.compile(r"[^\W\d]\w*")
_INSTANCE = re.compile(r"\[\s*(?P<name>[^\[\]\s]+)\s*\]")


@dataclass(frozen=True)
class Entry:
    """One value as written: the rest of its line and the indented lines below it, without surrounding
    spaces."""

    lines: tuple[str, ...]
    place: Place

    @property
    def text(self) -> str:
        """The value as one text with the same line breaks."""
        return "\n".join(self.lines)


@dataclass
class Config:
    """The values of one instance.

    Attributes:
      instance: the full name, `<template>-<instance>`.
      place: position of the beginning.
      entries: entries by name, in the order of the file; a name may have several entries.
    """

    instance: str
    place: Place
    entries: dict[str, list[Entry]] = field(default_factory=dict)


def template_of(instance: str) -> str:
    """`article2author-lena_marsh` → `article2author`."""
    return instance.partition(SEPARATOR)[0]


def is_prototype(instance: str) -> bool:
    """Whether an instance is only an example to copy: `article2author-prototype`."""
    return instance.partition(SEPARATOR)[2] == PROTOTYPE


class ConfigFolder:
    """Instances by name. An instance is a file `<template>-<instance>.conf`, or a section `[instance]` of a
    file `<template>.conf`, which may contain many instances."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[Path, Mapping[str, Config]] = {}
        self.used: set[str] = set()

    def find(self, instance: str) -> Config | None:
        """Returns the config of `<template>-<instance>`, or None.

        Raises:
          TaskFileError: the config's file is invalid.
        """
        template, separator, section = instance.partition(SEPARATOR)
        if not separator:
            return None
        own = self.folder / f"{instance}{SUFFIX}"
        if own.is_file():
            config = self._read(own).get("")
        else:
            shared = self.folder / f"{template}{SUFFIX}"
            config = self._read(shared).get(section) if shared.is_file() else None
        if config is not None:
            self.used.add(instance)
        return config

    def instances(self) -> dict[str, Config]:
        """Returns all instances by full name.

        Raises:
          TaskFileError: the files have faults; contains all of them.
        """
        found: dict[str, Config] = {}
        faults: list[Fault] = []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                configs = self._read(path)
            except TaskFileError as error:
                faults.extend(error.faults)
                continue
            for config in configs.values():
                if config.instance in found:
                    what = f"there are two configs of {config.instance}"
                    faults.append(
                        config.place.fault(
                            what, f"the other is in {found[config.instance].place.source.path}"
                        )
                    )
                found[config.instance] = config
        if faults:
            raise TaskFileError(faults)
        return found

    def _read(self, path: Path) -> Mapping[str, Config]:
        if path not in self._files:
            self._files[path] = read_configs(path)
        return self._files[path]


def read_configs(path: Path) -> dict[str, Config]:
    """Reads a config file. Returns its instances by section.

    A file without sections contains one instance, with the key "" and the name of the file.

    Raises:
      TaskFileError: the file has faults; contains all of them.
    """
    return _Reader(Source(path, read_text(path))).read()


class _Reader:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._faults: list[Fault] = []
        self._configs: dict[str, Config] = {}
        self._config: Config | None = None
        self._last: tuple[str, Place, list[str]] | None = None

    def read(self) -> dict[str, Config]:
        start = 0
        for line in self._source.text.splitlines(keepends=True):
            self._line(line.rstrip("\r\n"), start)
            start += len(line)
        self._close()
        if not self._configs and SEPARATOR in self._source.path.stem:
            self._section("", Place(self._source, 0))
        if self._faults:
            raise TaskFileError(in_order(self._faults))
        return self._configs

    def _line(self, line: str, start: int) -> None:
        text = line.strip()
        place = Place(self._source, start + len(line) - len(line.lstrip()))
        if not text:
            return
        if line[0].isspace():
            if self._last is None:
                self._fault(
                    place,
                    "an indented line continues the value above it, and there is none",
                    "move it to the left",
                )
            else:
                self._last[2].append(text)
            return
        self._close()
        if text.startswith("#"):
            return
        if text.startswith("["):
            self._header(text, place)
            return
        name, colon, value = text.partition(":")
        if not colon or not _NAME.fullmatch(name.strip()):
            self._fault(place, f"{text!r} gives no value", "write `name: value`, `[instance]` or a # comment")
            return
        if self._config is None:
            self._section("", place)
        at = start + line.index(":") + 1
        at += len(line[line.index(":") + 1 :]) - len(line[line.index(":") + 1 :].lstrip())
        self._last = (
            name.strip(),
            Place(self._source, at if value.strip() else place.start),
            [value.strip()] if value.strip() else [],
        )

    def _header(self, text: str, place: Place) -> None:
        match = _INSTANCE.fullmatch(text)
        if match is None:
            self._fault(place, f"{text!r} names no instance", "write [name], without blanks in the name")
        elif "" in self._configs:
            self._fault(
                place,
                "a section in a file that began without one",
                "begin the file with a section, or have none",
            )
        elif match["name"] in self._configs:
            self._fault(place, f"the section [{match['name']}] is there twice", "rename one, or remove it")
            self._section(match["name"], place)
        else:
            self._section(match["name"], place)

    def _section(self, name: str, place: Place) -> None:
        stem = self._source.path.name.removesuffix(SUFFIX)
        self._config = Config(f"{stem}{SEPARATOR}{name}" if name else stem, place)
        self._configs[name] = self._config

    def _close(self) -> None:
        if self._last is not None and self._config is not None:
            name, place, lines = self._last
            self._config.entries.setdefault(name, []).append(Entry(tuple(lines), place))
        self._last = None

    def _fault(self, place: Place, what: str, mend: str) -> None:
        self._faults.append(place.fault(what, mend))
