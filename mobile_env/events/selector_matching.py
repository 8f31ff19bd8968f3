"""Matches compiled selectors: joins sets of nodes from left to right, using an index."""

from __future__ import annotations

import bisect
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from mobile_env.signals.contract import ViewNode

# The most selective attributes come first; candidates are taken from their index.
_INDEX_PREFERENCE = ("resource-id", "text", "content-desc", "class", "index")
# Up to this many nodes are tested one by one; for more nodes, the index is faster.
_FEW = 24

_BLANKS = re.compile(r"[ \t\r\n]+")

Test = Callable[[ViewNode, "HierarchyIndex"], bool]


class HierarchyIndex:
    """Finds the nodes of one hierarchy by attribute value. One index per hierarchy, filled on demand."""

    __slots__ = ("_groups", "_matched", "root")

    def __init__(self, root: ViewNode):
        self.root = root
        self._groups: dict[str, dict[str, list[ViewNode]]] = {}
        self._matched: dict[int, set[int]] = {}

    def groups(self, attribute: str) -> dict[str, list[ViewNode]]:
        """Nodes by their value of an attribute, in document order. Nodes without the attribute are omitted."""
        groups = self._groups.get(attribute)
        if groups is None:
            by_value: defaultdict[str | None, list[ViewNode]] = defaultdict(list)
            for node in self.root.document:
                by_value[node.attributes.get(attribute)].append(node)
            by_value.pop(None, None)
            groups = self._groups[attribute] = dict(by_value)  # type: ignore[arg-type]
        return groups

    def is_costly(self, attribute: str | None) -> bool:
        """Whether finding nodes by this attribute requires a pass over all nodes first."""
        return attribute not in self._groups

    def positions(self, complex_: Complex) -> set[int]:
        """Positions of the nodes that a selector selects."""
        matched = self._matched.get(id(complex_))
        if matched is None:
            matched = self._matched[id(complex_)] = {node.position for node in complex_.select(self)}
        return matched


def _has_word(value: str, word: str) -> bool:
    return bool(word) and _BLANKS.search(word) is None and word in _BLANKS.split(value)


# An empty value is not a prefix, suffix or substring of anything (CSS 3, section 6.3.2).
_OPERATORS: dict[str, Callable[[str, str], bool]] = {
    "exists": lambda _value, _expected: True,
    "=": lambda value, expected: value == expected,
    "~=": _has_word,
    "|=": lambda value, expected: value == expected or value.startswith(f"{expected}-"),
    "^=": lambda value, expected: bool(expected) and value.startswith(expected),
    "$=": lambda value, expected: bool(expected) and value.endswith(expected),
    "*=": lambda value, expected: bool(expected) and expected in value,
}


class AttributeTest:
    """`[name operator "value"]`."""

    __slots__ = ("expected", "holds", "name", "operator")

    def __init__(self, name: str, operator: str, expected: str):
        self.name = name
        self.operator = operator
        self.expected = expected
        self.holds = _OPERATORS[operator]

    def __call__(self, node: ViewNode, _index: HierarchyIndex) -> bool:
        value = node.attributes.get(self.name)
        return value is not None and self.holds(value, self.expected)

    def nodes(self, index: HierarchyIndex) -> list[ViewNode]:
        """All nodes that pass the test, in document order."""
        groups = index.groups(self.name)
        expected = self.expected
        if self.operator == "=":
            return groups.get(expected, [])
        if self.operator == "$=" and expected:
            found = [group for value, group in groups.items() if value.endswith(expected)]
        else:
            holds = self.holds
            found = [group for value, group in groups.items() if holds(value, expected)]
        if len(found) <= 1:
            return found[0] if found else []
        return sorted((node for group in found for node in group), key=_position)


def _position(node: ViewNode) -> int:
    return node.position


class Compound:
    """Tests on one node, without combinators."""

    __slots__ = ("_key", "_rest", "_tests")

    def __init__(self, attributes: Sequence[AttributeTest], tests: Sequence[Test]):
        ranked = sorted(attributes, key=_rank)
        self._key = ranked[0] if ranked else None
        self._rest: tuple[Test, ...] = (*ranked[1:], *tests)
        self._tests: tuple[Test, ...] = (*ranked, *tests)

    @property
    def indexed_by(self) -> str | None:
        """The attribute by which `select` finds candidates; None if it tests all nodes."""
        return None if self._key is None else self._key.name

    def select(self, index: HierarchyIndex) -> list[ViewNode]:
        """All nodes that pass every test, in document order."""
        nodes = index.root.document if self._key is None else self._key.nodes(index)
        return _passing(nodes, self._rest, index)

    def among(self, nodes: list[ViewNode], index: HierarchyIndex) -> list[ViewNode]:
        """The given nodes that pass every test."""
        return _passing(nodes, self._tests, index)

    def matches(self, node: ViewNode, index: HierarchyIndex) -> bool:
        """Whether one node passes every test."""
        return all(test(node, index) for test in self._tests)


