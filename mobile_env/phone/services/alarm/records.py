"""Alarms: what apps asked to be woken for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.state.part import Part

Type = Literal["RTC_WAKEUP", "RTC", "ELAPSED_WAKEUP", "ELAPSED"]
TYPES: Final[tuple[Type, ...]] = ("RTC_WAKEUP", "RTC", "ELAPSED_WAKEUP", "ELAPSED")
"""In the order of their numbers (android.app.AlarmManager)."""


@dataclass(frozen=True)
class Alarm:
    """An alarm that is set.

    Attributes:
      package, uid: whose it is.
      when_us: time of day, or time since the boot, as `type` says.
      type: which of the two, and whether it wakes a sleeping phone.
      operation: what is sent; its identity is the alarm's name.
      repeat_us: it is set again after so long; 0 for once.
      clock: it is an alarm that users know of: shown in the status bar, heard through do-not-disturb.
      show: what opens when the user taps that icon.
      number: order in which alarms were set.
    """

    package: str
    uid: int
    when_us: int
    type: Type
    operation: PendingIntent
    repeat_us: int = 0
    clock: bool = False
    show: PendingIntent | None = None
    number: int = 0

    @property
    def key(self) -> str:
        return self.operation.identity

    @property
    def base(self) -> Literal["rtc", "elapsed"]:
        """What the agenda counts `when_us` from."""
        return "rtc" if self.type.startswith("RTC") else "elapsed"


class Alarms(Part):
    """Alarms by key; `count` were ever set. A reboot forgets them: apps set them again when they hear of it."""

    def __init__(self) -> None:
        super().__init__()
        self.alarms: dict[str, Alarm] = {}
        self.count = 0

    def next_number(self) -> int:
        """The number of an alarm that is new."""
        self.count += 1
        return self.count

    def put(self, alarm: Alarm) -> None:
        self.alarms[alarm.key] = alarm
        self.touch()

    def drop(self, key: str) -> Alarm | None:
        alarm = self.alarms.pop(key, None)
        if alarm is not None:
            self.touch()
        return alarm

    def copy(self) -> Alarms:
        other = super().copy()
        other.alarms = dict(self.alarms)
        return other

    def after_boot(self) -> None:
        self.alarms = {}
        self.touch()

    def facts(self) -> Iterator[tuple[str, Any]]:
        for alarm in sorted(self.alarms.values(), key=lambda each: each.key):
            yield (
                f"alarm/{alarm.key}",
                {"type": alarm.type, "when_us": alarm.when_us, "repeat_us": alarm.repeat_us},
            )
