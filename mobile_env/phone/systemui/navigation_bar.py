"""The navigation bar: Back, Home, Overview."""

from typing import Any

from mobile_env.phone.services.input import InputService
from mobile_env.phone.services.window import NAVIGATION_BAR_DP, SystemWindow


class NavigationBar(SystemWindow):
    """Three buttons, which are keys."""

    name = "navigation_bar"
    layer = 30
    layout = "navigation_bar"
    static = True

    @property
    def place(self) -> str:
        return f"top:auto;height:{NAVIGATION_BAR_DP}px"

    def context(self) -> dict[str, Any]:
        return {"keyboard": self.kernel.state.keyboard.shown}

    def press(self, key: str) -> None:
        self.kernel.service(InputService).press(key)
