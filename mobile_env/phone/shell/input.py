"""`input` and `monkey`: touches, keys and text from the command line."""

from __future__ import annotations

import random
import re

from mobile_env.phone.shell.call import Call, Command, java_error
from mobile_env.phone.state.touch import Touch

_SOURCES = (
    "dpad",
    "gamepad",
    "joystick",
    "keyboard",
    "mouse",
    "rotaryencoder",
    "stylus",
    "touchnavigation",
    "touchpad",
    "touchscreen",
    "trackball",
)
# One primitive action of the phone, in milliseconds.
_STEP_MS = 1000 / 15
_LONG_PRESS_MS = 700
_SWIPE_MS = 300
_MAX_GESTURE_MS = 60_000


def input_(call: Call) -> int:
    """Touches outside the screen have no effect and are not an error, as on a real phone."""
    args = list(call.args)
    while args and args[0].lower() in _SOURCES:
        args.pop(0)
    if args[:1] == ["-d"]:
        args = args[2:]
    if not args:
        call.print("Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]")
        return 255
    verb, *words = args
    if verb == "tap":
        x, y = _numbers(verb, words, 2, 2)
        _touch(call, x, y)
        call.phone.lift()
    elif verb in ("swipe", "draganddrop"):
        x0, y0, x1, y1, *duration = _numbers(verb, words, 4, 5)
        _drag(call, (x0, y0), (x1, y1), duration[0] if duration else _SWIPE_MS, hold=verb == "draganddrop")
    elif verb == "text":
        _text(call, _required(verb, words))
    elif verb in ("keyevent", "keycombination"):
        _keys(call, verb, words)
    elif verb == "motionevent":
        return _motion(call, words)
    elif verb == "press":
        _key(call, "DPAD_CENTER")
    elif verb != "roll":
        call.complain(f"Error: Unknown command: {verb}")
        return 255
    return 0


def _required(verb: str, words: list[str]) -> str:
    if not words:
        raise java_error(verb, "IllegalArgumentException", f'Argument expected after "{verb}"')
    return words[0]


def _numbers(verb: str, words: list[str], least: int, most: int) -> list[float]:
    if len(words) < least:
        _required(verb, [])
    values = []
    for word in words[:most]:
        if not re.fullmatch(r"-?[0-9]{0,9}\.?[0-9]{0,9}", word) or not word.strip("-."):
            raise java_error(verb, "NumberFormatException", f'For input string: "{word}"')
        values.append(float(word))
    return values


def _touch(call: Call, x: float, y: float) -> None:
    display = call.phone.display
    if 0 <= x < display.width_px and 0 <= y < display.height_px:
        call.phone.touch(x, y)
    else:
        call.phone.wait()


def _drag(
    call: Call, start: tuple[float, float], end: tuple[float, float], duration_ms: float, *, hold: bool
) -> None:
    duration_ms = min(max(duration_ms, 0.0), _MAX_GESTURE_MS)
    if hold:
        for _ in range(round(_LONG_PRESS_MS / _STEP_MS)):
            _touch(call, *start)
    steps = max(1, round(duration_ms / _STEP_MS))
    for step in range(steps + 1):
        part = step / steps
        _touch(call, start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
    call.phone.lift()


def _text(call: Call, text: str) -> None:
    # Only %s means something to `input text`: a space.
    text = text.replace("%s", " ")
    if text:
        call.phone.type_text(text)


def _key(call: Call, key: str) -> None:
    try:
        call.phone.key(int(key) if key.isdecimal() else key)
    except ValueError:
        # A phone injects KEYCODE_UNKNOWN, which does nothing.
        call.phone.state.log.write("W", "Input", f"unknown key {key}")


def _keys(call: Call, verb: str, words: list[str]) -> None:
    """All keys one after another; --longpress and --doubletap come before them."""
    times = 1
    while words and words[0].startswith("--"):
        times = 2 if words[0] == "--doubletap" else times
        words = words[1:]
    _required(verb, words)
    for key in words:
        for _ in range(times):
            _key(call, key)


def _motion(call: Call, words: list[str]) -> int:
    verb = "motionevent"
    action = _required(verb, words).upper()
    if action not in ("DOWN", "UP", "MOVE", "CANCEL"):
        raise java_error(verb, "IllegalArgumentException", f"Unknown action: {action}")
    if action == "CANCEL":
        call.phone.state.part(Touch).set(None)
        call.phone.wait()
        return 0
    x, y = _numbers(verb, words[1:], 2, 2)
    if action == "UP":
        finger = call.phone.state.finger
        if finger is not None and (finger.x, finger.y) != (x, y):
            _touch(call, x, y)
        call.phone.lift()
    else:
        _touch(call, x, y)
    return 0


def monkey(call: Call) -> int:
    """Starts the package. Each further event is a tap at a random place, determined by the seed."""
    args = list(call.args)
    package, seed, count = "", 0, 1
    words = args[::-1]
    while words:
        word = words.pop()
        if word in ("-p", "-s", "-c", "--throttle") or (word.startswith("--pct-") and words):
            if not words:
                call.complain(f'** Error: Option "{word}" needs a value')
                return 255
            value = words.pop()
            package = value if word == "-p" else package
            seed = int(value) if word == "-s" and value.isdecimal() else seed
        elif word.isdecimal():
            count = min(int(word), 1000)
    call.print("  bash arg: " + "\n  bash arg: ".join(args))
    intent = call.phone.packages.launch_intent(package) if package else None
    if package and intent is None:
        call.print("** No activities found to run, monkey aborted.")
        return 252
    if intent is not None:
        call.phone.activities.start(intent)
    chance = random.Random(seed)
    for _ in range(count - 1):
        display = call.phone.display
        _touch(call, chance.randrange(display.width_px), chance.randrange(display.height_px))
        call.phone.lift()
    call.print(f"Events injected: {count}")
    call.print("## Network stats: elapsed time=31ms (0ms mobile, 0ms wifi, 31ms not connected)")
    return 0


COMMANDS: dict[str, Command] = {"input": input_, "monkey": monkey}
