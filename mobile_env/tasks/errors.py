"""Faults of task files with their positions. Faults are collected and raised together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

# A place in a message: field names, and indices into repeated fields.
FieldPath = tuple[str | int, ...]

# Takes the place of a fault, what is wrong, and how to mend it (may be empty).
Report = Callable[[FieldPath, str, str], None]

# More are counted but not printed: a file that is wrong all over needs no thousand lines.
MOST_FAULTS_PRINTED = 50


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with one file.

    Attributes:
      path: the file.
      line: from 1; 0 if the fault is about the file as a whole.
      column: from 1, in characters; 0 if the fault is about the file as a whole.
      what: what is wrong.
      mend: how to mend it; may be empty.
    """

    path: Path
    line: int
    column: int
    what: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self._words}"

    def as_warning(self) -> str:
        """Formats the fault as a warning, for faults that the task can run with."""
        return f"{self.place}: warning: {self._words}"

    @property
    def place(self) -> str:
        """`file:line:column`, or the file."""
        return f"{self.path}:{self.line}:{self.column}" if self.line else f"{self.path}"

    @property
    def _words(self) -> str:
        return f"{self.what} ({self.mend})" if self.mend else self.what


class TaskFileError(Exception):
    """One or more task files cannot be used.

    The text is one line a fault: `file:line:col: what (how to mend)`.

    Attributes:
      faults: all that is wrong, by file in the order given, then by place; never empty.
    """

    def __init__(self, faults: Iterable[Fault]):
        self.faults: tuple[Fault, ...] = tuple(faults)
        if not self.faults:
            raise ValueError("an error needs at least one fault")
        super().__init__(str(self))

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults[:MOST_FAULTS_PRINTED]]
        if len(self.faults) > MOST_FAULTS_PRINTED:
            lines.append(f"... and {len(self.faults) - MOST_FAULTS_PRINTED} more")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[type[TaskFileError], tuple[tuple[Fault, ...]]]:
        return type(self), (self.faults,)


def whole_file(path: Path, what: str, mend: str = "") -> TaskFileError:
    """An error about a file as a whole: it is missing, empty, not text, ..."""
    return TaskFileError([Fault(path, 0, 0, what, mend)])


def in_order(faults: Sequence[Fault]) -> list[Fault]:
    """Returns the faults of one file without duplicates, sorted by position."""
    return sorted(dict.fromkeys(faults), key=lambda fault: (fault.line, fault.column))
