"""The console's `event`: keys, text and touches as the kernel of an Android device would see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mobile_env.phone.wire.console.table import ConsoleCall, ConsoleCommand, Refusal
from mobile_env.phone.wire.console.text import integer, unescape
from mobile_env.phone.wire.control.key_codes import EVDEV_KEY_NAMES
from mobile_env.phone.wire.touch_screen import put_finger, use_mouse

_EV_SYN, _EV_KEY, _EV_ABS = 0, 1, 3
_TYPES: Final = {"EV_SYN": _EV_SYN, "EV_KEY": _EV_KEY, "EV_ABS": _EV_ABS}
_ABS_X, _ABS_Y, _BTN_TOUCH = 0x00, 0x01, 0x14A

# Where the kernel's name of a key (linux/input-event-codes.h) is not KEY_ and Android's name of it.
_KERNEL_NAMES: Final = {
    1: "ESC",
    13: "EQUAL",
    14: "BACKSPACE",
    26: "LEFTBRACE",
    27: "RIGHTBRACE",
    29: "LEFTCTRL",
    42: "LEFTSHIFT",
    52: "DOT",
    54: "RIGHTSHIFT",
    56: "LEFTALT",
    58: "CAPSLOCK",
    96: "KPENTER",
    97: "RIGHTCTRL",
    100: "RIGHTALT",
    102: "HOME",
    103: "UP",
    104: "PAGEUP",
    105: "LEFT",
    106: "RIGHT",
    107: "END",
    108: "DOWN",
    109: "PAGEDOWN",
    111: "DELETE",
    113: "MUTE",
    114: "VOLUMEDOWN",
    115: "VOLUMEUP",
    172: "HOMEPAGE",
    580: "APPSELECT",
}
_CODES: Final[dict[int, dict[str, int]]] = {
    _EV_SYN: {"SYN_REPORT": 0},
    _EV_KEY: {
        **{f"KEY_{_KERNEL_NAMES.get(code, name)}": code for code, name in EVDEV_KEY_NAMES.items()},
        "BTN_TOUCH": _BTN_TOUCH,
    },
    _EV_ABS: {"ABS_X": _ABS_X, "ABS_Y": _ABS_Y},
}


def _send(call: ConsoleCall) -> None:
    """Nothing happens unless all events are understood. A touch takes place at its EV_SYN, as in the kernel."""
    if not call.arguments:
        raise Refusal("argument missing, try 'event send <type>:<code>:<value> ...'")
    for work in [_event(call, word) for word in call.arguments.split()]:
        work()


def _event(call: ConsoleCall, word: str) -> Callable[[], None]:
    type_word, _, rest = word.partition(":")
    code_word, _, value_word = rest.partition(":")
    kind = _type(type_word)
    if kind is None:
        raise Refusal(f"invalid event type in '{word}', try 'event types' for valid values")
    code = _CODES[kind].get(code_word, integer(code_word))
    if code not in _CODES[kind].values():
        raise Refusal(f"invalid event code in '{word}', try 'event codes {type_word}' for valid values")
    value = integer(value_word)
    if value is None:
        raise Refusal(f"invalid event value in '{word}', must be an integer")
    return lambda: _apply(call, kind, code, value)


def _type(word: str) -> int | None:
    number = _TYPES.get(word, integer(word))
    return number if number in _CODES else None


def _apply(call: ConsoleCall, kind: int, code: int | None, value: int) -> None:
    pointer = call.session.pointer
    if kind == _EV_SYN:
        if pointer.down:
            put_finger(call.phone, pointer.x, pointer.y)
        elif call.phone.state.finger is not None:
            call.phone.lift()
    elif code == _BTN_TOUCH:
        pointer.down = value != 0
    elif kind == _EV_ABS:
        if code == _ABS_X:
            pointer.x = value
        else:
            pointer.y = value
    elif value and code is not None:  # a key acts when it goes down
        call.phone.key(EVDEV_KEY_NAMES[code])


def _types(call: ConsoleCall) -> None:
    call.print("event <type> is a number or one of these aliases")
    for name, number in _TYPES.items():
        call.print(f"    {name:<8}  ({len(_CODES[number])} code aliases)")


def _codes(call: ConsoleCall) -> None:
    if not call.arguments:
        raise Refusal("argument missing, try 'event codes <type>'")
    kind = _type(call.arguments)
    if kind is None:
        raise Refusal("bad argument, see 'event types' for valid values")
    call.print(f"type '{call.arguments}' accepts the following <code> aliases:")
    for name in _CODES[kind]:
        call.print(f"    {name}")


def _text(call: ConsoleCall) -> None:
    if not call.arguments:
        raise Refusal("argument missing, try 'event text <message>'")
    call.phone.type_text(unescape(call.arguments))


def _mouse(call: ConsoleCall) -> None:
    values = [integer(word) for word in call.arguments.split()]
    if len(values) != 4 or None in values:
        raise Refusal("four integers are needed, try 'event mouse <x> <y> <device> <buttonstate>'")
    x, y, device, buttons = (value or 0 for value in values)
    if device != 0:
        raise Refusal(f"this phone has no device {device}: 0 is the touch screen")
    use_mouse(call.phone, x, y, buttons)


EVENT = ConsoleCommand(
    "simulate hardware events",
    below={
        "send": ConsoleCommand(
            "send a series of events to the kernel",
            _send,
            "'event send <type>:<code>:<value> ...' sends events; types and codes are names or numbers.\n"
            "EV_ABS positions are pixels of the upright screen; EV_KEY:BTN_TOUCH is the finger.",
        ),
        "types": ConsoleCommand("list all <type> aliases", _types),
        "codes": ConsoleCommand("list all <code> aliases for a given <type>", _codes),
        "text": ConsoleCommand(
            "type a text",
            _text,
            "'event text <message>' types a text, which may have escapes: \\n \\xNN \\uNNNN \\\\",
        ),
        "mouse": ConsoleCommand(
            "simulate a mouse event",
            _mouse,
            "'event mouse <x> <y> <device> <buttonstate>': device 0 is the touch screen, button 1 the finger",
        ),
    },
)
