"""Android's key codes and names (android.view.KeyEvent)."""

_NAMES_BY_CODE = {
    0: "UNKNOWN", 1: "SOFT_LEFT", 2: "SOFT_RIGHT", 3: "HOME", 4: "BACK", 5: "CALL", 6: "ENDCALL",
    17: "STAR", 18: "POUND", 19: "DPAD_UP", 20: "DPAD_DOWN", 21: "DPAD_LEFT", 22: "DPAD_RIGHT", 23: "DPAD_CENTER",
    24: "VOLUME_UP", 25: "VOLUME_DOWN", 26: "POWER", 27: "CAMERA", 28: "CLEAR",
    55: "COMMA", 56: "PERIOD", 57: "ALT_LEFT", 58: "ALT_RIGHT", 59: "SHIFT_LEFT", 60: "SHIFT_RIGHT",
    61: "TAB", 62: "SPACE", 63: "SYM", 64: "EXPLORER", 65: "ENVELOPE", 66: "ENTER", 67: "DEL",
    68: "GRAVE", 69: "MINUS", 70: "EQUALS", 71: "LEFT_BRACKET", 72: "RIGHT_BRACKET", 73: "BACKSLASH",
    74: "SEMICOLON", 75: "APOSTROPHE", 76: "SLASH", 77: "AT", 81: "PLUS", 82: "MENU", 83: "NOTIFICATION",
    84: "SEARCH", 85: "MEDIA_PLAY_PAUSE", 86: "MEDIA_STOP", 87: "MEDIA_NEXT", 88: "MEDIA_PREVIOUS", 91: "MUTE",
    92: "PAGE_UP", 93: "PAGE_DOWN", 111: "ESCAPE", 112: "FORWARD_DEL", 113: "CTRL_LEFT", 114: "CTRL_RIGHT",
    115: "CAPS_LOCK", 122: "MOVE_HOME", 123: "MOVE_END", 160: "NUMPAD_ENTER", 164: "VOLUME_MUTE",
    168: "ZOOM_IN", 169: "ZOOM_OUT", 176: "SETTINGS", 187: "APP_SWITCH", 207: "CONTACTS", 208: "CALENDAR",
    209: "MUSIC", 210: "CALCULATOR", 219: "ASSIST", 220: "BRIGHTNESS_DOWN", 221: "BRIGHTNESS_UP",
    223: "SLEEP", 224: "WAKEUP", 277: "CUT", 278: "COPY", 279: "PASTE",
    **{7 + digit: str(digit) for digit in range(10)},
    **{29 + letter: chr(ord("A") + letter) for letter in range(26)},
}  # fmt: skip
_CODES_BY_NAME = {name: code for code, name in _NAMES_BY_CODE.items()}

_PRINTABLE = {
    "SPACE": " ", "COMMA": ",", "PERIOD": ".", "GRAVE": "`", "MINUS": "-", "EQUALS": "=", "LEFT_BRACKET": "[",
    "RIGHT_BRACKET": "]", "BACKSLASH": "\\", "SEMICOLON": ";", "APOSTROPHE": "'", "SLASH": "/", "AT": "@",
    "PLUS": "+", "STAR": "*", "POUND": "#",
}  # fmt: skip


def key_name(key: str | int) -> str:
    """The name without KEYCODE_ of a key given by name or code; ValueError for one Android does not know."""
    if isinstance(key, int) or (key.isdigit() and len(key) > 1):
        name = _NAMES_BY_CODE.get(int(key))
    else:
        name = key.upper().removeprefix("KEYCODE_")
        name = name if name in _CODES_BY_NAME else None
    if name is None:
        raise ValueError(f"unknown key {key!r}: use an Android key name (BACK, HOME, ENTER, …) or its code")
    return name


def printable(name: str) -> str | None:
    """The character that a key types, unshifted; None for a key that types none."""
    if len(name) == 1:
        return name.lower()
    return _PRINTABLE.get(name)


KEY_NAMES = tuple(_CODES_BY_NAME)
