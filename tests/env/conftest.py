"""A scripted device, and environments whose tasks are written in the test."""

import textwrap

import numpy as np
import pytest
from android_env.components import errors

from mobile_env.env import MobileEnv
from mobile_env.signals.contract import LogLine
from mobile_env.simulators.contract import AdbResult
from mobile_env.tasks.loading import load_task

WIDTH, HEIGHT = 20, 40


class ScriptedSimulator:
    """A device that does what the test says: `react` is called with each action, and may call `show`,
    `write_log`, or raise."""

    embedded = True

    def __init__(self):
        self.calls = []
        self.fetched = []
        self.adb_calls = []
        self.react = lambda action: None
        self.on_adb = lambda args: None
        self.front = "com.app/.Main"
        self.turn = 0
        self.now = 1000.0
        self.hierarchy_version = 0
        self.screen_version = 0
        self.lines = []
        self.launches = 0
        self.failing_launches = 0
        self.closed = False
        self.screen_size = (WIDTH, HEIGHT)
        self.show("home")

    def show(self, text):
        """Another screen, with one text on it."""
        self.dump = (
            f'<hierarchy rotation="0"><node class="a.TextView" text="{text}" resource-id="com.app:id/title" '
            f'bounds="[0,0][{WIDTH},{HEIGHT}]"/></hierarchy>'
        )
        self.frame = np.full((HEIGHT, WIDTH, 3), len(text) % 256, np.uint8)
        self.hierarchy_version += 1
        self.screen_version += 1

    def write_log(self, message, tag="jd"):
        self.lines.append(LogLine(self.now, 1, 1, "D", tag, message))

    def launch(self):
        self.launches += 1
        if self.failing_launches:
            self.failing_launches -= 1
            raise errors.SimulatorError("no power")
        self.show("home")

    def close(self):
        self.closed = True

    def perform(self, action):
        self.now += 1 / 15
        self.calls.append(action)
        self.react(action)

    def get_screenshot(self):
        self.fetched.append("pixels")
        return self.frame

    def screen(self):
        self.fetched.append("pixels")
        return self.frame

    def orientation(self):
        return self.turn

    def hierarchy_xml(self):
        self.fetched.append("hierarchy")
        return self.dump

    def drain_log(self):
        lines, self.lines = self.lines, []
        return lines

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds

    def adb(self, args, timeout=None):
        self.adb_calls.append(" ".join(args))
        self.on_adb(args)
        return AdbResult(b"Success\n", 0)

    def foreground(self):
        return self.front


@pytest.fixture
def simulator():
    return ScriptedSimulator()


@pytest.fixture
def load_tasks(tmp_path):
    """Writes each text as a task file (its id is task-<place>) and loads them."""

    def load(*texts):
        tasks = []
        for place, text in enumerate(texts):
            path = tmp_path / f"task-{place}.textproto"
            path.write_text(f'id: "task-{place}"\n' + textwrap.dedent(text))
            tasks.append(load_task(path))
        return tasks

    return load


@pytest.fixture
def make_env(simulator, load_tasks):
    """An environment on the scripted device, of tasks given as text."""

    def make(*texts, **options):
        return MobileEnv(simulator, load_tasks(*texts), **options)

    return make
