"""Intents as command lines describe them: the options that several verbs of `am` and `pm` share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mobile_env.phone.shell.call import java_error
from mobile_env.phone.state.intents import ACTION_MAIN, CATEGORY_LAUNCHER, Intent, full_component

# Flags that have an option of their own (android.content.Intent.parseCommandArgs).
_FLAG_OPTIONS = {
    "--grant-read-uri-permission": 0x1,
    "--grant-write-uri-permission": 0x2,
    "--grant-persistable-uri-permission": 0x40,
    "--grant-prefix-uri-permission": 0x80,
    "--exclude-stopped-packages": 0x10,
    "--include-stopped-packages": 0x20,
    "--debug-log-resolution": 0x8,
    "--activity-brought-to-front": 0x400000,
    "--activity-clear-top": 0x4000000,
    "--activity-clear-when-task-reset": 0x80000,
    "--activity-exclude-from-recents": 0x800000,
    "--activity-launched-from-history": 0x100000,
    "--activity-multiple-task": 0x8000000,
    "--activity-no-animation": 0x10000,
    "--activity-no-history": 0x40000000,
    "--activity-no-user-action": 0x40000,
    "--activity-previous-is-top": 0x1000000,
    "--activity-reorder-to-front": 0x20000,
    "--activity-reset-task-if-needed": 0x200000,
    "--activity-single-top": 0x20000000,
    "--activity-clear-task": 0x8000,
    "--activity-task-on-home": 0x4000,
    "--receiver-registered-only": 0x40000000,
    "--receiver-replace-pending": 0x20000000,
    "--receiver-foreground": 0x10000000,
    "--receiver-no-abort": 0x8000000,
}

# Other options of these commands, and how many words follow each; none matters to a phone of one screen and user.
_IGNORED = {
    "--user": 1,
    "--display": 1,
    "--windowingMode": 1,
    "--activityType": 1,
    "--task": 1,
    "--receiver-permission": 1,
    "--start-profiler": 1,
    "--sampling": 1,
    "--attach-agent": 1,
    "--attach-agent-bind": 1,
    "-P": 1,
    "-D": 0,
    "-N": 0,
    "--streaming": 0,
    "--track-allocation": 0,
    "--task-overlay": 0,
    "--lock-task": 0,
    "--allow-background-activity-starts": 0,
    "--async": 0,
    "--selector": 0,
}


def parse_intent(
    verb: str, args: list[str], option: Callable[[str, list[str]], bool] = lambda word, rest: False
) -> Intent:
    """Reads an intent out of the words of a command.

    Args:
      verb: the command, for error messages.
      args: its words.
      option: called with an option that is none of an intent's and the words after it, last first; takes what belongs
        to the option away and returns True, or returns False if it is none of the command's either.

    Raises:
      CommandError: as Android reports an IllegalArgumentException.
    """
    words = args[::-1]
    action: str | None = None
    data: str | None = None
    mime: str | None = None
    package: str | None = None
    component: str | None = None
    categories: list[str] = []
    extras: dict[str, Any] = {}
    flags = 0
    given = False

    def following(name: str) -> str:
        if not words:
            raise java_error(verb, "IllegalArgumentException", f'Argument expected after "{name}"')
        return words.pop()

    while words and words[-1].startswith("-"):
        word = words.pop()
        if word == "-a":
            action, given = following(word), True
        elif word == "-d":
            data, given = following(word), True
        elif word == "-t":
            mime, given = following(word), True
        elif word == "-i":
            following(word)
        elif word == "-c":
            categories.append(following(word))
            given = True
        elif word == "-p":
            package, given = following(word), True
        elif word == "-n":
            component, given = _component(verb, following(word)), True
        elif word == "-f":
            flags |= _integer(verb, following(word))
        elif word in _EXTRAS:
            key = following(word)
            extras[key] = None if word == "--esn" else _EXTRAS[word](verb, following(word))
            given = True
        elif word in _FLAG_OPTIONS:
            flags |= _FLAG_OPTIONS[word]
        elif word in _IGNORED:
            for _ in range(_IGNORED[word]):
                following(word)
        elif not option(word, words):
            raise java_error(verb, "IllegalArgumentException", f"Unknown option: {word}")
    if words:
        target, given = words.pop(), True
        if ":" in target:
            data = target
            action = action or "android.intent.action.VIEW"
        elif "/" in target:
            component = _component(verb, target)
            action, categories = _launching(action, categories)
        else:
            package = target
            action, categories = _launching(action, categories)
    if not given:
        raise java_error(verb, "IllegalArgumentException", "No intent supplied")
    return Intent(
        action=action,
        data=data,
        type=mime,
        package=package,
        component=component,
        categories=tuple(dict.fromkeys(categories)),
        extras=extras,
        flags=flags,
    )


def _component(verb: str, text: str) -> str:
    package, slash, name = text.partition("/")
    if not slash or not package or not name:
        raise java_error(verb, "IllegalArgumentException", f"Bad component name: {text}")
    return full_component(text)


def _integer(verb: str, text: str) -> int:
    try:
        return int(text, 0) if not text.lstrip("-").isdecimal() else int(text)
    except ValueError:
        raise java_error(verb, "NumberFormatException", f'For input string: "{text}"') from None


def _decimal(verb: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise java_error(verb, "NumberFormatException", f'For input string: "{text}"') from None


def _boolean(verb: str, text: str) -> bool:
    if text.lower() in ("true", "t"):
        return True
    if text.lower() in ("false", "f"):
        return False
    return _integer(verb, text) != 0


def _text(verb: str, text: str) -> str:
    return text


def _texts(verb: str, text: str) -> list[str]:
    # A comma that is part of an item is written with a backslash.
    items = text.replace("\\,", "\0").split(",")
    return [item.replace("\0", ",") for item in items]


def _integers(verb: str, text: str) -> list[int]:
    return [_integer(verb, item) for item in text.split(",")]


def _decimals(verb: str, text: str) -> list[float]:
    return [_decimal(verb, item) for item in text.split(",")]


_EXTRAS: dict[str, Callable[[str, str], Any]] = {
    "-e": _text,
    "--es": _text,
    "--esn": _text,
    "--ei": _integer,
    "--el": _integer,
    "--ef": _decimal,
    "--ed": _decimal,
    "--ez": _boolean,
    "--eu": _text,
    "--ecn": _component,
    "--esa": _texts,
    "--esal": _texts,
    "--eia": _integers,
    "--eial": _integers,
    "--ela": _integers,
    "--elal": _integers,
    "--efa": _decimals,
    "--efal": _decimals,
}


def _launching(action: str | None, categories: list[str]) -> tuple[str, list[str]]:
    """A bare component or package means MAIN and LAUNCHER, unless an action was given (parseCommandArgs)."""
    if action is not None:
        return action, categories
    return ACTION_MAIN, categories or [CATEGORY_LAUNCHER]
