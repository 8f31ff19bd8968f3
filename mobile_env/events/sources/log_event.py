"""The log source: searches messages of the system log for a regular expression."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mobile_env.events.log_extras import json_extras, literal_extra
from mobile_env.events.sources.contract import EventSource, SourceReport, StepView, enum_name
from mobile_env.regex import Regex, RegexMatch
from mobile_env.signals.matching import regex_fault

# The value of a match, by its name in `LogEvent.Reading`; None: the message does not match after all.
_READINGS: Mapping[str, Callable[[RegexMatch], Any]] = {
    "GROUPS": lambda match: match.groups(),
    "LITERAL_EXTRA": literal_extra,
    "JSON_EXTRAS": json_extras,
}
# Groups that each reading needs.
_GROUPS: Mapping[str, tuple[str, ...]] = {"LITERAL_EXTRA": ("name", "extra"), "JSON_EXTRAS": ("json_extra",)}


class LogEvent(EventSource):
    """Searches each message; its value is the tuple of groups, or AndroidEnv's extras."""

    signal = "log"

    def __init__(self, pattern: str, anchored: bool = False, reading: str = "GROUPS"):
        """`anchored` matches only at the beginning of the message, as in AndroidEnv. Raises re.error."""
        self.regex = Regex(pattern, anchored=anchored)
        self._search = self.regex.search
        self._read = _READINGS[reading]

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> EventSource | None:
        """Makes a source from a `LogEvent` message. Filters are compiled separately, for the whole task."""
        reading = enum_name(message, "reading", report)
        try:
            source = cls(message.pattern, message.anchored, reading or "GROUPS")
        except re.error as error:
            report(("pattern",), regex_fault(error), "mend the Python `re` syntax")
            return None
        missing = [
            name for name in _GROUPS.get(reading or "", ()) if name not in source.regex.pattern.groupindex
        ]
        for name in missing:
            report(("pattern",), f"the pattern has no group named `{name}`", f"write it as (?P<{name}>...)")
        return None if missing else source

    def inputs(self, view: StepView) -> Sequence[str]:
        """The messages of this step."""
        return view.messages()

    def match(self, value: str) -> Any:
        """The value of the first match."""
        found = self._search(value)
        return None if found is None else self._read(found)
