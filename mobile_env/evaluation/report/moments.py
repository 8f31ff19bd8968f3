"""The moments of an episode for the report: steps in which something happened to its events."""

from __future__ import annotations

import dataclasses

from mobile_env.evaluation.report.action_words import action_text
from mobile_env.evaluation.trace import Trace, trace_lines
from mobile_env.evaluation.trajectory import Trajectory


@dataclasses.dataclass(frozen=True)
class Moment:
    """One primitive action, several actions in which the same happened, or the reset.

    Attributes:
      step: number of the agent's step, from 1; 0 at reset.
      title: for example `step 3 · CLICK(4) · LIFT`.
      states: one letter per event, by number (`mobile_env.evaluation.trace`).
      lines: what happened, one line per event.
      paid: the reward, or "".
    """

    step: int
    title: str
    states: str
    lines: tuple[str, ...]
    paid: str = ""


def moments(trajectory: Trajectory) -> tuple[Moment, ...]:
    """Returns the moments of an episode, in order; none if the episode was recorded without events.

    Primitive actions of one step in which the same happened form one moment, unless they paid a reward.
    """
    tree = trajectory.head.tree
    found: list[Moment] = []
    before: Trace | None = None

    def add(step: int, title: str, trace: Trace | None, paid: str = "") -> None:
        nonlocal before
        if trace is None or not tree:
            return
        moment = Moment(step, title, trace.states, tuple(trace_lines(tree, trace, before)), paid)
        before = trace
        # During a scroll, the same happens about ten times.
        if not (found and moment == found[-1] and not trace.paid):
            found.append(moment)

    add(0, "reset", trajectory.head.trace)
    for number, step in enumerate(trajectory.steps, start=1):
        for part in step.primitives:
            title = f"step {number} · {action_text(step.action)} · {part.action['action_type']}"
            add(number, title, part.trace, f"reward {part.reward:+g}" if part.reward else "")
    return tuple(found)
