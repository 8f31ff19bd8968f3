"""Manifest of the clock."""

from mobile_env.phone.sdk import (
    BOOT_COMPLETED,
    LAUNCHER,
    LOCALE_CHANGED,
    TIME_SET,
    TIMEZONE_CHANGED,
    App,
    Channel,
    Database,
    Filter,
    Icon,
    Theme,
    activity,
    receiver,
)

CLASSES = "com.android.deskclock"
DESK_CLOCK = f"{CLASSES}.DeskClock"
CITIES = f"{CLASSES}.worldclock.CitySelectionActivity"
SETTINGS = f"{CLASSES}.settings.SettingsActivity"
RINGING = f"{CLASSES}.alarms.AlarmActivity"

ALARM_STEP, ALARM_SNOOZE, ALARM_DISMISS = (
    f"{CLASSES}.{verb}" for verb in ("ALARM_ALERT", "ALARM_SNOOZE", "ALARM_DISMISS")
)
TIMER_EXPIRED, TIMER_TELL, TIMER_PAUSE, TIMER_START, TIMER_ADD, TIMER_RESET = (
    f"{CLASSES}.action.{verb}"
    for verb in (
        "TIMER_EXPIRED",
        "UPDATE_NOTIFICATION",
        "PAUSE_TIMER",
        "START_TIMER",
        "ADD_MINUTE_TIMER",
        "RESET_TIMER",
    )
)
STOPWATCH_START, STOPWATCH_PAUSE, STOPWATCH_LAP, STOPWATCH_RESET = (
    f"{CLASSES}.action.{verb}_STOPWATCH" for verb in ("START", "PAUSE", "LAP", "RESET")
)
BEDTIME = f"{CLASSES}.action.BEDTIME"

FIRING, UPCOMING, SNOOZED, MISSED, TIMERS, STOPWATCH, BEDTIME_CHANNEL = (
    "firingAlarmsTimersNotification",
    "alarmUpcomingNotification",
    "alarmSnoozingNotification",
    "alarmMissedNotification",
    "timerNotification",
    "stopwatchNotification",
    "bedtimeNotification",
)

APP = App(
    "com.google.android.deskclock",
    "Clock",
    version=("7.4", 74000000),
    icon=Icon("schedule", "#0b57d0"),
    theme=Theme("#0b57d0"),
    activities=(
        activity(DESK_CLOCK, "desk_clock:DeskClock", LAUNCHER, mode="singleTop"),
        activity(CITIES, "cities:Cities"),
        activity(SETTINGS, "settings:Settings"),
        activity(RINGING, "ringing:Ringing"),
        activity(
            f"{CLASSES}.HandleApiCalls",
            "requests:Requests",
            *(
                Filter(action)
                for action in (
                    "SET_ALARM",
                    "SHOW_ALARMS",
                    "DISMISS_ALARM",
                    "SNOOZE_ALARM",
                    "SET_TIMER",
                    "SHOW_TIMERS",
                    "DISMISS_TIMER",
                )
            ),
        ),
    ),
    receivers=(
        receiver(
            f"{CLASSES}.alarms.AlarmStateManager", "alarms:received", ALARM_STEP, ALARM_SNOOZE, ALARM_DISMISS
        ),
        receiver(
            f"{CLASSES}.AlarmInitReceiver",
            "background:clock_changed",
            BOOT_COMPLETED,
            TIME_SET,
            TIMEZONE_CHANGED,
            LOCALE_CHANGED,
        ),
        receiver(
            f"{CLASSES}.timer.TimerReceiver",
            "timers:received",
            TIMER_EXPIRED,
            TIMER_TELL,
            TIMER_PAUSE,
            TIMER_START,
            TIMER_ADD,
            TIMER_RESET,
        ),
        receiver(
            f"{CLASSES}.stopwatch.StopwatchReceiver",
            "stopwatch:received",
            STOPWATCH_START,
            STOPWATCH_PAUSE,
            STOPWATCH_LAP,
            STOPWATCH_RESET,
        ),
        receiver(f"{CLASSES}.bedtime.BedtimeReceiver", "bedtime:received", BEDTIME),
    ),
    databases=(Database("alarms.db", version=8),),
    permissions=(
        "RECEIVE_BOOT_COMPLETED",
        "SCHEDULE_EXACT_ALARM",
        "POST_NOTIFICATIONS",
        "VIBRATE",
        "WAKE_LOCK",
    ),
    system=True,
    channels=(
        Channel(FIRING, "Firing alarms & timers", 4),
        Channel(UPCOMING, "Upcoming alarms", 2),
        Channel(SNOOZED, "Snoozed alarms", 2),
        Channel(MISSED, "Missed alarms", 4),
        Channel(TIMERS, "Timers", 2),
        Channel(STOPWATCH, "Stopwatch", 2),
        Channel(BEDTIME_CHANNEL, "Bedtime", 3),
    ),
)
