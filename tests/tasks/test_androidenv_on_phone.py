"""A task in the style of AndroidEnv's guide, on the embedded phone, with an app that logs as the guide says."""

from pathlib import Path

import pytest
from blocks_app.manifest import APP

from mobile_env.env import MobileEnv
from mobile_env.phone import Display
from mobile_env.phone.apps import shipped
from mobile_env.signals.hierarchy import bounds, parse_hierarchy
from mobile_env.simulators.contract import ActionType
from mobile_env.simulators.embedded import EmbeddedSimulator
from mobile_env.tasks.loading import load_task

FILE = Path(__file__).with_name("blocks.textproto")
ACTIVITY = "org.example.blocks/org.example.blocks.BoardActivity"
APPS = {**shipped(), APP.package: APP}


def centre(env, name):
    pending = [parse_hierarchy(env.simulator.hierarchy_xml())]
    while pending:
        node = pending.pop()
        if node.attributes.get("resource-id", "").endswith(f":id/{name}"):
            left, top, right, bottom = bounds(node)
            width, height = env.screen_size
            return [(left + right) / 2 / width, (top + bottom) / 2 / height]
        pending += node.children
    raise AssertionError(f"no {name} on the screen")


def tap(env, name):
    touch = {"action_type": ActionType.TOUCH, "touch_position": centre(env, name)}
    return env.play([touch, touch, touch, {"action_type": ActionType.LIFT}])


@pytest.fixture
def env():
    task = load_task(FILE, packages=APPS)
    simulator = EmbeddedSimulator(Display(360, 640, 160), apps=APPS)
    env = MobileEnv(simulator, [task], pixels=False)
    yield env
    env.close()


def test_it_loads(env):
    assert env.task.max_num_steps == 500
    assert env.task.expected_activity == ACTIVITY
    # The app has no file here, and is on the phone already.
    assert [warning.what for warning in env.task.warnings if "apk" not in warning.what.lower()] == []


def test_score_reward_extras_and_end(env):
    for _ in range(2):
        assert env.reset().first()
        assert env.simulator.foreground() == ACTIVITY
        assert tap(env, "slide").reward == 4
        extras = env.task_extras(latest_only=False)
        assert {name: values.tolist() for name, values in extras.items()} == {
            "grid": [[[1, 0], [0, 4]]],
            "direction": [[1]],
            "slid": [1],
            "board": [[[2, 0], [0, 1]]],
            "free": [1],
        }
        assert tap(env, "slide").reward == 4
        assert env.task_extras()["grid"].tolist() == [[2, 0], [0, 4]]
        timestep = tap(env, "mumble")
        assert timestep.reward == 0 and env.task_extras() == {}
        assert tap(env, "coin").reward == 3
        timestep = tap(env, "over")
        assert timestep.last() and timestep.discount == 0
        assert env.outcome == "success"
