"""The alarm service: sends pending intents at their time, waking their apps in the background; sets time and zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from zoneinfo import ZoneInfo

from mobile_env.phone.kernel.agenda import Due
from mobile_env.phone.kernel.events import PackageStopped, TimeSet, ZoneChanged, on
from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.alarm.records import Alarm, Alarms, Type
from mobile_env.phone.state.intents import Intent
from mobile_env.phone.state.packages import PackageTable
from mobile_env.phone.state.properties import SystemProperties

MOST_OF_AN_APP: Final = 500
"""Alarms that an app may have set (AlarmManagerService.Constants.MAX_ALARMS_PER_UID)."""
SHORTEST_REPEAT_US: Final = 60_000_000
"""Android sets alarms that would repeat sooner to this (Constants.MIN_INTERVAL)."""
ACTION_TIME_SET: Final = "android.intent.action.TIME_SET"
ACTION_ZONE_CHANGED: Final = "android.intent.action.TIMEZONE_CHANGED"
_ZONE: Final = "persist.sys.timezone"


class TooManyAlarms(Exception):
    """An app set more alarms than Android allows: an IllegalStateException, with its text."""


class AlarmService(Service):
    """Alarms of all apps. Times of day move with `date`; times since the boot do not."""

    name = "alarm"

    @property
    def _part(self) -> Alarms:
        return self.kernel.part(Alarms)

    @property
    def alarms(self) -> Sequence[Alarm]:
        """All alarms, soonest first."""
        boot_us = self.kernel.clock.boot_us

        def place(alarm: Alarm) -> tuple[int, int]:
            return alarm.when_us + (boot_us if alarm.base == "elapsed" else 0), alarm.number

        return sorted(self._part.alarms.values(), key=place)

    @property
    def next_clock(self) -> Alarm | None:
        """The alarm that the status bar shows."""
        return next((alarm for alarm in self.alarms if alarm.clock), None)

    def rows(self) -> Sequence[Mapping[str, Any]]:
        """The list `alarms` that tasks judge; `time` in seconds since 1970, `repeat` in seconds."""
        boot_us = self.kernel.clock.boot_us
        return [
            {
                "package": alarm.package,
                "time": (alarm.when_us + (boot_us if alarm.base == "elapsed" else 0)) // 1_000_000,
                "repeat": alarm.repeat_us // 1_000_000,
                "action": alarm.operation.intent.action,
                "clock": alarm.clock,
            }
            for alarm in self.alarms
        ]

    def set(
        self,
        when_us: int,
        operation: PendingIntent,
        *,
        type: Type = "RTC_WAKEUP",
        repeat_us: int = 0,
        clock: bool = False,
        show: PendingIntent | None = None,
    ) -> Alarm:
        """Sets an alarm in the name of the app that made `operation`; one of the same identity is replaced.

        Args:
          when_us: time of day, or for the ELAPSED types time since the boot; a time that is over is due at once.
          operation: what is sent.
          type: which time, and whether it wakes a sleeping phone.
          repeat_us: sent again each time after so long, at least SHORTEST_REPEAT_US; 0 for once.
          clock: users know of it (`AlarmManager.setAlarmClock`).
          show: what a tap on its icon opens.

        Raises:
          TooManyAlarms: the app has MOST_OF_AN_APP alarms already.
        """
        package = operation.package
        part = self._part
        mine = sum(alarm.package == package for alarm in part.alarms.values())
        if operation.identity not in part.alarms and mine >= MOST_OF_AN_APP:
            raise TooManyAlarms(
                f"Maximum limit of concurrent alarms {MOST_OF_AN_APP} reached for uid: {self._uid(package)}, "
                f"callingPackage: {package}"
            )
        alarm = Alarm(
            package=package,
            uid=self._uid(package),
            when_us=when_us,
            type=type,
            operation=operation,
            repeat_us=max(repeat_us, SHORTEST_REPEAT_US) if repeat_us else 0,
            clock=clock,
            show=show,
            number=part.next_number(),
        )
        self._arm(alarm)
        return alarm

    def _arm(self, alarm: Alarm) -> None:
        self._part.put(alarm)
        self.kernel.agenda.at(alarm.when_us, self.name, (alarm.key,), key=alarm.key, base=alarm.base)

    def cancel(self, operation: PendingIntent) -> bool:
        """Takes the alarm of an equal pending intent back; returns whether there was one."""
        return self._drop(operation.identity)

    def cancel_all(self, package: str) -> None:
        """Takes all alarms of an app back."""
        for alarm in self.alarms:
            if alarm.package == package:
                self._drop(alarm.key)

    def _drop(self, key: str) -> bool:
        self.kernel.agenda.cancel(self.name, key)
        return self._part.drop(key) is not None

    def due(self, entry: Due) -> None:
        alarm = self._part.drop(str(entry.what[0]))
        if alarm is None:
            return
        if alarm.repeat_us:
            clock = self.kernel.clock
            now_us = clock.now_us - (clock.boot_us if alarm.base == "elapsed" else 0)
            missed = max(0, now_us - alarm.when_us) // alarm.repeat_us
            self._arm(replace(alarm, when_us=alarm.when_us + (missed + 1) * alarm.repeat_us))
        self.kernel.service(ActivityService).send(alarm.operation)

    # Time and zone.

    def set_time(self, now_us: int) -> None:
        """Sets the wall clock, as `AlarmManager.setTime` does."""
        self.kernel.set_time(now_us)

    def set_zone(self, zone: str) -> None:
        """Sets the time zone by its name; one that there is not becomes GMT, as Android does."""
        try:
            ZoneInfo(zone)
        except (KeyError, OSError, ValueError):
            zone = "GMT"
        properties = self.kernel.part(SystemProperties)
        if properties.get(_ZONE) == zone:
            return
        properties.set(_ZONE, zone)
        self.kernel.emit(ZoneChanged(zone))
        self._tell(Intent(ACTION_ZONE_CHANGED, extras={"time-zone": zone}))

    @on(TimeSet)
    def _time_set(self, event: TimeSet) -> None:
        self._tell(Intent(ACTION_TIME_SET))

    def _tell(self, intent: Intent) -> None:
        self.kernel.service(ActivityService).send(PendingIntent("android", "broadcast", intent))

    @on(PackageStopped)
    def _package_stopped(self, event: PackageStopped) -> None:
        self.cancel_all(event.package)

    def _uid(self, package: str) -> int:
        installed = self.kernel.part(PackageTable).get(package)
        return installed.uid if installed is not None else 1000
