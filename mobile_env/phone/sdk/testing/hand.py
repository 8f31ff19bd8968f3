"""A hand on a phone: it finds nodes of the view hierarchy by id or by what they say, and touches them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


@dataclass
class Node:
    """A node of the view hierarchy, with its ancestors and children."""

    attributes: dict[str, str]
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.attributes.get("resource-id", "")

    @property
    def text(self) -> str:
        return self.attributes.get("text", "")

    @property
    def desc(self) -> str:
        return self.attributes.get("content-desc", "")

    @property
    def cls(self) -> str:
        return self.attributes.get("class", "")

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom in pixels."""
        found = _BOUNDS.fullmatch(self.attributes["bounds"])
        assert found is not None
        left, top, right, bottom = map(int, found.groups())
        return left, top, right, bottom

    @property
    def centre(self) -> tuple[float, float]:
        left, top, right, bottom = self.bounds
        return (left + right) / 2, (top + bottom) / 2

    def flag(self, name: str) -> bool:
        return self.attributes.get(name) == "true"

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()

    def meets(self, what: str) -> bool:
        """Whether the node is what "#id", a text or a content description names."""
        if what.startswith("#"):
            return self.id.endswith(f":id/{what[1:]}") or self.id == what[1:]
        return what in (self.text, self.desc)


class Hand:
    """Drives a phone as a user does."""

    def __init__(self, phone: Any) -> None:
        self.phone = phone

    # Seeing.

    def nodes(self) -> list[Node]:
        """The nodes of the focused window, in document order."""
        root = ElementTree.fromstring(self.phone.view_hierarchy().encode())
        return [node for child in root for node in _node(child, None).walk()]

    def find(self, what: str, place: int = 0) -> Node | None:
        found = [node for node in self.nodes() if node.meets(what)]
        return found[place] if len(found) > place else None

    def the(self, what: str, place: int = 0) -> Node:
        """The node; AssertionError, with what the screen says, if there is none."""
        node = self.find(what, place)
        assert node is not None, (
            f"{what!r} is not on the screen of {self.phone.foreground_activity}: {self.said()}"
        )
        return node

    def shows(self, what: str) -> bool:
        return self.find(what) is not None

    def said(self) -> list[str]:
        """All texts and content descriptions."""
        return [text for node in self.nodes() for text in (node.text, node.desc) if text]

    # Doing.

    def open(self, package: str) -> None:
        """What a tap on the launcher's icon does."""
        intent = self.phone.packages.launch_intent(package)
        assert intent is not None, f"{package} has no icon"
        self.phone.activities.start(intent)

    def tap(self, what: str, place: int = 0) -> None:
        self.tap_at(*self.the(what, place).centre)

    def tap_at(self, x: float, y: float) -> None:
        self.phone.touch(x, y)
        self.phone.lift()

    def hold(self, what: str, place: int = 0) -> None:
        """A long press."""
        at = self.the(what, place).centre
        for _ in range(12):
            self.phone.touch(*at)
        self.phone.lift()

    def type(self, what: str, text: str) -> None:
        """Types into a field, and hides the keyboard."""
        self.tap(what)
        self.phone.type_text(text)
        self.phone.key("BACK")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Moves a finger and lets it rest before it leaves, so that nothing flings."""
        for step in range(9):
            part = step / 8
            self.phone.touch(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        self.phone.touch(*end)
        self.phone.lift()

    def follow(self, steps: list[str]) -> None:
        """Taps one after the other; "hold X" is a long press, "BACK" a key."""
        for step in steps:
            if step.startswith("hold "):
                self.hold(step[5:])
            elif step == "BACK":
                self.phone.key("BACK")
            else:
                self.tap(step)

    # What went wrong.

    def crashes(self) -> list[str]:
        """What the log says of apps that crashed."""
        entries = self.phone.log.read(0)[0]
        return [entry.message for entry in entries if entry.message.startswith("FATAL EXCEPTION")]

    def assert_well(self) -> None:
        """Nothing has crashed, and what activities remember is plain data."""
        assert not self.crashes(), "\n".join(self.crashes())
        for task in self.phone.state.tasks:
            for record in task.records:
                json.dumps(record.state)


def _node(element: ElementTree.Element, parent: Node | None) -> Node:
    node = Node(dict(element.attrib), parent)
    node.children = [_node(child, node) for child in element]
    return node
