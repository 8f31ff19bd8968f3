"""Finds impossible events when a task is loaded: events that depend on themselves, and gates that can never
open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass
class EventLinks:
    """The events on which an event depends, by number. A source has none.

    Attributes:
      children: all children.
      needed: groups of children; the event can hold if all children of one group can fire.
      prerequisites: events that must have fired.
      cache_until: events that clear the cache.
    """

    children: Sequence[int] = ()
    needed: Sequence[Sequence[int]] = ()
    prerequisites: Sequence[int] = ()
    cache_until: Sequence[int] = ()
    is_source: bool = False


def find_cycles(children: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """Cycles through children, one for each event that closes a cycle. Each cycle begins and ends with that
    event."""
    cycles: list[list[int]] = []
    state: dict[int, str] = {}
    for start in children:
        if start in state:
            continue
        path = [start]
        state[start] = "open"
        pending = [iter(children[start])]
        while pending:
            child = next(pending[-1], None)
            if child is None:
                pending.pop()
                state[path.pop()] = "done"
            elif state.get(child) == "open":
                cycles.append([*path[path.index(child) :], child])
            elif child not in state:
                state[child] = "open"
                path.append(child)
                pending.append(iter(children.get(child, ())))
    return cycles


def can_fire(links: Mapping[int, EventLinks], tops: Iterable[int]) -> set[int]:
    """Returns the events that can fire for some signals.

    Only sources in use are evaluated: see `mobile_env.events.awake.used_events`.
    """
    dependents: dict[int, list[int]] = {}
    for number, event in links.items():
        for other in {*event.prerequisites, *event.children}:
            dependents.setdefault(other, []).append(number)
    used = set(tops)
    for event in links.values():
        used.update(event.prerequisites, event.cache_until)
    able: set[int] = set()
    pending = list(used)

    def use(numbers: Iterable[int]) -> None:
        new = [number for number in numbers if number not in used]
        used.update(new)
        pending.extend(new)

    while pending:
        number = pending.pop()
        event = links[number]
        if number not in used or number in able:
            continue
        if not event.is_source:
            if not able.issuperset(event.prerequisites):
                continue
            use(event.children)
            if not any(able.issuperset(group) for group in event.needed):
                continue
        able.add(number)
        pending.extend(dependents.get(number, ()))
    return able


def closed_gates(links: Mapping[int, EventLinks], tops: Iterable[int]) -> list[tuple[int, int]]:
    """Returns gates that can never open, as pairs (event, prerequisite that can never fire).

    If a prerequisite cannot fire only because of another closed gate, only that other gate is returned.
    """
    able = can_fire(links, tops)
    without_gates = {
        number: EventLinks(event.children, event.needed, (), event.cache_until, event.is_source)
        for number, event in links.items()
    }
    able_without_gates = can_fire(without_gates, links)
    found = []
    for number, event in links.items():
        for prerequisite in event.prerequisites:
            if prerequisite in able:
                continue
            if prerequisite not in able_without_gates or number in _depends_on(links, prerequisite):
                found.append((number, prerequisite))
    return found


def _depends_on(links: Mapping[int, EventLinks], start: int) -> set[int]:
    """All events on which an event depends, including the event itself."""
    seen = {start}
    pending = [start]
    while pending:
        event = links[pending.pop()]
        for number in (*event.children, *event.prerequisites):
            if number not in seen:
                seen.add(number)
                pending.append(number)
    return seen
