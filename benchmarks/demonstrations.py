"""How fast demonstrations are played: all tasks of a shipped set, hierarchy observations, one core."""

import time

from benchmarks.table import Row
from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.loader import load

TITLE = "Demonstrations of the WikiHow tasks"
# All 150 tasks of the set must be played within a minute.
_BUDGET_SECONDS_A_TASK = 60 / 150


def rows() -> list[Row]:
    """Plays every demonstration once."""
    start = time.perf_counter()
    env = load("wikihow", hierarchy=True, pixels=False)
    loaded = time.perf_counter()
    try:
        player = EpisodePlayer(env, DemonstrationAgent(), "embedded")
        results = [player.play(index) for index in range(len(env.tasks))]
    finally:
        env.close()
    seconds = time.perf_counter() - loaded
    count = len(results)
    steps = sum(result.primitive_steps for result in results)
    solved = f"{sum(result.success for result in results)} of {count} solved"
    return [
        Row("loading the tasks", (loaded - start) * 1e3, "ms", note=f"{count} tasks"),
        Row("playing all", seconds, "s", budget=_BUDGET_SECONDS_A_TASK * count, note=solved),
        Row("demonstrations", count / seconds, "1/s", 1 / _BUDGET_SECONDS_A_TASK, more_is_better=True),
        Row("primitive steps", steps / seconds, "1/s", note=f"{steps} steps"),
    ]
