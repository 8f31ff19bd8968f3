"""The battery: what its hardware says, and what `dumpsys battery set` has Android say instead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from mobile_env.phone.state.part import Part

STATUSES: Final = {"UNKNOWN": 1, "CHARGING": 2, "DISCHARGING": 3, "NOT_CHARGING": 4, "FULL": 5}
"""Numbers of android.os.BatteryManager.BATTERY_STATUS_…"""
HEALTHS: Final = {
    "UNKNOWN": 1,
    "GOOD": 2,
    "OVERHEAT": 3,
    "DEAD": 4,
    "OVER_VOLTAGE": 5,
    "UNSPECIFIED_FAILURE": 6,
    "COLD": 7,
}
"""Numbers of android.os.BatteryManager.BATTERY_HEALTH_…"""


@dataclass(frozen=True)
class Reading:
    """What is known of a battery at one moment.

    Attributes:
      ac, usb, wireless, dock: whether it is charged from there.
      status: a number of STATUSES.
      health: a number of HEALTHS.
      present: whether there is one.
      level: charge in per cent.
      counter: charge in µAh.
      temperature: in tenths of a degree Celsius.
    """

    ac: bool = True
    usb: bool = False
    wireless: bool = False
    dock: bool = False
    status: int = STATUSES["NOT_CHARGING"]
    health: int = HEALTHS["GOOD"]
    present: bool = True
    level: int = 100
    counter: int = 10_000
    temperature: int = 250


class Battery(Part):
    """The battery of a phone.

    Attributes:
      hardware: what the hardware says.
      override: what Android says while updates are stopped; None while it follows the hardware.
    """

    def __init__(self) -> None:
        super().__init__()
        self.hardware = Reading()
        self.override: Reading | None = None

    @property
    def reading(self) -> Reading:
        """What Android says."""
        return self.hardware if self.override is None else self.override

    def set_hardware(self, **changes: Any) -> None:
        """The hardware changed."""
        self.hardware = replace(self.hardware, **changes)
        self.touch()

    def set_override(self, **changes: Any) -> None:
        """Android is told to say something else, from now on whatever the hardware says."""
        self.override = replace(self.reading, **changes)
        self.touch()

    def reset(self) -> None:
        """Android is told to follow the hardware again."""
        self.override = None
        self.touch()
