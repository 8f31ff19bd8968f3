"""The system's own windows: what the keys of the navigation bar, the keyboard and system dialogs do."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone


class SystemUi:
    """Dispatches handlers of windows that no activity owns."""

    def __init__(self, phone: "Phone") -> None:
        self._phone = phone

    def dispatch(self, window: str, handler: str, arg: str | None) -> None:
        """Calls a handler of the navigation bar ("key"), the keyboard (its methods) or a system dialog."""
        if window == "navigation_bar":
            self._phone.input.key(arg or "")
        elif window == "ime":
            method: Callable[..., None] = getattr(self._phone.keyboard, handler)
            method(*([arg] if arg is not None else []))
        else:
            self._close_dialog(window, handler, arg)

    def _close_dialog(self, window: str, handler: str, arg: str | None) -> None:
        opened = next((w for w in self._phone.state.windows if w.window == window), None)
        if opened is not None:
            self._phone.windows.close(opened)
        if handler == "reopen" and arg:
            intent = self._phone.packages.launch_intent(arg)
            if intent is not None:
                self._phone.activities.start(intent)
