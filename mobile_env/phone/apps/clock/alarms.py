"""Alarms: templates that users edit, and instances of them that go through the states of `alarm_instances`.

An instance is a row; what it does next follows from its time and the clock (`step`), which one alarm of the system
calls whenever that changes. So a reboot, a set clock and a database from elsewhere need no care of their own.
"""

from datetime import datetime, timedelta
from typing import Any

from mobile_env.phone.sdk import Action, Broadcast, Context, Intent, Notification, Record, Start

from .manifest import (
    ALARM_DISMISS,
    ALARM_SNOOZE,
    ALARM_STEP,
    DESK_CLOCK,
    FIRING,
    MISSED,
    RINGING,
    SNOOZED,
    UPCOMING,
)

# Values of alarm_state.
SILENT_STATE, LOW_STATE, HIGH_STATE, SNOOZE_STATE, FIRED_STATE, MISSED_STATE = 0, 1, 3, 4, 5, 6
_LOW_BEFORE = timedelta(hours=2)
_HIGH_BEFORE = timedelta(minutes=30)
_MISSED_FOR = timedelta(hours=12)
_DAY = timedelta(days=1)


def snooze_minutes(app: Context) -> int:
    return _number(app, "snooze_duration", 10)


def silence_minutes(app: Context) -> int:
    """How long an alarm rings before it counts as missed; -1: until it is dismissed."""
    return _number(app, "auto_silence", 10)


def _number(app: Context, key: str, default: int) -> int:
    held = str(app.preferences().get(key, default))
    return int(held) if held.lstrip("-").isdigit() else default


def next_time(alarm: Record, now: datetime) -> datetime:
    """When an alarm rings next after `now`. Bit 0 of `daysofweek` is Monday; 0 rings once."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    today = midnight + timedelta(hours=alarm.hour, minutes=alarm.minutes)
    days = (today + timedelta(days=day) for day in range(8))
    return next(
        at for at in days if at > now and (not alarm.daysofweek & 127 or alarm.daysofweek >> at.weekday() & 1)
    )


def time_of(app: Context, instance: Record) -> datetime:
    """When an instance rings, in the phone's zone; months of the table begin at 0."""
    first = app.now.replace(
        year=min(max(instance.year, 1970), 9000), month=1, day=1, hour=0, minute=0, second=0, microsecond=0
    )
    month = first.replace(month=min(max(instance.month, 0), 11) + 1)
    return month + timedelta(days=instance.day - 1, hours=instance.hour, minutes=instance.minutes)


# What users do.


def enabled(app: Context, alarm_id: int) -> datetime | None:
    """Makes the instance of an alarm anew, after the alarm was changed; returns when it rings, None if it is off."""
    forget(app, alarm_id)
    alarm = app.db.get("alarm_templates", alarm_id)
    if alarm is None or not alarm.enabled:
        return None
    at = next_time(alarm, app.now)
    instance_id = app.db.put(
        "alarm_instances",
        None,
        **_moment(at),
        vibrate=alarm.vibrate,
        label=alarm.label,
        ringtone=alarm.ringtone,
        alarm_state=SILENT_STATE,
        alarm_id=alarm_id,
    )
    step(app, instance_id)
    return at


def _moment(at: datetime) -> dict[str, Any]:
    return {"year": at.year, "month": at.month - 1, "day": at.day, "hour": at.hour, "minutes": at.minute}


def forget(app: Context, alarm_id: int) -> None:
    """Takes away the instances of an alarm, with their notifications."""
    for instance in app.db.query("SELECT * FROM alarm_instances WHERE alarm_id = ?", alarm_id):
        _drop(app, instance._id)


def _drop(app: Context, instance_id: int) -> None:
    app.db.delete("alarm_instances", instance_id)
    app.alarms.cancel(Broadcast(ALARM_STEP), key=instance_id)
    app.cancel_notification(instance_id)


def delete(app: Context, alarm_id: int) -> None:
    forget(app, alarm_id)
    app.db.delete("alarm_templates", alarm_id)


def snooze(app: Context, instance_id: int) -> None:
    """The alarm rings again after the snooze length."""
    at = app.now.replace(second=0, microsecond=0) + timedelta(minutes=snooze_minutes(app))
    if app.db.update("alarm_instances", instance_id, **_moment(at), alarm_state=SNOOZE_STATE):
        step(app, instance_id)


def dismiss(app: Context, instance_id: int) -> None:
    """Ends an instance: one that repeats gets its next, another one's alarm is off (or deleted, if it asked so)."""
    instance = app.db.get("alarm_instances", instance_id)
    if instance is None:
        app.cancel_notification(instance_id)
        return
    at = time_of(app, instance)
    _drop(app, instance_id)
    alarm = app.db.get("alarm_templates", instance.alarm_id)
    if alarm is None:
        return
    if alarm.daysofweek & 127:
        _repeat(app, alarm, at)
    elif alarm.delete_after_use:
        delete(app, alarm._id)
    else:
        app.db.update("alarm_templates", alarm._id, enabled=0)


def _repeat(app: Context, alarm: Record, after: datetime) -> None:
    at = next_time(alarm, max(after, app.now))
    values = {"vibrate": alarm.vibrate, "label": alarm.label, "ringtone": alarm.ringtone}
    step(
        app,
        app.db.put(
            "alarm_instances", None, **_moment(at), **values, alarm_state=SILENT_STATE, alarm_id=alarm._id
        ),
    )


