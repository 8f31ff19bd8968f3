"""Judges what an agent answers against what is expected: LIKE, NUMBER, LIST, MOMENT."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from mobile_env.tasks.goal.matching import Comparison, match
from mobile_env.tasks.parameters.expression import like
from mobile_env.tasks.parameters.moments import DAYS, MONTHS, TaskClock
from mobile_env.tasks.parameters.texts import shown

_NUMBER = re.compile(r"[-+−]?(?:\d{1,3}(?:[,’' ]\d{3})+(?!\d)|\d+)(?:\.\d+)?|[-+−]?\.\d+")
_MONTH_NAMES: Final = {name.lower(): place + 1 for place, name in enumerate(MONTHS)}
_MONTH_NAMES.update({name[:3].lower(): place + 1 for place, name in enumerate(MONTHS)})
_MONTH_NAMES["sept"] = 9
_MONTH: Final = "|".join(sorted(_MONTH_NAMES, key=len, reverse=True))

_ISO_DATE = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
_MONTH_DAY = re.compile(
    rf"\b({_MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(\d{{4}})\b)?", re.IGNORECASE
)
_DAY_MONTH = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?({_MONTH})\b\.?(?:,?\s+(\d{{4}})\b)?", re.IGNORECASE
)
_TIME = re.compile(r"\b(\d{1,2}):(\d{2})(?::\d{2})?\s*(am|pm|a\.m\.|p\.m\.)?", re.IGNORECASE)
_HOUR = re.compile(r"\b(\d{1,2})\s*(am|pm|a\.m\.|p\.m\.)", re.IGNORECASE)

MOST_ANSWER: Final = 10_000
"""Characters of an answer that are looked at."""


class Moment(NamedTuple):
    """What a text tells of a moment; None for a part that it does not tell."""

    year: int | None
    month: int | None
    day: int | None
    hour: int | None
    minute: int | None


def is_like(answer: str, expected: Any) -> bool:
    """The whole answer is like the expected text."""
    return like(answer[:MOST_ANSWER], shown(expected))


def is_number(answer: str, expected: Any, tolerance: float = 0) -> bool:
    """The answer has one number, units and thousands separators aside, and it is the expected one."""
    found = numbers(answer)
    return len(found) == 1 and abs(found[0] - float(expected)) <= tolerance


def is_list(answer: str, expected: Sequence[Any], tolerance: float = 0) -> bool:
    """The parts of the answer are the expected ones, one to one, in any order.

    Parts are cut at semicolons and line ends if there are any, else at commas (and a last `and`).
    """
    parts = _parts(answer[:MOST_ANSWER])
    records = [{"part": item} for item in expected]
    rows = [{"part": part} for part in parts]
    return match(records, rows, _Parts(tolerance=tolerance)).holds


def is_moment(answer: str, expected: int, clock: TaskClock) -> bool:
    """The answer tells a date, a time or both, and what it tells is true of the expected moment.

    Args:
      answer: what the agent said.
      expected: seconds since 1970; a moment at midnight is told by its date alone, too.
      clock: the task's clock, for the zone and for words such as tomorrow.
    """
    told = read_moment(answer[:MOST_ANSWER], clock)
    if told is None:
        return False
    local = clock.local(expected)
    right = Moment(local.year, local.month, local.day, local.hour, local.minute)
    needs_time = (local.hour, local.minute) != (0, 0)
    if told.day is None or (needs_time and told.hour is None):
        return False
    return all(part is None or part == wanted for part, wanted in zip(told, right, strict=True))


def numbers(text: str) -> list[float]:
    """The numbers of a text, in order: `1,205.50 km` has one."""
    found = []
    for match_ in _NUMBER.finditer(text[:MOST_ANSWER]):
        digits = re.sub(r"[,’' ]", "", match_[0]).replace("−", "-")
        found.append(float(digits))
    return found


def read_moment(text: str, clock: TaskClock) -> Moment | None:
    """What a text tells of a moment; None if it tells nothing, or two different dates or times."""
    dates = {*_dates(text, clock)}
    times = {*_times(text)}
    if len(dates) > 1 or len(times) > 1 or not (dates or times):
        return None
    year, month, day = dates.pop() if dates else (None, None, None)
    hour, minute = times.pop() if times else (None, None)
    return Moment(year, month, day, hour, minute)


class _Parts(Comparison):
    """A part of a list is a number or a text that is alike."""

    def equal(self, column: str, expected: Any, actual: Any) -> bool:
        if isinstance(expected, int | float) and not isinstance(expected, bool):
            return is_number(str(actual), expected, self.tolerance)
        return like(expected, actual)


def _parts(answer: str) -> list[str]:
    cut = r"[;\n]" if re.search(r"[;\n]", answer.strip()) else r",\s*(?:and\s+)?|\s+and\s+"
    parts = [part.strip().strip("-•*").strip() for part in re.split(cut, answer.strip().removesuffix("."))]
    return [part for part in parts if part]


def _dates(text: str, clock: TaskClock) -> list[tuple[int | None, int | None, int | None]]:
    found: list[tuple[int | None, int | None, int | None]] = []
    for year, month, day in _ISO_DATE.findall(text):
        found.append((int(year), int(month), int(day)))
    for month, day, year in _MONTH_DAY.findall(text):
        found.append((int(year) if year else None, _MONTH_NAMES[month.lower()], int(day)))
    taken = _MONTH_DAY.sub(" ", text)
    for day, month, year in _DAY_MONTH.findall(taken):
        found.append((int(year) if year else None, _MONTH_NAMES[month.lower()], int(day)))
    if not found and clock.now is not None:
        found += [(day.year, day.month, day.day) for day in _days_by_name(text, clock)]
    return found


def _days_by_name(text: str, clock: TaskClock) -> list[datetime]:
    names = {name: name for name in ("today", "tomorrow", "yesterday", *(day.lower() for day in DAYS))}
    words = [word for word in re.findall(r"[a-z]+", text.lower()) if word in names]
    return [clock.local(clock.moment(word)) for word in dict.fromkeys(words)]


def _times(text: str) -> list[tuple[int, int]]:
    found = [(int(hour), int(minute), half) for hour, minute, half in _TIME.findall(text)]
    rest = _TIME.sub(" ", text)
    found += [(int(hour), 0, half) for hour, half in _HOUR.findall(rest)]
    return [
        ((hour % 12 + (12 if half.lower().startswith("p") else 0)) if half else hour, minute)
        for hour, minute, half in found
        if hour < 24 and minute < 60
    ]
