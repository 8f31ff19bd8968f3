"""Objects of the screen for uiautomator2's server: finding, describing, typing into, scrolling (androidx UiObject)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from mobile_env.phone.shell import gestures
from mobile_env.phone.wire.uiautomator2.selectors import Node, Selector
from mobile_env.phone.wire.uiautomator2.windows import window_trees

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

STEP_MS: Final = 5
"""How long a step of a swipe takes."""
MOST_OBJECTS: Final = 1000
_SCROLL_STEPS: Final = 55
_FLING_STEPS: Final = 5
_MOST_SEARCH_SWIPES: Final = 30
_MOST_SWIPES: Final = 200
_DEAD_ZONE: Final = 0.1
_LONG_CLICK_MS: Final = 600


class ObjectNotFoundError(Exception):
    """No node matches; its text is the selector."""


Find = Callable[[list[Node]], "Node | None"]


class Objects:
    """What methods of the server do to objects; each call looks at the screen anew.

    Objects that `childByText` and its like found have names; `keep` remembers how to find them again.
    """

    def __init__(self) -> None:
        self._kept: dict[str, Find] = {}
        self._last = 0

    # Finding.

    def find(self, phone: Phone, target: Any) -> Node | None:
        """The first match of a selector, or the object of a name."""
        windows = window_trees(phone)
        if isinstance(target, str):
            found = self._kept.get(target)
            return found(windows) if found is not None else None
        return next(iter(Selector(target).find_leniently(windows)), None)

    def need(self, phone: Phone, target: Any) -> Node:
        """The same.

        Raises:
          ObjectNotFoundError: there is none.
        """
        node = self.find(phone, target)
        if node is None:
            named = isinstance(target, str)
            raise ObjectNotFoundError(f"UiObject {target} not found!" if named else str(Selector(target)))
        return node

    def keep(self, find: Find) -> str:
        """A name for the object that a function finds; the oldest name is forgotten when there are too many."""
        self._last += 1
        name = f"object-{self._last}"
        self._kept[name] = find
        if len(self._kept) > MOST_OBJECTS:
            del self._kept[next(iter(self._kept))]
        return name

    # Describing.

    def exist(self, phone: Phone, target: Any) -> bool:
        if isinstance(target, str):
            return self.find(phone, target) is not None
        return bool(Selector(target).find_everywhere(window_trees(phone)))

    def count(self, phone: Phone, target: Any) -> int:
        selector = Selector(target)
        found = len(selector.find(window_trees(phone)))
        return min(found, 1) if selector.names_instance else found

    def info(self, phone: Phone, target: Any) -> dict[str, Any]:
        return describe(self.need(phone, target))

    def infos(self, phone: Phone, target: Any) -> list[dict[str, Any]]:
        return [describe(node) for node in Selector(target).find(window_trees(phone))]

    def text(self, phone: Phone, target: Any) -> str:
        return self.need(phone, target).node.text

    # Acting.

    def click(self, phone: Phone, target: Any, corner: str = "center") -> bool:
        return _press(phone, self.need(phone, target), corner, 0)

    def long_click(self, phone: Phone, target: Any, corner: str = "center") -> bool:
        return _press(phone, self.need(phone, target), corner, _LONG_CLICK_MS)

    def set_text(self, phone: Phone, target: Any, text: str) -> bool:
        """Clicks a field and puts text in place of what it holds; False if the object is no field."""
        node = self.need(phone, target)
        if not node.node.element.editable:
            return False
        _press(phone, node, "center", 0)
        phone.text.replace(text)
        return True

    def clear_text(self, phone: Phone, target: Any) -> None:
        self.set_text(phone, target, "")

    def drag_to(self, phone: Phone, target: Any, *rest: Any) -> bool:
        """`(x, y, steps)` or `(selector, steps)` after the object that is dragged."""
        start = _middle(self.need(phone, target))
        *goal, steps = rest
        end = _middle(self.need(phone, goal[0])) if len(goal) == 1 else (float(goal[0]), float(goal[1]))
        gestures.drag(phone, (start, end), int(steps) * STEP_MS, hold_ms=gestures.LONG_PRESS_MS)
        return True

    def swipe(self, phone: Phone, target: Any, direction: str, *rest: Any) -> bool:
        """Moves the finger over an object: up, down, left or right, from one edge of it to the other."""
        left, top, right, bottom = _bounds(self.need(phone, target))
        x, y = (left + right) / 2, (top + bottom) / 2
        lines = {
            "u": ((x, bottom - 5), (x, top + 5)),
            "d": ((x, top + 5), (x, bottom - 5)),
            "l": ((right - 5, y), (left + 5, y)),
            "r": ((left + 5, y), (right - 5, y)),
        }
        line = lines.get(direction.lower()[:1])
        if line is None:
            return False
        steps = int(rest[-1]) if rest else _SCROLL_STEPS
        gestures.drag(phone, line, steps * STEP_MS)
        return True

    def two_fingers(self, phone: Phone, target: Any, *_: Any) -> bool:
        """Pinches and gestures of two fingers: the phone's screen follows one finger, so they are refused."""
        self.need(phone, target)
        return False

    # Scrolling (UiScrollable).

    def scroll(self, phone: Phone, target: Any, vertical: bool, steps: int, *, forward: bool) -> bool:
        """One swipe over a scroller; returns whether it moved and has further to go."""
        element = self.need(phone, target)
        left, top, right, bottom = _bounds(element)
        x, y = (left + right) / 2, (top + bottom) / 2
        if vertical:
            rim = (bottom - top) * _DEAD_ZONE
            line = ((x, bottom - rim), (x, top + rim))
        else:
            rim = (right - left) * _DEAD_ZONE
            line = ((right - rim, y), (left + rim, y))
        before = _offset(phone, element)
        gestures.drag(phone, line if forward else line[::-1], max(1, int(steps)) * STEP_MS)
        offset = _offset(phone, element)
        end = _range(phone, element) if forward else 0.0
        return offset != before and abs(offset - end) > 0.5

    def scroll_to(
        self, phone: Phone, target: Any, vertical: bool, steps: int, most: int, *, forward: bool
    ) -> bool:
        """Scrolls until an end is reached, with at most so many swipes."""
        for _ in range(min(int(most), _MOST_SWIPES)):
            if not self.scroll(phone, target, vertical, steps, forward=forward):
                break
        return True

    def scroll_into_view(self, phone: Phone, target: Any, child: Any, vertical: bool) -> bool:
        """Scrolls from the beginning until something inside matches; False if nothing does."""
        selector = Selector(child)

        def seen() -> bool:
            return bool(selector.below(self.need(phone, target)))

        if seen():
            return True
        self.scroll_to(phone, target, vertical, _SCROLL_STEPS, _MOST_SEARCH_SWIPES, forward=False)
        for _ in range(_MOST_SEARCH_SWIPES):
            if seen():
                return True
            if not self.scroll(phone, target, vertical, _SCROLL_STEPS, forward=True):
                return seen()
        return False

    # Children of collections.

    def child_by(self, phone: Phone, target: Any, child: Any, matches: Callable[[Node], bool], wanted: str,
                 *, scroll: bool | None) -> str:  # fmt: skip
        """The name of the row (a child of a collection) of which a node matches.

        Args:
          phone: whose screen.
          target: the collection.
          child: selector of its rows.
          matches: says of a node whether it is what is looked for.
          wanted: what is looked for, for the message.
          scroll: whether the collection is scrolled; None: if it can be.

        Raises:
          ObjectNotFoundError: no row has such a node.
        """
        collection = self.need(phone, target)
        rows = Selector(child)
        if scroll or (scroll is None and collection.node.scrollable):
            self.scroll_to(phone, target, True, _SCROLL_STEPS, _MOST_SEARCH_SWIPES, forward=False)

        def row(windows: list[Node]) -> Node | None:
            above = next(iter(Selector(target).find_leniently(windows)), None)
            found = rows.below(above) if above is not None else []
            return next((each for each in found if any(map(matches, each.walk()))), None)

        for _ in range(_MOST_SEARCH_SWIPES if scroll is not False else 1):
            if row(window_trees(phone)) is not None:
                return self.keep(row)
            if not collection.node.scrollable or not self.scroll(
                phone, target, True, _SCROLL_STEPS, forward=True
            ):
                break
        if row(window_trees(phone)) is not None:
            return self.keep(row)
        raise ObjectNotFoundError(f"for {wanted}")

    def child_by_instance(self, phone: Phone, target: Any, child: Any, number: int) -> str:
        self.need(phone, target)
        rows = Selector(child)

        def row(windows: list[Node]) -> Node | None:
            above = next(iter(Selector(target).find_leniently(windows)), None)
            found = rows.below(above) if above is not None else []
            return found[number] if 0 <= number < len(found) else None

        return self.keep(row)


