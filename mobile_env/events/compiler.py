"""Compiles a task message to an `EventProgram`, and finds all faults of its events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mobile_env.events.gates import EventLinks, closed_gates, find_cycles
from mobile_env.events.log_filters import FilterError, LogFilters, parse_filter
from mobile_env.events.nodes import Node, NodeRepeatability, NodeType
from mobile_env.events.program import EventProgram, ProgramSource
from mobile_env.events.slots import SLOTS
from mobile_env.events.sources import SOURCES
from mobile_env.events.sources.check import CheckEvent
from mobile_env.events.sources.contract import SourceReport, enum_name
from mobile_env.events.sources.icon_event import located
from mobile_env.events.sources.switched_off import SwitchedOff, switched_off_kinds
from mobile_env.events.transformations import Transformation, TransformationFault
from mobile_env.proto import task_pb2

__all__ = ["EventProgram", "FieldPath", "Report", "compile_task"]

# Field names and indices, from the task message to the field.
FieldPath = tuple[str | int, ...]
# Takes a fault: the field, what is wrong, and how to fix it.
Report = Callable[[FieldPath, str, str], None]

# Special values of `cache_until`.
NEVER, NOTHING = -1, 0


def compile_task(
    message: task_pb2.Task,
    report: Report,
    base_dir: Path | str | None = None,
    warn: Report | None = None,
    without: Collection[str] = (),
) -> EventProgram:
    """Compiles the event sources and slots of a task.

    Args:
      message: the task, AndroidEnv's own fields translated.
      report: called with each fault.
      base_dir: directory to which paths in the task are relative.
      warn: called with each warning.
      without: `text` or `icon`: sources of these kinds are switched off and never fire.

    Returns:
      The program; an empty one if there was a fault.

    Raises:
      ValueError: a name in `without` is unknown.
    """
    faulty = False

    def note(path: FieldPath, what: str, mend: str) -> None:
        nonlocal faulty
        faulty = True
        report(path, what, mend)

    program = _Compiler(message, note, warn or _ignore, switched_off_kinds(without), base_dir).compile()
    return EventProgram((), (), (), {}, LogFilters(())) if faulty else program


def _ignore(_path: FieldPath, _what: str, _mend: str) -> None:
    pass


@dataclass
class _Written:
    """A node of the task message, with its number."""

    number: int
    slot: task_pb2.EventSlot
    path: FieldPath


class _Compiler:
    def __init__(
        self,
        message: task_pb2.Task,
        report: Report,
        warn: Report,
        off: Collection[str],
        base_dir: Path | str | None,
    ):
        self._message = message
        self._base_dir = base_dir
        self._off = off
        self._report = report
        self._warn = warn
        self._numbers: dict[int, int] = {}
        self._sources: list[ProgramSource] = []
        self._written: list[_Written] = []
        self._nested: dict[FieldPath, int] = {}
        self._slots: dict[str, int] = {}
        self._count = 0

    def compile(self) -> EventProgram:
        for index, source in enumerate(self._message.event_sources):
            self._source(source, ("event_sources", index))
        for name in SLOTS:
            slot = getattr(self._message.event_slots, name)
            if self._message.event_slots.HasField(name):
                path: FieldPath = ("event_slots", name)
                self._gather(slot, path)
                if slot.events:
                    self._slots[name] = self._nested[path]
        nodes = [self._node(written) for written in self._written]
        log_filters = self._log_filters()
        cyclic = self._check_cycles(nodes)
        if not cyclic:
            self._check_gates(nodes)
        listed: list[ProgramSource | Node] = [*self._sources, *nodes]
        return EventProgram(
            events=tuple(sorted(listed, key=lambda event: event.number)),
            sources=tuple(self._sources),
            nodes=tuple([] if cyclic else _children_first(nodes)),
            slots=self._slots,
            log_filters=log_filters,
        )

    # -- ids

    def _number(self, event_id: int, path: FieldPath, what: str) -> int:
        """Gives an event the next number, and records its id if it has one."""
        number = self._count
        self._count += 1
        if event_id == 0:
            return number
        if event_id < 0:
            self._report((*path, "id"), f"id {event_id} of {what} is not positive", "use a positive number")
        elif event_id in self._numbers:
            self._report(
                (*path, "id"),
                f"id {event_id} of {what} is already used by another event",
                "sources and slots share their ids: use a free one",
            )
        else:
            self._numbers[event_id] = number
        return number

    def _known(self, event_id: int, path: FieldPath, where: str) -> int | None:
        number = self._numbers.get(event_id)
        if number is None:
            known = ranges(self._numbers) or "none"
            self._report(path, f"unknown event id {event_id} in {where}", f"known: {known}")
        return number

    # -- sources

    def _source(self, message: task_pb2.EventSource, path: FieldPath) -> None:
        if message.id == 0:
            self._report(path, "event source without an id", "give it a positive id")
        number = self._number(message.id, path, "an event source")
        kind = message.WhichOneof("event")
        repeatability = enum_name(message, "repeatability", self._below(path, self._report))
        transformation = self._transformation(message.transformation, path)
        if kind is None:
            self._report(path, "event source without an event", f"set one of {', '.join(SOURCES)}")
            return
        event = getattr(message, kind)
        if kind not in SOURCES and kind not in self._off:
            what = f"`{kind}` is not watched yet: no device tells its events"
            self._report((*path, kind), what, f"use one of {', '.join(SOURCES)}")
            return
        source_class = SwitchedOff if kind in self._off else SOURCES[kind]
        source = source_class.compile(
            located(event, self._base_dir),
            self._below((*path, kind), self._report),
            self._below((*path, kind), self._warn),
        )
        if source is None or repeatability is None:
            return
        if isinstance(source, CheckEvent):
            # The task's checks are judged by the id of their source.
            source = CheckEvent(message.id)
        self._sources.append(
            ProgramSource(number, message.id, kind, path, repeatability, source, transformation)
        )

    @staticmethod
    def _below(path: FieldPath, report: Report) -> SourceReport:
        return lambda below, what, mend: report((*path, *below), what, mend)

    def _log_filters(self) -> LogFilters:
        found: list[tuple[str, str]] = []
        for index, source in enumerate(self._message.event_sources):
            for place, text in enumerate(source.log_event.filters):
                path = ("event_sources", index, "log_event", "filters", place)
                try:
                    parsed = parse_filter(text)
                except FilterError as error:
                    self._report(path, str(error), "write tag:L with L one of V, D, I, W, E, F, as in jd:D")
                    continue
                if parsed[0] == "*":
                    self._warn(
                        path,
                        f"log filter {text!r} is overridden by the *:S behind all filters",
                        "name the tags",
                    )
                found.append(parsed)
        return LogFilters(found)

    # -- nodes

    def _gather(self, slot: task_pb2.EventSlot, path: FieldPath) -> None:
        """Numbers a slot and all its nested nodes, so that ids can be used before they are defined."""
        pending = [(slot, path)]
        while pending:
            each, place = pending.pop()
            number = self._number(each.id, place, "an event slot")
            self._nested[place] = number
            self._written.append(_Written(number, each, place))
            nested = [
                (child.event, (*place, "events", index, "event"))
                for index, child in enumerate(each.events)
                if child.WhichOneof("child") == "event"
            ]
            pending += reversed(nested)

    def _node(self, written: _Written) -> Node:
        slot, path = written.slot, written.path
        report = self._below(path, self._report)
        type_ = NodeType(enum_name(slot, "type", report) or "SINGLE")
        repeatability = NodeRepeatability(enum_name(slot, "repeatability", report) or "UNLIMITED")
        children = tuple(self._child(child, (*path, "events", i)) for i, child in enumerate(slot.events))
        if type_ is NodeType.SINGLE and len(children) > 1:
            self._warn(
                (*path, "events", 1), "a SINGLE slot uses only its first event", "set type: OR or type: AND"
            )
        until = [event_id for event_id in slot.cache_until if event_id != NOTHING]
        return Node(
            number=written.number,
            id=slot.id or None,
            path=path,
            type=type_,
            repeatability=repeatability,
            children=children,
            prerequisites=self._references(slot, "prerequisite", path),
            caches=bool(until),
            cache_until=self._references(slot, "cache_until", path),
            cache_ends=NEVER not in until,
            transformation=self._transformation(slot.transformation, path),
        )

    def _child(self, child: task_pb2.EventSlot.Event, path: FieldPath) -> int | None:
        match child.WhichOneof("child"):
            case "id":
                return self._known(child.id, (*path, "id"), "events")
            case "event":
                return self._nested[(*path, "event")]
            case _:
                self._warn(path, "event without id or event: it never fires", "set one, or leave it out")
                return None

    def _references(self, slot: task_pb2.EventSlot, field: str, path: FieldPath) -> tuple[int, ...]:
        numbers = (
            self._known(event_id, (*path, field, index), field)
            for index, event_id in enumerate(getattr(slot, field))
            if field != "cache_until" or event_id not in (NEVER, NOTHING)
        )
        return tuple(dict.fromkeys(number for number in numbers if number is not None))

    def _transformation(self, sources: Sequence[str], path: FieldPath) -> Transformation:
        try:
            return Transformation(sources)
        except TransformationFault as fault:
            self._report((*path, "transformation", fault.index), str(fault), fault.mend)
            return Transformation()

    # -- the whole

    def _check_cycles(self, nodes: Sequence[Node]) -> bool:
        children = {node.number: [child for child in node.children if child is not None] for node in nodes}
        cycles = find_cycles(children)
        by_number = {node.number: node for node in nodes}
        labels = self._labels(nodes)
        for cycle in cycles:
            # The place where the last node of the cycle refers to the first one.
            node = by_number[cycle[-2]]
            place = node.children.index(cycle[-1])
            chain = " → ".join(labels[number] for number in cycle)
            self._report(
                (*node.path, "events", place), f"events depend on themselves: {chain}", "break the cycle"
            )
        return bool(cycles)

    def _check_gates(self, nodes: Sequence[Node]) -> None:
        links = {number: EventLinks(is_source=True) for number in range(self._count)}
        for node in nodes:
            links[node.number] = EventLinks(
                children=[child for child in node.children if child is not None],
                needed=_needed(node),
                prerequisites=node.prerequisites,
                cache_until=node.cache_until,
            )
        by_number = {node.number: node for node in nodes}
        labels = self._labels(nodes)
        for number, prerequisite in closed_gates(links, self._slots.values()):
            node = by_number[number]
            label = labels[prerequisite]
            index = self._place_of(node, prerequisite)
            self._report(
                (*node.path, "prerequisite", index),
                f"this gate can never open: event {label} can never fire before it",
                "name an event that can fire without it",
            )

    def _place_of(self, node: Node, prerequisite: int) -> int:
        written = next(each.slot for each in self._written if each.number == node.number)
        return next(
            index
            for index, event_id in enumerate(written.prerequisite)
            if self._numbers.get(event_id) == prerequisite
        )

    def _labels(self, nodes: Sequence[Node]) -> dict[int, str]:
        ids = {number: str(event_id) for event_id, number in self._numbers.items()}
        return {node.number: node.label for node in nodes} | ids


def _needed(node: Node) -> list[list[int]]:
    if not node.children:
        return []
    match node.type:
        case NodeType.SINGLE:
            first = node.children[0]
            return [] if first is None else [[first]]
        case NodeType.AND:
            if None in node.children:
                return []
            return [[child for child in node.children if child is not None]]
        case NodeType.OR:
            return [[child] for child in node.children if child is not None]


def _children_first(nodes: Iterable[Node]) -> list[Node]:
    """Orders nodes such that each node follows its children. There must be no cycles."""
    by_number = {node.number: node for node in nodes}
    ordered: dict[int, Node] = {}
    for start in by_number.values():
        pending = [start]
        while pending:
            node = pending[-1]
            missing = [
                by_number[child]
                for child in node.children
                if child is not None and child in by_number and child not in ordered
            ]
            if missing:
                pending += reversed(missing)
            else:
                ordered.setdefault(pending.pop().number, node)
    return list(ordered.values())


def ranges(ids: Iterable[int]) -> str:
    """Formats numbers in ascending order, with runs as ranges: `1–11, 14`."""
    runs: list[list[int]] = []
    for each in sorted(ids):
        if runs and runs[-1][1] == each - 1:
            runs[-1][1] = each
        else:
            runs.append([each, each])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)
