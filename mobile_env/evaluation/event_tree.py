"""The events of a task as plain data, numbered, for pictures and traces."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from mobile_env.evaluation.event_words import wanted
from mobile_env.events.nodes import Node
from mobile_env.events.program import EventProgram
from mobile_env.events.sources.switched_off import SwitchedOff
from mobile_env.proto import task_pb2
from mobile_env.tasks.loading import RunnableTask

_LONGEST_WORDS = 160


@dataclasses.dataclass(frozen=True)
class TreeEvent:
    """One event. It refers to other events by their number, the index in the tree.

    Attributes:
      label: the event's id, or its place in the task file.
      kind: `log_event`, … of a source; SINGLE, AND or OR of a node.
      words: of a source: what it looks for; of a node: how it computes its value.
      repeatability: NONE, LAST or UNLIMITED.
      children: numbers of the events on which a node's outcome depends; None for a source.
      prerequisites: numbers of the events that must have fired before.
      cache_until: numbers of the events that clear the cache.
      slot: name of the slot whose root the event is, or "".
    """

    label: str
    kind: str
    words: str
    repeatability: str
    children: tuple[int, ...] | None = None
    prerequisites: tuple[int, ...] = ()
    cache_until: tuple[int, ...] = ()
    slot: str = ""

    @property
    def is_source(self) -> bool:
        """Whether the event is a source, which watches a signal."""
        return self.children is None

    @property
    def title(self) -> str:
        """The event's name in a sentence: `source 3`, `event 7`, `the reward slot`."""
        if self.is_source:
            return f"source {self.label}"
        if self.slot:
            return f"the {self.slot} slot"
        return f"event {self.label}"


def event_tree(program: EventProgram, message: task_pb2.Task) -> tuple[TreeEvent, ...]:
    """Returns the events of a task, sources first.

    Args:
      program: the compiled task.
      message: the task message.
    """
    slots = {number: name.removesuffix("_listener") for name, number in program.slots.items()}
    events = []
    for event in program.events:
        if isinstance(event, Node):
            events.append(
                TreeEvent(
                    event.label,
                    event.type.name,
                    _shortened("; ".join(event.transformation.sources)),
                    event.repeatability.name,
                    event.deciding,
                    event.prerequisites,
                    event.cache_until,
                    slots.get(event.number, ""),
                )
            )
        else:
            written = getattr(message.event_sources[int(event.path[1])], event.kind)
            off = "switched off: " if isinstance(event.source, SwitchedOff) else ""
            events.append(
                TreeEvent(
                    str(event.id), event.kind, _shortened(f"{off}{wanted(written)}"), event.repeatability
                )
            )
    return tuple(events)


def notes(task: RunnableTask) -> tuple[str, ...]:
    """Notes on a task's results: warnings about its file, and the sources that are switched off."""
    off = [
        f"event source {source.id} ({source.kind}) is switched off: it never fires"
        for source in task.program.sources
        if isinstance(source.source, SwitchedOff)
    ]
    warnings = [
        f"line {warning.line}: {warning.what}" if warning.line else warning.what for warning in task.warnings
    ]
    return (*off, *warnings)


def read_tree(records: Sequence[dict[str, Any]]) -> tuple[TreeEvent, ...]:
    """Reads the events of a trajectory's head.

    Raises:
      TypeError: the records have other fields.
    """
    read: list[dict[str, Any]] = [
        {key: tuple(value) if isinstance(value, list) else value for key, value in record.items()}
        for record in records
    ]
    return tuple(TreeEvent(**record) for record in read)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_WORDS else f"{text[: _LONGEST_WORDS - 1]}…"