def describe(node: Node) -> dict[str, Any]:
    """The server's ObjInfo."""
    element, flags = node.node.element, node.node.flags
    left, top, right, bottom = _bounds(node)
    bounds = {"left": left, "top": top, "right": right, "bottom": bottom}
    return {
        "bounds": bounds,
        "checkable": flags.checkable,
        "checked": flags.checked,
        "childCount": len(node.node.children),
        "className": element.cls,
        "clickable": flags.clickable,
        "contentDescription": node.node.description,
        "enabled": flags.enabled,
        "focusable": flags.focusable,
        "focused": flags.focused,
        "longClickable": flags.long_clickable,
        "packageName": element.package,
        "resourceName": element.resource_id or None,
        "scrollable": node.node.scrollable,
        "selected": flags.selected,
        "text": node.node.text,
        "visibleBounds": dict(bounds),
    }


def _bounds(node: Node) -> tuple[int, int, int, int]:
    assert node.node.bounds is not None  # a tree holds what is visible
    return node.node.bounds


def _middle(node: Node) -> gestures.Point:
    left, top, right, bottom = _bounds(node)
    return (left + right) // 2, (top + bottom) // 2


def _press(phone: Phone, node: Node, corner: str, hold_ms: float) -> bool:
    left, top, right, bottom = _bounds(node)
    points = {
        "tl": (left + 5, top + 5), "topleft": (left + 5, top + 5),
        "br": (right - 5, bottom - 5), "bottomright": (right - 5, bottom - 5),
        "c": _middle(node), "center": _middle(node),
    }  # fmt: skip
    point = points.get(corner.lower())
    if point is None:
        return False
    gestures.press(phone, *point, hold_ms=hold_ms)
    return True


def _offset(phone: Phone, node: Node) -> float:
    element = node.node.element
    return phone.scrolling.get(element.window, element.scroll_key)


def _range(phone: Phone, node: Node) -> float:
    element = node.node.element
    return phone.screen.scroll_range(element.window, element.scroll_key)
