"""One-finger gestures built from primitive actions, for `input`, `monkey` and uiautomator2."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final, Protocol

STEP_MS: Final = 1000 / 15
"""One primitive action of the phone, in milliseconds."""
LONG_PRESS_MS: Final = 700
MAX_GESTURE_MS: Final = 60_000

Point = tuple[float, float]


class _Size(Protocol):
    @property
    def width_px(self) -> int: ...
    @property
    def height_px(self) -> int: ...


class Touchable(Protocol):
    """The methods of a phone that a gesture uses. Coordinates are pixels of the screen as it is held."""

    @property
    def display(self) -> _Size: ...
    def touch(self, x: float, y: float) -> None: ...
    def lift(self) -> None: ...
    def wait(self) -> None: ...


def touch(phone: Touchable, x: float, y: float) -> None:
    """Puts the finger on a point. Outside the screen nothing is touched, but time passes."""
    display = phone.display
    if 0 <= x < display.width_px and 0 <= y < display.height_px:
        phone.touch(x, y)
    else:
        phone.wait()


def press(phone: Touchable, x: float, y: float, hold_ms: float = 0) -> None:
    """The finger comes down, stays for a time and leaves."""
    touch(phone, x, y)
    for _ in range(math.ceil(min(hold_ms, MAX_GESTURE_MS) / STEP_MS)):
        touch(phone, x, y)
    phone.lift()


def drag(phone: Touchable, points: Sequence[Point], duration_ms: float, *, hold_ms: float = 0) -> None:
    """The finger goes along a line.

    Args:
      phone: whose screen.
      points: where the line turns, its ends included; at least two.
      duration_ms: time from each point to the next.
      hold_ms: how long the finger stays at the first point before it moves.
    """
    for _ in range(round(hold_ms / STEP_MS)):
        touch(phone, *points[0])
    duration_ms = min(max(duration_ms, 0.0), MAX_GESTURE_MS)
    steps = max(1, round(duration_ms / STEP_MS))
    touch(phone, *points[0])
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        for step in range(1, steps + 1):
            part = step / steps
            touch(phone, x0 + (x1 - x0) * part, y0 + (y1 - y0) * part)
    phone.lift()
