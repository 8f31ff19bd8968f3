"""The screen's windows as uiautomator2's server sees them: as trees of nodes, and as the XML of its dumps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mobile_env.phone.ui.accessibility import important_children
from mobile_env.phone.ui.elements import Element
from mobile_env.phone.ui.hierarchy import HEADER, Children, all_children
from mobile_env.phone.wire.uiautomator2.selectors import Node, tree

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone


def window_trees(phone: Phone) -> list[Node]:
    """Roots of all windows that show something, the active one first, then from front to back."""
    windows = phone.screen.accessibility_windows(all_children)
    ordered = sorted(windows, key=lambda window: (not window.active, -window.layer))
    return [root for window in ordered if (root := tree(window.root)) is not None]


def dump_windows(phone: Phone, *, compressed: bool, max_depth: int, only_active: bool) -> str:
    """The dump of u2.jar: `uiautomator dump` with all windows and with `visible-to-user` before the bounds.

    Args:
      phone: whose screen.
      compressed: leaves out views that do not matter to accessibility.
      max_depth: levels of nodes below a window's root.
      only_active: leaves out all windows but the active one.
    """
    screen = phone.screen
    children = _limited(important_children if compressed else all_children, max_depth)
    keys = screen.window_keys()
    ordered = [screen.focused_window, *(key for key in reversed(keys) if key != screen.focused_window)]
    dumps = [screen.dump_nodes(key, children) for key in (ordered[:1] if only_active else ordered)]
    # No value of an attribute holds a quotation mark: dumps write &quot;.
    nodes = "".join(dumps).replace('" bounds="[', '" visible-to-user="true" bounds="[')
    return f'{HEADER}<hierarchy rotation="{screen.rotation}">{nodes}</hierarchy>'


def _limited(children: Children, depth: int) -> Children:
    """Children of elements down to a depth below the first element that is asked for."""
    if depth >= 50:
        return children  # no screen of the phone is that deep
    depths: dict[Element, int] = {}

    def limited(element: Element) -> Sequence[Element]:
        level = depths.setdefault(element, 0)
        if level >= depth:
            return ()
        below = children(element)
        for child in below:
            depths[child] = level + 1
        return below

    return limited
