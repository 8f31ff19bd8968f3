"""Explains what each event did in one step of the engine, for traces and reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.events.nodes import Node
from mobile_env.events.program import EventProgram, ProgramSource
from mobile_env.regex import RunawayRegexError


@dataclass(frozen=True)
class SourceExplanation:
    """One source in one step.

    Attributes:
      number: number of the source among all events.
      id: id of the source.
      kind: for example `log_event`.
      state: `fired`; `spent`: its repeatability kept a matching input from firing, because the input was seen
        before;
        `silent`: evaluated without a match; `not evaluated`: no input, not due, or irrelevant; `asleep`.
      values: the values that fired.
      inputs: the evaluated inputs.
    """

    number: int
    id: int
    kind: str
    state: str
    values: tuple[Any, ...]
    inputs: tuple[Any, ...]

    def __str__(self) -> str:
        shown = "".join(f" {value!r}" for value in self.values)
        seen = "".join(f" {value!r}" for value in self.inputs) if not self.values else ""
        return f"source {self.id} ({self.kind}): {self.state}{shown}{', saw' if seen else ''}{seen}"


@dataclass(frozen=True)
class NodeExplanation:
    """One node in one step.

    Attributes:
      number: number of the node among all events.
      label: the node's id, or its place in the task file.
      id: the node's id, or None.
      path: field path in the task message.
      state: `fired`; `cached`: kept fired by its cache; `held`: its repeatability kept it from firing; `idle`;
        `asleep`.
      waiting_for: labels of prerequisites that have not fired.
      waiting_numbers: numbers of these prerequisites.
      values: the node's values, if it fired or is cached.
    """

    number: int
    label: str
    id: int | None
    path: tuple[str | int, ...]
    state: str
    waiting_for: tuple[str, ...]
    waiting_numbers: tuple[int, ...]
    values: tuple[Any, ...]

    def __str__(self) -> str:
        waiting = f", waiting for {', '.join(self.waiting_for)}" if self.waiting_for else ""
        shown = "".join(f" {value!r}" for value in self.values)
        return f"node {self.label}: {self.state}{waiting}{shown}"


@dataclass(frozen=True)
class StepExplanation:
    """One step. Its text has one line per event.

    Attributes:
      step: number of the step; None before the first step.
      sources: all sources, in the order of the task file.
      nodes: all nodes, children before their parents.
      paid: values of the slots that fired, by field name: a reward, a score, instructions, ...
    """

    step: int | None
    sources: tuple[SourceExplanation, ...]
    nodes: tuple[NodeExplanation, ...]
    paid: Mapping[str, Any]

    def __str__(self) -> str:
        lines = [
            f"step {'-' if self.step is None else self.step}",
            *map(str, self.sources),
            *map(str, self.nodes),
            *(f"{slot}: {value!r}" for slot, value in self.paid.items()),
        ]
        return "\n  ".join(lines)


def explain(
    program: EventProgram,
    *,
    step: int | None,
    evaluated: Mapping[int, Sequence[Any]],
    inputs: Mapping[int, Sequence[Any]],
    holding: set[int],
    fired: Mapping[int, Sequence[Any]],
    ever_fired: Sequence[bool],
    used: set[int],
    paid: Mapping[str, Any],
) -> StepExplanation:
    """Makes the explanation of a step.

    Args:
      program: the task.
      step: number of the step.
      evaluated: values that fired, for each evaluated source.
      inputs: the latest inputs of each source.
      holding: nodes that held.
      fired: values of the events that fired or were kept fired by their cache.
      ever_fired: for each event, whether it has fired, including this step.
      used: events that awake events use.
      paid: values of the slots that fired.
    """

    def source(each: ProgramSource) -> SourceExplanation:
        values = evaluated.get(each.number)
        if values is None:
            state = "not evaluated" if each.number in used else "asleep"
            return SourceExplanation(each.number, each.id, each.kind, state, (), ())
        seen = tuple(inputs[each.number])
        state = "fired" if values else "spent" if _matches(each, seen) else "silent"
        return SourceExplanation(each.number, each.id, each.kind, state, tuple(values), seen)

    def node(each: Node) -> NodeExplanation:
        waiting = tuple(number for number in each.prerequisites if not ever_fired[number])
        values = fired.get(each.number)
        if values is not None:
            state = "fired" if each.number in holding else "cached"
        elif waiting or each.number not in used:
            state = "asleep"
        else:
            state = "held" if each.number in holding else "idle"
        return NodeExplanation(
            each.number,
            each.label,
            each.id,
            each.path,
            state,
            tuple(program.label(number) for number in waiting),
            waiting,
            tuple(values or ()),
        )

    return StepExplanation(
        step=step,
        sources=tuple(source(each) for each in program.sources),
        nodes=tuple(node(each) for each in program.nodes),
        paid=dict(paid),
    )


def _matches(source: ProgramSource, inputs: Sequence[Any]) -> bool:
    if source.repeatability == "UNLIMITED":
        return False
    try:
        return any(source.source.match(each) is not None for each in inputs)
    except RunawayRegexError:
        return False
