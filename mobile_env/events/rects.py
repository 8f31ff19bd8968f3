"""Rectangles of screen sources, in fractions of the screen. (0, 0) is the upper left corner."""

from __future__ import annotations

import math
from typing import Any

from mobile_env.events.sources.contract import SourceReport


def check_rect(rect: Any, report: SourceReport) -> None:
    """Reports a `Rect` message that reaches outside the screen or is empty. A missing side is 0."""
    sides = {name: getattr(rect, name) for name in ("x0", "y0", "x1", "y1")}
    for name, value in sides.items():
        if math.isnan(value) or not 0 <= value <= 1:
            report((name,), f"{name} {value:g} is outside the screen", "write a fraction from 0 to 1")
            return
    for low, high in (("x0", "x1"), ("y0", "y1")):
        if sides[low] >= sides[high]:
            report(
                (),
                f"rect is empty: {low} {sides[low]:g} is not below {high} {sides[high]:g}",
                f"set {high} above {low}",
            )
