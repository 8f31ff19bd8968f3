"""What a step of the environment costs, when nothing changed and when the screen did."""

import tempfile
from pathlib import Path

from benchmarks import table
from mobile_env.loader import load
from mobile_env.simulators.contract import ActionType
from mobile_env.wrappers.vh_actions import Scroll
from mobile_env.wrappers.vh_io import VhIoWrapper

TITLE = "Environment"

_TASK = r"""
id: "benchmark"
reset_steps { adb_call { start_activity {
  full_activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" } } }
event_sources { id: 1 log_event { filters: "jd:D" pattern: "\\bmUrl is: never" } }
event_sources {
  id: 2
  view_hierarchy_event { selector: "#$\"wikihow_toolbar_title\"" properties { property_name: "text" pattern: "never" } }
}
event_slots {
  reward_listener { type: OR events { id: 1 } events { id: 2 } transformation: "y = 1" }
  episode_end_listener { type: OR events { id: 1 } events { id: 2 } transformation: "y = True" }
}
"""


def rows() -> list[table.Row]:
    """Measures."""
    wait = {"action_type": ActionType.REPEAT}
    lift = {"action_type": ActionType.LIFT}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "benchmark.textproto")
        path.write_text(_TASK, encoding="utf-8")
        with load(path, "embedded:320x480@160") as env:
            env.reset()
            unchanged = table.median_seconds(lambda: env.step(wait), 2000)
            lifted = table.median_seconds(lambda: env.step(lift), 2000)
            reset = table.median_seconds(env.reset, 20)
        with VhIoWrapper(load(path, "embedded:360x800@160", hierarchy=True, pixels=False)) as env:
            env.reset()
            turns = iter(["DOWN", "UP"] * 100)
            scroll = table.median_seconds(lambda: env.step(Scroll(next(turns))), 40)
    return [
        table.Row("step, nothing changed, 320x480, pixels observed", unchanged * 1e3, "ms", budget=0.05),
        table.Row("the same with a LIFT", lifted * 1e3, "ms", budget=0.05),
        table.Row("reset of an episode", reset * 1e3, "ms"),
        table.Row(
            "SCROLL of VhIoWrapper, 360x800, hierarchy observed", scroll * 1e3, "ms", note="13 primitives"
        ),
    ]


if __name__ == "__main__":
    table.main(TITLE, rows)
