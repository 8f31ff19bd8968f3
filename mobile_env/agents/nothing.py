"""The agent that does nothing: no task may be solved by it."""

from collections.abc import Sequence
from pathlib import Path

import dm_env

from mobile_env.agents.contract import Decision, Episode
from mobile_env.wrappers.vh_actions import Nothing


class NothingAgent:
    """Takes the action NOTHING for ever."""

    name = "nothing"
    # The paper's longest trajectory (section D.2).
    step_limit: int | None = 15
    pixels = False

    def prepare(self, task_id: str, task_path: Path) -> None:
        """Needs nothing."""

    def reset(self, episode: Episode) -> None:
        """Remembers nothing."""

    def act(self, timestep: dm_env.TimeStep, instructions: Sequence[str]) -> Decision:
        """NOTHING."""
        return Decision(Nothing())
