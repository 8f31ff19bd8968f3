"""Converts a forest of AndroidEnv's accessibility forwarder to the XML of `uiautomator dump --compressed`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from android_env.proto.a11y.android_accessibility_forest_pb2 import AndroidAccessibilityForest
from android_env.proto.a11y.android_accessibility_node_info_pb2 import AndroidAccessibilityNodeInfo
from android_env.proto.a11y.android_accessibility_window_info_pb2 import AndroidAccessibilityWindowInfo

from mobile_env.phone.ui.hierarchy import HEADER, NAF_EXCLUDED, escape

_ACTION_CLEAR_FOCUS: Final = 2
_WORDS: Final = ("false", "true")


def active_window(forest: AndroidAccessibilityForest) -> AndroidAccessibilityWindowInfo | None:
    """The window that uiautomator would dump; None if that window is still empty."""
    window = next((window for window in forest.windows if window.is_active), None)
    return window if window is not None and window.tree.nodes else None


def forest_xml(forest: AndroidAccessibilityForest, rotation: int, width: int, height: int) -> str | None:
    """Returns the view hierarchy of a forest's active window.

    Like `uiautomator dump --compressed`, the forwarder does not request views that are unimportant for
    accessibility (AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS), so the hierarchy lacks them.

    Args:
      forest: as the forwarder sends it.
      rotation: quarter turns of the screen.
      width, height: size of the turned screen in pixels; bounds are clipped to it.

    Returns:
      XML with uiautomator's attributes; None if no window is active or the active window is empty.
    """
    window = active_window(forest)
    if window is None:
        return None
    nodes = {node.unique_id: node for node in window.tree.nodes}
    writer = _Writer(nodes, width, height)
    # The root has the number 0 and comes first.
    return f'{HEADER}<hierarchy rotation="{rotation}">{writer.written(window.tree.nodes[0])}</hierarchy>'


class _Writer:
    """Writes the nodes of one window."""

    def __init__(self, nodes: Mapping[int, AndroidAccessibilityNodeInfo], width: int, height: int) -> None:
        self._nodes = nodes
        self._width, self._height = width, height
        self._written: set[int] = set()
        self._named_below: dict[int, bool] = {}
        # Layer by layer, so that children come after their parents.
        for node in reversed(list(nodes.values())):
            self._named_below[node.unique_id] = any(
                child.text or child.content_description or self._named_below.get(child.unique_id, False)
                for child in self._children(node)
            )

    def written(self, root: AndroidAccessibilityNodeInfo) -> str:
        """Returns the XML of a node and its visible descendants."""
        out: list[str] = []
        # A stack: its last item is written next. An item is an end tag, or an index and a node. No recursion:
        # a page may be deeply nested.
        waiting: list[str | tuple[int, AndroidAccessibilityNodeInfo]] = [(0, root)]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                out.append(item)
                continue
            index, node = item
            if node.unique_id in self._written:
                continue
            self._written.add(node.unique_id)
            shown = [
                (place, child) for place, child in enumerate(self._children(node)) if child.is_visible_to_user
            ]
            out.append(self._tag(index, node))
            if shown:
                out.append(">")
                waiting.append("</node>")
                waiting += reversed(shown)
            else:
                out.append(" />")
        return "".join(out)

    def _children(self, node: AndroidAccessibilityNodeInfo) -> list[AndroidAccessibilityNodeInfo]:
        return [self._nodes[number] for number in node.child_ids if number in self._nodes]

    def _tag(self, index: int, node: AndroidAccessibilityNodeInfo) -> str:
        unnamed = (
            node.is_clickable
            and node.is_enabled
            and not node.text
            and not node.content_description
            and node.class_name not in NAF_EXCLUDED
            and not self._named_below[node.unique_id]
        )
        # The forwarder omits is_focused but sends the possible actions: only the focused node can clear its focus.
        focused = node.is_focused or any(action.id == _ACTION_CLEAR_FOCUS for action in node.actions)
        mark = ' NAF="true"' if unnamed else ""
        return (
            f'<node{mark} index="{index}" text="{escape(node.text)}" resource-id="{escape(node.view_id_resource_name)}"'
            f' class="{escape(node.class_name)}" package="{escape(node.package_name)}"'
            f' content-desc="{escape(node.content_description)}" checkable="{_WORDS[node.is_checkable]}"'
            f' checked="{_WORDS[node.is_checked]}" clickable="{_WORDS[node.is_clickable]}"'
            f' enabled="{_WORDS[node.is_enabled]}" focusable="{_WORDS[node.is_focusable]}"'
            f' focused="{_WORDS[focused]}" scrollable="{_WORDS[node.is_scrollable]}"'
            f' long-clickable="{_WORDS[node.is_long_clickable]}" password="{_WORDS[node.is_password]}"'
            f' selected="{_WORDS[node.is_selected]}" bounds="{self._bounds(node)}"'
        )

    def _bounds(self, node: AndroidAccessibilityNodeInfo) -> str:
        """The part of a node's bounds on the screen; all of the bounds if the node is off the screen
        (android.graphics.Rect.intersect)."""
        rect = node.bounds_in_screen
        left, top, right, bottom = rect.left, rect.top, rect.right, rect.bottom
        if left < self._width and right > 0 and top < self._height and bottom > 0:
            left, top = max(left, 0), max(top, 0)
            right, bottom = min(right, self._width), min(bottom, self._height)
        return f"[{left},{top}][{right},{bottom}]"
