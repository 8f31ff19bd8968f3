"""Alarms, and setting the time and the time zone."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.alarm.records import Alarm, Alarms
from mobile_env.phone.services.alarm.service import AlarmService, TooManyAlarms

SERVICE = Entry(
    "alarm",
    "android.app.IAlarmManager",
    service=AlarmService,
    parts=(Alarms,),
    needs=(ActivityService,),
    cmd="shell:alarm",
    dump="shell:dump_alarm",
    calls={2: "shell:call_set_time", 3: "shell:call_set_zone"},
    lists={"alarms": AlarmService.rows},
)

__all__ = ["SERVICE", "Alarm", "AlarmService", "Alarms", "TooManyAlarms"]
