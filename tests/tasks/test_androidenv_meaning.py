"""AndroidEnv's task manager and our event engine, fed the same log, hand out the same signals."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from android_env.components.task_manager import TaskManager
from android_env.proto import task_pb2 as android_env_task_pb2
from google.protobuf import text_format
from hypothesis import given, settings
from hypothesis import strategies as st

from mobile_env.events.engine import EventEngine
from mobile_env.signals.contract import LogLine
from mobile_env.tasks.loading import load_task

FILE = Path(__file__).with_name("androidenv.textproto")

MESSAGES = [
    "score: 3",
    "Score: -1.5",
    "the score: 3",
    "reward: 1",
    "Reward: 2.5",
    "reward: 1 more",
    "coin_collected by the player",
    "a coin_collected",
    "car_crashed",
    "episode end",
    "episode end!",
    "extra: grid [[1, 2], [3, 4]]",
    "extra: grid [[5, 6], [7, 8]]",
    "extra: flag",
    "12 are apples",
    'json_extra: {"speed": 1.5, "on": true}',
    'json_extra: {"speed": 2}',
    "json_extra: {speed",
    'json_extra: {"map": [[1, 2], [3, 4]], "name": "ab"}',
    'json_extra: [["pair", 1]]',
    "json_extra: ",
    "extra: name not a literal",
    "extra: bytes open('x')",
    "extra: text 'it''s'",
    "something else",
]


class TheirSignals:
    """AndroidEnv's listeners, fed by hand instead of by a log thread."""

    def __init__(self):
        task = text_format.Parse(FILE.read_text(), android_env_task_pb2.Task())
        self._manager = TaskManager(task)
        self._listeners = list(self._manager._logcat_listeners())

    def step(self, messages):
        for message in messages:
            for listener in self._listeners:
                match = listener.regexp.match(message)
                if match:
                    listener.handler_fn(listener.regexp, match)
        reward, extras = self._manager._get_current_reward(), self._manager._get_current_extras()
        return reward, {name: values.tolist() for name, values in extras.items()}

    @property
    def ended(self):
        return self._manager._latest_values["episode_end"]


def our_signals(step, messages, tag="AndroidRLTask"):
    return SimpleNamespace(
        log=[LogLine(0.0, 1, 1, "I", tag, message) for message in messages],
        responses=(),
        completed=frozenset(),
        step=step,
        time=float(step),
        hierarchy_version=0,
        screen_version=0,
    )


@pytest.fixture(scope="module")
def program():
    return load_task(FILE, packages=["com.wikihow.wikihowapp"]).program


@settings(max_examples=150, deadline=None)
@given(steps=st.lists(st.lists(st.sampled_from(MESSAGES), max_size=6), max_size=6))
def test_same_log_same_signals(program, steps):
    theirs = TheirSignals()
    engine = EventEngine(program)
    engine.reset()
    engine.reset_step(our_signals(0, []))
    for number, messages in enumerate(steps, start=1):
        reward, extras = theirs.step(messages)
        ours = engine.step(our_signals(number, messages))
        assert ours.reward == pytest.approx(reward)
        together = {**ours.extras, **ours.json_extras}
        assert {name: np.stack(values).tolist() for name, values in together.items()} == extras
        assert (ours.end is True) == theirs.ended
        if theirs.ended:
            return


@pytest.mark.parametrize(
    "message",
    [
        "json_extra: 5",
        "json_extra: null",
        "json_extra: " + "[" * 100_000,
        "extra: b (" + "(" * 1000,
        "extra: b {1}",
    ],
)
def test_what_is_no_extra_is_passed_over(program, message):
    # On some of these AndroidEnv's log thread dies.
    engine = EventEngine(program)
    engine.reset()
    ours = engine.step(our_signals(1, [message, "extra: flag", "reward: 1"]))
    assert ours.extras == {"flag": [1]} and ours.json_extras == {} and ours.reward == 1


def test_lines_of_other_tags_are_not_seen(program):
    engine = EventEngine(program)
    engine.reset()
    assert engine.step(our_signals(1, ["reward: 1"], tag="Other")).reward == 0
    assert engine.step(our_signals(2, ["reward: 1"], tag="AndroidRLTask")).reward == 1
