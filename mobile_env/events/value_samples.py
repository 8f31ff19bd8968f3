"""The possible values of an event, as far as they are known before an episode.

A sample stands for all values of its kind: 0.5 for a number, {} for a dict. Unknown values have no samples.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mobile_env.events.nodes import Node, NodeType
from mobile_env.events.program import EventProgram, ProgramSource
from mobile_env.events.transformations import Transformation
from mobile_env.proto import task_pb2

# Possible values, of which one is passed on; None: unknown.
Samples = tuple[Any, ...] | None

_NUMBER, _TRUTH = 0.5, True
# Sample of a group or an attribute: a text that may also be a number.
_TEXT = "1"

_RESULTS: Mapping[str, Any] = {
    **dict.fromkeys(("abs", "float", "int", "len", "ord", "round", "sum"), _NUMBER),
    **dict.fromkeys(("all", "any", "bool", "isinstance"), _TRUTH),
}
_ARITHMETIC = (ast.Sub, ast.Div, ast.FloorDiv, ast.Pow, ast.LShift, ast.RShift, ast.BitAnd, ast.BitXor)


def event_samples(program: EventProgram, number: int, message: task_pb2.Task) -> list[Samples]:
    """Samples of an event's values in a step, one entry for each descendant from which a value can come.

    Args:
      program: the task, without cycles.
      number: number of the event.
      message: the task message.
    """
    event = program.events[number]
    if isinstance(event, ProgramSource):
        made = result_samples(event.transformation)
        return [source_samples(event, message) if event.transformation.sources == () else made]
    if event.transformation.sources:
        return [result_samples(event.transformation)]
    if event.type is NodeType.AND:
        # A list with one list per child.
        return [([[_TEXT]],)] if event.children else []
    return [samples for child in event.deciding for samples in event_samples(program, child, message)]


def source_samples(source: ProgramSource, message: task_pb2.Task) -> Samples:
    """Samples of a source's values, before its transformation."""
    length = value_length(source, message)
    if length is not None:
        return ([_TEXT] * length,)
    if source.kind == "log_event":
        return ({},)
    if source.kind == "check":
        return ([{}],)
    return (_TRUTH,) if source.kind.startswith("icon") else (_NUMBER,)


def value_length(source: ProgramSource, message: task_pb2.Task) -> int | None:
    """Number of parts of each value of a source: groups of its pattern, or properties. None: values have no
    parts."""
    event = getattr(message.event_sources[int(source.path[1])], source.kind)
    match event:
        case task_pb2.ViewHierarchyEvent():
            return len(event.properties)
        case task_pb2.LogEvent():
            return re.compile(event.pattern).groups if event.reading == event.GROUPS else None
        case task_pb2.ResponseEvent() | task_pb2.TextEvent():
            pattern = event.pattern if isinstance(event, task_pb2.ResponseEvent) else event.expect
            return re.compile(pattern).groups if event.mode == task_pb2.REGEX else None
    return None


def result_samples(transformation: Transformation) -> Samples:
    """Samples of a transformation's results, for any input."""
    if not transformation.reads_input:
        return (transformation(None),)
    result = transformation.result
    return None if result is None else _samples(result)


def certain_places(transformation: Transformation) -> list[int]:
    """Indices `n` of the input that a transformation always reads as `x[n]`."""
    places: list[int] = []
    pending: list[ast.AST] = list(transformation.statements)
    while pending:
        node = pending.pop()
        match node:
            case ast.Assign(targets=targets) if any(
                isinstance(part, ast.Name) and part.id == "x" for each in targets for part in ast.walk(each)
            ):
                return []
            case ast.Subscript(value=ast.Name(id="x"), slice=ast.Constant(value=int(place))):
                places.append(place)
            case ast.Subscript(
                value=ast.Name(id="x"),
                slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(place))),
            ):
                places.append(-place)
            case ast.IfExp(test=test):
                pending.append(test)
            case ast.BoolOp(values=values):
                pending.append(values[0])
            case ast.ListComp() | ast.GeneratorExp() | ast.DictComp():
                pending.append(node.generators[0].iter)
            case _:
                pending += ast.iter_child_nodes(node)
    return places


def _samples(node: ast.expr) -> Samples:
    match node:
        case ast.Constant(value=value):
            return (value,)
        case ast.Call(func=ast.Name(id=name)) if name in _RESULTS:
            return (_RESULTS[name],)
        case ast.Call(func=ast.Name(id="dict")) | ast.Dict() | ast.DictComp():
            return ({},)
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return (_TRUTH,)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
            return (_NUMBER,)
        case ast.BinOp(op=operator) if isinstance(operator, _ARITHMETIC):
            return (_NUMBER,)
        case ast.IfExp(body=body, orelse=otherwise):
            return _either(body, otherwise)
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            known = [_samples(part) for part in parts]
            # One sample of each is enough: a list is as wrong as its first wrong part.
            return None if None in known else ([part[0] for part in known if part],)
    return None


def _either(*nodes: ast.expr) -> Samples:
    found: list[Any] = []
    for samples in map(_samples, nodes):
        if samples is None:
            return None
        found += samples
    return tuple(found)


def is_empty(program: EventProgram, number: int | None) -> bool:
    """Whether an event is a node without events, which never fires, or a missing child."""
    event = None if number is None else program.events[number]
    return event is None or (isinstance(event, Node) and not event.children)


def lengths_below(
    program: EventProgram, node: Node, message: task_pb2.Task
) -> Sequence[tuple[ProgramSource, int]]:
    """The sources whose untransformed values a node gets, and the number of parts of these values."""
    found = []
    for child in node.deciding:
        event = program.events[child]
        if isinstance(event, ProgramSource) and not event.transformation.sources:
            length = value_length(event, message)
            if length is not None:
                found.append((event, length))
    return found
