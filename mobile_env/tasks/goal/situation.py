"""What a goal is judged on at one moment."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from mobile_env.signals.contract import ViewNode
from mobile_env.signals.state import DeviceState
from mobile_env.tasks.parameters.moments import TaskClock


class CheckError(Exception):
    """A check that cannot be judged: an expression failed, SQL is wrong, a provider is not there.

    That is no failure of the agent: it ends the episode as an error.
    """


class FailedExpressionError(CheckError):
    """An expression that failed on the values of this moment."""


@dataclass(frozen=True)
class Situation:
    """One moment of an episode.

    Attributes:
      state: the device's state; None on devices that cannot give it.
      windows: the view hierarchies on the screen, all windows, front to back or in the order of the dump.
      screen_size: width and height in pixels, the unit of the nodes' bounds.
      answer: the agent's last answer; None if it gave none.
      fired: ids of the events that have fired in this episode.
      names: values of parameters, and the rows of checks that were named so far.
      clock: the device's clock and the task's zone.
    """

    state: DeviceState | None
    windows: Callable[[], ViewNode]
    screen_size: tuple[int, int]
    answer: str | None
    fired: Collection[int]
    names: Mapping[str, Any]
    clock: TaskClock

    def with_name(self, name: str, rows: Any) -> Situation:
        """The same, with the rows of a check under its name."""
        return replace(self, names={**self.names, name: rows})

    @property
    def device(self) -> DeviceState:
        """The device's state. CheckError if the device cannot give it."""
        if self.state is None:
            raise CheckError("the device cannot give its state")
        return self.state
