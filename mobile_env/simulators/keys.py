"""Names of keys that agents press, and the XKB key codes of AndroidEnv's key events."""

from typing import Final

from android_env.components import errors

from mobile_env.phone.services.input import keycodes
from mobile_env.phone.wire.control.key_codes import EVDEV_KEY_NAMES

XKB_KEY_NAMES: Final[dict[int, str]] = {code + 8: name for code, name in EVDEV_KEY_NAMES.items()}
"""XKB key code → key name. An XKB key code is 8 more than the Linux input event code."""


def key_name(key: str) -> str | None:
    """Returns Android's name of a key (`KeyEvent.KEYCODE_*` without the prefix); None if there is no such key.

    Args:
      key: in any usual spelling, such as `BACK`, `back` or `KEYCODE_BACK`.
    """
    try:
        return keycodes.key_name(key)
    except ValueError:
        return None


def pressed_key(keycode: int, event_type: str) -> str | None:
    """Returns the key that an AndroidEnv key event presses; None for keyup.

    Args:
      keycode: an XKB key code.
      event_type: keydown, keyup or keypress.

    Raises:
      SendActionError: no Android key has this code, or the event type is unknown.
    """
    name = XKB_KEY_NAMES.get(int(keycode))
    if name is None or event_type not in ("keydown", "keyup", "keypress"):
        raise errors.SendActionError(f"cannot send {event_type} of key code {keycode}")
    return None if event_type == "keyup" else name
