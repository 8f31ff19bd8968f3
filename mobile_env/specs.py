"""Action and observation specs of MobileEnv, and the reading of actions against them."""

import operator
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from dm_env import specs

from mobile_env.simulators.contract import ActionType, PrimitiveAction
from mobile_env.simulators.keys import key_name
from mobile_env.vocabulary import DEFAULT_MARKS, TokenMarks

__all__ = ["ActionType", "ParsedAction", "action_spec", "observation_spec", "parse_action"]

_FIELDS = frozenset({"action_type", "touch_position", "input_token", "text", "key", "response", "finish"})
FINISH_STATUSES = ("complete", "infeasible")
_LIFT = (PrimitiveAction(ActionType.LIFT),)
_REPEAT = (PrimitiveAction(ActionType.REPEAT),)
# Text cut in the middle of an emoji's escapes: no device, file or wire takes it.
_HALF_PAIR = re.compile("[\ud800-\udfff]")


class ParsedAction(NamedTuple):
    """An action that was checked.

    Attributes:
      primitives: what the device gets: one action, or what types a token.
      response: what is said to the user; "": nothing.
      finish: "complete" or "infeasible" where the agent declares the end of the episode, else "".
    """

    primitives: tuple[PrimitiveAction, ...]
    response: str
    finish: str = ""


def action_spec(vocabulary: Sequence[str]) -> dict[str, specs.Array]:
    """The action space: a dict of these fields.

    - `action_type`: an `ActionType`;
    - `touch_position`: x and y as fractions of the screen's width and height, from the top left, in the same
      orientation as `pixels`; read by TOUCH alone;
    - `input_token`: index into the vocabulary; TEXT types that token and a blank (see
      `mobile_env.vocabulary.TokenMarks`);
    - `text` (optional): typed by TEXT instead of a token, unless empty;
    - `key` (optional unless KEY): Android's name of the key, such as BACK, HOME, ENTER, DEL;
    - `response` (optional): said to the user beside any action, unless empty;
    - `finish` (optional): read by FINISH alone. "complete" (the default): the agent declares that the task is done;
      "infeasible": that it cannot be done. The episode ends.

    Args:
      vocabulary: its tokens; an empty one counts as one empty token.
    """
    return {
        "action_type": specs.DiscreteArray(num_values=len(ActionType), name="action_type"),
        "touch_position": specs.BoundedArray(
            shape=(2,), dtype=np.float32, minimum=[0.0, 0.0], maximum=[1.0, 1.0], name="touch_position"
        ),
        "input_token": specs.DiscreteArray(num_values=max(1, len(vocabulary)), name="input_token"),
        "text": specs.StringArray(shape=(), name="text"),
        "key": specs.StringArray(shape=(), name="key"),
        "response": specs.StringArray(shape=(), name="response"),
        "finish": specs.StringArray(shape=(), name="finish"),
    }


def observation_spec(
    height: int, width: int, *, pixels: bool = True, hierarchy: bool = False
) -> dict[str, specs.Array]:
    """The observation space: a dict of these fields.

    - `pixels`: uint8 (height, width, 3), RGB, in the device's natural orientation; read-only;
    - `timedelta`: int64, microseconds on the device's clock since the last observation, 0 at reset;
    - `orientation`: uint8 (4,), one-hot: the screen's quarter turns;
    - `view_hierarchy`: the XML of `uiautomator dump`.
    """
    spec: dict[str, specs.Array] = {}
    if pixels:
        spec["pixels"] = specs.BoundedArray(
            shape=(height, width, 3), dtype=np.uint8, minimum=0, maximum=255, name="pixels"
        )
    spec["timedelta"] = specs.Array(shape=(), dtype=np.int64, name="timedelta")
    spec["orientation"] = specs.BoundedArray(
        shape=(4,), dtype=np.uint8, minimum=0, maximum=1, name="orientation"
    )
    if hierarchy:
        spec["view_hierarchy"] = specs.StringArray(shape=(), name="view_hierarchy")
    return spec


