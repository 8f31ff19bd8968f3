"""VhIoWrapper: shows the screen as a list of HTML elements and accepts actions on them (paper, 4.1, D.3,
D.4)."""

import enum
import itertools
import operator
from collections.abc import Mapping, Sequence
from typing import Any, Final

import dm_env
import numpy as np
from dm_env import specs

from mobile_env.signals.hierarchy import parse_hierarchy
from mobile_env.simulators.contract import ActionType as Primitive
from mobile_env.simulators.orientation import natural_position
from mobile_env.wrappers.base import MobileEnvWrapper
from mobile_env.wrappers.vh_actions import (
    Action,
    Answer,
    Click,
    Direction,
    Finish,
    GoBack,
    Input,
    LongClick,
    Nothing,
    Scroll,
    Target,
    parse_action,
    parse_direction,
)
from mobile_env.wrappers.vh_html import Bounds, Element, visible_leaves

TAP_TOUCHES: Final = 3
"""Number of TOUCH actions in a tap (paper, D.4, equation 2)."""
LONG_PRESS_TOUCHES: Final = 16
"""Number of TOUCH actions in a long press: more than a second on the embedded phone's clock."""
SCROLL_TOUCHES: Final = 10
"""Number of TOUCH actions that move along a scroll. The finger then rests, so that the screen does not keep
moving."""
REST_TOUCHES: Final = 2

_LIFT: Final = {"action_type": Primitive.LIFT}
_REPEAT: Final = {"action_type": Primitive.REPEAT}
_FIELDS: Final = frozenset({"action_type", "element_id", "text", "direction", "enter", "response", "finish"})


