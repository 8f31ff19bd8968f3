"""Virtual events: how a node combines its children, when it fires, and what value it hands on."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.events.transformations import Transformation


class NodeType(enum.Enum):
    """How a node's children decide whether it holds."""

    SINGLE = "SINGLE"
    AND = "AND"
    OR = "OR"


class NodeRepeatability(enum.Enum):
    """In which of the steps that it holds a node fires."""

    UNLIMITED = "UNLIMITED"
    LAST = "LAST"
    NONE = "NONE"


@dataclass(frozen=True)
class Node:
    """A node of a slot's tree. Other events are meant by their number in `EventProgram.events`.

    Attributes:
      number: its own number.
      id: its id, or None.
      path: where it stands in the task message.
      type: how children decide.
      repeatability: which of the holding steps fire.
      children: numbers of its children, in order; a child that can never fire is None.
      prerequisites: numbers of the events that must have fired.
      caches: whether it stays fired after it fired.
      cache_until: numbers of the events that, firing in one step, end that.
      cache_ends: whether they can: not if -1 stands among them.
      transformation: makes its value.
    """

    number: int
    id: int | None
    path: tuple[str | int, ...]
    type: NodeType
    repeatability: NodeRepeatability
    children: tuple[int | None, ...]
    prerequisites: tuple[int, ...]
    caches: bool
    cache_until: tuple[int, ...]
    cache_ends: bool
    transformation: Transformation

    @property
    def label(self) -> str:
        """What to call it: its id, or its place."""
        if self.id is not None:
            return str(self.id)
        return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.path[1:]).lstrip(
            "."
        )

    @property
    def deciding(self) -> tuple[int, ...]:
        """Numbers of the children that its outcome depends on: of a SINGLE node, the first alone."""
        children = self.children[:1] if self.type is NodeType.SINGLE else self.children
        return tuple(child for child in children if child is not None)

    def holds(self, fired: Sequence[bool]) -> bool:
        """Whether its children let it hold; `fired` is by number."""
        if not self.children:
            return False
        match self.type:
            case NodeType.SINGLE:
                first = self.children[0]
                return first is not None and fired[first]
            case NodeType.AND:
                return all(child is not None and fired[child] for child in self.children)
            case NodeType.OR:
                return any(child is not None and fired[child] for child in self.children)

    def values(self, handed_on: Sequence[Sequence[Any]], fired: Sequence[bool]) -> list[Any]:
        """Its values in a step that it holds, at least one.

        SINGLE and OR transform each incoming value; AND transforms the list of its children's lists.

        Args:
          handed_on: what each event hands on, by number.
          fired: which events fired, by number.

        Raises:
          TransformationError: the transformation failed.
        """
        if self.type is NodeType.AND:
            gathered = [list(handed_on[child]) for child in self.children if child is not None]
            return [self.transformation(gathered)]
        return [
            self.transformation(value)
            for child in self.deciding
            if fired[child]
            for value in handed_on[child]
        ]
