"""Prints the trace of an episode, step by step, for `mobile-env run --trace`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mobile_env.evaluation.judgement_words import judgement_lines, value_lines
from mobile_env.evaluation.report.action_words import action_text
from mobile_env.evaluation.report.shortfall import shortfall
from mobile_env.evaluation.trace import Trace, trace_lines
from mobile_env.evaluation.trajectory import AgentStep, EpisodeEnd, EpisodeHead


class _Told(NamedTuple):
    """Successive primitive actions of one kind in which the same happened."""

    action: str
    first: int
    last: int
    lines: list[str]

    def goes_on_in(self, other: _Told) -> bool:
        return (self.action, self.last + 1, self.lines) == (other.action, other.first, other.lines)


class TraceText:
    """Prints traces of episodes, one after another.

    Args:
      tell: called with each line.
    """

    def __init__(self, tell: Callable[[str], None]):
        self._tell = tell
        self._traces: list[Trace] = []
        self._head: EpisodeHead | None = None
        self._steps = 0

    def head(self, head: EpisodeHead) -> None:
        """Prints the head of the episode, and what the events did at reset."""
        self._head = head
        self._traces.clear()
        self._steps = 0
        self._tell(f"{head.task} · seed {head.seed}")
        for line in head.command:
            self._tell(f"  command: {line}")
        for line in value_lines(head.values):
            self._tell(f"  {line}")
        for note in head.notes:
            self._tell(f"  note: {note}")
        self._tell("reset")
        for line in self._lines(head.trace):
            self._tell(f"    {line}")

    def step(self, step: AgentStep) -> None:
        """Prints an action of the agent, and its primitive actions in which something happened.

        Successive primitive actions in which the same happened are printed together, unless they paid a reward.
        """
        self._steps += 1
        self._tell(f"step {self._steps}: {action_text(step.action)}")
        if step.error:
            self._tell(f"  not carried out: {step.error}")
        told: list[_Told] = []
        for number, part in enumerate(step.primitives, start=1):
            if part.trace is None:
                continue
            now = _Told(part.action["action_type"], number, number, self._lines(part.trace))
            before = told[-1] if told else None
            if before is not None and before.goes_on_in(now) and not part.trace.paid:
                told[-1] = before._replace(last=number)
            else:
                told.append(now)
        for action, first, last, lines in told:
            numbers = f"{first} to {last}" if last > first else str(first)
            self._tell(f"  {action} ({numbers} of {len(step.primitives)})")
            for line in lines:
                self._tell(f"    {line}")

    def end(self, end: EpisodeEnd) -> None:
        """Prints the end of the episode. If it is not solved, also prints the events that never fired."""
        self._tell(f"{end.outcome}: {end.reason}" + (f" ({end.error})" if end.error else ""))
        self._tell(f"  reward {end.reward:g} in {end.steps} step{'' if end.steps == 1 else 's'}")
        for line in judgement_lines(end.judgement):
            self._tell(f"  {line}")
        solved = end.outcome == "success"
        missing = [] if solved or self._head is None else shortfall(self._head.tree, self._traces)
        if missing:
            self._tell("what never fired")
        for line in missing:
            self._tell(f"  {line}")

    def _lines(self, trace: Trace | None) -> list[str]:
        if trace is None or self._head is None:
            return []
        before = self._traces[-1] if self._traces else None
        self._traces.append(trace)
        return trace_lines(self._head.tree, trace, before)
