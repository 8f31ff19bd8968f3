"""Which events are awake, and which can still change an outcome."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mobile_env.events.nodes import Node, NodeRepeatability
from mobile_env.events.program import EventProgram


def used_events(program: EventProgram, ever_fired: Sequence[bool]) -> set[int]:
    """Numbers of the events in use. A source in use is evaluated; a node in use is, once its gate is open.

    In use are the top nodes of slots, every event that a `prerequisite` or a `cache_until` names, whoever names
    it, and the children of each node in use whose prerequisites have all fired. An event that has fired stays
    recorded, so during an episode this set only grows: nothing that was awake falls asleep.

    Args:
      program: the task.
      ever_fired: which events have fired in this episode, by number.
    """
    used: set[int] = set()
    pending = [*program.slots.values(), *program.named]
    while pending:
        number = pending.pop()
        if number in used:
            continue
        used.add(number)
        event = program.events[number]
        if isinstance(event, Node) and not _unfired(event, ever_fired):
            pending += [child for child in event.children if child is not None]
    return used


def relevant_events(
    program: EventProgram,
    ever_fired: Sequence[bool],
    ever_fired_itself: Sequence[bool],
    cached: Collection[int],
) -> set[int]:
    """Numbers of the events that can still change an outcome, now or when something wakes.

    A node that fires once an episode, has done so, and is not kept by its cache, never fires again: nothing
    that only such nodes use matters any more. Except for closed gates above something that matters: whether it
    is awake, and so sees and spends inputs, hangs on them.

    Args:
      program: the task.
      ever_fired: which events have fired in this episode, by number.
      ever_fired_itself: the same, firings that the cache only kept up not counted.
      cached: the nodes that are kept by their cache.
    """
    relevant: set[int] = set()
    pending = [*program.slots.values()]
    while True:
        while pending:
            number = pending.pop()
            if number in relevant:
                continue
            event = program.events[number]
            if isinstance(event, Node):
                once = event.repeatability is NodeRepeatability.NONE
                if once and ever_fired_itself[number] and number not in cached:
                    continue
                pending += event.deciding
                pending += _unfired(event, ever_fired)
                if event.cache_ends:
                    pending += event.cache_until
            relevant.add(number)
        for node in program.gated:
            if node.number not in relevant and not program.reach[node.number].isdisjoint(relevant):
                pending += [each for each in _unfired(node, ever_fired) if each not in relevant]
        if not pending:
            return relevant


def _unfired(node: Node, ever_fired: Sequence[bool]) -> list[int]:
    return [each for each in node.prerequisites if not ever_fired[each]]
