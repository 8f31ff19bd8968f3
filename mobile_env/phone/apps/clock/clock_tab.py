"""The time here, the next alarm, and the time in other cities."""

from datetime import datetime
from zoneinfo import ZoneInfo

from mobile_env.phone.sdk import Fragment, Layout, Screen

from . import alarms, cities
from .manifest import CITIES
from .settings import home_zone, is_analog, shows_home, shows_seconds
from .world import HOME_ZONES, City


class ClockTab(Fragment):
    def screen(self) -> Screen:
        seconds = shows_seconds(self)
        now = self.clock("second" if seconds else "minute")
        shown = cities.by_time(cities.selected(self), now)
        rows = [self._row(city, now, city.name) for city in shown]
        if shows_home(self, now):
            zone = home_zone(self)
            rows.insert(0, self._row(City("home", HOME_ZONES.get(zone, zone), zone, ""), now, "Home"))
        return Layout(
            "clock",
            time=self._time(now, seconds),
            said=self.format.time(now),
            half="" if self.configuration.hours24 else self.format.date(now, "a"),
            hands=_hands(now, seconds),
            analog=is_analog(self),
            date=self.format.date(now, "EEE, MMM d"),
            next=self._next(now),
            rows=rows,
        )

    def _time(self, at: datetime, seconds: bool) -> str:
        pattern = "HH:mm" if self.configuration.hours24 else "h:mm"
        return self.format.date(at, pattern + (":ss" if seconds else ""))

    def _row(self, city: City, now: datetime, name: str) -> dict[str, object]:
        there = now.astimezone(ZoneInfo(city.zone))
        return {
            "id": city.id,
            "name": name,
            "time": self.format.time(there),
            "hands": _hands(there, False),
            "ahead": _ahead(there, now),
        }

    def _next(self, now: datetime) -> str:
        """Day and time of the alarm that rings next."""
        found = self.db.query("SELECT * FROM alarm_templates WHERE enabled")
        times = [alarms.next_time(alarm, now) for alarm in found]
        if not times:
            return ""
        at = min(times)
        return f"{self.format.date(at, 'EEE')} {self.format.time(at)}"

    def add(self) -> None:
        self.start(CITIES)


def _hands(at: datetime, seconds: bool) -> dict[str, float]:
    hands = {"hour": at.hour % 12 * 30 + at.minute / 2, "minute": at.minute * 6.0}
    return {**hands, "second": at.second * 6.0} if seconds else hands


def _ahead(there: datetime, here: datetime) -> str:
    """How another place's time differs: "Today, +9 hrs", "Tomorrow, +5:30 hrs"."""
    day = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}.get((there.date() - here.date()).days, "")
    minutes = round(((there.utcoffset() or _NONE) - (here.utcoffset() or _NONE)).total_seconds() / 60)
    if not minutes:
        return day
    hours, rest = divmod(abs(minutes), 60)
    sign = "+" if minutes > 0 else "\N{MINUS SIGN}"
    size = f"{hours}:{rest:02d}" if rest else str(hours)
    return f"{day}, {sign}{size} {'hr' if size == '1' else 'hrs'}"


_NONE = datetime.max - datetime.max
