"""Converts a view hierarchy for text agents: a list of its visible leaves as HTML elements (paper, D.3)."""

from dataclasses import dataclass
from typing import Final

from mobile_env.signals.contract import ViewNode
from mobile_env.signals.hierarchy import bounds as bounds_of

# End of the node's class → tag (paper, table 10); any other class: div.
_TAGS: Final[tuple[tuple[str, str], ...]] = (
    ("TextView", "p"),
    ("Button", "button"),
    ("MenuItemView", "button"),
    ("ImageView", "img"),
    ("IconView", "img"),
    ("Image", "img"),
    ("EditText", "input"),
)

Bounds = tuple[int, int, int, int]
"""left, top, right, bottom in pixels of the upright screen."""


@dataclass(frozen=True, slots=True)
class Element:
    """One visible leaf of the hierarchy.

    Attributes:
      id: index in the list, which actions use.
      tag: p, button, img, input or div.
      html: the element as one line of HTML.
      bounds: the visible part of the element's box.
      clickable: whether the element or its parent node is clickable.
      node: the node of the hierarchy.
    """

    id: int
    tag: str
    html: str
    bounds: Bounds
    clickable: bool
    node: ViewNode


def visible_leaves(root: ViewNode, width: int, height: int) -> tuple[Element, ...]:
    """Returns the elements of a hierarchy, in document order.

    Args:
      root: the `hierarchy` element of a dump.
      width, height: size of the upright screen in pixels.
    """
    elements: list[Element] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.children:
            stack.extend(reversed(node.children))
            continue
        bounds = bounds_of(node)
        if bounds is None:
            continue
        left, top, right, bottom = bounds
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        if left >= right or top >= bottom:
            continue
        clickable = _is_clickable(node) or (node.parent is not None and _is_clickable(node.parent))
        tag = _tag(node.attributes.get("class", ""))
        number = len(elements)
        html = _html(tag, node, number, clickable)
        elements.append(Element(number, tag, html, (left, top, right, bottom), clickable, node))
    return tuple(elements)


def _is_clickable(node: ViewNode) -> bool:
    return node.attributes.get("clickable") == "true"


def _tag(view_class: str) -> str:
    return next((tag for ending, tag in _TAGS if view_class.endswith(ending)), "div")


def _html(tag: str, node: ViewNode, number: int, clickable: bool) -> str:
    text = node.attributes.get("text", "")
    name = node.attributes.get("resource-id", "").rpartition("/")[2].replace("_", " ")
    description = node.attributes.get("content-desc", "")
    if tag == "img":
        description = description or text
    attributes = [("class", name)] if name else []
    if tag == "input":
        attributes += [("type", "text"), ("value", text)]
    if description:
        attributes.append(("alt", description))
    attributes += [("id", str(number)), ("clickable", "true" if clickable else "false")]
    start = f"<{tag} " + " ".join(f'{key}="{_escape(value, quote=True)}"' for key, value in attributes) + ">"
    return start if tag in ("img", "input") else f"{start}{_escape(text)}</{tag}>"


def _escape(text: str, *, quote: bool = False) -> str:
    # Line breaks in a text would split the element, which must be one line.
    text = " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;") if quote else text
