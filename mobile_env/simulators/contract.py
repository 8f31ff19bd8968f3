"""What MobileEnv asks of a device: primitive actions in, signals out.

A simulator of ours is also an `android_env` `BaseSimulator`, so that AndroidEnv's own parts run on it.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mobile_env.signals.contract import LogLine


class ActionType(enum.IntEnum):
    """Kinds of primitive action. The numbers are a contract; AndroidEnv's differ after 2."""

    TOUCH = 0
    LIFT = 1
    REPEAT = 2
    TEXT = 3
    KEY = 4
    TOKEN = 3


@dataclass(frozen=True, slots=True)
class PrimitiveAction:
    """One input, as the device gets it. On the embedded phone each takes 1/15 s of its clock.

    Attributes:
      type: TOUCH (the finger is down at x, y), LIFT (it leaves the screen), REPEAT (nothing changes: a finger
        that is down stays where it is), TEXT (`text` is typed), KEY (`key` is pressed and released).
      x, y: fractions of the screen's width and height in its natural orientation, from the top left corner.
      text: what is typed by TEXT.
      key: name of the key that KEY presses, as `mobile_env.simulators.keys.key_name` gives it.
    """

    type: ActionType
    x: float = 0.0
    y: float = 0.0
    text: str = ""
    key: str = ""


class AdbResult(NamedTuple):
    """What an adb command printed (standard output and error, as they come) and its exit code."""

    output: bytes
    exit_code: int


class Simulator(Protocol):
    """A device that MobileEnv can run on.

    Any method may raise an `android_env.components.errors.AndroidEnvError` when the device is lost: the
    episode is then truncated, and the device launched anew for the next one.
    """

    @property
    def embedded(self) -> bool:
        """Whether the device's clock is virtual: it moves only by input and `sleep`."""

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height in pixels, in the device's natural orientation."""

    @property
    def hierarchy_version(self) -> int:
        """Changes only when the view hierarchy may have changed."""

    @property
    def screen_version(self) -> int:
        """Changes only when the screen's pixels may have changed."""

    def launch(self) -> None:
        """Starts the device, or starts it anew in the state it was made for."""

    def close(self) -> None:
        """Frees what the device holds; harmless when called twice."""

    def perform(self, action: PrimitiveAction) -> None:
        """Carries out one action; returns when what it caused has settled."""

    def get_screenshot(self) -> NDArray[np.uint8]:
        """The screen in the device's natural orientation, (H, W, 3), RGB, read-only; the same array while
        nothing changed."""

    def screen(self) -> NDArray[np.uint8]:
        """The screen upright, as its user sees it, (H, W, 3) or (W, H, 3), RGB, read-only."""

    def orientation(self) -> int:
        """The screen's rotation in quarter turns, 0 to 3 (Android's `Surface.ROTATION_*`)."""

    def hierarchy_xml(self) -> str:
        """The view hierarchy as `uiautomator dump` writes it; the same object while nothing changed."""

    def drain_log(self) -> list[LogLine]:
        """Log lines written since the last call, oldest first."""

    def clock(self) -> float:
        """Seconds on the clock that tasks are limited by: the phone's own if embedded, else the wall's."""

    def sleep(self, seconds: float) -> None:
        """Lets time pass on that clock."""

    def adb(self, args: Sequence[str], timeout: float | None = None) -> AdbResult:
        """What `adb <args>` answers for this device. A nonzero exit is a result, not an exception."""

    def foreground(self) -> str:
        """`package/activity` at the root of the task in front, system surfaces (chooser, permission dialog,
        keyboard, shade) ignored; "" if there is none."""


class SnapshotSimulator(Simulator, Protocol):
    """A simulator whose whole state can be kept and brought back."""

    def snapshot(self) -> Any:
        """The device's state, independent of what happens to it later."""

    def restore(self, snapshot: Any) -> None:
        """Brings a state back."""


class Attachment(Protocol):
    """Something of this machine that a device is connected to while an environment has it: a replay proxy, say."""

    def attach(self, simulator: Simulator) -> None:
        """Connects the device; called after each launch, before any setup step."""

    def close(self) -> None:
        """Lets go of the device and frees what was made for it; harmless when called twice."""
