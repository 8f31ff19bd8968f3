"""Faults of content sources: place, description, and a way to fix them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class ContentFault:
    """A fault in a source file; `line` counts from 1."""

    path: Path
    line: int
    what: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}" + (f" ({self.mend})" if self.mend else "")


class ContentError(ValueError):
    """Content has faults. The text has one line per fault: `file:line: what (how to fix it)`."""

    def __init__(self, faults: Iterable[ContentFault]) -> None:
        self.faults: tuple[ContentFault, ...] = tuple(sorted(faults))
        super().__init__("\n".join(map(str, self.faults)))
