"""The agent that does nothing. It must not solve any task."""

from collections.abc import Sequence
from pathlib import Path

import dm_env

from mobile_env.agents.contract import Decision, Episode
from mobile_env.wrappers.vh_actions import Nothing


class NothingAgent:
    """Always takes the action NOTHING."""

    name = "nothing"
    # Length of the paper's longest trajectory (section D.2).
    step_limit: int | None = 15
    pixels = False

    def prepare(self, task_id: str, task_path: Path) -> None:
        """Does nothing."""

    def reset(self, episode: Episode) -> None:
        """Does nothing."""

    def act(self, timestep: dm_env.TimeStep, instructions: Sequence[str]) -> Decision:
        """Returns NOTHING."""
        return Decision(Nothing())
