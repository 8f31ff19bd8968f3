"""The log source: a regular expression in the messages of the system log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mobile_env.events.sources.contract import EventSource, SourceReport, StepView
from mobile_env.signals.matching import regex_fault


class LogEvent(EventSource):
    """Searches each message; its value is the tuple of groups."""

    signal = "log"

    def __init__(self, pattern: str, anchored: bool = False):
        """`anchored` matches at the beginning of the message, as AndroidEnv does. Raises re.error."""
        compiled = re.compile(pattern)
        self._search = compiled.match if anchored else compiled.search

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> EventSource | None:
        """Makes a source of a `LogEvent` message; filters are the whole task's and compiled apart."""
        try:
            return cls(message.pattern, message.anchored)
        except (re.error, OverflowError, RecursionError) as error:
            what = regex_fault(error) if isinstance(error, re.error) else f"bad regular expression: {error}"
            report(("pattern",), what, "mend the Python `re` syntax")
            return None

    def inputs(self, view: StepView) -> Sequence[str]:
        """The messages of this step."""
        return view.messages()

    def match(self, value: str) -> tuple[str | None, ...] | None:
        """The groups of the first match."""
        found = self._search(value)
        return None if found is None else found.groups()
