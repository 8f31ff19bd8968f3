"""The check source: whether a check of the device's state, the screen or the answer holds in this step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mobile_env.events.sources.contract import EventSource, SourceReport, StepView


class Holding:
    """That a check holds, with the rows that counted. As an input it is the same whatever the rows."""

    __slots__ = ("rows",)

    def __init__(self, rows: Sequence[Any]):
        self.rows = rows

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Holding)

    def __hash__(self) -> int:
        return hash(Holding)

    def __repr__(self) -> str:
        return f"holds, {len(self.rows)} row(s)"


NOT_HOLDING = "does not hold"


class CheckEvent(EventSource):
    """Its input is that the check holds, in each step in which it does. Its value is the list of rows.

    That a check does not hold is an input, too, which never matches: with LAST the source fires when the check
    begins to hold.
    """

    signal = "checks"

    def __init__(self, source: int = 0) -> None:
        """`source` is the id of the source in the task file."""
        self._source = source

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> EventSource | None:
        """Makes a source. The check itself is compiled with the task's goal."""
        return cls()

    def inputs(self, view: StepView) -> Sequence[Any]:
        """One input: whether the check holds."""
        rows = view.signals.holding(self._source)
        return (NOT_HOLDING,) if rows is None else (Holding(rows),)

    def match(self, value: Any) -> list[Any] | None:
        """The rows of a check that holds."""
        return list(value.rows) if isinstance(value, Holding) else None
