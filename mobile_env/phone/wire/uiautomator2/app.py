"""The app com.github.uiautomator, which uiautomator2's client types text by: its two input methods, no screen.

Its first input method, AdbKeyboard, answers broadcasts of version 3 of the client with a result; FastInputIME those of
version 2 without one. Each listens while it is the input method in use.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from mobile_env.phone.services.clipboard import ClipboardService
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


def _text(intent: Intent) -> str:
    given = intent.extras.get("text")
    if not isinstance(given, str):
        raise _NoTextError
    return base64.b64decode(given, validate=False).decode("utf-8", "replace")


def _code(intent: Intent) -> int | None:
    """The extra `code`, which counts as a number only: a text of digits reads as if it were not there."""
    given = intent.extras.get("code")
    return given if isinstance(given, int) else None


def _input_text(phone: Phone, intent: Intent) -> str | None:
    phone.text.commit(_text(intent))
    return None


def _set_text(phone: Phone, intent: Intent) -> str | None:
    phone.text.replace(_text(intent) if "text" in intent.extras else "")
    return None


def _clear_text(phone: Phone, intent: Intent) -> str | None:
    phone.text.clear()
    return None


def _input_key(phone: Phone, intent: Intent) -> str | None:
    code = _code(intent)
    if code is not None:
        phone.input.key(code)
    return None


def _editor_action(phone: Phone, intent: Intent) -> str | None:
    if _code(intent) is not None:
        phone.text.enter()
    return None


def _clipboard(phone: Phone, intent: Intent) -> str | None:
    return base64.b64encode(phone.service(ClipboardService).text.encode()).decode()


def _hide(phone: Phone, intent: Intent) -> str | None:
    phone.text.hide_keyboard()
    return None


def _show(phone: Phone, intent: Intent) -> str | None:
    focus = phone.state.focus
    if focus is not None:
        phone.text.focus(focus.window, focus.bind)
    return None


def _smart_enter(phone: Phone, intent: Intent) -> str | None:
    phone.text.enter()
    return "Enter"


_Action = Callable[["Phone", Intent], "str | None"]
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


def _in_use(phone: Phone, name: str) -> bool:
    return phone.state.settings.get("secure", "default_input_method") == f"{PACKAGE}/.{name}"


def receive_adb_keyboard(context: Any, intent: Intent) -> BroadcastResult | None:
    """AdbKeyboard's receiver: -1 for what was done, and a text where there is one to tell."""
    phone: Phone = context.phone
    if not _in_use(phone, "AdbKeyboard"):
        return None
    action = intent.action or ""
    if phone.state.focus is None:
        return BroadcastResult(_OK, action)
    try:
        return BroadcastResult(_OK, _ADB_KEYBOARD[action](phone, intent))
    except _NoTextError:
        return BroadcastResult(_OK, action)
    except (binascii.Error, ValueError) as error:
        reason = "bad base-64" if isinstance(error, binascii.Error) else str(error)
        return BroadcastResult(0, f"error:{reason}")


def receive_fast_input(context: Any, intent: Intent) -> None:
    """FastInputIME's receiver: does the same, and tells nothing."""
    phone: Phone = context.phone
    if not _in_use(phone, "FastInputIME") or phone.state.focus is None:
        return
    try:
        _FAST_INPUT[intent.action or ""](phone, intent)
    except ValueError as error:
        context.log("E", "FastInputIME", str(error))


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
