"""Nodes: how a node combines its children, when it fires, and which value it passes on."""

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
    """In which steps a holding node fires."""

    UNLIMITED = "UNLIMITED"
    LAST = "LAST"
    NONE = "NONE"


@dataclass(frozen=True)
class Node:
    """A node of a slot's tree. It refers to other events by their number in `EventProgram.events`.

    Attributes:
      number: number of this node.
      id: id of this node, or None.
      path: field path in the task message.
      type: how the children decide whether the node holds.
      repeatability: in which steps the holding node fires.
      children: numbers of the children, in order; None for a child that can never fire.
      prerequisites: numbers of the events that must have fired.
      caches: whether the node has a cache, which keeps it fired after it has fired.
      cache_until: numbers of the events that clear the cache when they all fire in one step.
      cache_ends: whether the cache can be cleared; False if `cache_until` contains -1.
      transformation: computes the node's value.
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
        """The node's name: its id, or its place in the task file."""
        if self.id is not None:
            return str(self.id)
        return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.path[1:]).lstrip(
            "."
        )

    @property
    def deciding(self) -> tuple[int, ...]:
        """Numbers of the children on which the outcome depends. For SINGLE, only the first child."""
        children = self.children[:1] if self.type is NodeType.SINGLE else self.children
        return tuple(child for child in children if child is not None)

    def holds(self, fired: Sequence[bool]) -> bool:
        """Whether the children make the node hold. `fired` is indexed by number."""
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
        """Returns the node's values in a step in which it holds, at least one.

        SINGLE and OR transform each value of their children. AND transforms the list of its children's lists.

        Args:
          handed_on: the values of each event, by number.
          fired: for each event, whether it fired.

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
