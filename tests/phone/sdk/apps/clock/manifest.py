"""Manifest of the clock (package of DeskClock)."""

from mobile_env.phone.sdk import BOOT_COMPLETED, LAUNCHER, App, Database, Icon, Theme, activity, receiver

ALERT, SNOOZE, DISMISS = (f"com.android.deskclock.{verb}" for verb in ("ALERT", "SNOOZE", "DISMISS"))
APP = App(
    "com.google.android.deskclock",
    "Clock",
    icon=Icon("schedule", "#0b57d0"),
    theme=Theme("#0b57d0"),
    activities=(activity("com.android.deskclock.DeskClock", "main:DeskClock", LAUNCHER),),
    receivers=(
        receiver("com.android.deskclock.AlarmReceiver", "ringing:received", ALERT, SNOOZE, DISMISS),
        receiver("com.android.deskclock.AlarmInitReceiver", "ringing:rearm", BOOT_COMPLETED),
    ),
    databases=(Database("alarms.db", version=12),),
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
