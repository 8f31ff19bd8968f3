"""A page in one WebView: its layout document, its boxes and its pixels."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

import blitz_py
import numpy as np

from mobile_env.phone.ui import fonts
from mobile_env.phone.ui.blitz_painter import ENGINE_ERRORS, BlitzPainter
from mobile_env.phone.ui.elements import Element
from mobile_env.phone.ui.painter import Box, Painter
from mobile_env.phone.ui.web import WebDocument
from mobile_env.phone.ui.web_nodes import BODY_ID, WebNode

_BLANK = f'<!DOCTYPE html><html><body id="{BODY_ID}"></body></html>'
# Roboto's ascent and descent, the height of a mark (web_nodes.BASE_CSS) and the usual distance of lines, in em.
_ASCENT, _DESCENT, _MARK, _LINE = 0.93, 0.25, 0.8, 1.4


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
        self._extents: dict[Element, tuple[Box | None, float, float]] | None = None
        self._rgba: np.ndarray | None = None
        self._block: dict[str, str] = {}

    def fit(self, width: float, height: float, scale: float) -> None:
        """Lay the page out for a view of that size in dp, at `scale` pixels a dp. A smaller height is only cut
        off."""
        if (
            self._live is not None
            and self._size[0] == width
            and self._size[1] >= height
            and self._size[2] == scale
        ):
            return
        self._size = (width, height, scale)
        page = self.document.page
        self._boxes = self._rgba = self._extents = None
        try:
            self._live = self._painted(page.html, page.css)
            self._boxes = self._live.boxes()
        except ENGINE_ERRORS:
            self._give_up()
        self.offset = 0.0

    def _painted(self, html: str, css: str) -> Painter:
        width, height, scale = self._size
        # Whole dp: a fraction would leave the last column of pixels unpainted.
        return BlitzPainter(html, css, -int(-width // 1), -int(-height // 1), scale, "#ffffff")

    def _give_up(self) -> None:
        """Show a blank page instead of one that the engine cannot lay out or paint."""
        self._live = self._painted(_BLANK, "")
        self._boxes = self._extents = None
        self.offset = 0.0

    def abandon(self) -> Painter | None:
        """Discards the laid-out document and returns it. `fit()` makes a new one."""
        live, self._live = self._live, None
        return live

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
        if self._owner is owner and owner.children is self.elements:
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
            self._extents = None
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
        """Scrolls so that `offset` dp of the page are above a view of `height` dp, at most to the end of the page."""
        offset = max(0.0, min(offset, self.scroll_range(height))) if offset else 0.0
        if offset != self.offset:
            self._painter.set_style(BODY_ID, "top", f"{-offset:g}px")
            self.offset = offset
            self._rgba = None

    def content_height(self) -> float:
        """Height of the whole page in dp."""
        body = self._page_boxes()[BODY_ID]
        return body[1] + body[3]

    def scroll_range(self, height: float) -> float:
        """How far the page scrolls in a view of `height` dp."""
        return max(0.0, self.content_height() - height)

    def _page_boxes(self) -> Mapping[str, Box]:
        """Boxes in dp by uid, from the top of the page. Scrolling leaves them as they are."""
        if self._boxes is None:
            boxes = self._painter.boxes()
            if self.offset:
                boxes = {uid: (x, y + self.offset, w, h) for uid, (x, y, w, h) in boxes.items()}
            self._boxes = boxes
        return self._boxes

    def _measured(self) -> dict[Element, tuple[Box | None, float, float]]:
        """Returns for each node its box on the page, and the top and bottom of its content."""
        if self._extents is None:
            self._extents = {}
            for element in self.elements:
                self._measure(element, self._extents)
        return self._extents

    def _measure(
        self, element: Element, extents: dict[Element, tuple[Box | None, float, float]]
    ) -> tuple[Box | None, float, float]:
        inner = [self._measure(child, extents) for child in element.children]
        box = self._own_box(element)
        if box is None:
            shown = [found for found, _, _ in inner if found is not None]
            if shown:
                left, top = min(b[0] for b in shown), min(b[1] for b in shown)
                right, bottom = max(b[0] + b[2] for b in shown), max(b[1] + b[3] for b in shown)
                box = (left, top, right - left, bottom - top)
        tops = [top for _, top, _ in inner]
        bottoms = [bottom for _, _, bottom in inner]
        if box is not None:
            tops.append(box[1])
            bottoms.append(box[1] + box[3])
        extents[element] = found = (box, min(tops, default=0.0), max(bottoms, default=0.0))
        return found

    def box(self, element: Element) -> Box | None:
        """Returns the box of a node in dp of the view, after scrolling; None if the page does not show the node."""
        box = self._measured()[element][0]
        return (box[0], box[1] - self.offset, box[2], box[3]) if box is not None else None

    def in_view(self, height: float) -> Iterator[tuple[Element, Box]]:
        """Nodes that a view of `height` dp may show at the present offset, in document order, with their boxes."""
        extents = self._measured()
        top, bottom = self.offset, self.offset + height
        stack = [iter(self.elements)]
        while stack:
            for element in stack[-1]:
                box, first, last = extents[element]
                if last < top or first > bottom:
                    continue
                if box is not None:
                    yield element, (box[0], box[1] - top, box[2], box[3])
                if element.children:
                    stack.append(iter(element.children))
                    break
            else:
                stack.pop()

    def _own_box(self, element: Element) -> Box | None:
        box = self._page_boxes().get(element.uid)
        if box is not None and box[2] > 0 and box[3] > 0:
            return box
        return self._inline_box(element, element.markers) if element.markers is not None else None

    def rgba(self) -> np.ndarray:
        """The page at its offset, uint8 (height, width, 4), the same array while nothing changed."""
        if self._rgba is None:
            try:
                self._rgba = self._painter.rgba()
            except ENGINE_ERRORS:
                self._give_up()
                self._rgba = self._painter.rgba()
        return self._rgba

    def _inline_box(self, element: Element, markers: tuple[str, str]) -> Box | None:
        """Box between two marks: on one line the span between them, on several the block's whole width."""
        boxes = self._page_boxes()
        first, last = boxes.get(markers[0]), boxes.get(markers[1])
        if first is None or last is None or first[3] <= 0 or last[3] <= 0:
            return None
        em = first[3] / _MARK
        start, top = first[0], first[1] + first[3] - _ASCENT * em
        bottom = last[1] + last[3] + _DESCENT * em
        lines = round((last[1] - first[1]) / (_LINE * em))
        if lines <= 0:
            return (start, top, last[0] - start, bottom - top) if last[0] > start else None
        around = boxes.get(self._block.get(element.uid, ""), first)
        if start + _word_width(element.text.split(maxsplit=1)[:1], em) > around[0] + around[2]:
            # The line breaks between the mark and the first word.
            start, top = around[0], top + (last[1] - first[1]) / lines
            lines -= 1
        if lines:
            return (around[0], top, around[2], bottom - top)
        return (start, top, last[0] - start, bottom - top) if last[0] > start else None


def _word_width(words: list[str], font_size: float) -> float:
    return _measure_word(words[0], font_size) if words else 0.0


@functools.lru_cache(maxsize=2048)
def _measure_word(word: str, font_size: float) -> float:
    return float(blitz_py.measure_text(word, font_size=font_size, font_family=fonts.register())[0])
