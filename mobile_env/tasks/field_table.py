"""Writes the table of the fields of families from the comments of the schema.

python -m mobile_env.tasks.field_table > docs/family-fields.md
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from typing import Final, NamedTuple

_BEGIN: Final = "// Families."
# Messages that have more fields than those of families: the number from which on they belong to these.
_OTHERS: Final = {"Task": 110, "SetupStep": 100, "EventSource": 110, "ResponseEvent": 100}
_FIELD = re.compile(r"(?:repeated |optional )?([A-Za-z_.]+) (\w+) = (\d+);(?:\s*//\s*(.*))?")


class Field(NamedTuple):
    """A field of the schema."""

    message: str
    name: str
    type: str
    number: int
    comment: str


def fields(schema: str) -> Iterator[Field]:
    """The fields of a schema, with the comments above them."""
    stack: list[str] = []
    comment: list[str] = []
    for line in schema.splitlines():
        line = line.strip()
        opened = re.match(r"(message|enum|oneof) (\w+) \{(\})?", line)
        if line.startswith("//"):
            comment.append(line.removeprefix("//").strip())
            continue
        if opened:
            if not opened[3]:
                # The fields of a oneof are those of its message.
                stack.append("" if opened[1] == "oneof" else opened[2])
        elif line == "}":
            stack.pop()
        elif found := _FIELD.match(line):
            kind, name, number, beside = found.groups()
            repeated = "repeated " if line.startswith("repeated ") else ""
            message = ".".join(filter(None, stack))
            yield Field(
                message, name, repeated + kind, int(number), " ".join(filter(None, [*comment, beside]))
            )
        comment = []


def field_table() -> str:
    """The page, in Markdown."""
    schema = resources.files("mobile_env.proto").joinpath("task.proto").read_text("utf-8")
    own = schema[schema.index(_BEGIN) :]
    chosen = [
        field for field in fields(schema) if field.number >= _OTHERS.get(field.message, 1 << 30)
    ] + list(fields(own))
    lines = [
        "# Fields of families",
        "",
        "Made from [`proto/task.proto`](../proto/task.proto) by `python -m mobile_env.tasks.field_table`.",
        "[Writing a task](task-files.md) explains them by examples.",
    ]
    message = ""
    for field in chosen:
        if field.message != message:
            message = field.message
            lines += ["", f"## {message}", "", "| field | type | meaning |", "|---|---|---|"]
        told = field.comment.replace("|", "\\|")
        lines.append(f"| `{field.name}` | {field.type} | {told} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(field_table(), end="")
