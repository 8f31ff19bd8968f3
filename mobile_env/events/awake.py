"""Decides which events are awake, and which events can still change an outcome."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mobile_env.events.nodes import Node, NodeRepeatability
from mobile_env.events.program import EventProgram


def used_events(program: EventProgram, ever_fired: Sequence[bool]) -> set[int]:
    """Returns the numbers of the events in use. A source in use is evaluated; a node in use is evaluated if
    its gate is open.

    The events in use are: the top nodes of slots, every event named by a `prerequisite` or `cache_until`, and
      the children
    of each node in use whose prerequisites have all fired. Because firings are recorded for the whole episode,
    this set
    only grows: an event that was awake never falls asleep.

    Args:
      program: the task.
      ever_fired: for each event, whether it has fired in this episode.
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
    """Returns the numbers of the events that can still change an outcome, now or after other events wake.

    A node that fires once per episode, has fired, and is not kept by its cache, never fires again. Events that
    only such nodes use are irrelevant. There is one exception: closed gates above a relevant event stay
    relevant, because they decide whether the event is awake and uses up inputs.

    Args:
      program: the task.
      ever_fired: for each event, whether it has fired in this episode.
      ever_fired_itself: the same, without firings that are only due to a cache.
      cached: the nodes that their caches keep fired.
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