def parse_action(
    action: Mapping[str, Any], vocabulary: Sequence[str], marks: TokenMarks = DEFAULT_MARKS
) -> ParsedAction:
    """Reads an action of `action_spec`; fields that its type does not use are not looked at.

    Args:
      action: values may be numpy arrays and scalars or Python's own.
      vocabulary: tokens that `input_token` indexes.
      marks: how those tokens are typed.

    Raises:
      ValueError: the action is outside the spec; says which field, what it held, and what it may hold.
    """
    if not isinstance(action, Mapping):
        raise ValueError(
            f"action: expected a dict with the keys of action_spec(), got {type(action).__name__}"
        )
    if not action.keys() <= _FIELDS:
        unknown = ", ".join(sorted(repr(key) for key in action.keys() - _FIELDS))
        raise ValueError(f"action: unknown key {unknown} (known: {', '.join(sorted(_FIELDS))})")
    response = _text(action, "response")
    kind = _index(
        action, "action_type", len(ActionType), "TOUCH 0, LIFT 1, REPEAT 2, TEXT 3, KEY 4, FINISH 5"
    )
    primitives: tuple[PrimitiveAction, ...]
    if kind == ActionType.TOUCH:
        primitives = (PrimitiveAction(ActionType.TOUCH, *_position(action)),)
    elif kind == ActionType.LIFT:
        primitives = _LIFT
    elif kind == ActionType.REPEAT:
        primitives = _REPEAT
    elif kind == ActionType.FINISH:
        status = _text(action, "finish") or FINISH_STATUSES[0]
        if status not in FINISH_STATUSES:
            raise ValueError(
                f"action: finish is {_shown(status)}, expected one of {', '.join(FINISH_STATUSES)}"
            )
        return ParsedAction((), response, status)
    elif kind == ActionType.TEXT:
        if text := _text(action, "text"):
            primitives = (PrimitiveAction(ActionType.TEXT, text=text),)
        else:
            primitives = _token(action, vocabulary, marks)
    else:
        name = key_name(_text(action, "key"))
        if name is None:
            known = "Android's key names, such as BACK, HOME, ENTER, DEL, TAB, APP_SWITCH, VOLUME_UP"
            raise ValueError(f"action: unknown key {_shown(action.get('key', ''))} (expected one of {known})")
        primitives = (PrimitiveAction(ActionType.KEY, key=name),)
    return ParsedAction(primitives, response)


def _token(
    action: Mapping[str, Any], vocabulary: Sequence[str], marks: TokenMarks
) -> tuple[PrimitiveAction, ...]:
    limit = max(1, len(vocabulary))
    if "input_token" not in action:
        raise ValueError(f"action: TEXT needs `text` or `input_token` (an index below {limit})")
    index = _index(action, "input_token", limit, "an index into vocabulary()")
    return marks.keystrokes(vocabulary[index]) if vocabulary else (PrimitiveAction(ActionType.TEXT),)


def _index(action: Mapping[str, Any], field: str, limit: int, meaning: str) -> int:
    if field not in action:
        raise ValueError(f"action: no {field} (expected 0 to {limit - 1}: {meaning})")
    try:
        value = operator.index(action[field])
    except TypeError:
        value = -1
    if not 0 <= value < limit:
        raise ValueError(f"action: {field} is {_shown(action[field])}, expected 0 to {limit - 1} ({meaning})")
    return value


def _position(action: Mapping[str, Any]) -> tuple[float, float]:
    allowed = "two numbers, x and y, each from 0 to 1"
    if "touch_position" not in action:
        raise ValueError(f"action: TOUCH without touch_position (expected {allowed})")
    position = action["touch_position"]
    try:
        x, y = position
        x, y = float(x), float(y)
    except (TypeError, ValueError):
        x = y = float("nan")
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise ValueError(f"action: touch_position is {_shown(position)}, expected {allowed}")
    return x, y


def _text(action: Mapping[str, Any], field: str) -> str:
    value = action.get(field, "")
    if isinstance(value, np.ndarray) and value.shape == ():
        value = value.item()
    if not isinstance(value, str):
        raise ValueError(f"action: {field} is {_shown(value)}, expected a string")
    if _HALF_PAIR.search(value):
        raise ValueError(
            f"action: {field} is {_shown(value)}, expected Unicode text without halves of surrogate pairs"
        )
    return str(value)


def _shown(value: object) -> str:
    if isinstance(value, np.ndarray):
        value = value.tolist()
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
