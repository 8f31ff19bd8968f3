"""The system's own windows: what the keys of the navigation bar, the keyboard and system dialogs do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.input_method import InputMethodService
from mobile_env.phone.services.input_method.keyboard import SoftKeyboard
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.window import WindowService


class _Keys(Protocol):
    kernel: Kernel

    def press(self, key: str | int) -> None: ...


def handle_of_system(keys: _Keys, window: str, handler: str, arg: str | None) -> None:
    """Calls a handler of the navigation bar ("key"), the keyboard (its methods) or a system dialog."""
    kernel = keys.kernel
    if window == "navigation_bar":
        keys.press(arg or "")
    elif window == "ime":
        method: Callable[..., None] = getattr(SoftKeyboard(kernel.service(InputMethodService)), handler)
        method(*([arg] if arg is not None else []))
    else:
        _close_dialog(kernel, window, handler, arg)


def _close_dialog(kernel: Kernel, window: str, handler: str, arg: str | None) -> None:
    opened = next((each for each in kernel.state.windows if each.window == window), None)
    if opened is not None:
        kernel.service(WindowService).close(opened)
    if handler == "reopen" and arg:
        intent = kernel.service(PackageService).launch_intent(arg)
        if intent is not None:
            kernel.service(ActivityService).start(intent)
