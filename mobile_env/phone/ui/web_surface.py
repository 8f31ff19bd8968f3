"""A page as one WebView shows it: its own document, its boxes and its pixels."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from mobile_env.phone.ui.blitz_painter import BlitzPainter
from mobile_env.phone.ui.elements import Element
from mobile_env.phone.ui.painter import Box, Painter
from mobile_env.phone.ui.web import WebDocument
from mobile_env.phone.ui.web_nodes import BODY_ID, WebNode

# Roboto's ascent and descent, and the height of a mark (web_nodes.BASE_CSS), in em.
_ASCENT, _DESCENT, _MARK = 0.93, 0.25, 0.8


class WebSurface:
    """A laid-out page. Its document is apart from the windows' own, so that no rule of one reaches the other."""

    def __init__(self, document: WebDocument) -> None:
        self.document = document
        self.offset = 0.0
        self.elements: list[Element] = []
        self._size = (0.0, 0.0, 0.0)
        self._owner: Element | None = None
        self._live: Painter | None = None
        self._boxes: Mapping[str, Box] | None = None
        self._rgba: np.ndarray | None = None
        self._block: dict[str, str] = {}

    def fit(self, width: float, height: float, scale: float) -> None:
        """Lay the page out for a view of that size in dp, at `scale` pixels a dp. A smaller height is only cut off."""
        if (
            self._live is not None
            and self._size[0] == width
            and self._size[1] >= height
            and self._size[2] == scale
        ):
            return
        self._size = (width, height, scale)
        page = self.document.page
        # Whole dp: a fraction would leave the last column of pixels unpainted.
        self._live = BlitzPainter(
            page.html, page.css, -int(-width // 1), -int(-height // 1), scale, "#ffffff"
        )
        self._boxes = self._rgba = None
        self.offset = 0.0

    @property
    def fitted(self) -> bool:
        """Whether the page has been laid out."""
        return self._live is not None

    @property
    def _painter(self) -> Painter:
        assert self._live is not None, "fit() comes first"
        return self._live

    def attach(self, owner: Element) -> None:
        """Make the page's nodes the children of the element `owner`."""
        if self._owner is owner:
            return
        self._owner = owner
        if (
            self.elements
            and self.elements[0].window == owner.window
            and self.elements[0].package == owner.package
        ):
            for element in self.elements:
                element.parent = owner
        else:
            self.elements = [self._element(node, owner) for node in self.document.page.nodes]
        owner.children = self.elements

    def _element(self, node: WebNode, parent: Element) -> Element:
        attributes = dict(node.attributes)
        if node.desc:
            attributes["desc"] = node.desc
        document = parent.attributes.get("document", "")
        if "click" in attributes:
            attributes["focusable"] = "true"
        attributes["document"] = document
        element = Element("#web", node.cls, attributes, parent, parent.window, parent.package)
        element.text = node.text
        element.uid = node.uid
        element.html_id = node.html_id
        element.is_web = True
        element.markers = node.markers
        if node.block:
            self._block[node.uid] = node.block
        element.children = [self._element(child, element) for child in node.children]
        return element

    def scroll_to(self, offset: float, height: float) -> None:
        """Shift the page so that `offset` dp of it are above a view of `height` dp, at most to its end."""
        offset = max(0.0, min(offset, self.scroll_range(height))) if offset else 0.0
        if offset != self.offset:
            self._painter.set_style(BODY_ID, "top", f"{-offset:g}px")
            self.offset = offset
            self._boxes = self._rgba = None

    def content_height(self) -> float:
        """Height of the whole page in dp."""
        boxes = self.boxes()
        body = boxes[BODY_ID]
        return body[1] + self.offset + body[3]

    def scroll_range(self, height: float) -> float:
        """How far the page scrolls in a view of `height` dp."""
        return max(0.0, self.content_height() - height)

    def boxes(self) -> Mapping[str, Box]:
        """Boxes in dp by uid, from the view's top left corner, scrolling included."""
        if self._boxes is None:
            self._boxes = self._painter.boxes()
        return self._boxes

    def rgba(self) -> np.ndarray:
        """The page at its offset, uint8 (height, width, 4), the same array while nothing changed."""
        if self._rgba is None:
            self._rgba = self._painter.rgba()
        return self._rgba

    def box(self, element: Element) -> Box | None:
        """Box of a node in the view's dp; None where the page does not show it."""
        box = self.boxes().get(element.uid)
        if box is not None and box[2] > 0 and box[3] > 0:
            return box
        if element.markers is not None and (box := self._inline_box(element, element.markers)):
            return box
        found = [inner for child in element.children if (inner := self.box(child))]
        if not found:
            return None
        left, top = min(b[0] for b in found), min(b[1] for b in found)
        return (left, top, max(b[0] + b[2] for b in found) - left, max(b[1] + b[3] for b in found) - top)

    def _inline_box(self, element: Element, markers: tuple[str, str]) -> Box | None:
        """Box between two marks: on one line the span between them, on several the block's whole width."""
        boxes = self.boxes()
        first, last = boxes.get(markers[0]), boxes.get(markers[1])
        if first is None or last is None or first[3] <= 0 or last[3] <= 0:
            return None
        em = first[3] / _MARK
        top = first[1] + first[3] - _ASCENT * em
        bottom = last[1] + last[3] + _DESCENT * em
        if abs(first[1] - last[1]) < first[3]:
            left, right = first[0], last[0]
        else:
            around = boxes.get(self._block.get(element.uid, ""), first)
            left, right = around[0], around[0] + around[2]
        return (left, top, right - left, bottom - top) if right > left else None
