"""The status bar: the clock, and icons of what is on."""

from collections.abc import Sequence
from typing import Any

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.statusbar import Panel, StatusBarService
from mobile_env.phone.services.uimode import UiModeService
from mobile_env.phone.services.window import STATUS_BAR_DP, SystemWindow
from mobile_env.phone.systemui.status_icons import (
    MOST_NOTIFICATION_ICONS,
    notification_icons,
    system_icons,
)
from mobile_env.phone.systemui.times import clock_text


class StatusBar(SystemWindow):
    """Stands over every screen, in the colours that the app in front asks for; pulled down it becomes the shade."""

    name = "status_bar"
    layer = 20
    layout = "status_bar"
    static = True

    @property
    def place(self) -> str:
        return f"bottom:auto;height:{STATUS_BAR_DP}px"

    @classmethod
    def shown(cls, kernel: Kernel) -> Sequence[SystemWindow]:
        return (cls(kernel),) if kernel.service(StatusBarService).panels.panel is Panel.CLOSED else ()

    def context(self) -> dict[str, Any]:
        activities = self.kernel.service(ActivityService)
        icons = notification_icons(self.kernel)
        return {
            "clock": clock_text(self.kernel, self.kernel.service(UiModeService).now),
            "light": activities.behaviour(activities.foreground).light_bars(),
            "notifications": icons[:MOST_NOTIFICATION_ICONS],
            "more": len(icons) > MOST_NOTIFICATION_ICONS,
            "icons": [name for name, _ in system_icons(self.kernel)],
        }

    def down(self) -> None:
        self.kernel.service(StatusBarService).expand()
