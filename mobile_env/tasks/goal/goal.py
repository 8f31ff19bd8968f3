"""A task's goal: its checks, and how an episode is judged by them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from mobile_env.proto import task_pb2
from mobile_env.tasks.errors import FieldPath, Report
from mobile_env.tasks.goal.checks import Check, Verdict, judge_all
from mobile_env.tasks.goal.compiling import CheckCompiler
from mobile_env.tasks.goal.rows import value_of
from mobile_env.tasks.goal.situation import CheckError, FailedExpressionError, Situation
from mobile_env.tasks.parameters.expression import Expression
from mobile_env.tasks.parameters.moments import TaskClock

FinishStatus = Literal["complete", "infeasible"]

_GOAL: FieldPath = ("goal",)


@dataclass(frozen=True)
class Goal:
    """What has to be true when a task is done.

    Attributes:
      checks: all of them, or in mean as many as possible, have to hold.
      forbid: none of them may hold after any step.
      also: judged with the goal, without a part in the grade.
      every_step: whether the goal is judged after every step, and a full grade ends the episode.
      mean: whether the grade is the share of checks that hold, instead of all or nothing.
      infeasible: true for instances that cannot be done.
      already_done: whether the phone starts as wanted.
      names: values of the instance's parameters.
      clock: the task's clock.
    """

    checks: tuple[Check, ...]
    forbid: tuple[Check, ...]
    also: tuple[Check, ...]
    every_step: bool
    mean: bool
    infeasible: bool
    already_done: bool
    names: Mapping[str, Any]
    clock: TaskClock

    @property
    def needs_state(self) -> bool:
        """Whether a device has to give its state."""
        return any(check.needs_state for check in (*self.checks, *self.forbid, *self.also))

    @property
    def touches(self) -> Sequence[str]:
        """Globs of the facts that the goal's checks read."""
        return [pattern for check in (*self.checks, *self.forbid, *self.also) for pattern in check.touches]


@dataclass(frozen=True)
class Judgement:
    """How a goal was judged at one moment.

    Attributes:
      grade: 0 to 1; success is 1.
      why: why it is not 1.
      checks: verdicts of the goal's checks; empty where they were not asked.
      also: verdicts of the checks beside the goal.
      violations: steps after which something forbidden held.
      status: what the agent said when it finished; "" if it did not.
    """

    grade: float
    why: str
    checks: tuple[Verdict, ...] = ()
    also: tuple[Verdict, ...] = ()
    violations: tuple[int, ...] = ()
    status: str = ""

    def as_plain(self) -> dict[str, Any]:
        """The judgement as results hold it."""
        plain: dict[str, Any] = {"grade": self.grade, "why": self.why, "status": self.status}
        plain["checks"] = [verdict.as_plain() for verdict in self.checks]
        if self.also:
            plain["also"] = {verdict.name: verdict.holds for verdict in self.also}
        if self.violations:
            plain["violations"] = list(self.violations)
        return plain


def compile_goal(
    message: task_pb2.Task,
    names: Mapping[str, Any],
    clock: TaskClock,
    events: Collection[int],
    report: Report,
    warn: Report,
) -> Goal | None:
    """Checks a task's goal.

    Args:
      message: the task, its texts filled in.
      names: values of its parameters.
      clock: its clock.
      events: ids of its event sources and nodes.
      report: takes faults.
      warn: takes what is odd.

    Returns:
      None if the task has no goal, or a faulty one.
    """
    if not message.HasField("goal"):
        return None
    goal = message.goal
    known = frozenset(names) | ({"now"} if clock.now is not None else frozenset())
    compiler = CheckCompiler(report, warn, known, names, clock, events)
    slots = message.event_slots
    for slot in ("score_listener", "episode_end_listener"):
        if slots.HasField(slot):
            report(("event_slots", slot), f"`{slot}` cannot go with a goal", "the goal is score and end")
    checks = compiler.checks(goal.check, (*_GOAL, "check"))
    after = compiler.knowing(*(check.name for check in checks if check.name.isidentifier()))
    bans = CheckCompiler(report, warn, known, names, clock, events, implied=False)
    forbid = bans.checks(goal.forbid, (*_GOAL, "forbid"))
    also = after.checks(goal.also, (*_GOAL, "also"))
    if not goal.check:
        report(_GOAL, "the goal has no check", "add check { … }: what has to be true in the end")
    infeasible = False
    if goal.infeasible:
        expression = compiler.expression((*_GOAL, "infeasible"), goal.infeasible)
        infeasible = expression is not None and _is_infeasible(expression, names, clock, report)
    return Goal(
        tuple(checks),
        tuple(forbid),
        tuple(also),
        goal.when == task_pb2.Goal.EVERY_STEP,
        goal.grade == task_pb2.Goal.MEAN,
        infeasible,
        goal.already_done,
        names,
        clock,
    )


