"""The steps of an episode in which something happened to its events, as the report shows them."""

from __future__ import annotations

import dataclasses

from mobile_env.evaluation.report.action_words import action_text
from mobile_env.evaluation.trace import Trace, trace_lines
from mobile_env.evaluation.trajectory import Trajectory


@dataclasses.dataclass(frozen=True)
class Moment:
    """One primitive action, several in which the same happened, or the reset.

    Attributes:
      step: number of the agent's step, from 1; 0 at reset.
      title: such as `step 3 · CLICK(4) · LIFT`.
      states: a letter an event, by number (`mobile_env.evaluation.trace`).
      lines: what happened, a line an event.
      paid: what it paid, or "".
    """

    step: int
    title: str
    states: str
    lines: tuple[str, ...]
    paid: str = ""


def moments(trajectory: Trajectory) -> tuple[Moment, ...]:
    """The moments of an episode, in order; none if it was recorded without its events.

    Primitive actions of one step in which the same happened are one moment, unless they paid.
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
        # Over a scroll the same is seen ten times.
        if not (found and moment == found[-1] and not trace.paid):
            found.append(moment)

    add(0, "reset", trajectory.head.trace)
    for number, step in enumerate(trajectory.steps, start=1):
        for part in step.primitives:
            title = f"step {number} · {action_text(step.action)} · {part.action['action_type']}"
            add(number, title, part.trace, f"reward {part.reward:+g}" if part.reward else "")
    return tuple(found)
