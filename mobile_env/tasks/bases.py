"""Base files: what many task files share is written once, and merged before each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from mobile_env.proto import task_pb2
from mobile_env.tasks.errors import Fault, FieldPath, TaskFileError, in_order
from mobile_env.tasks.named_files import check_texts, named_files
from mobile_env.tasks.textproto import Document, Hints, parse_textproto_file

BASE_SUFFIX: Final = ".base.textproto"
"""Files of this name are merged into others and are no tasks themselves."""

MOST_BASES: Final = 64


@dataclass(frozen=True)
class Place:
    """Where something is written; line and column count from 1."""

    path: Path
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Merged:
    """A task with all its base files.

    Attributes:
      message: what the files say together.
      places: where each field that is written stands.
    """

    message: task_pb2.Task
    places: Mapping[FieldPath, Place]


def read_with_bases(path: Path, hints: Hints) -> Merged:
    """Reads a task file and the base files that it names, and those that these name.

    Base files come first, in the order given, as Protocol Buffers merge messages: lists are joined, single fields
    are replaced. A parameter replaces an earlier one of its name.

    Raises:
      TaskFileError: a file cannot be read, or base files name each other in a circle.
    """
    return _read(path, hints, (), [])


def _read(path: Path, hints: Hints, above: tuple[Path, ...], read: list[Path]) -> Merged:
    document = parse_textproto_file(path, task_pb2.Task, hints)
    own = Merged(
        document.message,
        {field_path: Place(path, *place) for field_path, place in document.positions.items()},
    )
    faults: list[Fault] = []
    check_texts(
        document.message,
        path.parent,
        lambda place, what, mend: faults.append(Fault(path, *document.locate(place), what, mend)),
    )
    if faults:
        raise TaskFileError(in_order(faults))
    if not document.message.base:
        return own
    merged = Merged(task_pb2.Task(), {})
    for index, name in enumerate(document.message.base):
        base = path.parent / name
        resolved = base.resolve()
        if resolved in (path.resolve(), *above):
            raise _fault(
                document, path, index, f"the base file {name} names this file in turn", "remove one of them"
            )
        read.append(resolved)
        if len(read) > MOST_BASES:
            raise _fault(document, path, index, f"more than {MOST_BASES} base files", "share less deeply")
        try:
            shared = _read(base, hints, (*above, path.resolve()), read)
            if base.parent != path.parent:
                _with_paths_from(base.parent.absolute(), shared.message)
            merged = merge(merged, shared)
        except TaskFileError as error:
            if any(fault.path != base or fault.line for fault in error.faults):
                raise
            raise _fault(
                document, path, index, f"the base file {name}: {error.faults[0].what}", error.faults[0].mend
            ) from None
    return merge(merged, own)


def closest(places: Mapping[FieldPath, Place], field_path: FieldPath) -> Place | None:
    """The place of a field, or of the closest field around it that is written; None if there is none."""
    while field_path:
        if field_path in places:
            return places[field_path]
        field_path = field_path[:-1]
    return None


def _with_paths_from(folder: Path, message: Message) -> None:
    """Makes the relative paths of a base file's message start from that file's folder."""
    for _, named, name, _ in list(named_files(message)):
        setattr(named, name, str(folder / getattr(named, name)))


def merge(base: Merged, own: Merged) -> Merged:
    """`own` on top of `base`: lists are joined, single fields and parameters of one name replaced."""
    message = task_pb2.Task()
    message.CopyFrom(base.message)
    # The list of base files itself tells nothing more once they are merged; each id is the task's own.
    added = task_pb2.Task()
    added.CopyFrom(own.message)
    places = dict(base.places)
    targets = _replaced_parameters(message, added)
    for source, target in targets.items():
        message.parameters[target].CopyFrom(own.message.parameters[source])
        for field_path in [field_path for field_path in places if field_path[:2] == ("parameters", target)]:
            del places[field_path]
    kept = [index for index in range(len(own.message.parameters)) if index not in targets]
    targets.update({index: len(message.parameters) + count for count, index in enumerate(kept)})
    del added.parameters[:]
    added.parameters.extend(own.message.parameters[index] for index in kept)
    for field_path, place in own.places.items():
        places[_shifted(field_path, message, targets)] = place
    message.MergeFrom(added)
    return Merged(message, places)


def _replaced_parameters(base: task_pb2.Task, own: task_pb2.Task) -> dict[int, int]:
    """Index in `own` → index in `base` of parameters that have one name."""
    there = {parameter.name: place for place, parameter in enumerate(base.parameters)}
    return {
        place: there[parameter.name]
        for place, parameter in enumerate(own.parameters)
        if parameter.name and parameter.name in there
    }


def _shifted(field_path: FieldPath, base: Any, parameters: Mapping[int, int]) -> FieldPath:
    """The path of a field after merging: the first list on the way begins behind what the base has of it."""
    if field_path[0] == "parameters" and len(field_path) > 1:
        return ("parameters", parameters[int(field_path[1])], *field_path[2:])
    message = base
    for depth, name in enumerate(field_path):
        field: FieldDescriptor = message.DESCRIPTOR.fields_by_name[name]
        if field.is_repeated:
            if depth + 1 == len(field_path):
                return field_path
            index = int(field_path[depth + 1]) + len(getattr(message, field.name))
            return (*field_path[: depth + 1], index, *field_path[depth + 2 :])
        if field.type != FieldDescriptor.TYPE_MESSAGE:
            return field_path
        message = getattr(message, field.name)
    return field_path


def _fault(document: Document[task_pb2.Task], path: Path, index: int, what: str, mend: str) -> TaskFileError:
    return TaskFileError([Fault(path, *document.locate(("base", index)), what, mend)])
