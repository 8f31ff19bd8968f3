"""Selectors of uiautomator2's client, matched as UiSelector and BySelector match (androidx.test.uiautomator).

A selector is a JSON object: `mask` says which of the fields count, `childOrSibling` and `childOrSiblingSelector` lead
from what it finds to nodes below it or beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mobile_env.phone.ui.accessibility import AccessibilityNode
from mobile_env.regex import Regex

_INDEX: Final = 0x800000
_INSTANCE: Final = 0x1000000
MOST_LINKS: Final = 16


class SelectorError(ValueError):
    """What was sent is no selector."""


@dataclass(eq=False)
class Node:
    """A visible node of a window, with its place: `index` counts all children of its parent, invisible ones too."""

    node: AccessibilityNode
    index: int
    parent: Node | None
    children: list[Node]

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += node.children[::-1]


def tree(root: AccessibilityNode, index: int = 0, parent: Node | None = None) -> Node | None:
    """The visible nodes of a window; None if the window shows nothing."""
    if root.bounds is None:
        return None
    node = Node(root, index, parent, [])
    for place, child in enumerate(root.children):
        below = tree(child, place, node)
        if below is not None:
            node.children.append(below)
    return node


_TEXTS: Final[Mapping[str, tuple[int, Callable[[Node], str]]]] = {
    "text": (0x1, lambda node: node.node.text),
    "description": (0x40, lambda node: node.node.description),
}
_NAMES: Final[Mapping[str, tuple[int, Callable[[Node], str]]]] = {
    "className": (0x10, lambda node: node.node.element.cls),
    "packageName": (0x80000, lambda node: node.node.element.package),
    "resourceId": (0x200000, lambda node: node.node.element.resource_id),
}
_FLAGS: Final[Mapping[str, tuple[int, Callable[[Node], bool]]]] = {
    "checkable": (0x400, lambda node: node.node.flags.checkable),
    "checked": (0x800, lambda node: node.node.flags.checked),
    "clickable": (0x1000, lambda node: node.node.flags.clickable),
    "longClickable": (0x2000, lambda node: node.node.flags.long_clickable),
    "scrollable": (0x4000, lambda node: node.node.scrollable),
    "enabled": (0x8000, lambda node: node.node.flags.enabled),
    "focusable": (0x10000, lambda node: node.node.flags.focusable),
    "focused": (0x20000, lambda node: node.node.flags.focused),
    "selected": (0x40000, lambda node: node.node.flags.selected),
}


class Selector:
    """A selector as the client sent it.

    Args:
      given: the JSON object.

    Raises:
      SelectorError: it is none; says what is wrong.
    """

    def __init__(self, given: object) -> None:
        if not isinstance(given, dict):
            raise SelectorError(f"a selector is an object, not {type(given).__name__}")
        self._fields: dict[str, Any] = given
        self._mask = given.get("mask", 0)
        if not isinstance(self._mask, int):
            raise SelectorError(f"mask is no number: {self._mask!r}")
        kinds, selectors = given.get("childOrSibling") or [], given.get("childOrSiblingSelector") or []
        if not isinstance(kinds, list) or not isinstance(selectors, list) or len(kinds) != len(selectors):
            raise SelectorError("childOrSibling and childOrSiblingSelector are lists of one length")
        if len(kinds) > MOST_LINKS:
            raise SelectorError(f"more than {MOST_LINKS} links")
        self._links = [
            (str(kind).lower(), Selector(each)) for kind, each in zip(kinds, selectors, strict=True)
        ]
        self._tests = list(self._compiled(exact=False))
        self._exact_tests = list(self._compiled(exact=True))

    def __str__(self) -> str:
        shown = {
            name: value for name, value in self._fields.items() if name != "mask" and value not in ([], None)
        }
        return f"UiSelector{shown}"

    @property
    def everywhere(self) -> bool:
        """Whether it becomes a BySelector, which looks in all windows and at letters' case, or a UiSelector."""
        return not self._links and not self._mask & (_INDEX | _INSTANCE) and self._mask != 0

    @property
    def names_instance(self) -> bool:
        """Whether it, or the last selector that it leads to, asks for one of its matches by number."""
        last = self._links[-1][1] if self._links else self
        return bool(last._mask & _INSTANCE)

    def find(self, windows: Sequence[Node]) -> list[Node]:
        """All matches, in document order.

        Args:
          windows: roots of the windows, the active one first.
        """
        return self._chosen(windows[:1], exact=False)

    def find_everywhere(self, windows: Sequence[Node]) -> list[Node]:
        """The matches as methods see them that ask what is there: a BySelector's where there can be one."""
        return self._chosen(windows, exact=True) if self.everywhere else self.find(windows)

    def find_leniently(self, windows: Sequence[Node]) -> list[Node]:
        """The matches as methods see them that need an object: what a BySelector misses, a UiSelector may find."""
        return self.find_everywhere(windows) or self.find(windows)

    def below(self, node: Node) -> list[Node]:
        """Its matches among a node's descendants."""
        return self._chosen(node.children, exact=False)

    def _chosen(self, roots: Sequence[Node], *, exact: bool) -> list[Node]:
        found = self._instances(
            [node for root in roots for node in root.walk() if self._matches(node, exact)]
        )
        for kind, selector in self._links:
            pools = (
                (node.parent.children if node.parent else [] for node in found)
                if kind == "sibling"
                else (node.children for node in found)
            )
            below = [node for pool in pools for top in pool for node in top.walk()]
            unique = dict.fromkeys(node for node in below if selector._matches(node, exact))
            found = selector._instances(list(unique))
        return found

    def _instances(self, found: list[Node]) -> list[Node]:
        if not self._mask & _INSTANCE:
            return found
        number = self._fields.get("instance", 0)
        if not isinstance(number, int):
            raise SelectorError(f"instance is no number: {number!r}")
        return found[number : number + 1] if number >= 0 else []

    def _matches(self, node: Node, exact: bool) -> bool:
        return all(test(node) for test in (self._exact_tests if exact else self._tests))

    def _compiled(self, *, exact: bool) -> Iterator[Callable[[Node], bool]]:
        for name, (bit, flag) in _FLAGS.items():
            if self._mask & bit:
                wanted = bool(self._fields.get(name))
                yield lambda node, flag=flag, wanted=wanted: flag(node) == wanted  # type: ignore[misc]
        if self._mask & _INDEX:
            place = self._fields.get("index", 0)
            yield lambda node: node.index == place
        for name, (bit, text) in _NAMES.items():
            yield from self._equal(name, bit, text)
            yield from self._regular(name + "Matches", bit << 1, text)
        for name, (bit, text) in _TEXTS.items():
            yield from self._equal(name, bit, text)
            yield from self._within(name + "Contains", bit << 1, text, str.__contains__, exact)
            yield from self._regular(name + "Matches", bit << 2, text)
            yield from self._within(name + "StartsWith", bit << 3, text, str.startswith, exact)

    def _text(self, name: str) -> str:
        value = self._fields.get(name)
        if not isinstance(value, str):
            raise SelectorError(f"{name} is no text: {value!r}")
        return value

    def _equal(self, name: str, bit: int, text: Callable[[Node], str]) -> Iterator[Callable[[Node], bool]]:
        if self._mask & bit:
            wanted = self._text(name)
            yield lambda node: text(node) == wanted

    def _within(
        self,
        name: str,
        bit: int,
        text: Callable[[Node], str],
        holds: Callable[[str, str], bool],
        exact: bool,
    ) -> Iterator[Callable[[Node], bool]]:
        if self._mask & bit:
            wanted = self._text(name)
            if exact:
                yield lambda node: holds(text(node), wanted)
            else:
                yield lambda node: holds(text(node).lower(), wanted.lower())

    def _regular(self, name: str, bit: int, text: Callable[[Node], str]) -> Iterator[Callable[[Node], bool]]:
        if self._mask & bit:
            try:
                pattern = Regex(rf"\A(?:{self._text(name)})\Z")
            except re.error as error:
                raise SelectorError(f"{name} is no regular expression: {error}") from None
            yield lambda node: pattern.search(text(node)) is not None
