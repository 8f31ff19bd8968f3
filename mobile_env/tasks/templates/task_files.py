"""`.task` files: the sub-tasks of a task, their order, steps and near misses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from mobile_env.proto.demonstration_pb2 import Demonstration
from mobile_env.tasks.errors import Fault, TaskFileError, in_order
from mobile_env.tasks.templates.chaining import COMMAND_OPTION, RESET_OPTION, SETUP_OPTION
from mobile_env.tasks.templates.places import Place, Source
from mobile_env.tasks.textproto import parse_textproto, read_text

SUFFIX: Final = ".task"

_KEYS: Final = ("name", "kind")
_NEAR_MISSES: Final = re.compile(r"^near_misses\b", re.MULTILINE)


@dataclass(frozen=True)
class Member:
    """A line `<template>-<instance> [options]`."""

    instance: str
    options: str
    place: Place


@dataclass
class TaskPlan:
    """A `.task` file.

    Attributes:
      path: the file.
      id: id of the task: the file name without extension.
      members: the sub-tasks in order.
      name: name of the task; "": the joined names of the sub-tasks.
      kind: kind of the task; "": the kind of the last sub-task that has one.
      extra: near misses of the whole task.
    """

    path: Path
    id: str
    members: list[Member] = field(default_factory=list)
    name: str = ""
    kind: str = ""
    extra: Demonstration = field(default_factory=Demonstration)


def read_task_file(path: Path) -> TaskPlan:
    """Reads a `.task` file.

    Each line names a sub-task. `key: value` sets `name` or `kind`, and `#` begins a comment. From the first
    line that begins with `near_misses`, the file is a `Demonstration` in text format.

    Raises:
      TaskFileError: the file has faults; contains all of them.
    """
    source = Source(path, read_text(path))
    plan = TaskPlan(path, path.name.removesuffix(SUFFIX))
    faults: list[Fault] = []
    tail = _NEAR_MISSES.search(source.text)
    end = tail.start() if tail else len(source.text)
    start = 0
    for line in source.text[:end].splitlines(keepends=True):
        place = Place(source, start + len(line) - len(line.lstrip()))
        start += len(line)
        words = line.split("#", 1)[0].split()
        if words:
            _read_line(words, place, plan, faults)
    if tail is not None:
        # Blank lines replace the text before, so that line numbers stay correct.
        text = "\n" * source.text.count("\n", 0, end) + source.text[end:]
        try:
            plan.extra = parse_textproto(text, Demonstration, path).message
        except TaskFileError as error:
            faults.extend(error.faults)
        if any(name.name != "near_misses" for name, _ in plan.extra.ListFields()):
            faults.append(
                Place(source, end).fault("only near_misses can stand here", "actions come from templates")
            )
    if not plan.members and not faults:
        faults.append(Place(source, 0).fault("names no sub-task", "write lines `<template>-<instance>`"))
    if faults:
        raise TaskFileError(in_order(faults))
    return plan


def _read_line(words: list[str], place: Place, plan: TaskPlan, faults: list[Fault]) -> None:
    key = words[0].rstrip(":")
    if words[0].endswith(":"):
        if key not in _KEYS or len(words) < 2:
            faults.append(
                place.fault(
                    f"{' '.join(words)!r} sets nothing", f"write one of {', '.join(_KEYS)} and a value"
                )
            )
        else:
            setattr(plan, key, " ".join(words[1:]))
        return
    options = "".join(words[1:])
    unknown = sorted(set(options) - {SETUP_OPTION, RESET_OPTION, COMMAND_OPTION})
    if unknown:
        mend = f"{SETUP_OPTION} appends setup steps, {RESET_OPTION} reset steps, {COMMAND_OPTION} the command"
        faults.append(place.fault(f"unknown option {unknown[0]!r} of {words[0]}", mend))
    elif "-" not in words[0]:
        faults.append(place.fault(f"{words[0]!r} names no sub-task", "write <template>-<instance>"))
    else:
        plan.members.append(Member(words[0], options, place))
