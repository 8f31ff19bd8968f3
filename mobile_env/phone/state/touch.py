"""The finger on the screen and what it clicked, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from mobile_env.phone.state.part import Kind, Part


@dataclass(frozen=True)
class Finger:
    """A finger on the screen: where it came down (px), where it is, and what the gesture has become."""

    down_x: float
    down_y: float
    down_us: int
    x: float
    y: float
    moved_us: int
    velocity: tuple[float, float] = (0.0, 0.0)
    gesture: str = "press"
    scroller: tuple[str, str, str] | None = None
    origin: float = 0.0


class Touch(Part):
    """The finger that is on the screen, if any."""

    kind = Kind.USE

    def __init__(self) -> None:
        super().__init__()
        self.finger: Finger | None = None

    def set(self, finger: Finger | None) -> None:
        self.finger = finger
        self.touch()

    def after_boot(self) -> None:
        self.set(None)


class Clicks(Part):
    """The last click: the element that was hit, and the accessibility event; `version` says whether another came since.

    Clicks are news, not state: a copy has none.
    """

    kind = Kind.TRACE

    def __init__(self) -> None:
        super().__init__()
        self.version = 0
        self.element: Any = None
        self.last: Any = None

    def add(self, element: Any, event: Any) -> None:
        self.element, self.last = element, event
        self.touch()

    def copy(self) -> Self:
        return type(self)()
