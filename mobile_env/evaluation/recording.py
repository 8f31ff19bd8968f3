"""Records the primitive actions on their way to the environment, and the results of each."""

from collections.abc import Mapping, Sequence
from typing import Any

import dm_env
import numpy as np

from mobile_env.evaluation.trace import make_trace
from mobile_env.evaluation.trajectory import PrimitiveStep
from mobile_env.simulators.contract import ActionType
from mobile_env.wrappers.base import MobileEnvWrapper

# The field that each action type uses, in addition to `response`, which any type may use.
_FIELD = {ActionType.TOUCH: "touch_position", ActionType.KEY: "key", ActionType.FINISH: "finish"}


class PrimitiveRecorder(MobileEnvWrapper):
    """The innermost wrapper of a recorded environment. It splits sequences of actions, to see the reward of
    each action.

    Attributes:
      recorded: primitive steps since the last call of `take`.
    """

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.recorded: list[PrimitiveStep] = []

    def take(self) -> tuple[PrimitiveStep, ...]:
        """Returns the steps recorded since the last call."""
        recorded = tuple(self.recorded)
        self.recorded.clear()
        return recorded

    def play(self, actions: Sequence[Mapping[str, Any]]) -> dm_env.TimeStep:
        """Carries out primitive actions one after another, like MobileEnv's `play`."""
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
    """Converts a primitive action to JSON data: the name of its type, and the fields that this type uses."""
    kind = ActionType(int(action["action_type"]))
    data: dict[str, Any] = {"action_type": kind.name}
    if kind is ActionType.TEXT:
        if text := str(action.get("text", "")):
            data["text"] = text
        else:
            data["token"] = vocabulary[int(action["input_token"])] if vocabulary else ""
    elif kind in _FIELD:
        value = action[_FIELD[kind]] if kind is not ActionType.FINISH else action.get("finish") or "complete"
        # Five digits give a precision of a hundredth of a pixel.
        data[_FIELD[kind]] = (
            [round(float(part), 5) for part in value] if kind is ActionType.TOUCH else str(value)
        )
    if action.get("response", ""):
        data["response"] = str(action["response"])
    return data
