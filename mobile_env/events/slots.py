"""The seven event slots: how the values of a slot's top node are combined into one signal."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any

# Number of extras kept per name (the default of AndroidEnv's TaskManager).
EXTRAS_KEPT = 100

Extras = dict[str, list[Any]]


class SlotError(ValueError):
    """A slot cannot use a value. The text says what the slot got and what it needs."""


def _only(value: Any) -> Any:
    """Unwraps a match with a single group, for slots that take one value."""
    return value[0] if isinstance(value, (tuple, list)) and len(value) == 1 else value


def _number(value: Any) -> float:
    try:
        number = float(_only(value))
    except (TypeError, ValueError, OverflowError):
        raise SlotError(
            f"needs a number and got {_shown(value)} (write a transformation, as y = 1)"
        ) from None
    if not math.isfinite(number):
        raise SlotError(f"needs a finite number and got {_shown(value)}")
    return number


def fold_reward(values: Sequence[Any]) -> float:
    """The sum of the values."""
    return sum((_number(value) for value in values), 0.0)


def fold_score(values: Sequence[Any]) -> float:
    """The last value."""
    return [_number(value) for value in values][-1]


def fold_end(values: Sequence[Any]) -> Any:
    """The last value."""
    return values[-1]


def verdict(value: Any) -> bool | None:
    """The meaning of an episode end's value: None is no end, any other falsy value is failure, a truthy value
    is success.

    The falsy values are False, 0, `""`, `()`, `[]` and `{}`. The value of a pattern without groups is `()`.
    """
    return None if value is None else bool(value)


def fold_instruction(values: Sequence[Any]) -> list[str]:
    """All strings in order."""
    texts: list[str] = []
    for value in values:
        parts = [value] if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)) or not all(isinstance(part, str) for part in parts):
            raise SlotError(
                f"needs a string or a list of strings and got {_shown(value)}"
                " (write a transformation, as y = ['Open the article'])"
            )
        texts += parts
    return texts


def fold_extras(values: Sequence[Any]) -> Extras:
    """Lists by name, concatenated. The last 100 values per name are kept. A value that is not a list counts
    as a list of one."""
    extras: Extras = {}
    for value in values:
        if not isinstance(value, dict):
            raise SlotError(
                f"needs a dict of lists and got {_shown(value)} (write a transformation, as y = {{x[0]: [x[1]]}})"
            )
        for name, part in value.items():
            extras.setdefault(str(name), []).extend(part if isinstance(part, (list, tuple)) else [part])
    return {name: listed[-EXTRAS_KEPT:] for name, listed in extras.items()}


def fold_json_extras(values: Sequence[Any]) -> Extras:
    """Like `fold_extras`, after parsing each string as JSON. As in AndroidEnv, other values than JSON objects
    are ignored, because they come from the app and are not a fault of the task.
    """
    read: list[Any] = []
    for value in values:
        parsed = _only(value)
        if isinstance(parsed, str):
            try:
                parsed = json.loads(parsed)
            except (ValueError, RecursionError):
                continue
            if not isinstance(parsed, dict):
                continue
        read.append(parsed)
    return fold_extras(read)


def fold_null(values: Sequence[Any]) -> None:
    """Nothing. The null slot only contains nodes to which other nodes refer."""


# In the order of the fields of TaskEventSlots.
SLOTS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "score_listener": fold_score,
    "reward_listener": fold_reward,
    "episode_end_listener": fold_end,
    "extra_listener": fold_extras,
    "json_extra_listener": fold_json_extras,
    "instruction_listener": fold_instruction,
    "null_listener": fold_null,
}


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
