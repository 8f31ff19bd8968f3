"""The app com.github.uiautomator, which uiautomator2's client types text by: its two input methods, no screen.

Its first input method, AdbKeyboard, answers broadcasts of version 3 of the client with a result; FastInputIME those of
version 2 without one. Each listens while it is the input method in use.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.services.input import InputService
from mobile_env.phone.services.input_method import InputMethodService
from mobile_env.phone.state.intents import BroadcastResult, Intent
from mobile_env.phone.state.manifest import App, Catalogue, ReceiverInfo

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

PACKAGE: Final = "com.github.uiautomator"
TEST_PACKAGE: Final = f"{PACKAGE}.test"
_VERSION: Final = "2.4.0"
_OK: Final = -1


class _NoTextError(ValueError):
    """A broadcast without the text that it should bring."""


def _typing(kernel: Kernel) -> InputMethodService:
    return kernel.service(InputMethodService)


def _text(intent: Intent) -> str:
    given = intent.extras.get("text")
    if not isinstance(given, str):
        raise _NoTextError
    return base64.b64decode(given, validate=False).decode("utf-8", "replace")


def _code(intent: Intent) -> int | None:
    """The extra `code`, which counts as a number only: a text of digits reads as if it were not there."""
    given = intent.extras.get("code")
    return given if isinstance(given, int) else None


def _input_text(kernel: Kernel, intent: Intent) -> str | None:
    _typing(kernel).commit(_text(intent))
    return None


def _set_text(kernel: Kernel, intent: Intent) -> str | None:
    _typing(kernel).replace(_text(intent) if "text" in intent.extras else "")
    return None


def _clear_text(kernel: Kernel, intent: Intent) -> str | None:
    _typing(kernel).clear()
    return None


def _input_key(kernel: Kernel, intent: Intent) -> str | None:
    code = _code(intent)
    if code is not None:
        kernel.service(InputService).key(code)
    return None


def _editor_action(kernel: Kernel, intent: Intent) -> str | None:
    if _code(intent) is not None:
        _typing(kernel).enter()
    return None


def _clipboard(kernel: Kernel, intent: Intent) -> str | None:
    return base64.b64encode(kernel.service(ClipboardService).text.encode()).decode()


def _hide(kernel: Kernel, intent: Intent) -> str | None:
    _typing(kernel).hide_keyboard()
    return None


def _show(kernel: Kernel, intent: Intent) -> str | None:
    focus = kernel.state.focus
    if focus is not None:
        _typing(kernel).focus(focus.window, focus.bind)
    return None


def _smart_enter(kernel: Kernel, intent: Intent) -> str | None:
    _typing(kernel).enter()
    return "Enter"


_Action = Callable[[Kernel, Intent], "str | None"]
_ADB_KEYBOARD: Final[dict[str, _Action]] = {
    "ADB_KEYBOARD_SMART_ENTER": _smart_enter,
    "ADB_KEYBOARD_INPUT_TEXT": _input_text,
    "ADB_KEYBOARD_CLEAR_TEXT": _clear_text,
    "ADB_KEYBOARD_SET_TEXT": _set_text,
    "ADB_KEYBOARD_INPUT_KEYCODE": _input_key,
    "ADB_KEYBOARD_EDITOR_CODE": _editor_action,
    "ADB_KEYBOARD_GET_CLIPBOARD": _clipboard,
    "ADB_KEYBOARD_HIDE": _hide,
    "ADB_KEYBOARD_SHOW": _show,
}
_FAST_INPUT: Final[dict[str, _Action]] = {
    "ADB_INPUT_TEXT": _input_text,
    "ADB_INPUT_KEYCODE": _input_key,
    "ADB_CLEAR_TEXT": _clear_text,
    "ADB_SET_TEXT": _set_text,
    "ADB_EDITOR_CODE": _editor_action,
}


def _in_use(kernel: Kernel, name: str) -> bool:
    return kernel.state.settings.get("secure", "default_input_method") == f"{PACKAGE}/.{name}"


def receive_adb_keyboard(kernel: Kernel, intent: Intent) -> BroadcastResult | None:
    """AdbKeyboard's receiver: -1 for what was done, and a text where there is one to tell."""
    if not _in_use(kernel, "AdbKeyboard"):
        return None
    action = intent.action or ""
    if kernel.state.focus is None:
        return BroadcastResult(_OK, action)
    try:
        return BroadcastResult(_OK, _ADB_KEYBOARD[action](kernel, intent))
    except _NoTextError:
        return BroadcastResult(_OK, action)
    except (binascii.Error, ValueError) as error:
        reason = "bad base-64" if isinstance(error, binascii.Error) else str(error)
        return BroadcastResult(0, f"error:{reason}")


def receive_fast_input(kernel: Kernel, intent: Intent) -> None:
    """FastInputIME's receiver: does the same, and tells nothing."""
    if not _in_use(kernel, "FastInputIME") or kernel.state.focus is None:
        return
    try:
        _FAST_INPUT[intent.action or ""](kernel, intent)
    except ValueError as error:
        kernel.processes.log(PACKAGE, "E", "FastInputIME", str(error))


APP: Final = App(
    package=PACKAGE,
    label="ATX",
    folder=__package__,
    activities=(),
    version_name=_VERSION,
    version_code=2_004_000,
    permissions=(
        "android.permission.ACCESS_FINE_LOCATION",
        "android.permission.INTERNET",
        "android.permission.READ_PHONE_STATE",
        "android.permission.SYSTEM_ALERT_WINDOW",
    ),
    receivers=(
        ReceiverInfo(f"{PACKAGE}.AdbKeyboard", tuple(_ADB_KEYBOARD), receive_adb_keyboard),
        ReceiverInfo(f"{PACKAGE}.FastInputIME", tuple(_FAST_INPUT), receive_fast_input),
    ),
    input_methods=(f"{PACKAGE}.AdbKeyboard", f"{PACKAGE}.FastInputIME"),
    preinstalled=False,
)
TEST_APP: Final = App(
    package=TEST_PACKAGE,
    label=TEST_PACKAGE,
    folder=__package__,
    activities=(),
    version_name=_VERSION,
    preinstalled=False,
)


def install(phone: Phone) -> None:
    """Makes a phone one on which version 2 of the client was set up: both packages are there."""
    phone.catalogue = Catalogue({**phone.catalogue, PACKAGE: APP, TEST_PACKAGE: TEST_APP})
    for package in (PACKAGE, TEST_PACKAGE):
        if phone.packages.get(package) is None:
            phone.packages.install(package)
