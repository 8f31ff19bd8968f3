"""Pickers: a day, a time of day, a colour, a file or directory."""

from __future__ import annotations

import calendar
import math
from datetime import date, datetime, time

from mobile_env.phone.sdk.dialog import Dialog
from mobile_env.phone.sdk.format import MONTHS, java_date
from mobile_env.phone.sdk.render import Layout, Screen

COLOURS = (
    "#f44336", "#e91e63", "#9c27b0", "#673ab7", "#3f51b5", "#2196f3", "#03a9f4", "#00bcd4", "#009688", "#4caf50",
    "#8bc34a", "#cddc39", "#ffeb3b", "#ffc107", "#ff9800", "#ff5722", "#795548", "#9e9e9e", "#607d8b", "#000000",
)  # fmt: skip
_FIRST_YEAR, _LAST_YEAR = 1900, 2100


class PickDate(Dialog):
    """The platform's calendar (DatePickerDialog): year and day above a month."""

    def screen(self) -> Screen:
        value, shown = date.fromisoformat(self.state["value"]), date.fromisoformat(self.state["shown"])
        first, length = calendar.monthrange(shown.year, shown.month)
        days = [shown.replace(day=number) for number in range(1, length + 1)]
        return Layout(
            "sdk/pick_date.xml",
            year=value.year,
            header=java_date(datetime(value.year, value.month, value.day), "EEE, MMM d"),
            month=f"{MONTHS[shown.month - 1]} {shown.year}",
            blanks=(first + 1) % 7,
            days=[(day, f"{day.day:02d} {MONTHS[day.month - 1]} {day.year}", day == value) for day in days],
            years=range(max(_FIRST_YEAR, value.year - 60), min(_LAST_YEAR, value.year + 40) + 1)
            if self.state["years"]
            else (),
        )

    def pick(self, day: date) -> None:
        self.state["value"] = day.isoformat()

    def turn(self, months: int) -> None:
        shown = date.fromisoformat(self.state["shown"])
        place = shown.year * 12 + shown.month - 1 + months
        place = min(max(place, _FIRST_YEAR * 12), _LAST_YEAR * 12 + 11)
        self.state["shown"] = date(place // 12, place % 12 + 1, 1).isoformat()

    def show_years(self) -> None:
        self.state["years"] = True
        value = date.fromisoformat(self.state["value"])
        self.scroll_to(48.0 * (min(60, value.year - _FIRST_YEAR) - 2), "android:year_list")

    def show_days(self) -> None:
        self.state["years"] = False

    def pick_year(self, year: int) -> None:
        value = date.fromisoformat(self.state["value"])
        day = min(value.day, calendar.monthrange(year, value.month)[1])
        self.state["value"] = value.replace(year=year, day=day).isoformat()
        self.state["shown"] = date(year, value.month, 1).isoformat()
        self.state["years"] = False

    def done(self) -> None:
        self.close(date.fromisoformat(self.state["value"]))


class PickTime(Dialog):
    """The platform's or the Material library's clock face, with a mode for typing."""

    def screen(self) -> Screen:
        hour, minute = self.state["hour"], self.state["minute"]
        wide = self.configuration.hours24
        shown = f"{hour:02d}" if wide else str(hour % 12 or 12)
        return Layout(
            f"sdk/pick_time_{self.state['style']}.xml",
            shown_hour=shown,
            shown_minute=f"{minute:02d}",
            hours24=wide,
            afternoon=hour >= 12,
            part=self.state["part"],
            typing=self.state["typing"],
            numbers=self._numbers(wide),
            hand=self._hand(wide),
            title=self.state["title"],
            error=self.state["error"],
        )

    def _numbers(self, wide: bool) -> list[dict[str, object]]:
        """The numbers on the face: value, label, and centre in dp from the face's left and top (256 dp wide)."""
        if self.state["part"] == "minute":
            return [
                _on_face(number * 5, f"{number * 5:02d}", number, 102, self.state["minute"])
                for number in range(12)
            ]
        if not wide:
            now = self.state["hour"] % 12 or 12
            return [_on_face(number, str(number), number, 102, now) for number in range(1, 13)]
        now = self.state["hour"]
        outer = [_on_face(number % 24, f"{number % 24:02d}", number, 66, now) for number in range(13, 25)]
        return outer + [_on_face(number, str(number), number, 102, now) for number in range(1, 13)]

    def _hand(self, wide: bool) -> float:
        """Where the hand points, in degrees from twelve."""
        if self.state["part"] == "minute":
            return float(self.state["minute"] * 6)
        return float(self.state["hour"] % 12 * 30)

    def show(self, part: str) -> None:
        self.state["part"] = part

    def pick(self, value: int) -> None:
        if self.state["part"] == "minute":
            self.state["minute"] = value
            return
        if not self.configuration.hours24:
            value = value % 12 + (12 if self.state["hour"] >= 12 else 0)
        self.state["hour"] = value
        self.state["part"] = "minute"

    def half(self, afternoon: int) -> None:
        self.state["hour"] = self.state["hour"] % 12 + (12 if afternoon else 0)

    def mode(self) -> None:
        """Between the face and the fields."""
        typing = not self.state["typing"]
        hour = self.state["hour"]
        wide = self.configuration.hours24
        self.state.update(
            typing=typing,
            error="",
            input_hour=f"{hour:02d}" if wide else str(hour % 12 or 12),
            input_minute=f"{self.state['minute']:02d}",
        )
        if typing:
            self.focus("input_hour")
        else:
            self.hide_keyboard()

    def done(self) -> None:
        if self.state["typing"]:
            hours, minutes = self.state["input_hour"], self.state["input_minute"]
            wide = self.configuration.hours24
            low, high = (0, 23) if wide else (1, 12)
            valid = (
                hours.isdecimal() and minutes.isdecimal() and low <= int(hours) <= high and int(minutes) <= 59
            )
            if not valid:
                self.state["error"] = "Enter a valid time"
                return
            hour = int(hours)
            if not wide:
                hour = hour % 12 + (12 if self.state["hour"] >= 12 else 0)
            self.state.update(hour=hour, minute=int(minutes))
        self.close(time(self.state["hour"], self.state["minute"]))


def _on_face(value: int, label: str, place: int, radius: float, now: int) -> dict[str, object]:
    angle = math.radians(place % 12 * 30)
    left, top = 128 + radius * math.sin(angle) - 24, 128 - radius * math.cos(angle) - 24
    return {
        "value": value,
        "label": label,
        "style": f"left:{left:.1f}px;top:{top:.1f}px",
        "chosen": value == now,
    }


class PickColour(Dialog):
    """Twenty colours of the Material palette."""

    def screen(self) -> Screen:
        return Layout(
            "sdk/pick_colour.xml", title=self.state["title"], value=self.state["value"], colours=COLOURS
        )

    def pick(self, colour: str) -> None:
        self.close(colour)


class PickFile(Dialog):
    """Directories and, unless a directory is asked for, files of some name endings."""

    def screen(self) -> Screen:
        path, suffixes = self.state["path"], self.state["suffixes"]
        folders, found = [], []
        if self.files.is_directory(path):
            for name in self.files.list(path):
                full = f"{path.rstrip('/')}/{name}"
                if name.startswith("."):
                    continue
                if self.files.is_directory(full):
                    folders.append((name, full))
                elif suffixes is not None and (not suffixes or name.lower().endswith(tuple(suffixes))):
                    found.append((name, full))
        return Layout(
            "sdk/pick_file.xml",
            title=self.state["title"],
            path=path,
            folders=sorted(folders, key=_by_name),
            found=sorted(found, key=_by_name),
            picks_folder=suffixes is None,
        )

    def enter(self, path: str) -> None:
        self.state["path"] = path

    def above(self) -> None:
        self.state["path"] = self.state["path"].rpartition("/")[0] or "/"

    def pick(self, path: str) -> None:
        self.close(path)

    def done(self) -> None:
        self.close(self.state["path"])


def _by_name(entry: tuple[str, str]) -> str:
    return entry[0].lower()
