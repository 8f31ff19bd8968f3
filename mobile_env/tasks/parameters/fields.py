"""Which fields of a task or demonstration are texts with parameters, and what makes their values literal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from mobile_env.tasks.errors import FieldPath
from mobile_env.tasks.parameters.texts import Quote

# Expressions, transformations and SQL read parameters as variables; names and places of files say what they say.
_NO_TEXTS: Final = frozenset(
    {
        ("Task", "id"),
        ("Task", "base"),
        ("Parameter", ""),
        ("Clock", ""),
        ("SetupStep", "each"),
        ("PutRows", "rows"),
        ("SqlStep", "statement"),
        ("Film", "frames"),
        ("Film", "seconds"),
        ("Picture", "width"),
        ("Sound", "seconds"),
        ("Goal", "infeasible"),
        ("Check", "name"),
        ("Check", "where"),
        ("Check", "holds"),
        ("Rows", "rows"),
        ("Rows", "like"),
        ("Rows", "tolerance"),
        ("Rows", "holds"),
        ("Sql", "select"),
        ("ResponseEvent", "expected"),
        ("ResponseEvent", "tolerance"),
        ("EventSource", "transformation"),
        ("VirtualEvent", "transformation"),
        ("DemonstrationAction", "only_if"),
        ("Repeat", "each"),
        ("Demonstration", "task_id"),
    }
)


def _in_glob(value: str) -> str:
    return "".join(f"[{character}]" if character in "*?[" else character for character in value)


def _in_selector(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("'", "\\'")


_QUOTES: Final[Mapping[tuple[str, str], Quote]] = {
    ("Check", "files"): _in_glob,
    ("Document", "files"): _in_glob,
    ("DeleteFiles", "path"): _in_glob,
    ("Unchanged", "except"): _in_glob,
    ("Check", "screen"): _in_selector,
    ("ViewHierarchyEvent", "selector"): _in_selector,
    ("Target", "selector"): _in_selector,
}


class TextField(NamedTuple):
    """A text field that is written.

    Attributes:
      path: its place in the outermost message.
      owner: the message that has it.
      name: the field.
      item: which item of a repeated field; None for a single one.
      quote: makes values literal that come in; None: they land as they are.
    """

    path: FieldPath
    owner: Message
    name: str
    item: int | None
    quote: Quote | None

    @property
    def value(self) -> str:
        text = getattr(self.owner, self.name)
        return text if self.item is None else text[self.item]

    def put(self, value: str) -> None:
        """Replaces the text."""
        if self.item is None:
            setattr(self.owner, self.name, value)
        else:
            getattr(self.owner, self.name)[self.item] = value


def text_fields(message: Message, path: FieldPath = ()) -> Iterator[TextField]:
    """All texts of a message in which `${…}` is filled in, in the order of its fields."""
    kind = message.DESCRIPTOR.name
    if (kind, "") in _NO_TEXTS:
        return
    for field, value in message.ListFields():
        place = (*path, field.name)
        if (kind, field.name) in _NO_TEXTS:
            continue
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for item_place, item in _items(field, value, place):
                yield from text_fields(item, item_place)
        elif field.type == FieldDescriptor.TYPE_STRING:
            quote = _QUOTES.get((kind, field.name))
            for item_place, _item in _items(field, value, place):
                index = int(item_place[-1]) if field.is_repeated else None
                yield TextField(item_place, message, field.name, index, quote)


def quote_of(message: Message, name: str) -> Quote | None:
    """What makes values literal that come into a text field; None: they land as they are."""
    return _QUOTES.get((message.DESCRIPTOR.name, name))


def _items(field: FieldDescriptor, value: Any, place: FieldPath) -> list[tuple[FieldPath, Any]]:
    if field.is_repeated:
        return [((*place, index), item) for index, item in enumerate(value)]
    return [(place, value)]
