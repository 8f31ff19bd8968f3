"""Scroll offsets of every scrolling element (dp from the top or left), and how far a fling carries."""

import math
from collections.abc import Mapping

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.state.windows import Scroll

# Android's OverScroller and ViewConfiguration, in dp (160 px an inch).
_FRICTION = 0.015
_GRAVITY_DP = 9.80665 * 39.37 * 160 * 0.84
_DECELERATION = math.log(0.78) / math.log(0.9)
MIN_FLING_DP_S = 50.0
MAX_FLING_DP_S = 8000.0


def fling_distance(velocity: float) -> float:
    """How far (dp) a fling of that velocity (dp/s) carries on; the sign is kept."""
    speed = min(abs(velocity), MAX_FLING_DP_S)
    if speed < MIN_FLING_DP_S:
        return 0.0
    slowing = math.log(0.35 * speed / (_FRICTION * _GRAVITY_DP))
    distance = _FRICTION * _GRAVITY_DP * math.exp(_DECELERATION / (_DECELERATION - 1.0) * slowing)
    return math.copysign(distance, velocity)


class Scrolling:
    """Reads and writes the part `Scroll`: offset by (window, scroll key)."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def of(self, window: str) -> Mapping[str, float]:
        """Offsets of a window's scrollers, by scroll key."""
        return self._kernel.part(Scroll).of(window)

    def get(self, window: str, key: str) -> float:
        return self.of(window).get(key, 0.0)

    def set(self, window: str, key: str, offset: float) -> None:
        """Sets an offset; the screen keeps it within the content's range."""
        self._kernel.part(Scroll).set(window, key, offset)

    def set_within(self, window: str, key: str, offset: float) -> None:
        """Sets an offset, kept between 0 and the farthest the content scrolls; nothing if the window has gone."""
        if next(iter(self._kernel.service(DisplayService).screen.elements(window)), None) is None:
            return
        self.set(
            window,
            key,
            max(0.0, min(offset, self._kernel.service(DisplayService).screen.scroll_range(window, key))),
        )

    def forget(self, window: str) -> None:
        self._kernel.part(Scroll).forget(window)
