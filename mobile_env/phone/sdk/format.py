"""Dates, times, sizes and amounts as Android's apps print them, in the names and marks of the phone's language."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date as _date
from datetime import datetime, timedelta
from datetime import time as _time
from functools import lru_cache

from mobile_env.phone.sdk.host import Host
from mobile_env.phone.sdk.locales import ENGLISH, Names, names_of

DAYS, MONTHS = ENGLISH.days, ENGLISH.months
_TOKEN = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+")
_FIELDS: dict[str, Callable[[datetime, int], str]] = {
    "y": lambda t, n: f"{t.year % 100:02d}" if n == 2 else f"{t.year:0{n}d}",
    "M": lambda t, n: f"{t.month:0{n}d}",
    "d": lambda t, n: f"{t.day:0{n}d}",
    "E": lambda t, n: "",
    "H": lambda t, n: f"{t.hour:0{n}d}",
    "k": lambda t, n: f"{t.hour or 24:0{n}d}",
    "h": lambda t, n: f"{t.hour % 12 or 12:0{n}d}",
    "K": lambda t, n: f"{t.hour % 12:0{n}d}",
    "m": lambda t, n: f"{t.minute:0{n}d}",
    "s": lambda t, n: f"{t.second:0{n}d}",
    "S": lambda t, n: f"{t.microsecond:06d}"[:n].ljust(n, "0"),
    "a": lambda t, n: "AM" if t.hour < 12 else "PM",
    "D": lambda t, n: f"{t.timetuple().tm_yday:0{n}d}",
    "u": lambda t, n: str(t.isoweekday()),
    "z": lambda t, n: t.tzname() or "UTC",
    "Z": lambda t, n: t.strftime("%z") or "+0000",
    "L": lambda t, n: f"{t.month:0{n}d}",
}


@lru_cache(maxsize=256)
def _tokens(pattern: str) -> tuple[tuple[str, str], ...]:
    found = []
    end = 0
    for match in _TOKEN.finditer(pattern):
        if match.start() != end:
            break
        end = match.end()
        if match[1] is not None:
            found.append(("", match[1].replace("''", "'") or "'"))
        elif match[2]:
            if match[2] not in _FIELDS:
                break
            found.append((match[2], match[0]))
        else:
            found.append(("", match[0]))
    else:
        if end == len(pattern):
            return tuple(found)
    raise ValueError(
        f"{pattern!r} is no date pattern at {pattern[max(0, end - 1) :]!r} "
        f"(letters {''.join(sorted(_FIELDS))}; put text in single quotes)"
    )


def java_date(moment: datetime, pattern: str, names: Names = ENGLISH) -> str:
    """A moment as java.text.SimpleDateFormat prints it: `EEE, MMM d`, `h:mm a`, `yyyy-MM-dd'T'HH:mm`.

    Raises:
      ValueError: a letter that is no field.
    """
    return "".join(_field(moment, field, text, names) for field, text in _tokens(pattern))


def _field(moment: datetime, field: str, text: str, names: Names) -> str:
    if not field:
        return text
    if field == "E":
        return names.day(moment.weekday(), short=len(text) < 4)
    if field in "ML" and len(text) > 2:
        return names.month(moment.month, short=len(text) < 4)
    return _FIELDS[field](moment, len(text))


def cents(amount: int, sign: str = "", *, grouped: bool = False) -> str:
    """Whole cents as an amount: 1250 → "12.50", with a sign "$12.50", grouped "1,234.50"."""
    whole, part = divmod(abs(amount), 100)
    digits = f"{whole:,}" if grouped else str(whole)
    return f"{'-' if amount < 0 else ''}{sign}{digits}.{part:02d}"


def size(count: int, names: Names = ENGLISH) -> str:
    """Bytes as Android's Formatter.formatFileSize prints them (units of 1000): "1.23 MB"."""
    value, unit = float(count), "B"
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if value < 900 or unit == "TB":
            break
        value /= 1000
    if unit == "B":
        return f"{count} B"
    digits = f"{value:.2f}".replace(".", names.decimal) if value < 100 else f"{value:.0f}"
    return f"{digits} {unit}"


def duration(seconds: float) -> str:
    """A length of time as players show it: "0:07", "12:34", "1:02:03"."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


def weekdays(bits: int, *, first: int = 0) -> str:
    """Days of a bit mask (bit 0 is Monday): "Mon, Tue", "Every day" for all."""
    if bits & 127 == 127:
        return "Every day"
    days = [(first + place) % 7 for place in range(7)]
    return ", ".join(DAYS[day][:3] for day in days if bits >> day & 1)


def plural(count: int, one: str, many: str = "") -> str:
    """ "1 item", "3 items": `one` and `many` (by default `one` with an s) after the number."""
    return f"{count} {one if count == 1 else many or one + 's'}"


class Format:
    """The formats that depend on the phone: its language, zone, 12 or 24 hours, present time.

    A moment is a datetime, or milliseconds since the epoch.
    """

    def __init__(self, host: Host, now: Callable[[float], datetime]) -> None:
        self._host = host
        self._now = now

    cents = staticmethod(cents)
    duration = staticmethod(duration)
    weekdays = staticmethod(weekdays)
    plural = staticmethod(plural)

    @property
    def _names(self) -> Names:
        return names_of(self._host.configuration.locale)

    def size(self, count: int) -> str:
        """Bytes as `size` prints them, in the marks of the phone's language."""
        return size(count, self._names)

    def number(self, value: float, decimals: int = 0) -> str:
        """A number in the marks of the phone's language: 1234.5 → "1,234.5", in German "1.234,5"."""
        marks = {",": self._names.group, ".": self._names.decimal}
        return "".join(marks.get(each, each) for each in f"{value:,.{decimals}f}")

    def _moment(self, moment: datetime | _date | int | float) -> datetime:
        if isinstance(moment, datetime):
            return moment
        if isinstance(moment, _date):
            return datetime(moment.year, moment.month, moment.day)
        return self._host.time(int(moment * 1000))

    def date(self, moment: datetime | _date | int | float, pattern: str = "MMM d, yyyy") -> str:
        """A moment by a Java date pattern, in the phone's zone."""
        return java_date(self._moment(moment), pattern, self._names)

    def time(self, moment: datetime | _time | int | float) -> str:
        """Hours and minutes by the phone's setting: "3:34 PM" or "15:34"."""
        if isinstance(moment, _time):
            moment = datetime(2000, 1, 1, moment.hour, moment.minute)
        return self.date(moment, "HH:mm" if self._host.configuration.hours24 else "h:mm a")

    def relative(self, moment: datetime | int | float) -> str:
        """How lists of messages tell time: minutes, a time of today, a weekday, a date, a year."""
        at, now = self._moment(moment), self._now(60)
        passed = now - at
        if timedelta(0) <= passed < timedelta(minutes=1):
            return "Now"
        if timedelta(0) <= passed < timedelta(hours=1):
            return f"{int(passed.total_seconds()) // 60} min"
        if at.date() == now.date():
            return self.time(at)
        if timedelta(0) <= passed < timedelta(days=6):
            return self.date(at, "EEE")
        return self.date(at, "MMM d" if at.year == now.year else "MMM d, yyyy")

    def day(self, moment: datetime | _date | int | float) -> str:
        """ "Today", "Yesterday", "Tomorrow", or "Mon, Oct 16"."""
        at, today = self._moment(moment).date(), self._now(86400).date()
        named = {0: "Today", -1: "Yesterday", 1: "Tomorrow"}.get((at - today).days)
        return named or self.date(at, "EEE, MMM d" if at.year == today.year else "EEE, MMM d, yyyy")
