"""The view hierarchy in exactly the form of `uiautomator dump` (Android 11 to 13)."""

from __future__ import annotations

import re
from collections.abc import Callable

from mobile_env.phone.ui.elements import CHECKABLE, Element
from mobile_env.phone.ui.faces import shown_text
from mobile_env.phone.ui.geometry import Rect

_HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_UNSAFE = re.compile(r"[&<>\"\n\r\t\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\U00010000-\U0010ffff]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
# AccessibilityNodeInfoDumper.NAF_EXCLUDED_CLASSES
_NAF_EXCLUDED = frozenset(
    {
        "android.widget.GridView",
        "android.widget.GridLayout",
        "android.widget.ListView",
        "android.widget.TableLayout",
    }
)


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
    root: Element, rotation: int, bounds: Callable[[Element], Rect | None], scrolls: Callable[[Element], bool]
) -> str:
    """Write a window's hierarchy.

    Args:
        root: the window's root element.
        rotation: 0 to 3, quarter turns of the display.
        bounds: visible bounds in pixels, None where nothing of the element is visible: it and what is below it are
            left out, as uiautomator does, though they count for `index`.
        scrolls: whether a scroller has anywhere to go.
    """
    out = [f'{_HEADER}<hierarchy rotation="{rotation}">']
    _node(root, 0, out, bounds, scrolls)
    out.append("</hierarchy>")
    return "".join(out)


def _node(
    element: Element,
    index: int,
    out: list[str],
    bounds: Callable[[Element], Rect | None],
    scrolls: Callable[[Element], bool],
) -> None:
    rect = bounds(element)
    if rect is None:
        return
    if element.head is None:
        element.head = _head(element)
    naf, head = element.head
    before, after = head
    if naf and not _any_named(element):
        out.append('<node NAF="true" index="')
    else:
        out.append('<node index="')
    scrollable = "true" if element.scroll_axis and scrolls(element) else "false"
    out.append(f'{index}"{before}{scrollable}{after}[{rect[0]},{rect[1]}][{rect[2]},{rect[3]}]"')
    out.append(">")
    place = len(out)
    position = 0
    for child in element.children:
        if child.attributes.get("decor") == "true":
            continue
        _node(child, position, out, bounds, scrolls)
        position += 1
    if len(out) == place:
        out[-1] = " />"
    else:
        out.append("</node>")


def _head(element: Element) -> tuple[bool, tuple[str, str]]:
    """Whether the node wants a name that accessibility could speak, and its attributes around `scrollable`."""
    attributes = element.attributes
    text = shown_text(element)
    desc = attributes.get("desc", "")
    clickable = element.clickable
    enabled = element.enabled
    focusable = element.flag("focusable", clickable or "long_click" in attributes)
    long_clickable = element.flag("long_clickable", "long_click" in attributes or element.editable)
    flags = (
        ("checkable", element.checkable),
        ("checked", element.flag("checked") and (element.checkable or element.tag in CHECKABLE)),
        ("clickable", clickable),
        ("enabled", enabled),
        ("focusable", focusable),
        ("focused", element.flag("focused")),
    )
    before = (
        f' text="{escape(text)}" resource-id="{escape(element.resource_id)}" class="{escape(element.cls)}"'
        f' package="{escape(element.package)}" content-desc="{escape(desc)}"'
        + "".join(f' {name}="{"true" if value else "false"}"' for name, value in flags)
        + ' scrollable="'
    )
    after = (
        f'" long-clickable="{"true" if long_clickable else "false"}"'
        f' password="{"true" if element.flag("password") else "false"}"'
        f' selected="{"true" if element.flag("selected") else "false"}" bounds="'
    )
    naf = clickable and enabled and not text and not desc and element.cls not in _NAF_EXCLUDED
    return naf, (before, after)


def _any_named(element: Element) -> bool:
    """Whether anything below has a text or a description (the dumper's childNafCheck)."""
    return any(
        shown_text(child) or child.attributes.get("desc") or _any_named(child) for child in element.children
    )
