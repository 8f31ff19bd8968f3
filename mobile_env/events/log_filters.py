"""Logcat filters of a task, `tag:L`: which log lines its sources see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mobile_env.signals.contract import LOG_LEVELS, LogLine

SILENT = "S"

_FILTER = re.compile(r"(?P<tag>[^\s:]+)(?::(?P<level>[A-Za-z]))?")


class FilterError(ValueError):
    """A filter that is no `tag:L`."""


def parse_filter(text: str) -> tuple[str, str]:
    """Tag and least level of a filter; `tag` alone means all its lines, as in logcat. Raises FilterError."""
    match = _FILTER.fullmatch(text.strip())
    level = (match["level"] or LOG_LEVELS[0]).upper() if match else ""
    if match is None or level not in LOG_LEVELS + SILENT:
        raise FilterError(f"bad log filter {text!r}")
    return match["tag"], level


class LogFilters:
    """All filters of a task together, with `*:S` behind them: what no filter names is not seen.

    Where several name one tag, the least severe level counts. Without any filter, everything is seen.

    Attributes:
      texts: one filter a tag, for logcat; `*:S` is not among them.
    """

    __slots__ = ("_everything", "_levels", "texts")

    def __init__(self, filters: Iterable[tuple[str, str]]):
        """`filters` are those of all sources, as `parse_filter` gives them."""
        order = LOG_LEVELS + SILENT
        least: dict[str, str] = {}
        filters = list(filters)
        self._everything = not filters
        for tag, level in filters:
            # The `*:S` at the end overrides any other filter for all tags.
            if tag != "*":
                least[tag] = min(least.get(tag, SILENT), level, key=order.index)
        self.texts = tuple(f"{tag}:{level}" for tag, level in least.items())
        self._levels = {tag: LOG_LEVELS[order.index(level) :] for tag, level in least.items()}

    def messages(self, lines: Sequence[LogLine]) -> list[str]:
        """Messages of the lines that pass."""
        levels = self._levels
        if self._everything:
            return [line.message for line in lines]
        return [line.message for line in lines if line.level in levels.get(line.tag, "")]
