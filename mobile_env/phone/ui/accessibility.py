"""The screen as accessibility services see it: windows, and a tree of nodes in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mobile_env.phone.ui.elements import CHECKABLE, EDITABLE, Element
from mobile_env.phone.ui.faces import shown_text
from mobile_env.phone.ui.geometry import Rect
from mobile_env.phone.ui.hierarchy import Children, Flags, all_children, flags_of

# Views that say of themselves that they matter (View.setImportantForAccessibility in their constructors):
# those that
# show text, those that fill themselves from an adapter, and those that tell of progress.
_IMPORTANT = (
    CHECKABLE
    | EDITABLE
    | {
        "AbsListView", "Button", "Chip", "Chronometer", "ExpandableListView", "GridView", "ListView", "NumberPicker",
        "ProgressBar", "RatingBar", "RecyclerView", "SeekBar", "Spinner", "TextClock", "TextView", "ViewPager",
        "ViewPager2", "WebView",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AccessibilityNode:
    """A node of a window's tree.

    Attributes:
      element: what it tells of.
      text: as the node has it: a field's value, or its hint; dots for a password.
      bounds: left, top, right, bottom in pixels; None where nothing of it is visible.
      scrollable: whether it is a scroller that has anywhere to go.
    """

    element: Element = field(compare=False)
    text: str
    description: str
    flags: Flags
    bounds: Rect | None
    scrollable: bool
    children: tuple[AccessibilityNode, ...]


@dataclass(frozen=True, slots=True)
class AccessibilityWindow:
    """A window.

    Attributes:
      key: its identity, such as "activity:3".
      layer: its place, 0 for the one at the back.
      active: whether it is the one that the user deals with; exactly one is.
      bounds: left, top, right, bottom in pixels; all 0 where nothing of it is visible.
      offsets: offset in dp of each of its scrollers, by scroll key.
    """

    key: str
    layer: int
    active: bool
    bounds: Rect
    root: AccessibilityNode
    offsets: Mapping[str, float]


def important(element: Element) -> bool:
    """Whether a view is important for accessibility services that did not request all views (View's rule for
    `auto`)."""
    if element.is_web or element.tag in _IMPORTANT or element.scroll_axis or element.text:
        return True
    attributes = element.attributes
    return (
        bool(attributes.get("desc"))
        or element.clickable
        or element.flag("focusable")
        or "long_click" in attributes
    )


def important_children(element: Element) -> Sequence[Element]:
    """The important views below an element. Children of unimportant views take their parents' place."""
    found: list[Element] = []
    for child in all_children(element):
        if important(child):
            found.append(child)
        else:
            found += important_children(child)
    return found


def node_of(
    element: Element,
    bounds: Callable[[Element], Rect | None],
    scrolls: Callable[[Element], bool],
    children: Children,
) -> AccessibilityNode:
    """Returns the node of an element with its descendants. Arguments are those of `hierarchy.dump`."""
    rect = bounds(element)
    return AccessibilityNode(
        element,
        shown_text(element),
        element.attributes.get("desc", ""),
        flags_of(element),
        rect,
        rect is not None and bool(element.scroll_axis) and scrolls(element),
        tuple(node_of(child, bounds, scrolls, children) for child in children(element)),
    )
