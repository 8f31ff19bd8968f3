"""Builds the forwarder's messages (android_env/proto/a11y) with the fields that AndroidEnv's
AccessibilityForwarder sets."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from android_env.proto.a11y.a11y_pb2 import EventRequest
from android_env.proto.a11y.android_accessibility_forest_pb2 import AndroidAccessibilityForest
from android_env.proto.a11y.android_accessibility_node_info_pb2 import AndroidAccessibilityNodeInfo
from android_env.proto.a11y.android_accessibility_window_info_pb2 import AndroidAccessibilityWindowInfo

from mobile_env.phone.ui.accessibility import AccessibilityNode, AccessibilityWindow
from mobile_env.phone.ui.accessibility_events import AccessibilityEvent
from mobile_env.phone.ui.elements import Element
from mobile_env.phone.ui.faces import shown_text

_TYPES: Final = {
    "activity": AndroidAccessibilityWindowInfo.TYPE_APPLICATION,
    "dialog": AndroidAccessibilityWindowInfo.TYPE_APPLICATION,
    "popup": AndroidAccessibilityWindowInfo.TYPE_APPLICATION,
    "ime": AndroidAccessibilityWindowInfo.TYPE_INPUT_METHOD,
}
# Numbers of windows that bear none, beyond those of windows that do.
_SYSTEM_IDS: Final = {
    "ime": 0x10001,
    "status_bar": 0x10002,
    "navigation_bar": 0x10003,
    "notification_shade": 0x10004,
    "heads_up": 0x10005,
}
# Constants of AccessibilityNodeInfo.
_FOCUS, _CLEAR_FOCUS, _SELECT, _CLICK, _LONG_CLICK, _ACCESSIBILITY_FOCUS = 1, 2, 4, 16, 32, 64
_SCROLL_FORWARD, _SCROLL_BACKWARD, _SET_SELECTION, _SET_TEXT = 4096, 8192, 0x20000, 0x200000
_SHOW_ON_SCREEN = 16_908_342


def forest_message(windows: Sequence[AccessibilityWindow]) -> AndroidAccessibilityForest:
    """The forest of all windows, back to front. Toasts are omitted, because no service can read them."""
    forest = AndroidAccessibilityForest()
    for window in windows:
        kind, _, number = window.key.partition(":")
        if kind == "toast":
            continue
        message = forest.windows.add(
            id=int(number) if number else _SYSTEM_IDS[kind],
            layer=window.layer,
            window_type=_TYPES.get(kind, AndroidAccessibilityWindowInfo.TYPE_SYSTEM),
            is_active=window.active,
            is_focused=window.active,
        )
        _fill_rect(message.bounds_in_screen, window.bounds)
        _fill_tree(message, window.root)
    return forest


def _fill_tree(message: AndroidAccessibilityWindowInfo, root: AccessibilityNode) -> None:
    """Adds nodes layer by layer, numbered in this order; the root is 0."""
    message.tree.SetInParent()
    waiting = deque([(root, 0, 0)])
    numbered = 1
    while waiting:
        node, depth, drawing_order = waiting.popleft()
        filled = message.tree.nodes.add(
            unique_id=len(message.tree.nodes),
            window_id=message.id,
            depth=depth,
            drawing_order=drawing_order,
            child_ids=range(numbered, numbered + len(node.children)),
        )
        numbered += len(node.children)
        _fill_node(filled, node)
        waiting += [(child, depth + 1, order) for order, child in enumerate(node.children, 1)]


def _fill_node(message: AndroidAccessibilityNodeInfo, node: AccessibilityNode) -> None:
    element, flags = node.element, node.flags
    _fill_rect(message.bounds_in_screen, node.bounds or (0, 0, 0, 0))
    message.class_name = element.cls
    message.content_description = node.description
    message.hint_text = element.attributes.get("hint", "") if element.editable else ""
    message.package_name = element.package
    message.text = node.text
    caret = int(element.attributes.get("caret", -1)) if flags.focused else -1
    message.text_selection_start = message.text_selection_end = caret
    message.view_id_resource_name = element.resource_id
    message.is_checkable = flags.checkable
    message.is_checked = flags.checked
    message.is_clickable = flags.clickable
    message.is_editable = element.editable
    message.is_enabled = flags.enabled
    message.is_focusable = flags.focusable
    # The real forwarder also omits is_focused: the focused node can be found by its actions.
    message.is_long_clickable = flags.long_clickable
    message.is_password = flags.password
    message.is_scrollable = node.scrollable
    message.is_selected = flags.selected
    message.is_visible_to_user = node.bounds is not None
    for action in _actions(node):
        message.actions.add(id=action)


def _actions(node: AccessibilityNode) -> list[int]:
    flags = node.flags
    actions = [_SELECT, _ACCESSIBILITY_FOCUS, _SHOW_ON_SCREEN]
    if flags.focusable:
        actions.append(_CLEAR_FOCUS if flags.focused else _FOCUS)
    if flags.clickable and flags.enabled:
        actions.append(_CLICK)
    if flags.long_clickable and flags.enabled:
        actions.append(_LONG_CLICK)
    if node.scrollable:
        actions += [_SCROLL_FORWARD, _SCROLL_BACKWARD]
    if node.element.editable:
        actions += [_SET_SELECTION, _SET_TEXT]
    return sorted(actions)


def _fill_rect(message: object, rect: tuple[int, int, int, int]) -> None:
    for name, value in zip(("left", "top", "right", "bottom"), rect, strict=True):
        setattr(message, name, value)


def event_message(event: AccessibilityEvent, time_ms: int, scale: float) -> EventRequest:
    """An event as texts by name; what says nothing is left out.

    Args:
      event: the event.
      time_ms: milliseconds since the phone started.
      scale: pixels a dp.
    """
    source = event.source
    values = {
        "source_content_description": ", ".join(_descriptions(source)),
        "event_text": event.text,
        "source_text": shown_text(source) if source is not None else "",
        "event_type": event.type,
        "source_class_name": source.cls if source is not None else "",
        "event_package_name": event.package,
        "before_text": event.before_text,
        "from_index": _given(event.from_index),
        "added_count": _given(event.added),
        "removed_count": _given(event.removed),
        "view_id": source.resource_id if source is not None else "",
        "event_timestamp_ms": str(time_ms),
    }
    if event.type == "TYPE_VIEW_SCROLLED":
        values["scroll_delta_x"], values["scroll_delta_y"] = (str(round(d * scale)) for d in event.scrolled)
    return EventRequest(event={name: value for name, value in values.items() if value})


def _descriptions(element: Element | None) -> list[str]:
    """Descriptions of the element and of its ancestors."""
    path = [] if element is None else [element, *element.ancestors()]
    return [desc for each in path if (desc := each.attributes.get("desc"))]


def _given(number: int) -> str:
    return "" if number < 0 else str(number)
