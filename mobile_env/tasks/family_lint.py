"""Warns of parameters in texts that may not mean what their author thinks: patterns, shell words, moments."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Final

from mobile_env.proto import task_pb2
from mobile_env.tasks.definition import TaskDefinition
from mobile_env.tasks.errors import FieldPath, Report
from mobile_env.tasks.parameters.expression import TransformationFault
from mobile_env.tasks.parameters.fields import TextField, text_fields
from mobile_env.tasks.parameters.texts import SHELL_ESCAPE, Text, TextFault

_REGEX_ESCAPE: Final = "regex_esc"
_PATTERNS: Final = frozenset(
    {
        ("LogEvent", "pattern"),
        ("Property", "pattern"),
        ("Shell", "pattern"),
        ("WaitForMessage", "message"),
        ("AppScreen", "view_hierarchy_path"),
    }
)
_SHELL: Final = frozenset({("Command", "command"), ("Shell", "command")})
_TOLD: Final = frozenset({("Task", "command"), ("Task", "description")})


def lint_family(definition: TaskDefinition, warn: Report) -> None:
    """Warns of what is odd in the texts of a family, whatever its seed draws.

    Args:
      definition: the family.
      warn: takes each warning.
    """
    message = definition.parsed.message
    moments = {parameter.name for parameter in message.parameters if parameter.WhichOneof("draw") == "moment"}
    known = definition.parameters.known_names | {"row", "index"}
    for field in text_fields(message):
        for place, what, mend in _odd(field, known, moments):
            warn(place, what, mend)


def _odd(
    field: TextField, known: Collection[str], moments: Collection[str]
) -> Iterator[tuple[FieldPath, str, str]]:
    if "${" not in field.value:
        return
    kind = (field.owner.DESCRIPTOR.name, field.name)
    is_pattern = kind in _PATTERNS or _is_searched(field)
    try:
        slots = Text(field.value, known).slots
    except (TransformationFault, TextFault):
        return
    for expression, modifiers in slots:
        if is_pattern and _REGEX_ESCAPE not in modifiers:
            mend = f"write ${{{expression.source}|{_REGEX_ESCAPE}}}, unless it is a pattern itself"
            yield field.path, f"the parameter in {expression.source!r} is read as a part of the pattern", mend
        if kind in _SHELL and SHELL_ESCAPE not in modifiers:
            mend = f"write ${{{expression.source}|{SHELL_ESCAPE}}}, unless it is more than a word"
            yield field.path, f"the shell reads {expression.source!r} as it likes", mend
        is_formatted = any(modifier.startswith("%") for modifier in modifiers)
        if kind in _TOLD and not is_formatted and _name(expression.source) in moments:
            mend = f"write ${{{expression.source}|%B %-d}}"
            yield field.path, f"the moment {expression.source} is told as seconds since 1970", mend


def _is_searched(field: TextField) -> bool:
    owner = field.owner
    return (
        isinstance(owner, task_pb2.ResponseEvent) and field.name == "pattern" and owner.mode == task_pb2.REGEX
    ) or (isinstance(owner, task_pb2.TextEvent) and field.name == "expect" and owner.mode == task_pb2.REGEX)


def _name(source: str) -> str:
    """The name that an expression consists of; "" for any other expression."""
    try:
        tree = ast.parse(source, mode="eval").body
    except SyntaxError:
        return ""
    return tree.id if isinstance(tree, ast.Name) else ""
