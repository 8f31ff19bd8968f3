"""Date & time: automatic or by hand, zone, 12 or 24 hours."""

from __future__ import annotations

from datetime import date, datetime, time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import Preference, RadioPreference, Section, SwitchPreference

ZONES = {
    "Pacific/Honolulu": "Honolulu",
    "America/Anchorage": "Anchorage",
    "America/Los_Angeles": "Los Angeles",
    "America/Phoenix": "Phoenix",
    "America/Denver": "Denver",
    "America/Chicago": "Chicago",
    "America/Mexico_City": "Mexico City",
    "America/New_York": "New York",
    "America/Toronto": "Toronto",
    "America/Bogota": "Bogotá",
    "America/Caracas": "Caracas",
    "America/Halifax": "Halifax",
    "America/Sao_Paulo": "São Paulo",
    "America/Argentina/Buenos_Aires": "Buenos Aires",
    "America/St_Johns": "St. John’s",
    "Atlantic/Azores": "Azores",
    "Atlantic/Reykjavik": "Reykjavik",
    "Europe/London": "London",
    "Europe/Lisbon": "Lisbon",
    "Africa/Casablanca": "Casablanca",
    "Europe/Berlin": "Berlin",
    "Europe/Paris": "Paris",
    "Europe/Madrid": "Madrid",
    "Europe/Rome": "Rome",
    "Europe/Amsterdam": "Amsterdam",
    "Europe/Zurich": "Zurich",
    "Europe/Stockholm": "Stockholm",
    "Europe/Warsaw": "Warsaw",
    "Africa/Lagos": "Lagos",
    "Europe/Athens": "Athens",
    "Africa/Cairo": "Cairo",
    "Africa/Johannesburg": "Johannesburg",
    "Asia/Jerusalem": "Jerusalem",
    "Europe/Istanbul": "Istanbul",
    "Europe/Moscow": "Moscow",
    "Africa/Nairobi": "Nairobi",
    "Asia/Riyadh": "Riyadh",
    "Asia/Tehran": "Tehran",
    "Asia/Dubai": "Dubai",
    "Asia/Karachi": "Karachi",
    "Asia/Kolkata": "Kolkata",
    "Asia/Kathmandu": "Kathmandu",
    "Asia/Dhaka": "Dhaka",
    "Asia/Bangkok": "Bangkok",
    "Asia/Jakarta": "Jakarta",
    "Asia/Shanghai": "Shanghai",
    "Asia/Hong_Kong": "Hong Kong",
    "Asia/Singapore": "Singapore",
    "Asia/Taipei": "Taipei",
    "Australia/Perth": "Perth",
    "Asia/Tokyo": "Tokyo",
    "Asia/Seoul": "Seoul",
    "Australia/Adelaide": "Adelaide",
    "Australia/Brisbane": "Brisbane",
    "Australia/Sydney": "Sydney",
    "Pacific/Auckland": "Auckland",
    "Pacific/Fiji": "Fiji",
    "GMT": "Coordinated Universal Time",
}
"""Zones that the phone offers → the city that they are called after."""


def offset(zone: str, at: datetime) -> str:
    """What a zone adds to UTC at a moment: "GMT+05:30"."""
    try:
        passed = at.astimezone(ZoneInfo(zone)).utcoffset()
    except (ZoneInfoNotFoundError, ValueError):
        passed = None
    minutes = int(passed.total_seconds()) // 60 if passed is not None else 0
    hours, rest = divmod(abs(minutes), 60)
    return f"GMT{'-' if minutes < 0 else '+'}{hours:02d}:{rest:02d}"


class DateAndTime(Page):
    title = "Date & time"

    def rows(self) -> Rows:
        now = self.clock("minute")
        auto, auto_zone = self.is_on("global/auto_time"), self.is_on("global/auto_time_zone")
        zone = self.configuration.zone
        by_locale = self.setting("system", "time_12_24") == ""
        return (
            SwitchPreference("auto_time", "Set time automatically", setting="global/auto_time"),
            Preference(
                "date",
                "Date",
                summary=self.format.date(now, "MMMM d, yyyy"),
                click=self.ask_date,
                usable=not auto,
            ),
            Preference("time", "Time", summary=self.format.time(now), click=self.ask_time, usable=not auto),
            Section(
                "Time zone",
                SwitchPreference("auto_zone", "Set time zone automatically", setting="global/auto_time_zone"),
                self.link(
                    "timezone",
                    "Time zone",
                    "time_zone",
                    usable=not auto_zone,
                    summary=f"{offset(zone, now)} {ZONES.get(zone, zone)}",
                ),
            ),
            Section(
                "Time format",
                SwitchPreference(
                    "auto_24hour", "Use locale default", get=lambda: by_locale, set=self.set_by_locale
                ),
                SwitchPreference(
                    "24 hour",
                    "Use 24-hour format",
                    get=lambda: self.configuration.hours24,
                    set=self.set_24_hours,
                    usable=not by_locale,
                    summary="13:00" if self.configuration.hours24 else "1:00 PM",
                ),
            ),
        )

    def ask_date(self) -> None:
        self.pick_date(self.now.date(), then=self.set_date)

    def set_date(self, day: date) -> None:
        self.system.set_time(datetime.combine(day, self.now.time()))

    def ask_time(self) -> None:
        self.pick_time(then=self.set_time)

    def set_time(self, moment: time) -> None:
        self.system.set_time(datetime.combine(self.now.date(), moment))

    def set_24_hours(self, on: bool) -> None:
        self.put("system/time_12_24", "24" if on else "12")

    def set_by_locale(self, on: bool) -> None:
        self.put("system/time_12_24", "" if on else "24" if self.configuration.hours24 else "12")


class TimeZone(Page):
    title = "Select time zone"

    def rows(self) -> Rows:
        now = self.clock("minute")
        held = self.configuration.zone
        return [
            RadioPreference(
                f"zone_{zone}", city, zone, get=lambda: held, set=self.set_zone, summary=offset(zone, now)
            )
            for zone, city in ZONES.items()
        ]

    def set_zone(self, zone: str) -> None:
        self.system.set_zone(zone)
        self.finish()
