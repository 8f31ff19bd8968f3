"""Parses view hierarchies in the XML format of `uiautomator dump` into `ViewNode` trees."""

from __future__ import annotations

import re
from xml.parsers import expat

from mobile_env.signals.contract import ViewNode

# Layouts of Android apps are at most some dozens of levels deep.
MAX_DEPTH = 1000

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_DECLARATION = re.compile(r"\s*(?:<\?xml\s[^<>]*\?>\s*)?")
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
# The text after a `<`: a start tag followed only by whitespace, and an end tag.
_START_TAG = re.compile(r"""[A-Za-z_][^"'>]*+(?:"[^"]*+"[^"'>]*+|'[^']*+'[^"'>]*+)*+>\s*""")
_END_TAG = re.compile(r"/([^\s>]+)\s*>\s*")

# Cache of attributes by the text of their start tag. Most elements of a screen do not change from step to step,
# and parsing their attributes is most of the work.
_attributes_of: dict[str, dict[str, str]] = {}
_MOST_START_TAGS_KEPT = 20_000


class HierarchyError(ValueError):
    """A view hierarchy cannot be read. The text says what is wrong, and where."""


def parse_hierarchy(xml: str | bytes) -> ViewNode:
    """Reads a dump.

    Args:
      xml: the whole dump, `<hierarchy ...>` with nested `<node ...>` elements.

    Returns:
      The root node. Attributes are read-only, because nodes and hierarchies may share them.

    Raises:
      HierarchyError: the XML is malformed, empty, has a document type (dumps have none, and entities could
        blow up), or is nested deeper than `MAX_DEPTH`.
    """
    if isinstance(xml, str):
        root = _parse_plain(xml)
        if root is not None:
            return root
    return _parse_any(xml)


def _parse_plain(xml: str) -> ViewNode | None:
    """Parses a dump that contains only elements. Returns None for other dumps and malformed ones.

    In such a dump, `<` always starts a tag. So the text is split there, and expat parses only tags not in the
    cache.
    """
    declaration = _DECLARATION.match(xml)
    assert declaration is not None  # all its parts are optional
    body = xml[declaration.end() :]
    if "<!" in body or "<?" in body:
        return None
    pieces = body.split("<")
    if pieces.pop(0):
        return None
    if len(_attributes_of) > _MOST_START_TAGS_KEPT:
        _attributes_of.clear()
    known = _attributes_of
    starts = [piece for piece in pieces if piece[:1] != "/"]
    new = [piece for piece in starts if piece not in known]
    if len(new) > len(starts) // 2:
        root = _parse_any(xml)
        for piece, node in zip(starts, root.document, strict=True):
            if piece not in known and _START_TAG.fullmatch(piece):
                known[piece] = node.attributes
        return root
    if new and not _learn(new):
        return None
    document: list[ViewNode] = []
    parent: ViewNode | None = None
    depth = 0
    for piece in pieces:
        if piece[:1] == "/":
            if parent is None or parent.tag != _closed_by(piece):
                return None
            parent.end = len(document)
            parent = parent.parent
            depth -= 1
            continue
        if parent is None and document:
            return None  # a second root
        tag = "node" if piece.startswith("node ") else _NAME.match(piece)[0]  # type: ignore[index]
        node = ViewNode(tag, known[piece], parent, document)
        if parent is not None:
            parent.children.append(node)
        if piece[-2:] != "/>" and not piece.rstrip().endswith("/>"):
            parent = node
            depth += 1
            if depth > MAX_DEPTH:
                return None
    return document[0] if document and parent is None else None


def _closed_by(piece: str) -> str | None:
    if piece == "/node>":
        return "node"
    end_tag = _END_TAG.fullmatch(piece)
    return end_tag and end_tag[1]


def _learn(pieces: list[str]) -> bool:
    """Adds the attributes of start tags (given without `<`) to the cache. Returns False if a piece is not a
    start tag."""
    texts = []
    for piece in pieces:
        if _START_TAG.fullmatch(piece) is None:
            return False
        text = piece.rstrip()
        texts.append(f"<{text}" if text.endswith("/>") else f"<{text[:-1]}/>")
    found: list[dict[str, str]] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda _tag, attributes: found.append(attributes)
    try:
        parser.Parse(f"<all>{''.join(texts)}</all>", True)
    except expat.ExpatError:
        return False
    if len(found) != len(pieces) + 1:
        return False
    _attributes_of.update(zip(pieces, found[1:], strict=True))
    return True


def _parse_any(xml: str | bytes) -> ViewNode:
    """Parses any XML. Raises HierarchyError if it is malformed."""
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
    """Width and height that the windows of a hierarchy cover, in pixels; (0, 0) if no window has bounds."""
    boxes = [box for box in map(bounds, root.children or [root]) if box is not None]
    return max((box[2] for box in boxes), default=0), max((box[3] for box in boxes), default=0)
