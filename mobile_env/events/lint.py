"""Warnings about the events of a task that can run, but probably does not do what its author meant.

A slot or nested event without events never fires, but causes no warning: many published files have them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mobile_env.events.gates import EventLinks, can_fire
from mobile_env.events.log_filters import SILENT, FilterError, parse_filter
from mobile_env.events.nodes import Node, NodeType
from mobile_env.events.program import EventProgram, ProgramSource
from mobile_env.events.slots import SLOTS, SlotError
from mobile_env.events.transformations import TransformationError
from mobile_env.events.value_samples import (
    Samples,
    certain_places,
    event_samples,
    is_empty,
    lengths_below,
)
from mobile_env.proto import task_pb2

# Takes the field of a warning, what is odd, and how to fix it.
Warn = Callable[[tuple[str | int, ...], str, str], None]


def lint(message: task_pb2.Task, program: EventProgram, warn: Warn) -> None:
    """Warns about events that their author cannot have meant.

    Args:
      message: the task, AndroidEnv's own fields translated.
      program: the compiled task, without faults.
      warn: called with each warning.
    """
    checks = _Lint(message, program, warn)
    checks.log_filters()
    checks.uses()
    checks.firings()
    checks.transformations()
    checks.slots()
    checks.failures()
    checks.ends()


class _Lint:
    def __init__(self, message: task_pb2.Task, program: EventProgram, warn: Warn):
        self._message = message
        self._program = program
        self._warn = warn
        links = {node.number: _links(node) for node in program.nodes}
        links |= {source.number: EventLinks(is_source=True) for source in program.sources}
        self._able = can_fire(links, program.slots.values())

    # -- sources

    def log_filters(self) -> None:
        """Warns about log sources that no line can reach, and patterns that match every line."""
        log_sources = [
            (index, source.log_event)
            for index, source in enumerate(self._message.event_sources)
            if source.HasField("log_event")
        ]
        passing = {index: any(map(_passes, event.filters)) for index, event in log_sources}
        for index, event in log_sources:
            place = ("event_sources", index, "log_event")
            if not event.pattern:
                self._warn(place, "a log event without a pattern: every line fires it", "add pattern")
            if event.filters and not passing[index]:
                others = (
                    ": it sees the lines of other sources' filters alone" if any(passing.values()) else ""
                )
                self._warn(
                    (*place, "filters", 0),
                    f"no line can pass the filters of this log event{others}",
                    'name the tag that the app logs with, as in filters: "jd:D"',
                )
        if log_sources and not any(event.filters for _index, event in log_sources):
            self._warn(
                ("event_sources", log_sources[0][0], "log_event"),
                "no log event of this task has filters: logcat on a real device then shows no line at all",
                'name the tag that the app logs with, as in filters: "jd:D"',
            )

    def uses(self) -> None:
        """Warns about sources that no slot uses."""
        used: set[int] = set()
        pending = [*self._program.slots.values()]
        while pending:
            number = pending.pop()
            event = self._program.events[number]
            if number in used:
                continue
            used.add(number)
            if isinstance(event, Node):
                pending += [*event.deciding, *event.prerequisites, *event.cache_until]
        for source in self._program.sources:
            if source.number not in used:
                self._warn(
                    source.path,
                    f"nothing uses event source {source.id}",
                    "name its id in a slot, or remove it",
                )

    # -- nodes

    def firings(self) -> None:
        """Warns about nodes that can never fire because of a child without events, and about caches that
        nothing clears."""
        for node in self._program.nodes:
            # A child of an OR may be empty, because the other children can fire the OR.
            for place, child in enumerate(node.children):
                if not is_empty(self._program, child):
                    continue
                path = (*node.path, "events", place)
                name = "an event" if child is None else f"event {self._program.label(child)}"
                if node.type is NodeType.AND and len(node.children) > 1:
                    self._warn(
                        path,
                        f"this AND can never fire: {name} has no events",
                        "give it events, or leave it out",
                    )
                elif child is not None and self._is_named(node, place):
                    self._warn(path, f"{name} has no events: it never fires", "give it events")
            for place, number in self._cache_until(node):
                if number not in self._able:
                    self._warn(
                        (*node.path, "cache_until", place),
                        f"this cache is never cleared: event {self._program.label(number)} can never fire",
                        "name an event that can fire, or write cache_until: -1",
                    )

    def _is_named(self, node: Node, place: int) -> bool:
        """Whether a child is written as an id."""
        return self._written(node).events[place].WhichOneof("child") == "id"

    def _written(self, node: Node) -> task_pb2.EventSlot:
        found: Any = self._message
        for part in node.path:
            found = found[part] if isinstance(part, int) else getattr(found, part)
        return found

    def _cache_until(self, node: Node) -> list[tuple[int, int]]:
        by_id = {event.id: event.number for event in self._program.events if event.id}
        written = enumerate(self._written(node).cache_until)
        return [(place, by_id[each]) for place, each in written if each > 0 and node.cache_ends]

    def transformations(self) -> None:
        """Warns about transformations that fail for every input."""
        for event in self._program.events:
            transformation = event.transformation
            path = (*event.path, "transformation", 0)
            if not transformation.reads_input:
                try:
                    transformation(None)
                except TransformationError as error:
                    self._warn(path, f"it always fails: {error}", "write statements that give y a value")
                continue
            if not isinstance(event, Node) or event.type is NodeType.AND:
                continue
            places = certain_places(transformation)
            for source, length in lengths_below(self._program, event, self._message):
                beyond = [place for place in places if not -length <= place < length]
                if beyond:
                    parts = "property" if source.kind == "view_hierarchy_event" else "group"
                    what = f"it takes x[{beyond[0]}], but event source {source.id} gives {_counted(length, parts)}"
                    mend = (
                        "list the properties that are needed"
                        if parts == "property"
                        else "put parentheses around what is needed of the text, as in (\\d+)"
                    )
                    self._warn(path, what, mend)

    # -- slots

    def slots(self) -> None:
        """Warns about values that a slot cannot use."""
        for name, number in self._program.slots.items():
            if number not in self._able:
                continue
            for samples in self._slot_samples(number):
                reason = _refusal(name, samples)
                if reason is not None:
                    signal = name.removesuffix("_listener")
                    what, _, mend = reason.partition(" (")
                    self._warn(self._value_place(number), f"{signal}: {what}", mend.removesuffix(")"))
                    break
            else:
                if name == "instruction_listener":
                    self._check_told(number)

    def _slot_samples(self, number: int) -> list[Samples]:
        try:
            return event_samples(self._program, number, self._message)
        except TransformationError:
            return []

    def _check_told(self, number: int) -> None:
        samples = self._slot_samples(number)
        if samples and all(
            each is not None and all(part in ([], (), [""], "") for part in each) for each in samples
        ):
            self._warn(
                self._value_place(number),
                "instruction: there is no text in it",
                "write a transformation, as y = ['Open the article']",
            )

    def _value_place(self, number: int) -> tuple[str | int, ...]:
        """The place where the values of a slot are made."""
        event = self._program.events[number]
        while isinstance(event, Node) and not event.transformation.sources and len(event.deciding) == 1:
            below = self._program.events[event.deciding[0]]
            if isinstance(below, ProgramSource) and not below.transformation.sources:
                break
            event = below
        last = len(event.transformation.sources) - 1
        return (*event.path, "transformation", last) if last >= 0 else event.path

    def failures(self) -> None:
        """Warns about ends that are failures only because their values are empty, and therefore falsy."""
        end = self._program.slots.get("episode_end_listener")
        pending = [] if end is None else [end]
        seen: set[int] = set()
        while pending:
            node = self._program.events[pending.pop()]
            hands_on = isinstance(node, Node) and set(node.transformation.sources) <= {"y = x"}
            if not isinstance(node, Node) or not hands_on or node.type is NodeType.AND or node.number in seen:
                continue
            seen.add(node.number)
            pending += node.deciding
            for source, length in lengths_below(self._program, node, self._message):
                if length:
                    continue
                if source.kind == "view_hierarchy_event":
                    why = f"event source {source.id} lists no properties, so its value is []"
                else:
                    why = f"the pattern of event source {source.id} has no groups, so its value is ()"
                self._warn(
                    (*node.path, "events", node.children.index(source.number)),
                    f"episode_end: {why}: the episode ends in failure",
                    "write a transformation: y = True for success, y = False for failure",
                )

    def ends(self) -> None:
        """Warns about tasks that never end."""
        end = self._program.slots.get("episode_end_listener")
        fires = end is not None and end in self._able
        if fires and end is not None:
            samples = self._slot_samples(end)
            if samples and all(each is not None and set(map(_is_none, each)) == {True} for each in samples):
                fires = False
                self._warn(
                    self._value_place(end),
                    "episode_end: its value is always None, which is no end",
                    "write y = True for success, y = False for failure",
                )
        # A goal ends the episode when the agent finishes.
        fires = fires or self._message.HasField("goal")
        if not fires and self._message.max_num_steps <= 0 and self._message.max_duration_sec <= 0:
            self._warn(
                ("event_slots", "episode_end_listener"),
                "nothing can end an episode",
                "add an episode_end_listener that fires, max_num_steps or max_duration_sec",
            )


def _links(node: Node) -> EventLinks:
    children = [child for child in node.children if child is not None]
    match node.type:
        case NodeType.AND:
            needed = [] if None in node.children or not children else [children]
        case NodeType.SINGLE | NodeType.OR:
            needed = [[child] for child in node.deciding]
    return EventLinks(children, needed, node.prerequisites, node.cache_until)


def _passes(text: str) -> bool:
    try:
        tag, level = parse_filter(text)
    except FilterError:
        return False
    return tag != "*" and level != SILENT


def _refusal(slot: str, samples: Samples) -> str | None:
    """Why a slot can use none of the values; None if it can use one of them, or if the values are unknown."""
    reason = None
    for sample in samples or ():
        try:
            SLOTS[slot]([sample])
        except SlotError as error:
            reason = str(error)
        else:
            return None
    return reason


def _is_none(value: Any) -> bool:
    return value is None


def _counted(number: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"no {noun}" if number == 0 else f"{number} {noun if number == 1 else plural}"


__all__: Sequence[str] = ["Warn", "lint"]
