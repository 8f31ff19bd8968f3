"""The response source: compares the agent's answers to the user with the expected answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mobile_env.events.sources.contract import EventSource, SourceReport, StepView, enum_name
from mobile_env.signals.matching import MATCHERS, MatcherError, MatchValue, TextMatcher


class ResponseEvent(EventSource):
    """Compares each answer. Its value is the groups or the score."""

    signal = "responses"

    def __init__(self, matcher: TextMatcher):
        self._matcher = matcher

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> EventSource | None:
        """Makes a source from a `ResponseEvent` message."""
        matcher = compile_matcher(message, "pattern", report, warn)
        return None if matcher is None else cls(matcher)

    def inputs(self, view: StepView) -> Sequence[str]:
        """The answers of this step."""
        return view.signals.responses

    def match(self, value: str) -> MatchValue | None:
        """The matcher's groups or score."""
        return self._matcher.match(value)


def compile_matcher(message: Any, field: str, report: SourceReport, warn: SourceReport) -> TextMatcher | None:
    """Makes the matcher of a message with `mode` and `threshold`. `field` contains the expected text."""
    mode = enum_name(message, "mode", report)
    if mode is None:
        return None
    threshold = message.threshold if message.HasField("threshold") else None
    if mode == "REGEX" and threshold:
        warn(("threshold",), "a threshold has no meaning for mode REGEX", "leave it out, or set the mode")
    try:
        return MATCHERS[mode](getattr(message, field), threshold)
    except MatcherError as error:
        report((field if error.field == "pattern" else error.field,), str(error), error.mend)
        return None
