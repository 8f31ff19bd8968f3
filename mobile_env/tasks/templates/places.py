"""Where in a template, or a file that it includes, each character of an instantiated text comes from."""

from __future__ import annotations

import bisect
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from mobile_env.tasks.errors import Fault
from mobile_env.tasks.tokens import LineIndex


@dataclass(frozen=True)
class Source:
    """A file and its text."""

    path: Path
    text: str

    @cached_property
    def _lines(self) -> LineIndex:
        return LineIndex(self.text)

    def fault(self, start: int, what: str, mend: str) -> Fault:
        """A fault at a place given in characters from 0."""
        return Fault(self.path, *self._lines.locate(start), what, mend)


@dataclass(frozen=True)
class Place:
    """A place in a file, in characters from 0."""

    source: Source
    start: int

    def fault(self, what: str, mend: str) -> Fault:
        """A fault here."""
        return self.source.fault(self.start, what, mend)


@dataclass
class TextBuilder:
    """Puts a text together out of pieces whose places are remembered."""

    _pieces: list[str] = field(default_factory=list)
    _ends: list[int] = field(default_factory=list)
    _origins: list[tuple[Place, bool]] = field(default_factory=list)

    def add(self, text: str, place: Place, *, verbatim: bool) -> None:
        """Adds a piece.

        Args:
          text: the piece.
          place: where it comes from.
          verbatim: whether it stands there in the same characters; else all of it comes from that one place.
        """
        if text:
            self._pieces.append(text)
            self._ends.append((self._ends[-1] if self._ends else 0) + len(text))
            self._origins.append((place, verbatim))

    @cached_property
    def text(self) -> str:
        """All pieces; nothing can be added after it was asked for."""
        return "".join(self._pieces)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(index + 1 for index, character in enumerate(self.text) if character == "\n")
        return starts

    def origin(self, line: int, column: int) -> Place | None:
        """Where a place of the text (line and column from 1) comes from; None if the text is empty."""
        if not self._ends:
            return None
        start = self._line_starts[min(line, len(self._line_starts)) - 1] + column - 1
        piece = min(bisect.bisect_right(self._ends, start), len(self._ends) - 1)
        place, verbatim = self._origins[piece]
        if not verbatim:
            return place
        begin = self._ends[piece] - len(self._pieces[piece])
        return Place(place.source, place.start + max(0, start - begin))

    def traced(self, fault: Fault) -> Fault:
        """A fault of the text as a fault of what it was made from."""
        place = self.origin(fault.line, fault.column) if fault.line else None
        return place.fault(fault.what, fault.mend) if place else fault
