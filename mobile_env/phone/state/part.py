"""A part of a phone's state: plain data with a version, which knows how it is copied and what a reboot leaves of it."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, ClassVar, Self, TypeVar, cast

_versions = itertools.count(1)


def new_version() -> int:
    """A version that nothing in this process had before."""
    return next(_versions)


class Kind(Enum):
    """What a part is for, which decides what compares it."""

    DATA = "data"
    """What users and tasks see as data: compared by diffs and hashes."""
    UI = "ui"
    """Tasks, windows, focus, scroll offsets: compared by hashes."""
    USE = "use"
    """Clock, process ids, agenda, counters, the finger: compared by exact hashes only."""
    TRACE = "trace"
    """Logs of what happened: never compared."""


class Part:
    """A part of a phone's state.

    A subclass holds plain data. Each of its mutators calls `touch()`, so that **equal versions mean equal content,
    in any phone of the process**: versions are drawn from one counter, and a copy keeps that of its original.
    """

    kind: ClassVar[Kind] = Kind.DATA

    def __init__(self) -> None:
        self.version = new_version()

    def touch(self) -> None:
        """Says that the content changed."""
        self.version = new_version()

    def copy(self) -> Self:
        """An independent part of equal content and version. Content that cannot change is shared."""
        return copy.copy(self)

    def copy_into(self, parts: Parts) -> Self:
        """A copy that belongs to `parts`, which holds copies of the parts registered before this one."""
        return self.copy()

    def after_boot(self) -> None:
        """Drops what a reboot does not leave. By default all stays."""

    def facts(self) -> Iterator[tuple[str, Any]]:
        """What diffs show of the part: (path, plain data), sorted by path. By default nothing."""
        return iter(())


P = TypeVar("P", bound=Part)


class Parts:
    """The parts of one phone, each of a class of its own, in the order in which they are copied and booted.

    Args:
      parts: the first parts; those that others refer to (clock, files) come before them.
    """

    def __init__(self, parts: Iterable[Part] = ()) -> None:
        self._parts: dict[type[Part], Part] = {}
        for part in parts:
            self.add(part)

    def add(self, part: Part) -> None:
        """Registers a part; ValueError if there is one of its class."""
        if type(part) in self._parts:
            raise ValueError(f"the state has a part {type(part).__name__} already")
        self._parts[type(part)] = part

    def part(self, kind: type[P]) -> P:
        """The part of a class; LookupError if none is registered."""
        try:
            return cast(P, self._parts[kind])
        except KeyError:
            known = ", ".join(each.__name__ for each in self._parts)
            raise LookupError(f"the state has no part {kind.__name__} (it has {known})") from None

    def __contains__(self, kind: object) -> bool:
        return kind in self._parts

    def __iter__(self) -> Iterator[Part]:
        return iter(self._parts.values())

    def copy(self) -> Self:
        """Independent parts that share what cannot change."""
        parts = type(self)()
        for part in self:
            parts.add(part.copy_into(parts))
        return parts

    def after_boot(self) -> None:
        """Drops of every part what a reboot does not leave."""
        for part in self:
            part.after_boot()