def _rank(test: AttributeTest) -> tuple[int, bool]:
    known = test.name in _INDEX_PREFERENCE
    place = _INDEX_PREFERENCE.index(test.name) if known else len(_INDEX_PREFERENCE)
    return place, test.operator != "="


def _passing(nodes: list[ViewNode], tests: tuple[Test, ...], index: HierarchyIndex) -> list[ViewNode]:
    for test in tests:
        if not nodes:
            break
        nodes = [node for node in nodes if test(node, index)]
    return nodes


class Complex:
    """Compounds with combinators between them: `a > b c`."""

    __slots__ = ("_first", "_steps")

    def __init__(self, first: Compound, steps: tuple[tuple[str, Compound], ...]):
        self._first = first
        self._steps = steps

    def select(self, index: HierarchyIndex) -> list[ViewNode]:
        """The nodes selected by the last compound, without repetitions, in document order."""
        nodes = self._first.select(index)
        for combinator, compound in self._steps:
            if not nodes:
                return []
            nodes = _JOINS[combinator](nodes, compound, index)
        return nodes

    def matches(self, node: ViewNode, index: HierarchyIndex) -> bool:
        """Whether the selector selects a node."""
        if not self._steps:
            return self._first.matches(node, index)
        return node.position in index.positions(self)


def _descendants(nodes: list[ViewNode], compound: Compound, index: HierarchyIndex) -> list[ViewNode]:
    # Subtrees are either nested or disjoint, so outermost ones follow each other in document order.
    outermost: list[ViewNode] = []
    for node in nodes:
        if not outermost or node.position >= outermost[-1].end:
            outermost.append(node)
    document = index.root.document
    few = len(document) // 2 if index.is_costly(compound.indexed_by) else _FEW
    if sum(node.end - node.position for node in outermost) <= few:
        inner = [each for node in outermost for each in document[node.position + 1 : node.end]]
        return compound.among(inner, index)
    candidates = compound.select(index)
    found: list[ViewNode] = []
    for node in outermost:
        begin = bisect.bisect_right(candidates, node.position, key=_position)
        end = bisect.bisect_left(candidates, node.end, key=_position)
        found += candidates[begin:end]
    return found


def _children(nodes: list[ViewNode], compound: Compound, index: HierarchyIndex) -> list[ViewNode]:
    if len(nodes) == 1:
        return compound.among(nodes[0].children, index)
    return compound.among(_in_order(child for node in nodes for child in node.children), index)


def _next_siblings(nodes: list[ViewNode], compound: Compound, index: HierarchyIndex) -> list[ViewNode]:
    # A node's next sibling begins where its subtree ends.
    document = index.root.document
    following = (document[node.end] for node in nodes if node.parent and node.end < node.parent.end)
    return compound.among(_in_order(following), index)


def _later_siblings(nodes: list[ViewNode], compound: Compound, index: HierarchyIndex) -> list[ViewNode]:
    following: list[ViewNode] = []
    parents: set[int] = set()
    for node in nodes:
        # The following siblings of the first of several siblings include those of the others.
        if node.parent is not None and node.parent.position not in parents:
            parents.add(node.parent.position)
            following += [child for child in node.parent.children if child.position > node.position]
    return compound.among(_in_order(following), index)


def _in_order(nodes: Iterable[ViewNode]) -> list[ViewNode]:
    return sorted(nodes, key=_position)


_JOINS: dict[str, Callable[[list[ViewNode], Compound, HierarchyIndex], list[ViewNode]]] = {
    " ": _descendants,
    ">": _children,
    "+": _next_siblings,
    "~": _later_siblings,
}


class Selector:
    """A compiled selector.

    Attributes:
      text: the selector as written.
    """

    __slots__ = ("_complexes", "text")

    def __init__(self, text: str, complexes: Sequence[Complex]):
        self.text = text
        self._complexes = tuple(complexes)

    def select(self, index: HierarchyIndex) -> list[ViewNode]:
        """Returns the selected nodes, without repetitions, in document order. The caller must not change the
        list."""
        if len(self._complexes) == 1:
            return self._complexes[0].select(index)
        found = {node.position: node for complex_ in self._complexes for node in complex_.select(index)}
        return [found[position] for position in sorted(found)]

    @staticmethod
    def union(selectors: Sequence[Selector]) -> Selector:
        """Combines selectors, as if joined by commas."""
        return Selector(
            ", ".join(selector.text for selector in selectors),
            [complex_ for selector in selectors for complex_ in selector._complexes],
        )


def child_place(node: ViewNode, from_end: bool) -> int:
    """Index of a node among its parent's children, from 1. The root has index 1."""
    if node.parent is None:
        return 1
    siblings = node.parent.children
    before = bisect.bisect_left(siblings, node.position, key=_position)
    return len(siblings) - before if from_end else before + 1


def type_place(node: ViewNode, from_end: bool) -> int:
    """Index of a node among its parent's children with the same element name, from 1. The root has index 1."""
    if node.parent is None:
        return 1
    same = [child for child in node.parent.children if child.tag == node.tag]
    before = bisect.bisect_left(same, node.position, key=_position)
    return len(same) - before if from_end else before + 1
