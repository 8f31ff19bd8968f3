"""What an agent is: who decides on the next action from what it sees and is told."""

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import dm_env

from mobile_env.wrappers import vh_actions


class AgentError(Exception):
    """An agent cannot go on; the episode ends with this text as its error."""


@dataclasses.dataclass(frozen=True, slots=True)
class Press:
    """A key by its Android name, such as HOME or DEL."""

    key: str


@dataclasses.dataclass(frozen=True, slots=True)
class Wait:
    """No input for a while, in primitive actions (1/15 s each on the embedded phone)."""

    primitives: int


Action = vh_actions.Action | Press | Wait | str | Mapping[str, Any]
"""An action of `ElementActions`: data, a text such as `CLICK(3)`, or a dict of its action spec."""


class Decision(NamedTuple):
    """What an agent does next.

    Attributes:
      action: the action.
      comment: why, in words; it goes into trajectories and reports.
    """

    action: Action
    comment: str = ""


@dataclasses.dataclass(frozen=True)
class Episode:
    """What an agent is told before an episode.

    Attributes:
      task_id: id of the task.
      task_path: its file.
      command: the goal, a line each.
      vocabulary: tokens that the task offers for typing.
      seed: seed of all randomness of the agent.
      screen_size: width and height of the screen in pixels, in the device's natural orientation.
    """

    task_id: str
    task_path: Path
    command: tuple[str, ...]
    vocabulary: tuple[str, ...]
    seed: int
    screen_size: tuple[int, int]


class Agent(Protocol):
    """Decides on actions. The same object plays many episodes, one after another.

    A class that derives from this one has all but `name` and `act`.

    Attributes:
      name: as in results.
      step_limit: how many actions it may take in an episode unless the user says otherwise; None: any number.
      pixels: whether its observations hold `pixels`, which then are painted at every step.
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
        """Begins an episode; nothing of an earlier one is left."""

    def act(self, timestep: dm_env.TimeStep, instructions: Sequence[str]) -> Decision | None:
        """Decides on the next action.

        Args:
          timestep: the last timestep of the environment, with VhIoWrapper's observations.
          instructions: what the task told since the last call.

        Returns:
          The action, or None: the agent has nothing more to do, and the episode ends as truncated.

        Raises:
          AgentError: it cannot go on.
        """
