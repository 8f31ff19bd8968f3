"""Power: whether the phone has any, and booting anew."""

from __future__ import annotations

from typing import Final

from mobile_env.phone.kernel.events import BatteryChanged, on
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.services.settings import SettingsService

_CHARGED: Final = 90
"""Charge in per cent at which a battery saver that was left on goes off."""


class PowerService(Service):
    """What keeps the screen on. The screen of this phone never goes off."""

    name = "power"

    @property
    def powered(self) -> bool:
        """Whether the battery is charged from anywhere."""
        reading = self.kernel.service(BatteryService).reading
        return reading.ac or reading.usb or reading.wireless or reading.dock

    @property
    def stays_on(self) -> bool:
        """Whether the screen stays on because the phone is charged."""
        setting = self.kernel.service(SettingsService).get("global", "stay_on_while_plugged_in")
        return self.powered and (setting or "0") != "0"

    @on(BatteryChanged)
    def _battery_changed(self, event: BatteryChanged) -> None:
        """The battery saver goes on at the charge that is set, and off when the battery is charged again."""
        settings = self.kernel.service(SettingsService)
        level = self.kernel.service(BatteryService).reading.level
        on_now = settings.is_on("global", "low_power")
        if (
            not self.powered
            and not on_now
            and level <= settings.store.get_int("global", "low_power_trigger_level")
        ):
            settings.put("global", "low_power", "1")
        elif self.powered and on_now and level >= _CHARGED and self._saver_ends_charged:
            settings.put("global", "low_power", "0")

    @property
    def _saver_ends_charged(self) -> bool:
        settings = self.kernel.service(SettingsService)
        return settings.get("global", "low_power_sticky_auto_disable_enabled", "1") == "1"

    def reboot(self) -> None:
        """Boots anew."""
        self.kernel.reboot()
