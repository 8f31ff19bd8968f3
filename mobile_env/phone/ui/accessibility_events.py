"""Computes accessibility events from the differences between two states of the screen's windows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mobile_env.phone.ui.accessibility import AccessibilityNode, AccessibilityWindow
from mobile_env.phone.ui.elements import Element
from mobile_env.phone.ui.faces import shown_text


@dataclass(frozen=True, slots=True)
class AccessibilityEvent:
    """An event.

    Attributes:
      type: Android's name for it, such as TYPE_VIEW_CLICKED.
      package: package of whose event it is.
      source: what it came from; None for those that come from no view.
      text: what the event itself says.
      before_text, from_index, added, removed: how a text changed; -1 where none did.
      scrolled: how far, to the right and down, in dp.
    """

    type: str
    package: str
    source: Element | None = None
    text: str = ""
    before_text: str = ""
    from_index: int = -1
    added: int = -1
    removed: int = -1
    scrolled: tuple[float, float] = (0.0, 0.0)


def click_event(element: Element) -> AccessibilityEvent:
    """The event of a click on an element. A group reports the texts inside it."""
    texts = [text for each in element.walk() if (text := shown_text(each))]
    return AccessibilityEvent("TYPE_VIEW_CLICKED", element.package, element, ", ".join(texts))


def events_between(
    before: Sequence[AccessibilityWindow], after: Sequence[AccessibilityWindow]
) -> list[AccessibilityEvent]:
    """The events for a change of the windows; none if nothing has changed."""
    old = {window.key: window for window in before}
    events: list[AccessibilityEvent] = []
    for window in after:
        events += _window_events(old.get(window.key), window)
    if [window.key for window in before] != [window.key for window in after]:
        events.append(AccessibilityEvent("TYPE_WINDOWS_CHANGED", ""))
    return events


def _window_events(
    before: AccessibilityWindow | None, window: AccessibilityWindow
) -> list[AccessibilityEvent]:
    root = window.root.element
    if before is None and window.key.startswith("toast"):
        text = ", ".join(_texts(window.root))
        return [AccessibilityEvent("TYPE_NOTIFICATION_STATE_CHANGED", root.package, None, text)]
    if before is None or (window.active and not before.active):
        text = next(_texts(window.root), "")
        return [AccessibilityEvent("TYPE_WINDOW_STATE_CHANGED", root.package, root, text)]
    events = _text_events(before.root, window.root) + _scroll_events(before, window)
    if before.root != window.root:
        events.append(AccessibilityEvent("TYPE_WINDOW_CONTENT_CHANGED", root.package, root))
    return events


def _text_events(before: AccessibilityNode, after: AccessibilityNode) -> list[AccessibilityEvent]:
    """That a field got the focus, and that the text of the focused one changed."""
    was, field = _focused(before), _focused(after)
    if field is None:
        return []
    element = field.element
    if was is None or was.element.resource_id != element.resource_id:
        return [AccessibilityEvent("TYPE_VIEW_FOCUSED", element.package, element, field.text)]
    # What the field holds, not its hint.
    old, new = was.element.text, element.text
    if old == new:
        return []
    if element.flag("password"):
        old, new = "\u2022" * len(old), "\u2022" * len(new)
    start, added, removed = _change(old, new)
    return [
        AccessibilityEvent(
            "TYPE_VIEW_TEXT_CHANGED", element.package, element, new, old, start, added, removed
        )
    ]


def _change(old: str, new: str) -> tuple[int, int, int]:
    """Index of the first difference between two texts, and the numbers of characters added and removed
    there."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, len(new) - start - end, len(old) - start - end


def _scroll_events(before: AccessibilityWindow, window: AccessibilityWindow) -> list[AccessibilityEvent]:
    events = []
    for key in sorted(before.offsets.keys() | window.offsets.keys()):
        moved = window.offsets.get(key, 0.0) - before.offsets.get(key, 0.0)
        source = next(
            (n.element for n in _nodes(window.root) if n.element.scroll_axis and n.element.scroll_key == key),
            None,
        )
        if moved and source is not None:
            scrolled = (moved, 0.0) if source.scroll_axis == "horizontal" else (0.0, moved)
            events.append(AccessibilityEvent("TYPE_VIEW_SCROLLED", source.package, source, scrolled=scrolled))
    return events


def _focused(root: AccessibilityNode) -> AccessibilityNode | None:
    return next((node for node in _nodes(root) if node.flags.focused and node.element.editable), None)


def _texts(root: AccessibilityNode) -> Iterator[str]:
    return (node.text for node in _nodes(root) if node.text)


def _nodes(root: AccessibilityNode) -> Iterator[AccessibilityNode]:
    yield root
    for child in root.children:
        yield from _nodes(child)
