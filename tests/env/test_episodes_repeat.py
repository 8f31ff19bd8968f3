"""Episodes begin in the same state whatever was played before, unless the state is to be kept."""

import hashlib

from mobile_env.loader import load


def _episode(env, index: int) -> str:
    """Opens whatever article is random, and tells all that was seen apart from what it is called."""
    env.switch_task(index)
    digest = hashlib.sha256()
    for action in (
        {"action_type": 0, "touch_position": (0.06, 0.07)},
        {"action_type": 1},
        {"action_type": 0, "touch_position": (0.3, 0.33)},
        {"action_type": 1},
    ):
        timestep = env.step(action)
        digest.update(timestep.observation["view_hierarchy"].encode())
        digest.update(timestep.observation["pixels"].tobytes())
    return digest.hexdigest()


def test_an_episode_repeats_exactly_whatever_was_played_between():
    with load("wikihow", "embedded:432x768@160", hierarchy=True) as env:
        first = _episode(env, 0)
        _episode(env, 1)
        assert _episode(env, 0) == first


def test_the_state_can_be_kept():
    with load("wikihow", "embedded:432x768@160", hierarchy=True, keep_state=True) as env:
        start = env.reset() and env.simulator.clock()
        env.reset()
        assert env.simulator.clock() > start
    with load("wikihow", "embedded:432x768@160", hierarchy=True) as env:
        start = env.reset() and env.simulator.clock()
        env.reset()
        assert env.simulator.clock() == start