# What the clock does.


def step(app: Context, instance_id: int) -> None:
    """Brings an instance into the state that its time asks for, and sets the alarm for its next change."""
    instance = app.db.get("alarm_instances", instance_id)
    if instance is None:
        app.cancel_notification(instance_id)
        return
    at, now = time_of(app, instance), app.now
    silence = silence_minutes(app)
    ends = at + timedelta(minutes=silence) if silence > 0 else None
    change: datetime | None
    if instance.alarm_state == MISSED_STATE or (ends is not None and now >= ends):
        state, change = MISSED_STATE, at + _MISSED_FOR
        if now >= change:
            dismiss(app, instance_id)
            return
    elif now >= at:
        state, change = FIRED_STATE, ends
    elif instance.alarm_state == SNOOZE_STATE:
        state, change = SNOOZE_STATE, at
    elif now >= at - _HIGH_BEFORE:
        state, change = HIGH_STATE, at
    elif now >= at - _LOW_BEFORE:
        state, change = LOW_STATE, at - _HIGH_BEFORE
    else:
        state, change = SILENT_STATE, at - _LOW_BEFORE
    if state != instance.alarm_state:
        app.db.update("alarm_instances", instance_id, alarm_state=state)
    _tell(app, instance, state, at)
    if change is None:
        app.alarms.cancel(Broadcast(ALARM_STEP), key=instance_id)
    else:
        show = Start(DESK_CLOCK, tab="alarm") if change == at else None
        app.alarms.set(change, Broadcast(ALARM_STEP, id=instance_id), key=instance_id, show=show)


def _tell(app: Context, instance: Record, state: int, at: datetime) -> None:
    id, label = instance._id, instance.label or "Alarm"
    stop, again = Broadcast(ALARM_DISMISS, id=id), Broadcast(ALARM_SNOOZE, id=id)
    when = app.format.date(at, "EEE") + " " + app.format.time(at)
    described = f"{when} - {instance.label}" if instance.label else when
    tab = Start(DESK_CLOCK, tab="alarm", alarm=instance.alarm_id)
    if state == SILENT_STATE:
        app.cancel_notification(id)
        return
    if state in (LOW_STATE, HIGH_STATE):
        shown = Notification(
            UPCOMING, "Upcoming alarm", described, icon="alarm", actions=(Action("Dismiss", stop),), then=tab
        )
    elif state == SNOOZE_STATE:
        text = f"Snoozing until {app.format.time(at)}"
        shown = Notification(
            SNOOZED, label, text, icon="alarm", ongoing=True, actions=(Action("Dismiss", stop),), then=tab
        )
    elif state == FIRED_STATE:
        shown = Notification(
            FIRING,
            label,
            app.format.time(at),
            icon="alarm",
            urgent=True,
            ongoing=True,
            sound=True,
            actions=(Action("Snooze", again), Action("Dismiss", stop)),
            category="alarm",
            then=Start(RINGING, id=id),
            full_screen=Start(RINGING, id=id),
        )
    else:
        shown = Notification(
            MISSED,
            "Missed alarm",
            described,
            icon="alarm",
            urgent=True,
            actions=(Action("Dismiss", stop),),
            then=tab,
        )
    app.notify(id, shown)


def rearm(app: Context) -> None:
    """Gives every enabled alarm an instance, and every instance the alarm of the system for its next change.

    For after a boot, at another time or zone, and when the app starts.
    """
    now = app.now
    for instance in list(app.db.query("SELECT * FROM alarm_instances ORDER BY _id")):
        alarm = app.db.get("alarm_templates", instance.alarm_id)
        if alarm is None:
            _drop(app, instance._id)
            continue
        at = time_of(app, instance)
        if instance.alarm_state != MISSED_STATE and (
            at - next_time(alarm, now) >= _DAY / 2 or now >= at + _MISSED_FOR
        ):
            enabled(app, alarm._id)  # the clock went back, or far ahead
        else:
            step(app, instance._id)
    without = (
        "SELECT _id FROM alarm_templates WHERE enabled AND _id NOT IN "
        "(SELECT alarm_id FROM alarm_instances WHERE alarm_id IS NOT NULL) ORDER BY _id"
    )
    for alarm in list(app.db.query(without)):
        enabled(app, alarm._id)


def received(app: Context, intent: Intent) -> None:
    id = intent.get("id")
    if not isinstance(id, int):
        return
    if intent.action == ALARM_STEP:
        step(app, id)
    elif intent.action == ALARM_SNOOZE:
        snooze(app, id)
    else:
        dismiss(app, id)


# Words.


def from_now(app: Context, at: datetime) -> str:
    """ "Alarm set for 8 hours and 3 minutes from now." """
    minutes = int((at - app.now).total_seconds() // 60)
    days, hours = minutes // 1440, minutes // 60 % 24
    plural = app.format.plural
    parts = [
        plural(number, unit)
        for number, unit in ((days, "day"), (hours, "hour"), (minutes % 60, "minute"))
        if number
    ]
    if not parts:
        return "Alarm set for less than 1 minute from now."
    last = parts.pop()
    said = (
        last
        if not parts
        else f"{parts[0]} and {last}"
        if len(parts) == 1
        else f"{', '.join(parts)}, and {last}"
    )
    return f"Alarm set for {said} from now."
