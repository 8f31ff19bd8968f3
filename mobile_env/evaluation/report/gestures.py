"""Reconstructs gestures from primitive actions, to draw them on a screen."""

import dataclasses
import math
from collections.abc import Iterable
from typing import Any

# A finger that moves less than this share of the screen taps (Android's touch slop is 8 dp).
TAP_RADIUS = 0.03
# Number of touches in one place that make a long press: one second of the phone's clock.
LONG_PRESS_TOUCHES = 15


@dataclasses.dataclass(frozen=True)
class Gesture:
    """One finger's movement from touch to lift.

    Attributes:
      kind: "tap", "long press" or "swipe".
      start, end: first and last position, as fractions of the screen's width and height.
    """

    kind: str
    start: tuple[float, float]
    end: tuple[float, float]


def gestures(actions: Iterable[dict[str, Any]]) -> list[Gesture]:
    """The gestures of a sequence of primitive actions (the `action` of a trajectory's primitive steps)."""
    found: list[Gesture] = []
    path: list[tuple[float, float]] = []
    for action in [*actions, {"action_type": "LIFT"}]:
        kind = action["action_type"]
        if kind == "TOUCH":
            x, y = action["touch_position"]
            path.append((float(x), float(y)))
        elif kind == "REPEAT" and path:
            path.append(path[-1])
        elif path:
            moved = max(math.dist(path[0], point) for point in path)
            if moved >= TAP_RADIUS:
                found.append(Gesture("swipe", path[0], path[-1]))
            else:
                found.append(
                    Gesture("long press" if len(path) >= LONG_PRESS_TOUCHES else "tap", path[0], path[0])
                )
            path = []
    return found
