"""Traces: what the events of a task did in each step, as records of a trajectory and as readable lines."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from mobile_env.evaluation.event_tree import TreeEvent
from mobile_env.events.explanation import StepExplanation

# One letter per state, so that the states of a step are a short string. State names are those of
# `mobile_env.events.explanation`.
LETTERS = {
    "fired": "F",
    "cached": "C",
    "held": "H",
    "spent": "P",
    "silent": "S",
    "asleep": "Z",
    "idle": "-",
    "not evaluated": "-",
}
# Meanings of the states, for a legend.
STATE_WORDS = {
    "fired": "fired",
    "cached": "kept by its cache",
    "held": "held, but fires once",
    "spent": "input seen before",
    "silent": "looked at, no match",
    "asleep": "asleep",
}
STATES = {"F": "fired", "C": "cached", "H": "held", "P": "spent", "S": "silent", "Z": "asleep", "-": ""}

# Values of matches without groups, which are not printed.
_NO_VALUE = ("()", "[]")
_MOST_SHOWN = 4
_LONGEST_SHOWN = 100


@dataclasses.dataclass(frozen=True)
class Trace:
    """One step in which something was evaluated.

    Attributes:
      states: one letter per event, in the order of numbers; see `LETTERS`.
      values: values of events that fired, as text, by number.
      inputs: inputs of sources that did not fire, as text, by number.
      waiting: missing prerequisites of sleeping events, by number.
      paid: values of slots that fired, as text, by name.
    """

    states: str
    values: Mapping[int, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    inputs: Mapping[int, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    waiting: Mapping[int, tuple[int, ...]] = dataclasses.field(default_factory=dict)
    paid: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def state(self, number: int) -> str:
        """The state of an event in words; "" for the state `-`."""
        return STATES[self.states[number]]


def make_trace(explanation: StepExplanation) -> Trace | None:
    """Makes a trace of an explanation; None if nothing was evaluated and nothing fired."""
    letters: dict[int, str] = {}
    values: dict[int, tuple[str, ...]] = {}
    inputs: dict[int, tuple[str, ...]] = {}
    waiting: dict[int, tuple[int, ...]] = {}
    eventful = False
    for source in explanation.sources:
        letters[source.number] = LETTERS[source.state]
        eventful = eventful or source.state in ("fired", "spent", "silent")
        if source.values:
            values[source.number] = _shown(source.values)
        elif source.inputs:
            inputs[source.number] = _shown(source.inputs)
    for node in explanation.nodes:
        letters[node.number] = LETTERS[node.state]
        eventful = eventful or node.state in ("fired", "held")
        if node.values:
            values[node.number] = _shown(node.values)
        if node.waiting_numbers:
            waiting[node.number] = node.waiting_numbers
    if not eventful:
        return None
    paid = {
        slot.removesuffix("_listener"): _shortened(repr(value)) for slot, value in explanation.paid.items()
    }
    states = "".join(letters[number] for number in sorted(letters))
    return Trace(states, values, inputs, waiting, paid)


def read_trace(record: Mapping[str, Any] | None) -> Trace | None:
    """Reads a trace from a trajectory. Raises KeyError, TypeError or ValueError if the record is invalid."""
    if record is None:
        return None
    return Trace(
        record["states"],
        _by_number(record["values"]),
        _by_number(record["inputs"]),
        _by_number(record["waiting"]),
        dict(record["paid"]),
    )


def _by_number(record: Mapping[str, Sequence[Any]]) -> dict[int, tuple[Any, ...]]:
    # Keys of JSON objects are strings.
    return {int(number): tuple(each) for number, each in record.items()}


def trace_lines(tree: Sequence[TreeEvent], trace: Trace, before: Trace | None = None) -> list[str]:
    """Describes a step, one line per event that did something.

    Args:
      tree: the task's events.
      trace: the step.
      before: the previous trace; events that were already asleep are not mentioned again.
    """
    lines = []
    # Nodes follow the nodes nested in them.
    sources = [number for number, event in enumerate(tree) if event.is_source]
    nodes = [number for number, event in enumerate(tree) if not event.is_source]
    for number in (*sources, *reversed(nodes)):
        event = tree[number]
        state = trace.state(number)
        values = ", ".join(value for value in trace.values.get(number, ()) if value not in _NO_VALUE)
        saw = ", ".join(trace.inputs.get(number, ()))
        match state:
            case "":
                continue
            case "fired" | "cached":
                word = "matched" if event.is_source else "fired" if state == "fired" else "kept by its cache"
                text = f"{word}: {values}" if values else word
            case "spent":
                text = f"matched, but had that input before ({event.repeatability}): {saw}"
            case "silent":
                text = f"did not match; saw {saw}" if saw else f"did not match; {nothing_seen(event)}"
            case "held":
                text = f"held, but does not fire again ({event.repeatability})"
            case _:
                waiting = trace.waiting.get(number, ())
                if not waiting or (before is not None and before.waiting.get(number) == waiting):
                    continue
                text = f"sleeps until {_listed(tree, waiting)} fired"
        lines.append(f"{described(event)}: {text}")
    lines += [f"{slot} = {value}" for slot, value in trace.paid.items()]
    return lines


def described(event: TreeEvent) -> str:
    """An event with a description: `source 3 log_event /…/`, `event 7 AND`."""
    if event.is_source:
        return f"{event.title} {event.kind} {event.words}".rstrip()
    return event.title if event.kind == "SINGLE" else f"{event.title} {event.kind}"


def nothing_seen(event: TreeEvent) -> str:
    """Describes that a source had no input."""
    return "its selector gave no node" if event.kind == "view_hierarchy_event" else "saw nothing"


def _listed(tree: Sequence[TreeEvent], numbers: Sequence[int]) -> str:
    titles = [tree[number].title for number in numbers]
    return f"{titles[0]} has" if len(titles) == 1 else f"{', '.join(titles[:-1])} and {titles[-1]} have"


def _shown(values: Sequence[Any]) -> tuple[str, ...]:
    shown = [_shortened(repr(_plain(value))) for value in values]
    if len(shown) > _MOST_SHOWN:
        # Keep the last one, because the end of the trace mentions what never matched.
        shown[_MOST_SHOWN - 1 : -1] = [f"({len(shown) - _MOST_SHOWN} more)"]
    return tuple(shown)


def _plain(value: Any) -> Any:
    return value[0] if isinstance(value, (tuple, list)) and len(value) == 1 else value


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
