"""Moments: whole seconds since 1970 (UTC), as authors write them (`today+2d 08:00`) and as goal texts tell them.

Nothing here depends on the machine: names of days and months are English, zones come from the tz database.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

_UNITS: Final[Mapping[str, int]] = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}

_MOMENT = re.compile(
    r"""(?P<base>now|today|tomorrow|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday
                |(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2}))
        (?P<shifts>(?:[+-]\d{1,6}[smhdw])*)
        (?:[ T](?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?)?""",
    re.VERBOSE | re.IGNORECASE,
)
_SHIFT = re.compile(r"([+-]\d+)([smhdw])")
_DURATION = re.compile(r"(\d{1,9})([smhdw])")

FORMS: Final = "2023-10-18, 2023-10-18 08:00, now-5m, today+2d 08:00, tomorrow, monday 09:00"


class MomentError(ValueError):
    """A text that names no moment, a format that is not known, or a moment out of range."""


@dataclass(frozen=True)
class TaskClock:
    """The clock that a task's moments refer to.

    Attributes:
      now: seconds since 1970; None if the task has no clock.
      zone: the name of a zone in the tz database.
    """

    now: int | None = None
    zone: str = "UTC"

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "_tz", ZoneInfo(self.zone))
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise MomentError(
                f"there is no time zone {self.zone!r}; zones are named as Europe/Berlin"
            ) from None

    def local(self, moment: int) -> datetime:
        """A moment as date and time in the clock's zone. MomentError outside the years 1–9999."""
        try:
            return datetime.fromtimestamp(0, UTC).__add__(timedelta(seconds=moment)).astimezone(self._zone)
        except OverflowError:
            raise MomentError(f"the moment {moment} is outside the calendar") from None

    def moment(self, text: str) -> int:
        """Reads a moment; see `FORMS`.

        A weekday is the next one after today; `+2d` and `-1w` count days of the calendar, `+5m` seconds.

        Raises:
          MomentError: `text` names no moment, or needs the clock's `now` and there is none.
        """
        match = _MOMENT.fullmatch(text.strip())
        if match is None:
            raise MomentError(f"{text!r} is no moment: write it like {FORMS}")
        base, time = match["base"].lower(), match["hour"]
        shifts = [(int(amount), unit) for amount, unit in _SHIFT.findall(match["shifts"])]
        try:
            if base == "now":
                if time:
                    raise MomentError(
                        f"{text!r}: now has a time already; write today {time}:{match['minute']}"
                    )
                return self._now(text) + sum(amount * _UNITS[unit] for amount, unit in shifts)
            day = self._base_day(base, match, text)
            seconds = 0
            for amount, unit in shifts:
                if unit in "dw":
                    day += timedelta(days=amount * (7 if unit == "w" else 1))
                else:
                    seconds += amount * _UNITS[unit]
            if time:
                day = day.replace(
                    hour=int(time), minute=int(match["minute"]), second=int(match["second"] or 0)
                )
            return int(day.timestamp()) + seconds
        except (ValueError, OverflowError) as error:
            if isinstance(error, MomentError):
                raise
            raise MomentError(f"{text!r} is no moment: {error}") from None

    def day(self, moment: int) -> int:
        """The midnight at which the moment's day began in the clock's zone."""
        return int(self.local(moment).replace(hour=0, minute=0, second=0, microsecond=0).timestamp())

    def written(self, moment: int, pattern: str) -> str:
        """A moment in the words of strftime: English names, `%-d` without padding everywhere, `%u` Monday = 1.

        Raises:
          MomentError: a directive that is not known.
        """
        local = self.local(moment)

        def directive(match: re.Match[str]) -> str:
            unpadded, letter = match[1], match[2]
            make = _DIRECTIVES.get(letter)
            if make is None:
                known = " ".join(f"%{name}" for name in sorted(_DIRECTIVES))
                raise MomentError(f"the format {pattern!r} has %{unpadded}{letter}; known are {known}")
            text = make(local)
            return (text.lstrip("0 ") or "0") if unpadded else text

        if pattern.endswith("%") and not pattern.endswith("%%"):
            raise MomentError(f"the format {pattern!r} ends with a lone %; write %%")
        return re.sub(r"%(-?)(.)", directive, pattern, flags=re.DOTALL)

    def ways_to_say(self, moment: int) -> list[str]:
        """How people name the moment's day, seen from today: `October 18`, `tomorrow`, `this Thursday`…"""
        local = self.local(moment)
        month_day = f"{MONTHS[local.month - 1]} {local.day}"
        ways = [month_day, f"{month_day} {local.year}"]
        weekday = DAYS[local.weekday()]
        away = (local.date() - self.local(self._now("a reworded date")).date()).days
        if away in (-1, 0, 1):
            ways.append({-1: "yesterday", 0: "today", 1: "tomorrow"}[away])
        # A weekday on its own is the one within the next six days: seven days from now has today's name.
        if 1 <= away <= 6:
            ways += [weekday, f"this {weekday}"]
        if 8 <= away <= 13:
            ways.append(f"the {weekday} after next")
        return ways

    @property
    def _zone(self) -> ZoneInfo:
        return self._tz  # type: ignore[attr-defined]

    def _now(self, text: str) -> int:
        if self.now is None:
            raise MomentError(
                f'{text} needs the task\'s clock: add clock {{ now: "2023-10-15 15:34" }} to the task'
            )
        return self.now

    def _base_day(self, base: str, match: re.Match[str], text: str) -> datetime:
        if match["year"]:
            return datetime(int(match["year"]), int(match["month"]), int(match["day"]), tzinfo=self._zone)
        today = self.local(self._now(repr(text))).replace(hour=0, minute=0, second=0, microsecond=0)
        if base in ("today", "tomorrow", "yesterday"):
            return today + timedelta(days={"today": 0, "tomorrow": 1, "yesterday": -1}[base])
        wanted = [name.lower() for name in DAYS].index(base)
        return today + timedelta(days=(wanted - today.weekday() - 1) % 7 + 1)


def seconds_of(duration: str) -> int:
    """The seconds of `90s`, `30m`, `1h`, `1d` or `1w`. MomentError for anything else."""
    match = _DURATION.fullmatch(duration.strip())
    if match is None:
        raise MomentError(f"{duration!r} is no duration: write it like 30m, 1h, 1d")
    return int(match[1]) * _UNITS[match[2]]


_DIRECTIVES: Final[Mapping[str, Callable[[datetime], str]]] = {
    "Y": lambda t: f"{t.year:04d}",
    "y": lambda t: f"{t.year % 100:02d}",
    "m": lambda t: f"{t.month:02d}",
    "B": lambda t: MONTHS[t.month - 1],
    "b": lambda t: MONTHS[t.month - 1][:3],
    "d": lambda t: f"{t.day:02d}",
    "e": lambda t: f"{t.day:2d}",
    "j": lambda t: f"{t.timetuple().tm_yday:03d}",
    "A": lambda t: DAYS[t.weekday()],
    "a": lambda t: DAYS[t.weekday()][:3],
    "u": lambda t: str(t.isoweekday()),
    "w": lambda t: str(t.isoweekday() % 7),
    "H": lambda t: f"{t.hour:02d}",
    "I": lambda t: f"{(t.hour - 1) % 12 + 1:02d}",
    "p": lambda t: "AM" if t.hour < 12 else "PM",
    "M": lambda t: f"{t.minute:02d}",
    "S": lambda t: f"{t.second:02d}",
    "Z": lambda t: t.tzname() or "",
    "z": lambda t: t.strftime("%z"),
    "F": lambda t: f"{t.year:04d}-{t.month:02d}-{t.day:02d}",
    "T": lambda t: f"{t.hour:02d}:{t.minute:02d}:{t.second:02d}",
    "R": lambda t: f"{t.hour:02d}:{t.minute:02d}",
    "s": lambda t: str(int(t.timestamp())),
    "%": lambda t: "%",
}
