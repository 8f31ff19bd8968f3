"""Bedtime: a schedule of sleep with a reminder before it and an alarm at its end."""

from datetime import datetime, time, timedelta

from mobile_env.phone.sdk import (
    Broadcast,
    Context,
    Fragment,
    Intent,
    Layout,
    Notification,
    Record,
    Screen,
    Start,
)

from . import alarms
from .manifest import BEDTIME, BEDTIME_CHANNEL, DESK_CLOCK
from .settings import first_weekday

WAKE_UP = "Wake-up"
_NOTIFICATION_ID = 2_147_483_640
_FILE = "bedtime"
_DEFAULTS: dict[str, int] = {
    "enabled": 0,
    "bed": 23 * 60,
    "wake": 7 * 60,
    "days": 127,
    "reminder": 15,
    "alarm": 1,
}
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_REMINDERS = {
    0: "At bedtime",
    5: "5 minutes before",
    15: "15 minutes before",
    30: "30 minutes before",
    60: "1 hour before",
}


def schedule(app: Context) -> dict[str, int]:
    """Minutes of the day of `bed` and `wake`, bits of `days` (bit 0 is Monday), minutes of `reminder`, two switches."""
    held = app.preferences(_FILE)
    return {
        key: value if isinstance(value := held.get(key, default), int) else default
        for key, default in _DEFAULTS.items()
    }


def change(app: Context, **values: int) -> None:
    """Changes the schedule, its reminder and its alarm."""
    app.preferences(_FILE).update(values)
    arm(app)
    _set_wake_up(app)


def arm(app: Context) -> None:
    """Sets the alarm for the next reminder."""
    plan = schedule(app)
    if not plan["enabled"] or not plan["days"]:
        app.alarms.cancel(Broadcast(BEDTIME))
        app.cancel_notification(_NOTIFICATION_ID)
        return
    app.alarms.set(_next_reminder(plan, app.now), Broadcast(BEDTIME))


def _next_reminder(plan: dict[str, int], now: datetime) -> datetime:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    for day in range(9):
        bed = midnight + timedelta(days=day, minutes=plan["bed"])
        at = bed - timedelta(minutes=plan["reminder"])
        if at > now and plan["days"] >> bed.weekday() & 1:
            return at
    raise AssertionError("a schedule with days has a day within nine")


def received(app: Context, intent: Intent) -> None:
    plan = schedule(app)
    if plan["enabled"]:
        bed, wake = (app.format.time(_of_day(plan[key])) for key in ("bed", "wake"))
        text = f"Bedtime is at {bed}, wake-up at {wake}"
        shown = Notification(
            BEDTIME_CHANNEL,
            "Time to get ready for bed",
            text,
            icon="hotel",
            then=Start(DESK_CLOCK, tab="bedtime"),
        )
        app.notify(_NOTIFICATION_ID, shown)
    arm(app)


def wake_up_alarm(app: Context) -> Record | None:
    rows = app.db.query("SELECT * FROM alarm_templates WHERE label = ? ORDER BY _id", WAKE_UP)
    return next(iter(rows), None)


def _set_wake_up(app: Context) -> None:
    """The alarm at the end of the sleep is one of the alarms; it is there while the schedule asks for it."""
    plan, held = schedule(app), wake_up_alarm(app)
    if plan["enabled"] and plan["alarm"] and plan["days"]:
        later = plan["wake"] <= plan["bed"]
        days = sum(1 << (day + later) % 7 for day in range(7) if plan["days"] >> day & 1)
        hour, minutes = divmod(plan["wake"], 60)
        values = {"hour": hour, "minutes": minutes, "daysofweek": days, "enabled": 1}
        new = {"vibrate": 1, "label": WAKE_UP, "ringtone": None}
        id = app.db.put("alarm_templates", held._id if held is not None else None, _new=new, **values)
        alarms.enabled(app, id)
    elif held is not None:
        alarms.delete(app, held._id)


def _of_day(minutes: int) -> time:
    return time(minutes // 60 % 24, minutes % 60)


class BedtimeTab(Fragment):
    def screen(self) -> Screen:
        plan = schedule(self)
        asleep = (plan["wake"] - plan["bed"]) % 1440
        first = first_weekday(self)
        return Layout(
            "bedtime",
            plan=plan,
            bed=self.format.time(_of_day(plan["bed"])),
            wake=self.format.time(_of_day(plan["wake"])),
            asleep=" ".join(f"{n} {unit}" for n, unit in ((asleep // 60, "hr"), (asleep % 60, "min")) if n)
            or "0 min",
            reminder=_REMINDERS.get(plan["reminder"], f"{plan['reminder']} minutes before"),
            days=[(day, (day + 1) % 7, _DAYS[day]) for day in ((first + n) % 7 for n in range(7))],
        )

    def toggle(self, key: str) -> None:
        change(self, **{key: 1 - schedule(self)[key]})

    def toggle_day(self, day: int) -> None:
        change(self, days=schedule(self)["days"] ^ 1 << day)

    def edit(self, key: str) -> None:
        self.pick_time(_of_day(schedule(self)[key]), then=self.call(self.set_time, key), style="material")

    def set_time(self, key: str, at: time) -> None:
        change(self, **{key: at.hour * 60 + at.minute, "enabled": 1})

    def edit_reminder(self) -> None:
        self.choose("Remind me", _REMINDERS, schedule(self)["reminder"], then=self.set_reminder)

    def set_reminder(self, minutes: int) -> None:
        change(self, reminder=minutes)