def compile_check_sources(
    message: task_pb2.Task,
    names: Mapping[str, Any],
    clock: TaskClock,
    events: Collection[int],
    report: Report,
    warn: Report,
) -> dict[int, Check]:
    """Checks the event sources that are checks. Arguments as of `compile_goal`.

    Returns:
      The checks, by the id of their source.
    """
    known = frozenset(names) | ({"now"} if clock.now is not None else frozenset())
    compiler = CheckCompiler(report, warn, known, names, clock, events, implied=False)
    found = {}
    for index, source in enumerate(message.event_sources):
        if source.WhichOneof("event") == "check":
            check = compiler.check(source.check, ("event_sources", index, "check"))
            if check is not None:
                found[source.id] = check
    return found


def _is_infeasible(
    expression: Expression, names: Mapping[str, Any], clock: TaskClock, report: Report
) -> bool:
    situation = Situation(None, _no_windows, (1, 1), None, (), names, clock)
    try:
        return bool(value_of(expression, situation))
    except CheckError as error:
        report((*_GOAL, "infeasible"), str(error), "an expression over the parameters")
        return False


def _no_windows() -> Any:
    raise CheckError("the screen is not known yet")


@dataclass
class GoalJudge:
    """Judges one episode.

    Attributes:
      goal: what has to be true.
      violations: steps so far after which something forbidden held.
    """

    goal: Goal
    violations: list[int] = field(default_factory=list)
    _starts: dict[str, list[Any]] = field(default_factory=dict)

    def begin(self, situation: Callable[[], Situation]) -> None:
        """Keeps what checks compare with: the end of the reset is the start of the episode.

        Raises:
          CheckError: a check cannot be judged.
          SolvedAtStart: the goal holds already, or ought to hold and does not.
        """
        self.violations.clear()
        now = situation()
        for kind, checks in self._kinds():
            self._starts[kind] = [check.begin(now) for check in checks]
        if self.goal.infeasible:
            return
        try:
            grade, verdicts, _ = self._grade(now)
            why = "; ".join(verdict.why for verdict in verdicts if verdict.why)
        except FailedExpressionError as error:
            # An expression about what the agent is to make may fail while that is not there.
            grade, why = 0.0, str(error)
        if self.goal.already_done and grade < 1:
            raise SolvedAtStart(f"the goal is `already_done`, but does not hold at reset: {why}")
        if not self.goal.already_done and grade == 1:
            raise SolvedAtStart("the goal holds at reset, before the agent has done anything")

    def after_step(self, step: int, situation: Callable[[], Situation]) -> Judgement | None:
        """Looks at what is forbidden, and at the goal if it is judged after every step; None: it is not."""
        if self.goal.forbid:
            verdicts, _ = judge_all(self.goal.forbid, situation(), self._starts["forbid"])
            if any(verdict.holds for verdict in verdicts):
                self.violations.append(step)
        if not self.goal.every_step:
            return None
        return self.judge(situation())

    def finish(self, status: FinishStatus, situation: Situation) -> Judgement:
        """The agent says that it has finished."""
        goal = self.goal
        if goal.infeasible:
            right = status == "infeasible" and not self.violations
            why = "" if right else self._banned() or "the task cannot be done, and the agent did not say so"
            return Judgement(float(right), why, violations=tuple(self.violations), status=status)
        judgement = self.judge(situation, status)
        if status == "infeasible" and not goal.already_done:
            return Judgement(
                0.0,
                "the agent said that the task cannot be done, and it can",
                judgement.checks,
                judgement.also,
                judgement.violations,
                status,
            )
        return judgement

    def judge(self, situation: Situation, status: str = "") -> Judgement:
        """The grade at this moment."""
        grade, verdicts, after = self._grade(situation)
        also, _ = judge_all(self.goal.also, after, self._starts["also"])
        if self.violations:
            grade = 0.0
        why = self._banned() or "; ".join(
            f"{verdict.name}: {verdict.why}" for verdict in verdicts if verdict.why
        )
        return Judgement(grade, why, tuple(verdicts), tuple(also), tuple(self.violations), status)

    def _grade(self, situation: Situation) -> tuple[float, list[Verdict], Situation]:
        verdicts, after = judge_all(self.goal.checks, situation, self._starts["checks"])
        held = [verdict.holds for verdict in verdicts]
        return (sum(held) / len(held) if self.goal.mean else float(all(held))), verdicts, after

    def _banned(self) -> str:
        return f"something forbidden held after step {self.violations[0]}" if self.violations else ""

    def _kinds(self) -> list[tuple[str, tuple[Check, ...]]]:
        return [("checks", self.goal.checks), ("forbid", self.goal.forbid), ("also", self.goal.also)]


class SolvedAtStart(Exception):  # the loop tries the reset again
    """A goal that holds at reset, or one that ought to and does not."""