class VhIoWrapper(MobileEnvWrapper):
    """Adds the element list to observations, and accepts element-wise actions.

    Observations get two more fields: `html`, one visible leaf per line, and `error`. `error` is empty unless
      the last
    action could not be carried out, because its id is not on the screen or its text is not an action. Such an
    action takes a step in which nothing is done, so that the agent can see its mistake and continue. `elements`
    returns the list as objects, with boxes.

    An action is one of the dataclasses of `vh_actions`, a text such as `CLICK(3)`, or a dict of `action_spec()`.
    Rewards of its primitive actions are summed, and their instructions are collected. If the episode ends in
    the middle of an action, the rest of the action is not carried out.

    Args:
      env: a MobileEnv with view hierarchy observations, or a wrapper of one.
    """

    class ActionType(enum.IntEnum):
        """Values of `action_type` in dict actions."""

        NOTHING = 0
        CLICK = 1
        INPUT = 2
        SCROLL = 3
        GOBACK = 4
        LONG_CLICK = 5
        ANSWER = 6
        FINISH = 7

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        if "view_hierarchy" not in env.observation_spec():
            raise ValueError("VhIoWrapper needs view hierarchy observations: load(…, hierarchy=True)")
        self._source: str | None = None
        self._turn = 0
        self._elements: tuple[Element, ...] = ()
        self._html = ""
        self._error = ""

    @property
    def elements(self) -> tuple[Element, ...]:
        """The visible leaves of the last observation. The id of an element is its index."""
        return self._elements

    def action_spec(self) -> dict[str, specs.Array]:
        """Returns the spec of dict actions. Fields that an action does not use may be omitted.

        `element_id` is an index into `elements` of the last observation. Any action may have a `response`.
        ANSWER uses `response` or, without one, `text`. `enter` (default 1) says whether INPUT presses ENTER.
        `finish` is the status of FINISH: `complete` (default) or `infeasible`.
        """
        return {
            "action_type": specs.DiscreteArray(num_values=len(self.ActionType), name="action_type"),
            "element_id": specs.DiscreteArray(num_values=max(1, len(self._elements)), name="element_id"),
            "text": specs.StringArray(shape=(), name="text"),
            "direction": specs.DiscreteArray(num_values=len(Direction), name="direction"),
            "enter": specs.DiscreteArray(num_values=2, name="enter"),
            "response": specs.StringArray(shape=(), name="response"),
            "finish": specs.StringArray(shape=(), name="finish"),
        }

    def observation_spec(self) -> dict[str, specs.Array]:
        """Returns the wrapped environment's fields, and `html` and `error`."""
        return self._env.observation_spec() | {
            "html": specs.StringArray(shape=(), name="html"),
            "error": specs.StringArray(shape=(), name="error"),
        }

    def _reset_state(self) -> None:
        self._source = None
        self._error = ""

    def _process_timestep(self, timestep: dm_env.TimeStep) -> dm_env.TimeStep:
        observation = timestep.observation
        hierarchy = observation["view_hierarchy"]
        turn = int(np.argmax(observation["orientation"]))
        if hierarchy is not self._source or turn != self._turn:
            self._source, self._turn = hierarchy, turn
            self._elements = visible_leaves(parse_hierarchy(hierarchy), *self._upright_size())
            self._html = "\n".join(element.html for element in self._elements)
        return timestep._replace(observation=observation | {"html": self._html, "error": self._error})

    def _process_action(self, action: Any) -> list[Mapping[str, Any]]:
        self._error = ""
        response = ""
        try:
            if isinstance(action, str):
                action = parse_action(action)
        except ValueError as error:
            return self._refuse(str(error))
        if isinstance(action, Mapping):
            action, response = self._from_dict(action)
        primitives = self.primitives(action)
        if response:
            primitives[-1] = {**primitives[-1], "response": response}
        return primitives

    def primitives(self, action: Action) -> list[Mapping[str, Any]]:
        """Converts an action on the current screen to one or more primitive actions.

        Raises:
          TypeError: `action` is not an action.
        """
        match action:
            case Nothing():
                return [_REPEAT]
            case GoBack():
                return [{"action_type": Primitive.KEY, "key": "BACK"}]
            case Answer(text):
                return [{"action_type": Primitive.REPEAT, "response": text}]
            case Finish(status):
                return [{"action_type": Primitive.FINISH, "finish": status}]
            case Scroll(direction):
                return self._drag(direction)
            case Click(target):
                return self._press(target, TAP_TOUCHES)
            case LongClick(target):
                return self._press(target, LONG_PRESS_TOUCHES)
            case Input(target, text, enter):
                primitives = self._press(target, TAP_TOUCHES)
                if self._error:
                    return primitives
                if text:
                    primitives.append({"action_type": Primitive.TEXT, "text": text})
                if enter:
                    primitives.append({"action_type": Primitive.KEY, "key": "ENTER"})
                return primitives
        raise TypeError(f"not an action of VhIoWrapper: {action!r}")

    def _from_dict(self, action: Mapping[str, Any]) -> tuple[Action, str]:
        if not action.keys() <= _FIELDS:
            unknown = ", ".join(sorted(repr(key) for key in action.keys() - _FIELDS))
            raise ValueError(f"action: unknown key {unknown} (known: {', '.join(sorted(_FIELDS))})")
        kind = _member(action, "action_type", self.ActionType)
        text, response = _text(action, "text"), _text(action, "response")
        match kind:
            case self.ActionType.CLICK:
                return Click(_integer(action, "element_id")), response
            case self.ActionType.LONG_CLICK:
                return LongClick(_integer(action, "element_id")), response
            case self.ActionType.INPUT:
                enter = bool(_integer(action, "enter", 1))
                return Input(_integer(action, "element_id"), text, enter), response
            case self.ActionType.SCROLL:
                return Scroll(_member(action, "direction", Direction)), response
            case self.ActionType.ANSWER:
                return Answer(response or text), ""
            case self.ActionType.GOBACK:
                return GoBack(), response
            case self.ActionType.FINISH:
                return Finish(_text(action, "finish") or "complete"), response
        return Nothing(), response

    def _refuse(self, error: str) -> list[Mapping[str, Any]]:
        self._error = error
        return [_REPEAT]

    def _press(self, target: Target, touches: int) -> list[Mapping[str, Any]]:
        bounds: Bounds
        if isinstance(target, tuple):
            bounds = target
        elif 0 <= target < len(self._elements):
            bounds = self._elements[target].bounds
        else:
            last = len(self._elements) - 1
            return self._refuse(
                f"no element {target} on the screen (ids: {f'0 to {last}' if last >= 0 else 'none'})"
            )
        left, top, right, bottom = bounds
        width, height = self._upright_size()
        x, y = (left + right) / 2 / width, (top + bottom) / 2 / height
        if not (0 <= x <= 1 and 0 <= y <= 1):
            return self._refuse(f"the middle of {list(bounds)} is outside the screen of {width}x{height}")
        return [self._touch(x, y)] * touches + [_LIFT]

    def _drag(self, direction: Direction) -> list[Mapping[str, Any]]:
        start, end = (0.8, 0.2) if direction in (Direction.DOWN, Direction.RIGHT) else (0.2, 0.8)
        path = np.linspace(start, end, SCROLL_TOUCHES).tolist() + [end] * REST_TOUCHES
        vertical = direction in (Direction.UP, Direction.DOWN)
        return [self._touch(0.5, at) if vertical else self._touch(at, 0.5) for at in path] + [_LIFT]

    def _path(self, points: Sequence[tuple[float, float]]) -> list[Mapping[str, Any]]:
        """Moves a finger through points in pixels of the upright screen, and lifts it where it rests."""
        width, height = self._upright_size()
        ways = itertools.pairwise(points)
        path = [
            points[0],
            *(at for start, end in ways for at in np.linspace(start, end, SCROLL_TOUCHES + 1)[1:]),
        ]
        return [self._touch(x / width, y / height) for x, y in path + [points[-1]] * REST_TOUCHES] + [_LIFT]

    def _touch(self, x: float, y: float) -> Mapping[str, Any]:
        position = np.array(natural_position(x, y, self._turn), np.float32)
        return {"action_type": Primitive.TOUCH, "touch_position": np.clip(position, 0.0, 1.0)}

    def _upright_size(self) -> tuple[int, int]:
        width, height = self._env.screen_size
        return (height, width) if self._turn % 2 else (width, height)


def _integer(action: Mapping[str, Any], field: str, default: int | None = None) -> int:
    value: Any = action.get(field, default)
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"action: {field} is {value!r}, expected an integer") from None


def _member(action: Mapping[str, Any], field: str, kind: type[enum.IntEnum]) -> Any:
    value: Any = action.get(field)
    if isinstance(value, str):
        if kind is Direction:
            return parse_direction(value)
        if value.upper() in kind.__members__:
            return kind[value.upper()]
    else:
        try:
            return kind(operator.index(value))
        except (TypeError, ValueError):
            pass
    members = ", ".join(f"{member.name} {member.value}" for member in kind)
    raise ValueError(f"action: {field} is {value!r}, expected one of {members}")


def _text(action: Mapping[str, Any], field: str) -> str:
    value = action.get(field, "")
    value = value.item() if isinstance(value, np.ndarray) and value.shape == () else value
    if not isinstance(value, str):
        raise ValueError(f"action: {field} is {value!r}, expected a string")
    return str(value)
