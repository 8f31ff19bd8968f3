"""`input` and `monkey`: touches, keys and text, told one by one or drawn from a seed."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Final

from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.input.service import InputService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.shell import gestures
from mobile_env.phone.shell.call import Call, java_error
from mobile_env.phone.state.intents import ACTION_MAIN, CATEGORY_LAUNCHER, Intent

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
_SWIPE_MS = 300


def input_(call: Call) -> int:
    """Touches outside the screen have no effect and are not an error, as on a real phone."""
    args = [word for word in call.args if word]  # hosts leave the duration of a swipe empty
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
        gestures.press(call.service(InputService), x, y)
    elif verb in ("swipe", "draganddrop"):
        x0, y0, x1, y1, *duration = _numbers(verb, words, 4, 5)
        hold_ms = gestures.LONG_PRESS_MS if verb == "draganddrop" else 0
        line = ((x0, y0), (x1, y1))
        gestures.drag(
            call.service(InputService), line, duration[0] if duration else _SWIPE_MS, hold_ms=hold_ms
        )
    elif verb == "text":
        _text(call, _required(verb, words))
    elif verb == "keyevent":
        _keys(call, verb, words)
    elif verb == "keycombination":
        _chord(call, words)
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


def _text(call: Call, text: str) -> None:
    # Only %s means something to `input text`: a space.
    text = text.replace("%s", " ")
    if text:
        call.service(InputService).type_text(text)


def _key(call: Call, key: str) -> None:
    try:
        call.service(InputService).key(int(key) if key.isdecimal() else key)
    except ValueError:
        # A phone injects KEYCODE_UNKNOWN, which does nothing.
        call.kernel.state.log.write("W", "Input", f"unknown key {key}")


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


def _chord(call: Call, words: list[str]) -> None:
    """Keys that are held at once, the last one pressed while the others are down."""
    while words and words[0].startswith("-"):
        words = words[2:]  # -t, how long they are held
    if len(words) < 2:
        raise java_error("keycombination", "IllegalArgumentException", "requires at least 2 keycodes")
    call.service(InputService).chord(words)


def _motion(call: Call, words: list[str]) -> int:
    verb = "motionevent"
    action = _required(verb, words).upper()
    if action not in ("DOWN", "UP", "MOVE", "CANCEL"):
        raise java_error(verb, "IllegalArgumentException", f"Unknown action: {action}")
    if action == "CANCEL":
        call.service(InputService).cancel_touch()
        return 0
    x, y = _numbers(verb, words[1:], 2, 2)
    if action == "UP":
        finger = call.kernel.state.finger
        if finger is not None and (finger.x, finger.y) != (x, y):
            gestures.touch(call.service(InputService), x, y)
        call.service(InputService).lift()
    else:
        gestures.touch(call.service(InputService), x, y)
    return 0


# monkey (cmds/monkey).

_MOST_EVENTS: Final = 1000
_NO_ACTIVITIES: Final = 252
_MONKEY_USAGE: Final = """usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]
              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]
              [--pct-touch PERCENT] [--pct-motion PERCENT] [--pct-nav PERCENT] [--pct-majornav PERCENT]
              [--pct-syskeys PERCENT] [--pct-appswitch PERCENT] [--pct-rotation PERCENT] [--pct-anyevent PERCENT]
              [--throttle MILLISEC] [-s SEED] [-v [-v] ...] COUNT"""

# Kinds of events with their percentages, where none are given (MonkeySourceRandom; trackballs and pinches need
# hardware that the phone lacks, their shares went to touches).
_PERCENTS: Final = {
    "touch": 32.0,
    "motion": 10.0,
    "nav": 25.0,
    "majornav": 15.0,
    "syskeys": 2.0,
    "appswitch": 2.0,
    "rotation": 1.0,
    "anyevent": 13.0,
}
_UNKNOWN_TO_THE_PHONE: Final = ("trackball", "pinchzoom", "flip", "permission")
_MONKEY_KEYS: Final = {
    "nav": ("DPAD_UP", "DPAD_DOWN", "DPAD_LEFT", "DPAD_RIGHT"),
    "majornav": ("MENU", "DPAD_CENTER", "BACK"),
    "syskeys": ("HOME", "BACK", "VOLUME_UP", "VOLUME_DOWN", "VOLUME_MUTE"),
    "anyevent": ("TAB", "SPACE", "ENTER", "DEL", "BACK", "A", "E", "O", "1"),
}
_MONKEY_SWITCHES: Final = (
    "--bugreport",
    "--dbg-no-events",
    "--hprof",
    "--ignore-crashes",
    "--ignore-native-crashes",
    "--ignore-security-exceptions",
    "--ignore-timeouts",
    "--kill-process-after-error",
    "--match-description",
    "--monitor-native-crashes",
    "--permission-target-system",
    "--randomize-throttle",
    "--wait-dbg",
)
_MONKEY_VALUES: Final = ("--throttle", "--pkg-blacklist-file", "--pkg-whitelist-file", "--port", "--setup")


class _UsageError(Exception):
    """Words that make no command."""


@dataclass
class _MonkeyOptions:
    packages: list[str] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    percents: dict[str, float] = field(default_factory=dict)
    seed: int = 0
    throttle_ms: int = 0
    count: int = 0


def _parse_monkey(args: list[str]) -> _MonkeyOptions:
    options = _MonkeyOptions()
    words = args[::-1]

    def value(name: str) -> str:
        if not words:
            raise _UsageError(f'** Error: Option "{name}" requires an argument')
        return words.pop()

    def number(name: str, text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,18}", text):
            raise _UsageError(f"** Error: Invalid option: {name} {text}: not a number")
        return int(text)

    while words:
        word = words.pop()
        if word[:2] in ("-p", "-c", "-s"):
            name, rest = word[:2], word[2:]
            given = rest or value(name)
            if name == "-s":
                options.seed = number(name, given)
            else:
                (options.packages if name == "-p" else options.categories).append(given)
        elif word.startswith("--pct-"):
            kind = word[6:]
            if kind not in _PERCENTS and kind not in _UNKNOWN_TO_THE_PHONE:
                raise _UsageError(f"** Error: Unknown option: {word}")
            options.percents[kind] = max(0, min(100, number(word, value(word))))
        elif word in _MONKEY_VALUES:
            given = value(word)
            options.throttle_ms = number(word, given) if word == "--throttle" else options.throttle_ms
        elif re.fullmatch(r"-v+", word) or word in _MONKEY_SWITCHES:
            continue
        elif word.startswith("-"):
            raise _UsageError(f"** Error: Unknown option: {word}")
        else:
            options.count = number("COUNT", word)
            break
    if options.count <= 0:
        raise _UsageError("** Error: Count must be greater than 0")
    options.categories = options.categories or [CATEGORY_LAUNCHER]
    return options


def monkey(call: Call) -> int:
    """The first event starts an activity; the others are random, the same for the same seed and phone."""
    call.print("  bash arg: " + "\n  bash arg: ".join(call.args))
    try:
        options = _parse_monkey(call.args)
    except _UsageError as error:
        call.complain(str(error))
        call.complain(_MONKEY_USAGE)
        return 255
    components = _launchable(call, options)
    if not components:
        call.print("** No activities found to run, monkey aborted.")
        return _NO_ACTIVITIES
    chance = random.Random(options.seed)
    _start(call, chance.choice(components) if len(components) > 1 else components[0])
    count = min(options.count, _MOST_EVENTS)
    kinds = _shares(options.percents)
    for _ in range(count - 1):
        if options.throttle_ms > 0:
            call.kernel.advance(min(options.throttle_ms, gestures.MAX_GESTURE_MS) / 1000)
        (kind,) = chance.choices(list(kinds), list(kinds.values()))
        _play_event(call, kind, chance, components)
        if (
            options.packages
            and call.service(ActivityService).foreground_app.component.partition("/")[0]
            not in options.packages
        ):
            _start(call, components[0])  # monkey lets nothing start but the packages that it was given
    call.print(f"Events injected: {count}")
    call.print("## Network stats: elapsed time=31ms (0ms mobile, 0ms wifi, 31ms not connected)")
    return 0


def _launchable(call: Call, options: _MonkeyOptions) -> list[str]:
    """Components that answer MAIN with one of the categories, in the packages asked for."""
    found: dict[str, None] = {}
    for category in options.categories:
        for component in call.service(PackageService).resolve(
            Intent(action=ACTION_MAIN, categories=(category,))
        ):
            if not options.packages or component.partition("/")[0] in options.packages:
                found[component] = None
    return list(found)


def _start(call: Call, component: str) -> None:
    intent = Intent(
        action=ACTION_MAIN, categories=(CATEGORY_LAUNCHER,), component=component, flags=0x10000000
    )
    call.service(ActivityService).start(intent)


def _shares(given: dict[str, float]) -> dict[str, float]:
    """Percentages of all kinds: those given, and what they leave in the proportions of the rest."""
    left = max(0.0, 100.0 - sum(given.values()))
    others = {kind: share for kind, share in _PERCENTS.items() if kind not in given}
    total = sum(others.values()) or 1.0
    shares = {kind: left * share / total for kind, share in others.items()}
    shares |= {kind: share for kind, share in given.items() if kind in _PERCENTS}
    return shares if any(shares.values()) else {"touch": 100.0}


def _play_event(call: Call, kind: str, chance: random.Random, components: list[str]) -> None:
    phone = call.service(InputService)
    display = phone.display

    def somewhere() -> gestures.Point:
        return chance.randrange(display.width_px), chance.randrange(display.height_px)

    if kind == "touch":
        gestures.press(phone, *somewhere())
    elif kind == "motion":
        gestures.drag(phone, (somewhere(), somewhere()), 200)
    elif kind == "appswitch":
        _start(call, chance.choice(components))
    elif kind == "rotation":
        call.service(DisplayService).set_rotation(chance.randrange(4))
    else:
        phone.key(chance.choice(_MONKEY_KEYS[kind]))
