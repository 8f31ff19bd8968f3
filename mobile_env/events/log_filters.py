"""Logcat filters of a task, `tag:L`, which decide which log lines its sources see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mobile_env.signals.contract import LOG_LEVELS, LogLine

SILENT = "S"

_FILTER = re.compile(r"(?P<tag>[^\s:]+)(?::(?P<level>[A-Za-z]))?")


class FilterError(ValueError):
    """A filter does not have the form `tag:L`."""


def parse_filter(text: str) -> tuple[str, str]:
    """Returns the tag and the lowest level of a filter. As in logcat, `tag` alone means all its lines.
    Raises FilterError."""
    match = _FILTER.fullmatch(text.strip())
    level = (match["level"] or LOG_LEVELS[0]).upper() if match else ""
    if match is None or level not in LOG_LEVELS + SILENT:
        raise FilterError(f"bad log filter {text!r}")
    return match["tag"], level


class LogFilters:
    """All filters of a task together, followed by `*:S`: lines of other tags do not pass.

    If several filters name one tag, the least severe level is used. Without filters, all lines pass.

    Attributes:
      texts: one filter per tag, for logcat, without `*:S`.
    """

    __slots__ = ("_everything", "_levels", "texts")

    def __init__(self, filters: Iterable[tuple[str, str]]):
        """`filters` are the filters of all sources, as `parse_filter` returns them."""
        order = LOG_LEVELS + SILENT
        least: dict[str, str] = {}
        filters = list(filters)
        self._everything = not filters
        for tag, level in filters:
            # A `*:S` at the end would override any other filter for all tags.
            if tag != "*":
                least[tag] = min(least.get(tag, SILENT), level, key=order.index)
        self.texts = tuple(f"{tag}:{level}" for tag, level in least.items())
        self._levels = {tag: LOG_LEVELS[order.index(level) :] for tag, level in least.items()}

    def messages(self, lines: Sequence[LogLine]) -> list[str]:
        """Returns the messages of the lines that pass."""
        levels = self._levels
        if self._everything:
            return [line.message for line in lines]
        return [line.message for line in lines if line.level in levels.get(line.tag, "")]
