"""What the checks of a task read: decides when a verdict can be kept, because nothing of that has changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from mobile_env.proto import task_pb2

_NOW: Final = re.compile(r"\bnow\b")


class Reads(NamedTuple):
    """What checks read beside the device's state.

    Attributes:
      screen: the view hierarchy.
      moment: what may differ whenever it is asked for: the clock, what a command prints.
    """

    screen: bool
    moment: bool


def reads_of(task: task_pb2.Task) -> Reads:
    """What the goal of a task and the checks among its event sources read."""
    checks: list[Message] = [task.goal]
    checks += [source.check for source in task.event_sources if source.WhichOneof("event") == "check"]
    found = [field for message in checks for field in _fields(message)]
    return Reads(
        screen=any(name == "screen" for name, _value in found),
        moment=any(
            name == "shell" or (isinstance(value, str) and _NOW.search(value)) for name, value in found
        ),
    )


def _fields(message: Message) -> Iterator[tuple[str, Any]]:
    for field, value in message.ListFields():
        for part in value if field.is_repeated else [value]:
            yield field.name, part
            if field.type == FieldDescriptor.TYPE_MESSAGE:
                yield from _fields(part)
