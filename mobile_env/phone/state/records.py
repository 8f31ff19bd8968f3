"""What the framework remembers, as plain data: tasks, activities, extra windows, focus, the finger.

Nothing here knows an app's classes or the screen: records are what snapshots copy.
"""

import copy
from dataclasses import dataclass, field
from typing import Any

from mobile_env.phone.state.intents import Intent


def copy_plain(value: Any) -> Any:
    """A copy of plain data that shares what cannot change (str, bytes, numbers, frozen records)."""
    if isinstance(value, dict):
        return {key: copy_plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copy_plain(item) for item in value]
    if isinstance(value, set):
        return set(value)
    return value


@dataclass
class ActivityRecord:
    """One activity instance. `state` is all that the activity may remember."""

    id: int
    component: str
    intent: Intent
    state: dict[str, Any] = field(default_factory=dict)
    result_to: int | None = None
    request: str = ""
    created: bool = False

    @property
    def package(self) -> str:
        return self.component.partition("/")[0]

    @property
    def window(self) -> str:
        return f"activity:{self.id}"

    def copy(self) -> "ActivityRecord":
        other = copy.copy(self)
        other.state = copy_plain(self.state)
        return other


@dataclass
class TaskRecord:
    """A task of the recents list: its activities from the root up."""

    id: int
    affinity: str
    records: list[ActivityRecord] = field(default_factory=list)

    @property
    def root(self) -> ActivityRecord:
        return self.records[0]

    @property
    def top(self) -> ActivityRecord:
        return self.records[-1]

    def copy(self) -> "TaskRecord":
        return TaskRecord(self.id, self.affinity, [record.copy() for record in self.records])


@dataclass(frozen=True)
class WindowRecord:
    """A dialog, popup or toast above an activity.

    Attributes:
      kind: "dialog", "popup" or "toast".
      owner: id of the activity record whose methods its handlers name; None for one of the system.
      layout: layout file of the owner's app; context: plain data it is rendered with, beside the owner's state.
      style: inline CSS of the window's container.
      cancel: the owner's method that BACK or a touch outside calls; "" closes only; None: cannot be cancelled.
      expires_us: clock time at which a toast goes.
    """

    id: int
    kind: str
    owner: int | None
    package: str
    layout: str
    context: dict[str, Any]
    style: str = ""
    dim: float = 0.0
    cancel: str | None = ""
    expires_us: int | None = None

    @property
    def window(self) -> str:
        return f"{self.kind}:{self.id}"


@dataclass(frozen=True)
class Focus:
    """The text field that has input focus: the value is `state[bind]` of the window's owner; caret in characters.

    `selected`: all of the text is, so that the next character takes its place.
    """

    window: str
    bind: str
    caret: int
    selected: bool = False


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


@dataclass(frozen=True)
class Keyboard:
    """The soft keyboard: shown or not, and its page ("letters", "symbols"), shifted or not."""

    shown: bool = False
    page: str = "letters"
    shifted: bool = False
