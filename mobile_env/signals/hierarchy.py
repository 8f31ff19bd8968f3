"""View hierarchies in the XML form of `uiautomator dump`, read into `ViewNode` trees."""

from __future__ import annotations

import re
from xml.parsers import expat

from mobile_env.signals.contract import ViewNode

# Android's own layouts stay below some dozens of levels.
MAX_DEPTH = 1000

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


class HierarchyError(ValueError):
    """A view hierarchy that cannot be read; says what and where."""


def parse_hierarchy(xml: str | bytes) -> ViewNode:
    """Reads a dump.

    Args:
      xml: the whole dump, `<hierarchy ...>` with nested `<node ...>` elements.

    Returns:
      The root node.

    Raises:
      HierarchyError: the XML is malformed, empty, has a document type (dumps have none, and entities could
        blow up), or is nested deeper than `MAX_DEPTH`.
    """
    document: list[ViewNode] = []
    parent: ViewNode | None = None
    depth = 0
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal parent, depth
        node = ViewNode(tag, attributes, parent, document)
        if parent is not None:
            parent.children.append(node)
        parent = node
        depth += 1
        if depth > MAX_DEPTH:
            raise HierarchyError(f"view hierarchy: nested deeper than {MAX_DEPTH} elements")

    def end(_tag: str) -> None:
        nonlocal parent, depth
        assert parent is not None
        parent.end = len(document)
        parent = parent.parent
        depth -= 1

    def doctype(*_declaration: object) -> None:
        raise HierarchyError("view hierarchy: has a document type declaration, which no dump has")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise HierarchyError(
            f"view hierarchy: malformed XML at line {error.lineno}, column {error.offset + 1}: {reason}"
        ) from None
    return document[0]


def bounds(node: ViewNode) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of a node in pixels, or None if it has no readable `bounds`."""
    match = _BOUNDS.fullmatch(node.attributes.get("bounds", ""))
    if match is None:
        return None
    left, top, right, bottom = match.groups()
    return int(left), int(top), int(right), int(bottom)


def extent(root: ViewNode) -> tuple[int, int]:
    """Width and height, in pixels, that the windows of a hierarchy reach to; (0, 0) if none has bounds."""
    boxes = [box for box in map(bounds, root.children or [root]) if box is not None]
    return max((box[2] for box in boxes), default=0), max((box[3] for box in boxes), default=0)
