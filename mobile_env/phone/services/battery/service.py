"""The battery service: the hardware's readings, and those that take their place."""

from __future__ import annotations

from typing import Any

from mobile_env.phone.kernel.events import BatteryChanged
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.battery.records import Battery, Reading


class BatteryService(Service):
    """What Android says of the battery."""

    name = "battery"

    @property
    def hardware(self) -> Reading:
        """What the hardware says."""
        return self.kernel.part(Battery).hardware

    @property
    def reading(self) -> Reading:
        """What Android says."""
        return self.kernel.part(Battery).reading

    @property
    def overridden(self) -> bool:
        """Whether Android was told to say something else than the hardware."""
        return self.kernel.part(Battery).override is not None

    def set_hardware(self, **changes: Any) -> None:
        """The hardware changed: fields of a `Reading`."""
        self.kernel.part(Battery).set_hardware(**changes)
        self.kernel.emit(BatteryChanged())

    def set_override(self, **changes: Any) -> None:
        """Android is to say something else, from now on whatever the hardware says."""
        self.kernel.part(Battery).set_override(**changes)
        self.kernel.emit(BatteryChanged())

    def reset(self) -> None:
        """Android follows the hardware again."""
        self.kernel.part(Battery).reset()
        self.kernel.emit(BatteryChanged())
