"""What happens when an alarm is due, and what its notification's buttons do."""

from datetime import timedelta

from mobile_env.phone.sdk import Action, Broadcast, Context, Intent, Notification

from .manifest import ALERT, DISMISS, SNOOZE


def rearm(app: Context, intent: Intent) -> None:
    for alarm in app.db.query("SELECT * FROM alarm_templates WHERE enabled"):
        at = app.now.replace(hour=alarm.hour, minute=alarm.minutes, second=0, microsecond=0)
        app.alarms.set(at, Broadcast(ALERT, id=alarm._id), key=alarm._id)


def received(app: Context, intent: Intent) -> None:
    id = int(intent["id"])
    if intent.action == ALERT:
        snooze, stop = Action("Snooze", Broadcast(SNOOZE, id=id)), Action("Stop", Broadcast(DISMISS, id=id))
        ringing = Notification(
            "Firing alarms",
            "Alarm",
            app.format.time(app.now),
            urgent=True,
            ongoing=True,
            actions=(snooze, stop),
        )
        app.notify(id, ringing)
    elif intent.action == SNOOZE:
        at = app.now + timedelta(minutes=10)
        app.alarms.set(at, Broadcast(ALERT, id=id), key=id)
        app.notify(id, Notification("Firing alarms", "Alarm", f"Snoozing until {app.format.time(at)}"))
    else:
        app.cancel_notification(id)
