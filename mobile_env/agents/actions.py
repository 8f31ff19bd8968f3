"""The action space of agents: element-wise actions, keys, drags and waiting. Also converts actions to JSON data."""

from collections.abc import Mapping, Sequence
from typing import Any

from mobile_env.agents.contract import Action, DoubleClick, Drag, Press, Wait
from mobile_env.simulators.contract import ActionType
from mobile_env.simulators.keys import key_name
from mobile_env.wrappers.vh_actions import (
    Answer,
    Click,
    Finish,
    GoBack,
    Input,
    LongClick,
    Nothing,
    Scroll,
    parse_action,
)
from mobile_env.wrappers.vh_html import Bounds, Element
from mobile_env.wrappers.vh_io import VhIoWrapper


class ElementActions(VhIoWrapper):
    """A VhIoWrapper that also accepts `Press`, `Wait`, `DoubleClick` and `Drag`."""

    def primitives(self, action: Any) -> list[Mapping[str, Any]]:
        """Converts an action on the current screen to one or more primitive actions."""
        match action:
            case Press(key):
                if key_name(key) is None:
                    raise ValueError(f"unknown key {key!r} (write Android's name of it, such as HOME)")
                return [{"action_type": ActionType.KEY, "key": key}]
            case Wait(primitives):
                return [{"action_type": ActionType.REPEAT}] * max(1, primitives)
            case DoubleClick(target):
                tap = self._press(target, 1)
                return tap if self._error else tap * 2
            case Drag(points):
                return self._path(points)
        return super().primitives(action)


def target_box(action: Action, elements: Sequence[Element]) -> Bounds | None:
    """The box of an action's target, in pixels of the upright screen; None if the action has no target
    there."""
    if isinstance(action, str):
        try:
            action = parse_action(action)
        except ValueError:
            return None
    target: Any = None
    if isinstance(action, Click | LongClick | DoubleClick | Input):
        target = action.element
    elif isinstance(action, Mapping) and "element_id" in action:
        target = int(action["element_id"])
    if isinstance(target, int):
        return elements[target].bounds if 0 <= target < len(elements) else None
    return target


def action_record(action: Action, elements: Sequence[Element]) -> dict[str, Any]:
    """Converts an action to JSON data: `type` and its arguments.

    A target box is replaced by the id of the element under the middle of the box, or None if there is none. A
    text that is not an action gets the type INVALID.
    """
    if isinstance(action, str):
        try:
            action = parse_action(action)
        except ValueError:
            return {"type": "INVALID", "text": action}
    match action:
        case Click(target):
            return {"type": "CLICK", "element": _element(target, elements)}
        case LongClick(target):
            return {"type": "LONG_CLICK", "element": _element(target, elements)}
        case DoubleClick(target):
            return {"type": "DOUBLE_CLICK", "element": _element(target, elements)}
        case Drag(points):
            return {"type": "DRAG", "points": [[round(x, 1), round(y, 1)] for x, y in points]}
        case Finish(status):
            return {"type": status.upper()}
        case Input(target, text, enter):
            record = {"type": "INPUT", "element": _element(target, elements), "text": text}
            return record if enter else {**record, "enter": False}
        case Scroll(direction):
            return {"type": "SCROLL", "direction": direction.name}
        case Answer(text):
            return {"type": "ANSWER", "text": text}
        case GoBack():
            return {"type": "GOBACK"}
        case Nothing():
            return {"type": "NOTHING"}
        case Press(key):
            return {"type": "KEY", "key": key}
        case Wait(primitives):
            return {"type": "WAIT", "primitives": primitives}
    if isinstance(action, Mapping):
        return {"type": "DICT", **{name: _plain(value) for name, value in action.items()}}
    return {"type": "INVALID", "text": str(action)}


def _element(target: int | Bounds, elements: Sequence[Element]) -> int | None:
    if isinstance(target, int):
        return target
    x, y = (target[0] + target[2]) / 2, (target[1] + target[3]) / 2
    below = [
        element
        for element in elements
        if element.bounds[0] <= x < element.bounds[2] and element.bounds[1] <= y < element.bounds[3]
    ]

    def area(element: Element) -> int:
        left, top, right, bottom = element.bounds
        return (right - left) * (bottom - top)

    return min(below, key=area).id if below else None


def _plain(value: Any) -> Any:
    """Converts a value of an action to a JSON value."""
    if hasattr(value, "tolist"):  # numpy arrays and scalars
        return value.tolist()
    return value if isinstance(value, str | int | float | bool | type(None)) else str(value)
