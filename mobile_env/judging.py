"""Judges the goal of a task while an episode is played: gives the goal what it looks at, and keeps its judgement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, cast

from mobile_env.signals.contract import ViewNode
from mobile_env.signals.state import Change, DeviceState
from mobile_env.simulators.contract import Simulator
from mobile_env.simulators.step_signals import HierarchyReader
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.goal.goal import FinishStatus, GoalJudge, Judgement, SolvedAtStart
from mobile_env.tasks.goal.reads import reads_of
from mobile_env.tasks.goal.side_effects import others
from mobile_env.tasks.goal.situation import Situation
from mobile_env.tasks.loading import RunnableTask

_UNFINISHED: Final = "the agent did not finish"


def state_of(simulator: Simulator) -> DeviceState | None:
    """The state of a device; None for a device that cannot give it."""
    return getattr(simulator, "state", None)


def refuse_without_state(simulator: Simulator, tasks: Iterable[RunnableTask]) -> None:
    """Refuses tasks that read or write the state of a device that cannot give it.

    Raises:
      TaskFileError: names what needs the state, for each of them.
    """
    if state_of(simulator) is None:
        faults = [task.state_use for task in tasks if task.state_use is not None]
        if faults:
            raise TaskFileError(
                replace(fault, what=f"{fault.what}, which this device does not give") for fault in faults
            )


class GoalStep(NamedTuple):
    """What the goal says after a step.

    Attributes:
      reward: how much the grade has changed.
      success: whether the goal is reached; None while the episode goes on.
      reason: why the episode ends; "" while it goes on.
    """

    reward: float = 0.0
    success: bool | None = None
    reason: str = ""


class EpisodeGoal:
    """The goal of one task on one device; of a task without a goal FINISH is a failure.

    Attributes:
      judgement: how the goal was judged last in this episode; None while it was not.
    """

    def __init__(self, simulator: Simulator, reader: HierarchyReader, task: RunnableTask):
        """Prepares judging a task's goal."""
        self._simulator = simulator
        self._reader = reader
        self._task = task
        self._judge = GoalJudge(task.goal) if task.goal is not None else None
        self._starts: dict[int, Any] = {}
        self._kept: Any = None
        self._reads = reads_of(task.message)
        # What was last judged after a step, and whether something forbidden held then.
        self._judged: Any = None
        self._forbidden = False
        self._held: dict[int, tuple[Any, Sequence[Any] | None]] = {}
        self._grade = 0.0
        self._answer: str | None = None
        self._fired: set[int] = set()
        self.judgement: Judgement | None = None

    def begin(self) -> None:
        """The device has been reset: checks of event sources compare with what is there now.

        Raises:
          CheckError: a check cannot be judged.
        """
        self._answer = self._judged = None
        self._fired.clear()
        self._held.clear()
        state = state_of(self._simulator)
        self._kept = state.keep() if state is not None else None
        sources = self._task.check_sources
        situation = self._situation() if sources else None
        self._starts = {number: check.begin(situation) for number, check in sources.items() if situation}

    def side_effects(self) -> Sequence[Change] | None:
        """What the episode has changed on the device beside what the task's checks read; None if it does not tell."""
        state = state_of(self._simulator)
        if state is None or self._kept is None:
            return None
        goal = self._task.goal
        touched = [glob for check in self._task.check_sources.values() for glob in check.touches]
        return others(state.changes(self._kept), [*touched, *(goal.touches if goal is not None else ())])

    def hear(self, response: str) -> None:
        """Keeps the agent's last answer."""
        if response:
            self._answer = response

    def holding(self, source: int) -> Sequence[Any] | None:
        """The rows that count for the check of an event source, by the source's id; None if it does not hold.

        Raises:
          CheckError: the check cannot be judged.
        """
        version = self._version()
        before = self._held.get(source)
        if before is not None and version is not None and before[0] == version:
            return before[1]
        verdict, rows = self._task.check_sources[source].judge(self._situation(), self._starts[source])
        held = [dict(row) for row in rows] if verdict.holds else None
        self._held[source] = (version, held)
        return held

    def _version(self) -> Any:
        """Equal versions mean equal verdicts; None if that cannot be told."""
        state = state_of(self._simulator)
        version = state.version() if state is not None else None
        if version is None or self._reads.moment:
            return None
        screen = self._simulator.hierarchy_version if self._reads.screen else 0
        return version, screen, self._answer, len(self._fired)

    def wrong_start(self, fired: Iterable[int]) -> str:
        """Begins an episode, after the reset. Returns why it cannot begin like this; "" if it can.

        Raises:
          CheckError: a check cannot be judged.
        """
        self.judgement = None
        self._grade = 0.0
        if self._judge is None:
            return ""
        try:
            self._judge.begin(self._situation)
        except SolvedAtStart as error:
            return str(error)
        self._fired.update(fired)
        return ""

    def step(self, step: int, fired: Iterable[int], finish: str) -> GoalStep:
        """Judges what is to be judged after a step; with FINISH always.

        Raises:
          CheckError: a check cannot be judged.
        """
        self._fired.update(fired)
        if self._judge is None:
            if finish:
                return GoalStep(0.0, False, "the agent finished, and the task has no goal")
            return GoalStep()
        goal = self._judge.goal
        judgement = None
        if goal.forbid or goal.every_step:
            version = self._version()
            if version is not None and version == self._judged and not finish:
                if self._forbidden:
                    self._judge.violations.append(step)
                return GoalStep()
            self._judged = version
            count = len(self._judge.violations)
            judgement = self._judge.after_step(step, self._situation)
            self._forbidden = len(self._judge.violations) > count
        if finish:
            judgement = self._judge.finish(cast(FinishStatus, finish), self._situation())
        if judgement is None:
            return GoalStep()
        # The grade is the score: a step pays by how much the grade has changed.
        reward, self._grade = judgement.grade - self._grade, judgement.grade
        self.judgement = judgement
        if judgement.grade == 1:
            return GoalStep(reward, True, "the goal is reached")
        if finish:
            return GoalStep(reward, False, f"the goal is not reached: {judgement.why}")
        return GoalStep(reward)

    def close_episode(self) -> None:
        """The episode is over: where nothing was judged, notes the grade that the goal would have had.

        Raises:
          CheckError: a check cannot be judged.
        """
        if self.judgement is None:
            self.judgement = self.standing()

    def standing(self) -> Judgement | None:
        """How the goal stands while the agent has not finished; None in a task without a goal.

        Raises:
          CheckError: a check cannot be judged.
        """
        if self._judge is None:
            return None
        if self._judge.goal.infeasible:
            return Judgement(0.0, _UNFINISHED, violations=tuple(self._judge.violations))
        found = self._judge.judge(self._situation())
        return replace(found, why="; ".join(filter(None, (_UNFINISHED, found.why))))

    def _situation(self) -> Situation:
        simulator, task = self._simulator, self._task
        state = state_of(simulator)
        width, height = simulator.screen_size
        now = state.clock() if state is not None else int(simulator.clock())
        return Situation(
            state,
            self._root,
            (height, width) if simulator.orientation() % 2 else (width, height),
            self._answer,
            self._fired,
            task.values,
            replace(task.clock, now=now),
        )

    def _root(self) -> ViewNode:
        return self._reader.root()
