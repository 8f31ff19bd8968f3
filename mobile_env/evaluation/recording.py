"""Records the primitive actions that pass on their way to the environment, with what each of them caused."""

from collections.abc import Mapping, Sequence
from typing import Any

import dm_env
import numpy as np

from mobile_env.evaluation.trace import make_trace
from mobile_env.evaluation.trajectory import PrimitiveStep
from mobile_env.simulators.contract import ActionType
from mobile_env.wrappers.base import MobileEnvWrapper

# The field that an action's type reads, apart from `response`, which goes with any of them.
_FIELD = {ActionType.TOUCH: "touch_position", ActionType.KEY: "key"}


class PrimitiveRecorder(MobileEnvWrapper):
    """The innermost wrapper of a recorded environment: it takes sequences apart to see each reward alone.

    Attributes:
      recorded: primitive steps since the last call of `take`.
    """

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.recorded: list[PrimitiveStep] = []

    def take(self) -> tuple[PrimitiveStep, ...]:
        """What was recorded since the last call."""
        recorded = tuple(self.recorded)
        self.recorded.clear()
        return recorded

    def play(self, actions: Sequence[Mapping[str, Any]]) -> dm_env.TimeStep:
        """Carries out primitive actions one after another, as MobileEnv's `play` does."""
        if self._env.reset_next_step:
            return self.reset()
        reward, elapsed = 0.0, 0
        for action in actions:
            timestep = self._env.step(action)
            reward += float(timestep.reward)
            elapsed += int(timestep.observation["timedelta"])
            self.recorded.append(
                PrimitiveStep(
                    action_data(action, self._env.vocabulary()),
                    float(timestep.reward),
                    tuple(self._env.task_instructions()),
                    self._env.events_fired,
                    make_trace(self._env.explain()),
                )
            )
            if timestep.last():
                break
        observation = {**timestep.observation, "timedelta": np.array(elapsed, np.int64)}
        return timestep._replace(reward=reward, observation=observation)


def action_data(action: Mapping[str, Any], vocabulary: Sequence[str]) -> dict[str, Any]:
    """A primitive action as JSON data: its type by name, and what that type reads."""
    kind = ActionType(int(action["action_type"]))
    data: dict[str, Any] = {"action_type": kind.name}
    if kind is ActionType.TEXT:
        if text := str(action.get("text", "")):
            data["text"] = text
        else:
            data["token"] = vocabulary[int(action["input_token"])] if vocabulary else ""
    elif kind in _FIELD:
        value = action[_FIELD[kind]]
        # Five digits are a hundredth of a pixel.
        data[_FIELD[kind]] = (
            [round(float(part), 5) for part in value] if kind is ActionType.TOUCH else str(value)
        )
    if action.get("response", ""):
        data["response"] = str(action["response"])
    return data
