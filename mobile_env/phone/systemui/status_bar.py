"""The status bar: the clock, and icons of what is on."""

from typing import Any

from mobile_env.phone.services.activity import ActivityService
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
            "clock": self.kernel.clock.datetime().strftime("%H:%M"),
            "light": activities.behaviour(activities.foreground).light_bars(),
        }
