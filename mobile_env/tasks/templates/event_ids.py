"""The ids of a task's events: finds and renumbers them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mobile_env.proto.task_pb2 import EventSlot, Task


def slots(task: Task) -> Iterator[EventSlot]:
    """The slots that a task sets, in order of their field numbers."""
    for _, slot in task.event_slots.ListFields():
        yield slot


def nodes(slot: EventSlot) -> Iterator[EventSlot]:
    """The nodes of a slot's tree: the slot itself, then the nested nodes in the order of the file."""
    yield slot
    for child in slot.events:
        if child.HasField("event"):
            yield from nodes(child.event)


def declared_ids(task: Task) -> list[int]:
    """Distinct ids of sources and nodes, in ascending order."""
    found = {source.id for source in task.event_sources}
    found |= {node.id for slot in slots(task) for node in nodes(slot) if node.HasField("id")}
    return sorted(found)


def renumber(task: Task, number: Callable[[int], int]) -> None:
    """Renumbers every id, in all fields that contain ids.

    Args:
      task: the task, which is changed.
      number: returns the new number of an id. The special values of `cache_until` (0 and -1) are not ids and
        do not change.
    """
    for source in task.event_sources:
        source.id = number(source.id)
    for slot in slots(task):
        for node in nodes(slot):
            if node.HasField("id"):
                node.id = number(node.id)
            for child in node.events:
                if child.HasField("id"):
                    child.id = number(child.id)
            node.prerequisite[:] = [number(id_) for id_ in node.prerequisite]
            node.cache_until[:] = [number(id_) if id_ > 0 else id_ for id_ in node.cache_until]
