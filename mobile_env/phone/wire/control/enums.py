"""Enum values of requests that the phone does not know: proto3 hands them on as bare numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message


def unknown_enum(message: Message) -> str | None:
    """The first enum field of a message, or of one inside it, whose value has no name, as `field: number`."""
    for field, value in message.ListFields():
        values: Iterable[Any] = value if field.is_repeated else (value,)
        if field.enum_type is not None:
            for number in values:
                if number not in field.enum_type.values_by_number:
                    return f"{field.name}: {number}"
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            if hasattr(value, "values"):
                values = value.values()
            for inner in values:
                if isinstance(inner, Message) and (found := unknown_enum(inner)):
                    return f"{field.name}.{found}"
    return None
