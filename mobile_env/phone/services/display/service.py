"""The display as settings have it: its density, how it is held, its light."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.light import Light
from mobile_env.phone.ui.screen import Screen

DISPLAY_ID: Final = "4619827259835644672"
"""What SurfaceFlinger calls the built-in display of an emulator; `screencap -d` takes it."""

_DENSITIES: Final = range(72, 10_000)
_USUAL_LEVEL: Final = 102
"""The brightness that a phone begins with. Frames are drawn for it and anything above; below, they darken."""
_DARKEST: Final = 0.3
_EXTRA_DIM: Final = 0.7
_WARMEST_K, _COOLEST_K = 2596, 4082


class DisplayService(Service):
    """The one display of the phone."""

    name = "display"

    @property
    def physical(self) -> Display:
        """The display as it was built, upright."""
        return self.kernel.lent(Display)

    @property
    def natural(self) -> Display:
        """The display as it is held upright, at the density that is set (`display_density_forced`).

        A density at which less than 160 dp would be left is cut: nothing could be laid out there.
        """
        forced = self.kernel.service(SettingsService).get("secure", "display_density_forced") or ""
        if forced.isdecimal() and int(forced) in _DENSITIES:
            densest = min(self.physical.width_px, self.physical.height_px)
            return replace(self.physical, density_dpi=min(int(forced), densest))
        return self.physical

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
    def light(self) -> Light:
        """Brightness, Extra dim, Night Light and color inversion, as they are set."""
        settings = self.kernel.service(SettingsService)
        store = settings.store
        level = max(1, min(255, store.get_int("system", "screen_brightness", _USUAL_LEVEL)))
        share = min(1.0, _DARKEST + (1 - _DARKEST) * (level - 1) / (_USUAL_LEVEL - 1))
        if settings.is_on("secure", "reduce_bright_colors_activated"):
            dim = max(0, min(100, store.get_int("secure", "reduce_bright_colors_level", 80)))
            share *= 1 - _EXTRA_DIM * dim / 100
        warmth = 0.0
        if settings.is_on("secure", "night_display_activated"):
            kelvin = store.get_int("secure", "night_display_color_temperature", 2850)
            warmth = max(0.0, min(1.0, (_COOLEST_K - kelvin) / (_COOLEST_K - _WARMEST_K)))
        return Light(share, warmth, settings.is_on("secure", "accessibility_display_inversion_enabled"))

    @property
    def screen(self) -> Screen:
        """What the display shows, up to date with the state."""
        return self.kernel.lent(Screen)
