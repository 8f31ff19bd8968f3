"""Names of keys that agents press, and the XKB key codes that AndroidEnv's key events carry."""

from typing import Final

from mobile_env.phone.framework import keycodes

# The Linux input event codes (linux/input-event-codes.h); an XKB key code is 8 more.
_EVDEV_NAMES: Final[dict[int, str]] = {
    1: "ESCAPE",
    **{2 + i: name for i, name in enumerate("1234567890")},
    **{12 + i: name for i, name in enumerate(("MINUS", "EQUALS", "DEL", "TAB"))},
    **{16 + i: name for i, name in enumerate("QWERTYUIOP")},
    **{26 + i: name for i, name in enumerate(("LEFT_BRACKET", "RIGHT_BRACKET", "ENTER", "CTRL_LEFT"))},
    **{30 + i: name for i, name in enumerate("ASDFGHJKL")},
    **{39 + i: name for i, name in enumerate(("SEMICOLON", "APOSTROPHE", "GRAVE", "SHIFT_LEFT"))},
    43: "BACKSLASH",
    **{44 + i: name for i, name in enumerate("ZXCVBNM")},
    **{51 + i: name for i, name in enumerate(("COMMA", "PERIOD", "SLASH", "SHIFT_RIGHT"))},
    **{56 + i: name for i, name in enumerate(("ALT_LEFT", "SPACE", "CAPS_LOCK"))},
    96: "NUMPAD_ENTER",
    97: "CTRL_RIGHT",
    100: "ALT_RIGHT",
    102: "MOVE_HOME",
    103: "DPAD_UP",
    104: "PAGE_UP",
    105: "DPAD_LEFT",
    106: "DPAD_RIGHT",
    107: "MOVE_END",
    108: "DPAD_DOWN",
    109: "PAGE_DOWN",
    111: "FORWARD_DEL",
    113: "VOLUME_MUTE",
    114: "VOLUME_DOWN",
    115: "VOLUME_UP",
    116: "POWER",
    139: "MENU",
    158: "BACK",
    172: "HOME",
    217: "SEARCH",
    580: "APP_SWITCH",
}

XKB_KEY_NAMES: Final[dict[int, str]] = {code + 8: name for code, name in _EVDEV_NAMES.items()}
"""XKB key code → key name."""


def key_name(key: str) -> str | None:
    """Android's name of a key (`KeyEvent.KEYCODE_*` without the prefix); None: there is no such key.

    Args:
      key: in any usual spelling, such as `BACK`, `back` or `KEYCODE_BACK`.
    """
    try:
        return keycodes.key_name(key)
    except ValueError:
        return None
