"""Rehearses a task: the proof that it does not lie. Its demonstration solves it, and nothing less does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.agents.demonstration_file import demonstration_path, read_demonstration
from mobile_env.agents.demonstration_instance import Filler, filler_of, finish_action
from mobile_env.agents.nothing import NothingAgent
from mobile_env.agents.variations import Variation, near_misses, paraphrases, without_last_that_matters
from mobile_env.env import MobileEnv
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.evaluation.results import EpisodeResult
from mobile_env.proto.demonstration_pb2 import Demonstration, DemonstrationAction
from mobile_env.tasks.errors import Fault, TaskFileError
from mobile_env.tasks.loading import RunnableTask

OTHER_SEEDS: Final = 20
"""Seeds among which one is sought whose demonstration differs."""


def rehearse(env: MobileEnv, index: int, device: str) -> Iterator[Fault]:
    """Plays a task in all ways whose outcome its author has defined, and compares the outcomes.

    The task must not be solved by an agent that does nothing, nor by one that finishes at once. If there is a
    demonstration, it must solve the task, with each paraphrase of its answers, too. The demonstration without its
    last action that matters, the demonstration of another seed and the near misses must not solve it.

    A task that cannot be done, or that is done already, must be solved by finishing at once, with the right status,
    and by nothing else.

    Args:
      env: an environment with view hierarchy observations.
      index: index of the task in the environment's `tasks`; its demonstration must be valid.
      device: the device spec.

    Yields:
      A fault for each unexpected outcome, about the demonstration file or the task file as a whole.
    """
    task = env.tasks[index]
    try:
        yield from _Rehearsal(env, index, device, filler_of(task.path, task.seed)).faults()
    except TaskFileError as error:
        yield from error.faults


class _Rehearsal:
    def __init__(self, env: MobileEnv, index: int, device: str, filler: Filler) -> None:
        self._env, self._index, self._device, self._filler = env, index, device, filler
        self._task: RunnableTask = env.tasks[index]
        self._path = demonstration_path(self._task.path)

    def faults(self) -> Iterator[Fault]:
        idle = self._play_agent(NothingAgent())
        if idle.error is not None:
            yield self._of_task(f"it cannot be played: {idle.error}")
            return
        if idle.success or idle.reward:
            came = "is solved" if idle.success else f"pays {idle.reward:g}"
            yield self._of_task(
                f"it {came} while nothing is done", "ask for something that the agent has to bring about"
            )
        yield from self._finishing_faults()
        if not self._path.exists():
            return
        demonstration = read_demonstration(self._path, self._task.id)
        if not self._is_solved_by_finishing:
            whole = self._play(self._filler.actions(demonstration.actions))
            if not whole.success:
                # If the demonstration fails, its variations give no further information.
                why = (
                    f": {whole.error}"
                    if whole.error
                    else f" ({whole.outcome}, reward {whole.reward:g}{_why(whole)})"
                )
                yield self._of_demonstration(
                    f"the demonstration does not solve the task{why}",
                    "run it with --trace to see what never fired",
                )
                return
            yield from self._shortened_faults(demonstration)
            yield from self._other_seed_faults(demonstration)
        yield from self._near_miss_faults(near_misses(demonstration, self._filler.actions))
        if not self._is_solved_by_finishing:
            for other in paraphrases(demonstration, self._filler.actions):
                if not self._play(other.actions).success:
                    yield self._of_demonstration(
                        f"the demonstration does not solve the task if it {other.description}"
                    )

    @property
    def _is_solved_by_finishing(self) -> bool:
        goal = self._task.goal
        return goal is not None and (goal.infeasible or goal.already_done)

    def _finishing_faults(self) -> Iterator[Fault]:
        goal = self._task.goal
        if goal is None:
            return
        for status in ("complete", "infeasible"):
            right = status == "infeasible" if goal.infeasible else goal.already_done
            played = self._play((finish_action(status),))
            if played.success and not right:
                yield self._of_task(
                    f"it is solved by finishing at once ({status})",
                    "ask for something that the agent has to bring about",
                )
            elif right and not played.success:
                yield self._of_task(f"finishing at once ({status}) does not solve it{_why(played)}")

    def _shortened_faults(self, demonstration: Demonstration) -> Iterator[Fault]:
        cut = without_last_that_matters(demonstration, self._filler.actions)
        if cut is not None and self._play(cut.actions).success:
            yield self._of_demonstration(
                "the task is solved without the demonstration's last action that matters",
                "write matters: false at actions that are not needed, or make the task ask for more",
            )

    def _other_seed_faults(self, demonstration: Demonstration) -> Iterator[Fault]:
        if not self._task.values:
            return
        own = _told(self._filler.actions(demonstration.actions))
        for seed in range(self._task.seed + 1, self._task.seed + 1 + OTHER_SEEDS):
            actions = filler_of(self._task.path, seed).actions(demonstration.actions)
            if _told(actions) != own:
                if self._play(actions).success:
                    yield self._of_demonstration(
                        f"the demonstration of seed {seed} solves it, too, though it does something else",
                        "make the goal depend on what is drawn, or leave what does not matter out of the actions",
                    )
                return

    def _near_miss_faults(self, misses: Sequence[Variation]) -> Iterator[Fault]:
        for miss in misses:
            result = self._play(miss.actions)
            if result.success:
                yield self._of_demonstration(f"the near miss {miss.description!r} solves the task")
            elif result.error is not None:
                yield self._of_demonstration(
                    f"the near miss {miss.description!r} cannot be made: {result.error}"
                )

    def _play(self, actions: Sequence[DemonstrationAction]) -> EpisodeResult:
        return self._play_agent(DemonstrationAgent(actions))

    def _play_agent(self, agent: DemonstrationAgent | NothingAgent) -> EpisodeResult:
        return EpisodePlayer(self._env, agent, self._device).play(self._index)

    def _of_task(self, what: str, mend: str = "") -> Fault:
        return Fault(self._task.path, 0, 0, self._seeded(what), mend)

    def _of_demonstration(self, what: str, mend: str = "") -> Fault:
        return Fault(self._path, 0, 0, self._seeded(what), mend)

    def _seeded(self, what: str) -> str:
        return f"seed {self._task.seed}: {what}" if self._task.values else what


def _why(result: EpisodeResult) -> str:
    return f": {result.judgement['why']}" if result.judgement and result.judgement.get("why") else ""


def _told(actions: Sequence[DemonstrationAction]) -> list[bytes]:
    """What actions do, their comments left out."""
    told = []
    for action in actions:
        bare = DemonstrationAction()
        bare.CopyFrom(action)
        bare.ClearField("comment")
        told.append(bare.SerializeToString(deterministic=True))
    return told
