"""Maps key codes of host keyboards to Android keys."""

from __future__ import annotations

from typing import Final

EVDEV_KEY_NAMES: Final[dict[int, str]] = {
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
"""Linux input event code (linux/input-event-codes.h) → Android key name."""

# USB HID usages of the keyboard page (HID Usage Tables, section 10).
_USB_NAMES: Final[dict[int, str]] = {
    **{0x04 + i: name for i, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890")},
    **{
        0x28 + i: name
        for i, name in enumerate(
            ("ENTER", "ESCAPE", "DEL", "TAB", "SPACE", "MINUS", "EQUALS", "LEFT_BRACKET", "RIGHT_BRACKET")
        )
    },
    **{
        0x31 + i: name
        for i, name in enumerate(
            (
                "BACKSLASH",
                "POUND",
                "SEMICOLON",
                "APOSTROPHE",
                "GRAVE",
                "COMMA",
                "PERIOD",
                "SLASH",
                "CAPS_LOCK",
            )
        )
    },
    **{
        0x4A + i: name
        for i, name in enumerate(
            (
                "MOVE_HOME",
                "PAGE_UP",
                "FORWARD_DEL",
                "MOVE_END",
                "PAGE_DOWN",
                "DPAD_RIGHT",
                "DPAD_LEFT",
                "DPAD_DOWN",
                "DPAD_UP",
            )
        )
    },
}
_USB_KEYBOARD_PAGE: Final = 0x70000

KEY_VALUES: Final[dict[str, str]] = {
    "AppSwitch": "APP_SWITCH",
    "ArrowDown": "DPAD_DOWN",
    "ArrowLeft": "DPAD_LEFT",
    "ArrowRight": "DPAD_RIGHT",
    "ArrowUp": "DPAD_UP",
    "AudioVolumeDown": "VOLUME_DOWN",
    "AudioVolumeUp": "VOLUME_UP",
    "Backspace": "DEL",
    "Clear": "CLEAR",
    "Delete": "FORWARD_DEL",
    "End": "MOVE_END",
    "Enter": "ENTER",
    "Escape": "ESCAPE",
    "GoBack": "BACK",
    "GoHome": "HOME",
    "Home": "MOVE_HOME",
    "PageDown": "PAGE_DOWN",
    "PageUp": "PAGE_UP",
    "Paste": "PASTE",
    "Power": "POWER",
    "Tab": "TAB",
}
"""W3C key value (`KeyboardEvent.key` of browsers) → Android key name; printable keys have their character."""


def key_of_code(kind: str, code: int) -> str | None:
    """Android's name of a key code.

    Args:
      kind: how the code is meant: Usb, Evdev, XKB, Win or Mac.
      code: the code.

    Returns:
      The name; None if there is no such key, or codes of that kind are not known here.
    """
    if kind == "XKB":
        return EVDEV_KEY_NAMES.get(code - 8)
    if kind == "Evdev":
        return EVDEV_KEY_NAMES.get(code)
    if kind == "Usb":
        return _USB_NAMES.get(code & 0xFFFF) if code & ~0xFFFF in (0, _USB_KEYBOARD_PAGE) else None
    return None
