"""Rehearses a task: its demonstration must solve the task, and all negative variations must not."""

from __future__ import annotations

from collections.abc import Iterator

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.agents.demonstration_file import demonstration_path, read_demonstration
from mobile_env.agents.nothing import NothingAgent
from mobile_env.agents.variations import near_misses, paraphrases, without_last_that_matters
from mobile_env.env import MobileEnv
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.evaluation.results import EpisodeResult
from mobile_env.tasks.errors import Fault


def rehearse(env: MobileEnv, index: int, device: str) -> Iterator[Fault]:
    """Plays a task in all ways whose outcome its author has defined, and compares the outcomes.

    The task is played by an agent that does nothing. If there is a demonstration, it is also played by the
    demonstration, by the demonstration without its last action that matters, by its near misses, and with each
    paraphrase of its answers.

    Args:
      env: an environment with view hierarchy observations.
      index: index of the task in the environment's `tasks`; its demonstration must be valid.
      device: the device spec.

    Yields:
      A fault for each unexpected outcome, about the demonstration file or the task file as a whole.
    """
    task = env.tasks[index]
    path = demonstration_path(task.path)

    def play(agent: DemonstrationAgent | NothingAgent) -> EpisodeResult:
        return EpisodePlayer(env, agent, device).play(index)

    idle = play(NothingAgent())
    if idle.error is not None:
        yield Fault(task.path, 0, 0, f"it cannot be played: {idle.error}")
        return
    if idle.success or idle.reward:
        came = "is solved" if idle.success else f"pays {idle.reward:g}"
        yield Fault(
            task.path,
            0,
            0,
            f"it {came} while nothing is done",
            "ask for something that the agent has to bring about",
        )
    if not path.exists():
        return
    demonstration = read_demonstration(path, task.id)
    whole = play(DemonstrationAgent(demonstration.actions))
    if not whole.success:
        # If the demonstration fails, its variations give no further information.
        why = f": {whole.error}" if whole.error else f" ({whole.outcome}, reward {whole.reward:g})"
        yield Fault(
            path,
            0,
            0,
            f"the demonstration does not solve the task{why}",
            "run it with --trace to see what never fired",
        )
        return
    cut = without_last_that_matters(demonstration)
    if play(DemonstrationAgent(cut.actions)).success:
        yield Fault(
            path,
            0,
            0,
            "the task is solved without the demonstration's last action that matters",
            "write matters: false at actions that are not needed, or make the task ask for more",
        )
    for miss in near_misses(demonstration):
        result = play(DemonstrationAgent(miss.actions))
        if result.success:
            yield Fault(path, 0, 0, f"the near miss {miss.description!r} solves the task")
        elif result.error is not None:
            yield Fault(path, 0, 0, f"the near miss {miss.description!r} cannot be made: {result.error}")
    for other in paraphrases(demonstration):
        if not play(DemonstrationAgent(other.actions)).success:
            yield Fault(path, 0, 0, f"the demonstration does not solve the task if it {other.description}")
