"""The base class of wrappers: hooks that change observations and actions. Everything else is forwarded."""

from collections.abc import Mapping, Sequence
from typing import Any

import dm_env
from dm_env import specs


class MobileEnvWrapper(dm_env.Environment):
    """Wraps a MobileEnv or another wrapper. Subclasses override the hooks they need.

    The hooks are the hooks of the paper's table 9 (section B.1.1). Attributes that this class does not define are
    looked up in the wrapped environment (`outcome`, `task_id`, `events_fired`, …).

    Args:
      env: the environment to wrap; closing the wrapper closes it.
    """

    def __init__(self, env: Any) -> None:
        self._env = env

    # Hooks.

    def _reset_state(self) -> None:
        """Called before a reset and before a switch of the task."""

    def _post_switch_task(self) -> None:
        """Called after a switch of the task, before its first timestep is processed."""

    def _process_timestep(self, timestep: dm_env.TimeStep) -> dm_env.TimeStep:
        """Returns the timestep for the agent. Must replace the observation and not write into it."""
        return timestep

    def _process_action(self, action: Any) -> Mapping[str, Any] | Sequence[Any]:
        """Converts an action of this wrapper to one or several actions of the wrapped environment."""
        return action

    # dm_env.Environment.

    def reset(self) -> dm_env.TimeStep:
        """Begins a new episode."""
        self._reset_state()
        return self._process_timestep(self._env.reset())

    def step(self, action: Any) -> dm_env.TimeStep:
        """Takes one action of this wrapper's `action_spec`. Begins an episode if none is running."""
        return self.play([action])

    def play(self, actions: Sequence[Any]) -> dm_env.TimeStep:
        """Takes several actions as one step. All of them refer to the current timestep.

        Rewards are summed and instructions are collected. If the episode ends, the remaining actions are not
        carried out.
        """
        if self._env.reset_next_step:
            return self.reset()
        inner: list[Any] = []
        for action in actions:
            processed = self._process_action(action)
            inner.extend([processed] if isinstance(processed, Mapping) else processed)
        return self._process_timestep(self._env.play(inner))

    def switch_task(self, index: int) -> dm_env.TimeStep:
        """Switches to another task and begins an episode. See `MobileEnv.switch_task`."""
        self._reset_state()
        timestep = self._env.switch_task(index)
        self._post_switch_task()
        return self._process_timestep(timestep)

    def action_spec(self) -> Any:
        """Returns the wrapped environment's spec, unless overridden."""
        return self._env.action_spec()

    def observation_spec(self) -> Any:
        """Returns the wrapped environment's spec, unless overridden."""
        return self._env.observation_spec()

    def reward_spec(self) -> specs.Array:
        """Returns the wrapped environment's spec, unless overridden."""
        return self._env.reward_spec()

    def discount_spec(self) -> specs.BoundedArray:
        """Returns the wrapped environment's spec, unless overridden."""
        return self._env.discount_spec()

    def close(self) -> None:
        """Closes the wrapped environment."""
        self._env.close()

    @property
    def unwrapped(self) -> Any:
        """The innermost environment."""
        return getattr(self._env, "unwrapped", self._env)

    def __getattr__(self, name: str) -> Any:
        # Called only for attributes that are not found here. Private names are not forwarded.
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._env, name)
