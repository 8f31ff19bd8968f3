"""Maps each character of an instantiated text to its position in a template, or in a file that the template
includes."""

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
        """A fault at a position, in characters from 0."""
        return Fault(self.path, *self._lines.locate(start), what, mend)


@dataclass(frozen=True)
class Place:
    """A position in a file, in characters from 0."""

    source: Source
    start: int

    def fault(self, what: str, mend: str) -> Fault:
        """A fault at this position."""
        return self.source.fault(self.start, what, mend)


@dataclass
class TextBuilder:
    """Builds a text from pieces and remembers their positions."""

    _pieces: list[str] = field(default_factory=list)
    _ends: list[int] = field(default_factory=list)
    _origins: list[tuple[Place, bool]] = field(default_factory=list)

    def add(self, text: str, place: Place, *, verbatim: bool) -> None:
        """Adds a piece.

        Args:
          text: the piece.
          place: its position in the source.
          verbatim: whether the source has the same characters there. Otherwise, all of the piece maps to one
            position.
        """
        if text:
            self._pieces.append(text)
            self._ends.append((self._ends[-1] if self._ends else 0) + len(text))
            self._origins.append((place, verbatim))

    @cached_property
    def text(self) -> str:
        """The whole text. No piece may be added afterwards."""
        return "".join(self._pieces)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(index + 1 for index, character in enumerate(self.text) if character == "\n")
        return starts

    def origin(self, line: int, column: int) -> Place | None:
        """The source of a position of the text (line and column from 1); None if the text is empty."""
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
        """Maps a fault of the text to a fault of its source."""
        place = self.origin(fault.line, fault.column) if fault.line else None
        return place.fault(fault.what, fault.mend) if place else fault
