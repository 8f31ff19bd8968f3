"""How the screen is held: the display's size and orientation, which the settings for rotation decide."""

from __future__ import annotations

from typing import Final

from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.screen import Screen

DISPLAY_ID: Final = "4619827259835644672"
"""What SurfaceFlinger calls the built-in display of an emulator; `screencap -d` takes it."""


class DisplayService(Service):
    """The one display of the phone."""

    name = "display"

    @property
    def natural(self) -> Display:
        """The display as it is held upright."""
        return self.kernel.lent(Display)

    @property
    def display(self) -> Display:
        """The display as it is held now."""
        return self.natural if self.orientation % 2 == 0 else self.natural.rotated()

    @property
    def orientation(self) -> int:
        """Quarter turns from upright, 0–3: the user's rotation, unless the (never moving) sensor decides."""
        settings = self.kernel.service(SettingsService).store
        if settings.get("system", "accelerometer_rotation") == "0":
            return settings.get_int("system", "user_rotation") % 4
        return 0

    def set_rotation(self, turns: int) -> None:
        """Locks the screen to that many quarter turns."""
        settings = self.kernel.service(SettingsService)
        settings.put("system", "accelerometer_rotation", "0")
        settings.put("system", "user_rotation", str(turns % 4))

    @property
    def screen(self) -> Screen:
        """What the display shows, up to date with the state."""
        return self.kernel.lent(Screen)
