"""Prints messages in the text format, in the same readable form for every generated file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from mobile_env.tasks.templates.modifiers import escape

# Orders of fields that differ from the order of field numbers. Other fields follow by number.
_ORDER: Final = {
    "Task": (
        *("id", "name", "description", "kind", "setup_steps", "reset_steps", "expected_app_screen"),
        *(
            "max_duration_sec",
            "max_num_steps",
            "extras_spec",
            "event_sources",
            "event_slots",
            "command",
            "vocabulary",
        ),
    ),
    "SetupStep": ("success_condition",),
    "EventSlot": ("id", "type"),
    "ResponseEvent": ("mode", "pattern"),
    "StartIntent": ("action", "data_uri"),
}
# Enumerations that are printed even if they have the default value.
_SAID: Final = {
    "PressButton": "button",
    "ResponseEvent": "mode",
    "Rotate": "orientation",
    "Scroll": "direction",
}
# A blank line precedes the first of these fields.
_PARAGRAPHS: Final = ("setup_steps", "expected_app_screen", "event_sources", "event_slots", "command")
# Messages printed on one line although they have several fields.
_FLAT: Final = ("Property", "Rect", "DemonstrationAction", "Target", "Input", "Scroll")


def print_message(message: Message, comment: str = "") -> str:
    """Prints a message in the text format.

    Args:
      message: the message.
      comment: first line of the file, as a comment.
    """
    lines = [f"# {comment}"] if comment else []
    previous = ""
    for field, value in _values(message):
        if message.DESCRIPTOR.name == "Task" and field.name != previous and field.name in _PARAGRAPHS:
            lines.append("")
        lines.extend(_field(field, value, ""))
        previous = field.name
    return "\n".join(lines) + "\n"


def _values(message: Message) -> Iterator[tuple[FieldDescriptor, Any]]:
    """Yields each set field, and each item of a repeated field separately."""
    order = _ORDER.get(message.DESCRIPTOR.name, ())
    fields = sorted(
        message.ListFields(),
        key=lambda pair: (order.index(pair[0].name) if pair[0].name in order else len(order), pair[0].number),
    )
    said = _SAID.get(message.DESCRIPTOR.name)
    if said is not None and not any(field.name == said for field, _ in fields):
        yield cast(FieldDescriptor, message.DESCRIPTOR.fields_by_name[said]), 0
    for field, value in fields:
        if field.is_repeated:
            yield from ((field, item) for item in value)
        else:
            yield field, value


def _field(field: FieldDescriptor, value: Any, indent: str) -> Iterator[str]:
    if field.message_type is None:
        yield f"{indent}{field.name}: {_scalar(field, value)}"
        return
    if flat := _flat(value):
        yield f"{indent}{field.name} {flat}"
        return
    yield f"{indent}{field.name} {{"
    for inner, item in _values(value):
        yield from _field(inner, item, indent + "  ")
    yield f"{indent}}}"


def _flat(message: Message) -> str:
    """Prints a message on one line; "" if it should be on several lines."""
    pieces = []
    for field, value in _values(message):
        if field.message_type is None:
            pieces.append(f"{field.name}: {_scalar(field, value)}")
        elif inner := _flat(value):
            pieces.append(f"{field.name} {inner}")
        else:
            return ""
    if len(pieces) > 1 and message.DESCRIPTOR.name not in _FLAT:
        return ""
    return f"{{ {' '.join(pieces)} }}" if pieces else "{}"


def _scalar(field: FieldDescriptor, value: Any) -> str:
    if field.enum_type is not None:
        named = field.enum_type.values_by_number.get(value)
        return named.name if named else str(value)
    if isinstance(value, str):
        return f'"{quoted(value)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, bytes):
        return '"' + "".join(f"\\{byte:03o}" for byte in value) + '"'
    if isinstance(value, float):
        return f"{value:.7g}" if field.type == FieldDescriptor.TYPE_FLOAT else f"{value:.15g}"
    return str(value)


def quoted(text: str) -> str:
    """Escapes a text for use between double quotes."""
    return escape(text).replace("\\'", "'")
