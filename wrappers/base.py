"""The base of wrappers: hooks to change what an agent sees and does, everything else handed through."""

from collections.abc import Mapping, Sequence
from typing import Any

import dm_env
from dm_env import specs


class MobileEnvWrapper(dm_env.Environment):
    """Wraps a MobileEnv, or another wrapper; subclasses override the hooks they need.

    The hooks are those of the paper's table 9 (section B.1.1). Whatever this class does not define is
    looked up on the wrapped environment (`outcome`, `task_id`, `events_fired`, …).

    Args:
      env: the environment to wrap; closing the wrapper closes it.
    """

    def __init__(self, env: Any) -> None:
        self._env = env

    # Hooks.

    def _reset_state(self) -> None:
        """Called before the environment is reset or its task switched."""

    def _post_switch_task(self) -> None:
        """Called after the task was switched, before its first timestep is processed."""

    def _process_timestep(self, timestep: dm_env.TimeStep) -> dm_env.TimeStep:
        """Changes a timestep before the agent gets it; its observation is replaced, never written to."""
        return timestep

    def _process_action(self, action: Any) -> Mapping[str, Any] | Sequence[Any]:
        """Changes an action of this wrapper into one action of the wrapped environment, or several."""
        return action

    # dm_env.Environment.

    def reset(self) -> dm_env.TimeStep:
        """Begins a new episode."""
        self._reset_state()
        return self._process_timestep(self._env.reset())

    def step(self, action: Any) -> dm_env.TimeStep:
        """Takes one action of this wrapper's `action_spec`; begins an episode if none is running."""
        return self.play([action])

    def play(self, actions: Sequence[Any]) -> dm_env.TimeStep:
        """Takes a sequence of actions as one step, all of them seen against the current timestep.

        Rewards are summed and instructions gathered; an end of the episode ends the sequence.
        """
        if self._env.reset_next_step:
            return self.reset()
        inner: list[Any] = []
        for action in actions:
            processed = self._process_action(action)
            inner.extend([processed] if isinstance(processed, Mapping) else processed)
        return self._process_timestep(self._env.play(inner))

    def switch_task(self, index: int) -> dm_env.TimeStep:
        """Makes another task the active one and begins an episode of it; see `MobileEnv.switch_task`."""
        self._reset_state()
        timestep = self._env.switch_task(index)
        self._post_switch_task()
        return self._process_timestep(timestep)

    def action_spec(self) -> Any:
        """The wrapped environment's, unless overridden."""
        return self._env.action_spec()

    def observation_spec(self) -> Any:
        """The wrapped environment's, unless overridden."""
        return self._env.observation_spec()

    def reward_spec(self) -> specs.Array:
        """The wrapped environment's, unless overridden."""
        return self._env.reward_spec()

    def discount_spec(self) -> specs.BoundedArray:
        """The wrapped environment's, unless overridden."""
        return self._env.discount_spec()

    def close(self) -> None:
        """Closes the wrapped environment."""
        self._env.close()

    @property
    def unwrapped(self) -> Any:
        """The innermost environment."""
        return getattr(self._env, "unwrapped", self._env)

    def __getattr__(self, name: str) -> Any:
        # Only called for what is not found here; private names stay private to each layer.
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._env, name)
