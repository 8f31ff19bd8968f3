"""What the whole app does when the phone has booted or its clock was set."""

from mobile_env.phone.sdk import BOOT_COMPLETED, Context, Intent

from . import alarms, bedtime, stopwatch, timers


def clock_changed(app: Context, intent: Intent) -> None:
    alarms.rearm(app)
    bedtime.arm(app)
    if intent.action == BOOT_COMPLETED:
        timers.after_boot(app)
        stopwatch.after_boot(app)
    else:
        timers.after_time_set(app)
        stopwatch.after_time_set(app)
