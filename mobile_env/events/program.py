"""A compiled task: its event sources and nodes, numbered. It is immutable and can be shared."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from mobile_env.events.log_filters import LogFilters
from mobile_env.events.nodes import Node
from mobile_env.events.sources import EventSource
from mobile_env.events.transformations import Transformation


@dataclass(frozen=True)
class ProgramSource:
    """An event source of a task.

    Attributes:
      number: number among all events.
      id: id of the source.
      kind: field of the `event` oneof, such as `log_event`.
      path: field path in the task message.
      repeatability: `NONE`, `LAST` or `UNLIMITED`; applies to inputs.
      source: reads inputs and matches them.
      transformation: computes the source's value from each matched value.
    """

    number: int
    id: int
    kind: str
    path: tuple[str | int, ...]
    repeatability: str
    source: EventSource
    transformation: Transformation


@dataclass(frozen=True)
class EventProgram:
    """The events of a task.

    Attributes:
      events: sources, then nodes; the index of an event is its number.
      sources: the sources.
      nodes: the nodes, children before their parents.
      slots: number of the top node of each slot that has events, by field name.
      log_filters: filters of all log sources.
    """

    events: tuple[ProgramSource | Node, ...]
    sources: tuple[ProgramSource, ...]
    nodes: tuple[Node, ...]
    slots: Mapping[str, int]
    log_filters: LogFilters

    @property
    def signals(self) -> frozenset[str]:
        """Signals that the sources read: `log`, `responses`, `hierarchy`, `screen`."""
        return frozenset(each.source.signal for each in self.sources)

    @functools.cached_property
    def gated(self) -> tuple[Node, ...]:
        """Nodes that have prerequisites."""
        return tuple(node for node in self.nodes if node.prerequisites)

    @functools.cached_property
    def named(self) -> frozenset[int]:
        """Events that a `prerequisite` or a `cache_until` refers to."""
        return frozenset(number for node in self.nodes for number in (*node.prerequisites, *node.cache_until))

    @functools.cached_property
    def reach(self) -> dict[int, set[int]]:
        """All descendants of each node, by number."""
        reach: dict[int, set[int]] = {}
        for start in self.nodes:
            found = reach[start.number] = set()
            pending = [start.number]
            while pending:
                event = self.events[pending.pop()]
                if isinstance(event, Node):
                    below = {child for child in event.children if child is not None}
                    pending += below - found
                    found |= below
        return reach

    def label(self, number: int) -> str:
        """The name of an event: its id, or its place in the task file."""
        event = self.events[number]
        return event.label if isinstance(event, Node) else str(event.id)
