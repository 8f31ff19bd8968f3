"""The status bar: the clock, and icons of what is on."""

from typing import Any

from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.uimode import UiModeService
from mobile_env.phone.services.window import STATUS_BAR_DP, SystemWindow


class StatusBar(SystemWindow):
    """Stands over the top of every screen, in the colours that the app in front asks for."""

    name = "status_bar"
    place = f"bottom:auto;height:{STATUS_BAR_DP}px"
    layer = 20
    layout = "status_bar"
    touchable = False
    static = True

    def context(self) -> dict[str, Any]:
        activities = self.kernel.service(ActivityService)
        return {
            "clock": self._clock(),
            "light": activities.behaviour(activities.foreground).light_bars(),
        }

    def _clock(self) -> str:
        """The time in the phone's zone. In halves of the day only if the user chose so."""
        mode = self.kernel.service(UiModeService)
        now, halves = mode.now, self.kernel.service(SettingsService).get("system", "time_12_24") == "12"
        return f"{now.hour % 12 or 12}:{now:%M}" if halves else f"{now:%H:%M}"
