"""A hand and an eye for the WikiHow app: uses it through the view hierarchy and its log."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree

from mobile_env.phone import Phone

APP = "com.wikihow.wikihowapp"
_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


@dataclass
class Place:
    """A node's bounds as fractions of the screen."""

    left: float
    top: float
    right: float
    bottom: float


class Reader:
    """Uses the app through what the dump shows, as a task file observes it."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def dump(self) -> ElementTree.Element:
        return ElementTree.fromstring(self.phone.view_hierarchy())

    def nodes(self, **attributes: str) -> list[ElementTree.Element]:
        """Nodes with these attributes; `resource_id`, `content_desc` and `class_` stand for the dump's names."""
        wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
        return [
            n for n in self.dump().iter("node") if all(n.get(key) == value for key, value in wanted.items())
        ]

    def node(self, **attributes: str) -> ElementTree.Element:
        found = self.nodes(**attributes)
        assert found, f"no node with {attributes} on a screen of {self.texts()}"
        return found[0]

    def texts(self) -> list[str]:
        return [text for n in self.dump().iter("node") if (text := n.get("text"))]

    def path(self, *steps: str) -> list[ElementTree.Element]:
        """Nodes at the end of a path of children; a step is `Class#id`, `Class` or `#id`."""
        parents = list(self.dump().iter())
        found: list[ElementTree.Element] = []
        for number, step in enumerate(steps):
            name, _, identifier = step.partition("#")
            candidates = [c for p in parents for c in (p if number else [p])]
            found = [
                node
                for node in candidates
                if (not name or node.get("class", "").endswith(name))
                and (not identifier or node.get("resource-id") in (identifier, f"{APP}:id/{identifier}"))
            ]
            parents = found
        return found

    def place(self, node: ElementTree.Element) -> Place:
        match = _BOUNDS.fullmatch(node.get("bounds", ""))
        assert match
        left, top, right, bottom = map(int, match.groups())
        display = self.phone.display
        return Place(
            left / display.width_px,
            top / display.height_px,
            right / display.width_px,
            bottom / display.height_px,
        )

    def tap(self, **attributes: str) -> None:
        self.tap_node(self.node(**attributes))

    def tap_node(self, node: ElementTree.Element) -> None:
        place = self.place(node)
        x = (place.left + place.right) / 2 * self.phone.display.width_px
        y = (place.top + place.bottom) / 2 * self.phone.display.height_px
        for _ in range(3):
            self.phone.touch(x, y)
        self.phone.lift()

    def scroll_to(self, text: str) -> None:
        """Scrolls down until a node with that text is wholly on the screen."""
        display = self.phone.display
        for _ in range(60):
            for node in self.nodes(text=text):
                place = self.place(node)
                if place.top > 0.12 and place.bottom < 0.92:
                    return
            for step in range(7):
                self.phone.touch(display.width_px / 2, display.height_px * (0.75 - 0.06 * step))
            self.phone.touch(display.width_px / 2, display.height_px * 0.39)
            self.phone.lift()
        raise AssertionError(f"{text!r} never came")

    def search(self, query: str) -> None:
        self.tap(content_desc="Search")
        self.phone.type_text(query)
        self.phone.key("ENTER")

    def open(self, title: str) -> None:
        """Opens an article by searching for it."""
        self.search(title.removeprefix("How to "))
        self.tap(text=title, clickable="true")

    def log(self) -> list[str]:
        """Messages of tag jd, level D."""
        entries, _ = self.phone.log.read(0)
        return [entry.message for entry in entries if entry.tag == "jd" and entry.level == "D"]

    def clear_log(self) -> None:
        self.phone.log.clear()
