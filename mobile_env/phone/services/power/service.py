"""Power: whether the phone has any, and booting anew."""

from __future__ import annotations

from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.services.settings import SettingsService


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

    def reboot(self) -> None:
        """Boots anew."""
        self.kernel.reboot()
