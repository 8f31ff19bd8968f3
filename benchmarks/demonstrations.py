"""How fast demonstrations are played: all tasks of a shipped set, hierarchy observations, one core."""

import time

from benchmarks.table import Row
from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.evaluation.results import EpisodeResult
from mobile_env.loader import load

TITLE = "Demonstrations of the WikiHow tasks"
# All 150 tasks of the set must be played within a minute.
_BUDGET_SECONDS_A_TASK = 60 / 150


def rows() -> list[Row]:
    """Plays every demonstration with pages fetched directly, and again through mitmproxy."""
    loading, direct, results = _play("wikihow")
    _, proxied, again = _play("proxy:wikihow")
    count = len(results)
    steps = sum(result.primitive_steps for result in results)
    return [
        Row("loading the tasks", loading * 1e3, "ms", note=f"{count} tasks"),
        Row("playing all", direct, "s", _BUDGET_SECONDS_A_TASK * count, note=_solved(results)),
        Row(
            "playing all, through mitmproxy",
            proxied,
            "s",
            baseline=direct,
            note=f"{_solved(again)}; {_alike(results, again)} with the same reward, steps and end",
        ),
        Row("demonstrations", count / direct, "1/s", 1 / _BUDGET_SECONDS_A_TASK, more_is_better=True),
        Row("primitive steps", steps / direct, "1/s", more_is_better=True, note=f"{steps} steps"),
    ]


def _play(content: str) -> tuple[float, float, list[EpisodeResult]]:
    """Seconds of loading, seconds of playing, results in the order of the tasks."""
    start = time.perf_counter()
    env = load("wikihow", hierarchy=True, pixels=False, content=content)
    loaded = time.perf_counter()
    try:
        player = EpisodePlayer(env, DemonstrationAgent(), "embedded")
        results = [player.play(index) for index in range(len(env.tasks))]
    finally:
        env.close()
    return loaded - start, time.perf_counter() - loaded, results


def _solved(results: list[EpisodeResult]) -> str:
    return f"{sum(result.success for result in results)} of {len(results)} solved"


def _alike(some: list[EpisodeResult], others: list[EpisodeResult]) -> int:
    """How many of the same tasks went the same way, on the phone's clock too."""
    return sum(one == other for one, other in zip(some, others, strict=True))
