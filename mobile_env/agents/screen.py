"""The screen for agents that read view hierarchies."""

import dataclasses
from collections.abc import Iterator
from functools import cached_property

import dm_env
import numpy as np

from mobile_env.signals.contract import ViewNode
from mobile_env.signals.hierarchy import bounds as bounds_of
from mobile_env.signals.hierarchy import parse_hierarchy
from mobile_env.wrappers.vh_html import Bounds, Element, visible_leaves


@dataclasses.dataclass(frozen=True)
class Screen:
    """One view hierarchy on a screen of known size.

    Attributes:
      xml: the dump.
      root: its parsed `hierarchy` element.
      width, height: size of the upright screen in pixels.
    """

    xml: str
    root: ViewNode
    width: int
    height: int

    @classmethod
    def of(cls, timestep: dm_env.TimeStep, screen_size: tuple[int, int]) -> "Screen":
        """The screen of a timestep. `screen_size` is the size in the device's natural orientation."""
        observation = timestep.observation
        width, height = screen_size
        if int(np.argmax(observation["orientation"])) % 2:
            width, height = height, width
        xml = observation["view_hierarchy"]
        return cls(xml, parse_hierarchy(xml), width, height)

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """The visible leaves. The id of an element is its index."""
        return visible_leaves(self.root, self.width, self.height)

    def nodes(self) -> Iterator[ViewNode]:
        """All nodes below the root, in document order."""
        stack = list(reversed(self.root.children))
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def box(self, node: ViewNode) -> Bounds | None:
        """The part of a node's box on the screen, in pixels; None if the node is not visible."""
        bounds = bounds_of(node)
        if bounds is None:
            return None
        left, top, right, bottom = bounds
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, self.width), min(bottom, self.height)
        return (left, top, right, bottom) if left < right and top < bottom else None

    @property
    def scrollable(self) -> bool:
        """Whether any node of the screen scrolls."""
        return any(node.attributes.get("scrollable") == "true" for node in self.nodes())
