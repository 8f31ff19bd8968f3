"""dm_env's own conformance test, on a real phone with a real task."""

import tempfile
from pathlib import Path

from absl.testing import absltest
from dm_env import test_utils

from mobile_env.loader import load
from mobile_env.simulators.contract import ActionType
from mobile_env.wrappers.vh_io import VhIoWrapper

# Ends by success at the fifth action, or by its limit: the conformance test sees LAST steps of both kinds.
TASK = r"""
id: "go-home"
max_num_steps: 12
vocabulary: "hide gauges"
reset_steps { adb_call { start_activity {
  full_activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" } } }
event_sources {
  id: 1
  view_hierarchy_event { selector: "$*\"launcher\"" properties { property_name: "package" pattern: "launcher" } }
}
event_slots {
  reward_listener { events { id: 1 } transformation: "y = 1" }
  episode_end_listener { events { id: 1 } transformation: "y = True" }
}
"""


def task_file(test):
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    path = Path(folder.name, "go-home.textproto")
    path.write_text(TASK, encoding="utf-8")
    return path


class MobileEnvTest(test_utils.EnvironmentTestMixin, absltest.TestCase):
    def make_object_under_test(self):
        return load(task_file(self), "embedded:360x640@160", hierarchy=True)

    def make_action_sequence(self):
        action = self.make_action()
        yield from [action, action, action | {"action_type": ActionType.LIFT}]
        yield action | {"action_type": ActionType.TEXT}
        yield {"action_type": ActionType.KEY, "key": "HOME"}
        for _ in range(20):
            yield action

    def test_a_longer_sequence_ends_by_success_and_by_the_limit(self):
        self.environment.reset()
        outcomes = [
            self.environment.outcome
            for action in self.make_action_sequence()
            if self.step_environment(action).last()
        ]
        self.assertEqual(outcomes, ["success", "truncated"])


class VhIoWrapperTest(test_utils.EnvironmentTestMixin, absltest.TestCase):
    def make_object_under_test(self):
        return VhIoWrapper(load(task_file(self), "embedded:360x640@160", hierarchy=True, pixels=False))

    def make_action_sequence(self):
        for kind in (0, 1, 3, 5, 6, 2, 4, 4):
            yield self.make_action() | {"action_type": kind}
