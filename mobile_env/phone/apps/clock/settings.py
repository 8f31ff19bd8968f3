"""Settings, and what the rest of the app reads of them."""

from datetime import datetime
from zoneinfo import ZoneInfo

from mobile_env.phone.sdk import (
    Activity,
    Context,
    Intent,
    ListPreference,
    Preference,
    PreferenceScreen,
    Screen,
    Section,
    SwitchPreference,
    Toolbar,
)

from .sounds import TIMER_DEFAULT, TIMER_SOUNDS
from .world import HOME_ZONES

_WEEK_START = {"7": "Saturday", "1": "Sunday", "2": "Monday"}
_STYLES = {"analog": "Analog", "digital": "Digital"}
_SILENCE = {**{str(n): f"{n} minute{'' if n == 1 else 's'}" for n in (1, 5, 10, 15, 20, 25)}, "-1": "Never"}
_SNOOZE = {str(n): f"{n} minute{'' if n == 1 else 's'}" for n in (1, 2, 3, 4, 5, 8, 10, 15, 20, 25, 30)}
_CRESCENDO = {"0": "Never", **{str(n): f"{n} seconds" for n in (5, 10, 15, 20, 25, 30, 45, 60)}}
_DATE_SETTINGS = Intent("android.settings.DATE_SETTINGS")


def is_analog(app: Context) -> bool:
    return app.preferences().get("clock_style", "digital") == "analog"


def shows_seconds(app: Context) -> bool:
    return app.preferences().get("display_clock_seconds") is True


def home_zone(app: Context) -> str:
    """The zone that users call home; "" until they have named one."""
    return str(app.preferences().get("home_time_zone", ""))


def shows_home(app: Context, now: datetime) -> bool:
    """Whether the clock of home stands among the cities: elsewhere it is another time there."""
    zone = home_zone(app)
    if not zone or app.preferences().get("automatic_home_clock", True) is not True:
        return False
    return now.astimezone(ZoneInfo(zone)).utcoffset() != now.utcoffset()


def first_weekday(app: Context) -> int:
    """The day that weeks begin with; 0 is Monday."""
    return {"7": 5, "1": 6, "2": 0}.get(str(app.preferences().get("week_start", "1")), 6)


class Settings(Activity):
    title = "Settings"

    def screen(self) -> Screen:
        zones = dict(sorted(HOME_ZONES.items(), key=lambda pair: pair[1]))
        return PreferenceScreen(
            Toolbar(self.title, up=True),
            Section(
                "Clock",
                ListPreference("clock_style", "Style", _STYLES, default="digital", pref="clock_style"),
                SwitchPreference(
                    "display_clock_seconds",
                    "Display time with seconds",
                    default=False,
                    pref="display_clock_seconds",
                ),
                SwitchPreference(
                    "automatic_home_clock",
                    "Automatic home clock",
                    summary="Shows the time at home while you are where it is another time",
                    default=True,
                    pref="automatic_home_clock",
                ),
                ListPreference(
                    "home_time_zone",
                    "Home time zone",
                    zones,
                    default="",
                    depends="automatic_home_clock",
                    pref="home_time_zone",
                ),
                Preference(
                    "date_time",
                    "Change date & time",
                    click=self.date_time,
                    when=self.resolves(_DATE_SETTINGS),
                ),
            ),
            Section(
                "Alarms",
                ListPreference("auto_silence", "Silence after", _SILENCE, default="10", pref="auto_silence"),
                ListPreference(
                    "snooze_duration", "Snooze length", _SNOOZE, default="10", pref="snooze_duration"
                ),
                ListPreference(
                    "alarm_crescendo_duration",
                    "Gradually increase volume",
                    _CRESCENDO,
                    default="0",
                    pref="alarm_crescendo_duration",
                ),
                ListPreference("week_start", "Start week on", _WEEK_START, default="1", pref="week_start"),
            ),
            Section(
                "Timers",
                ListPreference(
                    "timer_ringtone",
                    "Timer sound",
                    TIMER_SOUNDS,
                    default=TIMER_DEFAULT,
                    pref="timer_ringtone",
                ),
                ListPreference(
                    "timer_crescendo_duration",
                    "Gradually increase volume",
                    _CRESCENDO,
                    default="0",
                    pref="timer_crescendo_duration",
                ),
                SwitchPreference("timer_vibrate", "Timer vibrate", default=False, pref="timer_vibrate"),
            ),
        )

    def date_time(self) -> None:
        self.start(_DATE_SETTINGS)
