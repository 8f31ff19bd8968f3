"""The interface of a device for MobileEnv: primitive actions in, signals out.

A simulator of Mobile-Env is also an `android_env` `BaseSimulator`, so that AndroidEnv's own components can use it.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mobile_env.signals.contract import LogLine


class ActionType(enum.IntEnum):
    """Kinds of primitive actions. The numbers are part of the interface and differ from AndroidEnv's after
    2."""

    TOUCH = 0
    LIFT = 1
    REPEAT = 2
    TEXT = 3
    KEY = 4
    FINISH = 5
    TOKEN = 3


@dataclass(frozen=True, slots=True)
class PrimitiveAction:
    """One input to the device. On the embedded phone, each action takes 1/15 s of the phone's clock.

    Attributes:
      type: TOUCH (the finger touches the screen at x, y), LIFT (the finger leaves the screen), REPEAT (nothing
        changes, a touching finger stays in place), TEXT (types `text`), KEY (presses and releases `key`).
        FINISH ends the episode; no device gets it.
      x, y: fractions of the screen's width and height in its natural orientation, from the top left corner.
      text: the text of TEXT.
      key: the key of KEY, as `mobile_env.simulators.keys.key_name` returns it.
    """

    type: ActionType
    x: float = 0.0
    y: float = 0.0
    text: str = ""
    key: str = ""


class AdbResult(NamedTuple):
    """The output of an adb command (standard output and error, interleaved) and its exit code."""

    output: bytes
    exit_code: int


class Simulator(Protocol):
    """A device that MobileEnv can run on.

    Any method may raise an `android_env.components.errors.AndroidEnvError` if the device is lost. The episode
    is then truncated, and `launch` connects to the device again before the next episode.

    Positions of actions are in the natural orientation of the device. Boxes of the view hierarchy are in the
    upright screen, as it is turned.

    A simulator may also have an attribute `state`, a `mobile_env.signals.state.DeviceState`; without it, tasks that
    read or write the device's state are refused.

    A simulator may also have a method `foresee(actions: Sequence[PrimitiveAction])`. It announces the actions with
    which `perform` will probably be called next. The simulator may prepare for them, but its behaviour must not
    change if other actions follow.
    """

    @property
    def embedded(self) -> bool:
        """Whether the device's clock is virtual, so that only input and `sleep` advance it."""

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
        """Starts the device, or restarts it in its initial state."""

    def close(self) -> None:
        """Frees the device's resources. Calling it twice is harmless."""

    def perform(self, action: PrimitiveAction) -> None:
        """Carries out one action. Returns when its effects have settled."""

    def get_screenshot(self) -> NDArray[np.uint8]:
        """The screen in the device's natural orientation, (H, W, 3), RGB, read-only. The same array as long
        as nothing changes."""

    def screen(self) -> NDArray[np.uint8]:
        """The screen upright, as the user sees it, (H, W, 3) or (W, H, 3), RGB, read-only."""

    def orientation(self) -> int:
        """The screen's rotation in quarter turns, 0 to 3 (Android's `Surface.ROTATION_*`)."""

    def hierarchy_xml(self) -> str:
        """The view hierarchy in the format of `uiautomator dump`. The same object as long as nothing
        changes."""

    def drain_log(self) -> list[LogLine]:
        """Log lines written since the last call, oldest first."""

    def clock(self) -> float:
        """Seconds on the clock for the time limits of tasks: the phone's own clock if embedded, else
        wall-clock time."""

    def sleep(self, seconds: float) -> None:
        """Lets time pass on the clock of `clock`."""

    def adb(self, args: Sequence[str], timeout: float | None = None) -> AdbResult:
        """Runs `adb <args>` for this device. A nonzero exit code is a result, not an exception."""

    def foreground(self) -> str:
        """`package/activity` at the root of the foremost task; "" if there is none. System surfaces
        (chooser, permission dialog, keyboard, shade) are ignored."""


@runtime_checkable
class InterruptibleSimulator(Protocol):
    """A simulator that can be told from another thread to end what it does."""

    def interrupt(self) -> None:
        """Ends the shell command line that runs, before its next command. Only `close` may be called afterwards."""


class SnapshotSimulator(Simulator, Protocol):
    """A simulator that can save and restore its whole state."""

    def snapshot(self) -> Any:
        """Returns the device's state, which later actions do not change."""

    def restore(self, snapshot: Any) -> None:
        """Restores a state."""


class Attachment(Protocol):
    """A resource of this machine, such as a replay proxy, that an environment connects its device to."""

    def attach(self, simulator: Simulator) -> None:
        """Connects the device. Called after each launch, before any setup step."""

    def close(self) -> None:
        """Disconnects the device and frees the resource. Calling it twice is harmless."""
