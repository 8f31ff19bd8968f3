"""Properties of a view-hierarchy event: values of a node, with or without a test."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from mobile_env.regex import Regex
from mobile_env.signals.contract import ViewNode
from mobile_env.signals.hierarchy import bounds

# The value of a property: the text of an attribute (None if the node lacks it), or a fraction of the screen.
PropertyValue = str | float | None

# A comparison reads *reference sign actual*.
SIGNS: dict[str, Callable[[float, float], bool]] = {
    "EQ": operator.eq,
    "LE": operator.le,
    "LT": operator.lt,
    "GE": operator.ge,
    "GT": operator.gt,
    "NE": operator.ne,
}

# Side of the bounds → index in (left, top, right, bottom). Even sides are measured along the width.
SIDES = {"left": 0, "top": 1, "right": 2, "bottom": 3}

# Attributes that `uiautomator dump` writes (AccessibilityNodeInfoDumper), for hints about misspelt ones.
DUMP_ATTRIBUTES = (
    "NAF",
    "index",
    "text",
    "resource-id",
    "class",
    "package",
    "content-desc",
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focusable",
    "focused",
    "scrollable",
    "long-clickable",
    "password",
    "selected",
    "visible-to-user",
    "bounds",
    "drawing-order",
    "hint",
    "display-id",
    "rotation",
)

_NUMBER = re.compile(
    r"\s*([+-]?)(\d+)(\.\d*)?([eE][+-]?\d{1,3})?\s*|\s*[+-]?\.\d+([eE][+-]?\d{1,3})?\s*", re.ASCII
)
# Longer digit strings are not measures on a screen.
_LONGEST_NUMBER = 400


def number(value: PropertyValue) -> float | None:
    """Converts a property's value to a number; None if it is missing or not a decimal number."""
    if not isinstance(value, str):
        return value
    if len(value) > _LONGEST_NUMBER or (match := _NUMBER.fullmatch(value)) is None:
        return None
    whole = match[2] is not None and match[3] is None and match[4] is None
    return int(value) if whole else float(value)


class Property:
    """A property of a node: its value and an optional test.

    Attributes:
      name: attribute of the dump, or `left`, `top`, `right`, `bottom`.
    """

    __slots__ = ("_holds", "_side", "name")

    def __init__(self, name: str, holds: Callable[[PropertyValue], bool] | None = None):
        """`holds` is the test. With None, the value is not tested."""
        self.name = name
        self._holds = holds
        self._side = SIDES.get(name)

    @classmethod
    def matching(cls, name: str, pattern: str) -> Property:
        """A test that holds if a regular expression is found in the value. Raises re.error."""
        search = Regex(pattern).search
        return cls(name, lambda value: value is not None and search(str(value)) is not None)

    @classmethod
    def comparing(cls, name: str, sign: str, reference: float) -> Property:
        """A test that holds if *reference sign actual*, compared as numbers. `sign` is a key of `SIGNS`."""
        compare = SIGNS[sign]

        def holds(value: PropertyValue) -> bool:
            actual = number(value)
            return actual is not None and compare(reference, actual)

        return cls(name, holds)

    def value(self, node: ViewNode, screen: tuple[int, int]) -> PropertyValue:
        """The value of a node. Sides are fractions of the screen's (width, height) in pixels."""
        if self._side is None:
            return node.attributes.get(self.name)
        box, length = bounds(node), screen[self._side % 2]
        return box[self._side] / length if box is not None and length > 0 else None

    def holds(self, value: PropertyValue) -> bool:
        """Whether the test passes. True if there is no test."""
        return self._holds is None or self._holds(value)
