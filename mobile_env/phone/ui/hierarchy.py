"""Prints the view hierarchy in exactly the format of `uiautomator dump` (Android 11 to 13)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from mobile_env.phone.ui.elements import CHECKABLE, Element
from mobile_env.phone.ui.faces import shown_text
from mobile_env.phone.ui.geometry import Rect

HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_UNSAFE = re.compile(r"[&<>\"\n\r\t\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\U00010000-\U0010ffff]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
Children = Callable[[Element], Sequence[Element]]
"""What stands below an element in a tree of accessibility nodes."""

NAF_EXCLUDED = frozenset(
    {
        "android.widget.GridView",
        "android.widget.GridLayout",
        "android.widget.ListView",
        "android.widget.TableLayout",
    }
)
"""Classes that are never marked as not accessibility friendly
(AccessibilityNodeInfoDumper.NAF_EXCLUDED_CLASSES)."""


class Flags(NamedTuple):
    """The boolean properties of an accessibility node, except those of position and scrolling."""

    checkable: bool
    checked: bool
    clickable: bool
    enabled: bool
    focusable: bool
    focused: bool
    long_clickable: bool
    password: bool
    selected: bool


def flags_of(element: Element) -> Flags:
    """The flags of an element's accessibility node."""
    attributes = element.attributes
    clickable, checkable = element.clickable, element.checkable
    return Flags(
        checkable=checkable,
        checked=element.flag("checked") and (checkable or element.tag in CHECKABLE),
        clickable=clickable,
        enabled=element.enabled,
        focusable=element.flag("focusable", clickable or "long_click" in attributes),
        focused=element.flag("focused"),
        long_clickable=element.flag("long_clickable", "long_click" in attributes or element.editable),
        password=element.flag("password"),
        selected=element.flag("selected"),
    )


def all_children(element: Element) -> Sequence[Element]:
    """All children of an element, except decoration."""
    return [child for child in element.children if child.attributes.get("decor") != "true"]


def escape(text: str) -> str:
    """A string as the dumper writes it in an attribute: control characters as dots, astral ones by number."""
    return _UNSAFE.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    known = _ESCAPES.get(character)
    if known is not None:
        return known
    return f"&#{ord(character)};" if ord(character) > 0xFFFF else "."


def dump(
    root: Element,
    rotation: int,
    bounds: Callable[[Element], Rect | None],
    scrolls: Callable[[Element], bool],
    children: Children = all_children,
) -> str:
    """Write a window's hierarchy.

    Args:
        root: the window's root element.
        rotation: 0 to 3, quarter turns of the display.
        bounds: visible bounds in pixels, None where nothing of the element is visible: it and what is below it are
            left out, as uiautomator does, though they count for `index`.
        scrolls: whether a scroller has anywhere to go.
        children: which elements stand below which.
    """
    nodes = dump_nodes(root, bounds, scrolls, children)
    return f'{HEADER}<hierarchy rotation="{rotation}">{nodes}</hierarchy>'


def dump_nodes(
    root: Element,
    bounds: Callable[[Element], Rect | None],
    scrolls: Callable[[Element], bool],
    children: Children = all_children,
) -> str:
    """A window's nodes alone; the arguments are those of `dump`."""
    out: list[str] = []
    _node(root, 0, out, bounds, scrolls, children)
    return "".join(out)


def _node(
    element: Element,
    index: int,
    out: list[str],
    bounds: Callable[[Element], Rect | None],
    scrolls: Callable[[Element], bool],
    children: Children,
) -> None:
    rect = bounds(element)
    if rect is None:
        return
    if element.head is None:
        element.head = _head(element)
    naf, head = element.head
    before, after = head
    if naf and not _any_named(children(element), children):
        out.append('<node NAF="true" index="')
    else:
        out.append('<node index="')
    scrollable = "true" if element.scroll_axis and scrolls(element) else "false"
    out.append(f'{index}"{before}{scrollable}{after}[{rect[0]},{rect[1]}][{rect[2]},{rect[3]}]"')
    out.append(">")
    place = len(out)
    for position, child in enumerate(children(element)):
        _node(child, position, out, bounds, scrolls, children)
    if len(out) == place:
        out[-1] = " />"
    else:
        out.append("</node>")


def _head(element: Element) -> tuple[bool, tuple[str, str]]:
    """Whether the node wants a name that accessibility could speak, and its attributes around `scrollable`."""
    text = shown_text(element)
    desc = element.attributes.get("desc", "")
    flags = flags_of(element)
    before = (
        f' text="{escape(text)}" resource-id="{escape(element.resource_id)}" class="{escape(element.cls)}"'
        f' package="{escape(element.package)}" content-desc="{escape(desc)}"'
        f' checkable="{_word(flags.checkable)}" checked="{_word(flags.checked)}"'
        f' clickable="{_word(flags.clickable)}" enabled="{_word(flags.enabled)}"'
        f' focusable="{_word(flags.focusable)}" focused="{_word(flags.focused)}" scrollable="'
    )
    after = (
        f'" long-clickable="{_word(flags.long_clickable)}" password="{_word(flags.password)}"'
        f' selected="{_word(flags.selected)}" bounds="'
    )
    naf = flags.clickable and flags.enabled and not text and not desc and element.cls not in NAF_EXCLUDED
    return naf, (before, after)


def _word(value: bool) -> str:
    return "true" if value else "false"


def _any_named(elements: Iterable[Element], children: Children) -> bool:
    """Whether any of these or below has a text or a description (the dumper's childNafCheck)."""
    return any(
        shown_text(element) or element.attributes.get("desc") or _any_named(children(element), children)
        for element in elements
    )
