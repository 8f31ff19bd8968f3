"""The interface of an agent, which chooses the next action from the observation and the instructions."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import dm_env

from mobile_env.wrappers import vh_actions


class AgentError(Exception):
    """The agent cannot continue. The episode ends with this text as its error."""


@dataclasses.dataclass(frozen=True, slots=True)
class Press:
    """Presses a key, named as on Android, such as HOME or DEL."""

    key: str


@dataclasses.dataclass(frozen=True, slots=True)
class Wait:
    """Waits, for a number of primitive actions (1/15 s each on the embedded phone)."""

    primitives: int


@dataclasses.dataclass(frozen=True, slots=True)
class DoubleClick:
    """Taps the middle of an element twice in quick succession."""

    element: vh_actions.Target


@dataclasses.dataclass(frozen=True, slots=True)
class Drag:
    """Puts a finger down, moves it through points, and lifts it.

    Attributes:
      points: two or more positions in pixels of the upright screen.
    """

    points: tuple[tuple[float, float], ...]


Action = vh_actions.Action | Press | Wait | DoubleClick | Drag | str | Mapping[str, Any]
"""An action of `ElementActions`: an object, a text such as `CLICK(3)`, or a dict of its action spec."""


class Decision(NamedTuple):
    """An agent's next action.

    Attributes:
      action: the action.
      comment: the agent's reasoning, for trajectories and reports.
    """

    action: Action
    comment: str = ""


@dataclasses.dataclass(frozen=True)
class Episode:
    """Information for an agent at the beginning of an episode.

    Attributes:
      task_id: id of the task.
      task_path: the task's file.
      command: the goal, one string per line.
      vocabulary: tokens for typing, given by the task.
      seed: seed for the agent's random choices.
      screen_size: width and height of the screen in pixels, in the device's natural orientation.
      label_of: returns an app's name in the launcher, by its package; "" if the device does not tell.
    """

    task_id: str
    task_path: Path
    command: tuple[str, ...]
    vocabulary: tuple[str, ...]
    seed: int
    screen_size: tuple[int, int]
    label_of: Callable[[str], str] = lambda package: ""


class Agent(Protocol):
    """Chooses actions. The same object plays many episodes, one after another.

    A subclass must define `name` and `act`; everything else has a default.

    Attributes:
      name: the agent's name in results.
      step_limit: default for the largest number of actions in an episode; None: no limit.
      pixels: whether observations contain `pixels`, which costs time in every step.
    """

    name: str
    step_limit: int | None = None
    pixels: bool = False

    def prepare(self, task_id: str, task_path: Path) -> None:
        """Checks, before anything runs, that the agent has what it needs for a task.

        Raises:
          TaskFileError: a file that the agent reads cannot be used.
        """

    def reset(self, episode: Episode) -> None:
        """Called at the beginning of an episode. Must clear the state of earlier episodes."""

    def act(self, timestep: dm_env.TimeStep, instructions: Sequence[str]) -> Decision | None:
        """Chooses the next action.

        Args:
          timestep: the last timestep of the environment, with VhIoWrapper's observations.
          instructions: the task's new instructions since the last call.

        Returns:
          The action, or None if the agent has nothing more to do; the episode then ends as truncated.

        Raises:
          AgentError: the agent cannot continue.
        """
