"""Converts boxes in dp to visible bounds in pixels."""

from __future__ import annotations

from collections.abc import Mapping

from mobile_env.phone.ui.elements import Element
from mobile_env.phone.ui.painter import Box
from mobile_env.phone.ui.web_surface import WebSurface

Rect = tuple[int, int, int, int]
"""left, top, right, bottom in pixels."""


def pixels_of(box: Box, scale: float) -> Rect:
    """A box in dp as pixels, each side rounded on its own, so that neighbours meet."""
    x, y, width, height = box
    return (
        int(x * scale + 0.5) if x >= 0 else -int(-x * scale + 0.5),
        int(y * scale + 0.5) if y >= 0 else -int(-y * scale + 0.5),
        int((x + width) * scale + 0.5) if x + width >= 0 else -int(-(x + width) * scale + 0.5),
        int((y + height) * scale + 0.5) if y + height >= 0 else -int(-(y + height) * scale + 0.5),
    )


def clipped(rect: Rect, clip: Rect) -> Rect | None:
    """The intersection of a rectangle with another; None if it is empty."""
    left, top = max(rect[0], clip[0]), max(rect[1], clip[1])
    right, bottom = min(rect[2], clip[2]), min(rect[3], clip[3])
    return (left, top, right, bottom) if right > left and bottom > top else None


def place(
    element: Element,
    clip: Rect,
    boxes: Mapping[str, Box],
    pages: Mapping[Element, WebSurface],
    scale: float,
    rects: dict[Element, Rect],
) -> Rect | None:
    """Writes the visible bounds of an element and its descendants into `rects`. Returns the element's bounds."""
    if element.attributes.get("visibility") in ("invisible", "gone"):
        return None
    box = boxes.get(element.uid)
    if box is None:
        return None
    rect = clipped(pixels_of(box, scale), clip)
    surface = pages.get(element)
    if surface is not None:
        if rect is not None:
            rects[element] = rect
            for child, inside in surface.in_view(box[3]):
                part = clipped(
                    pixels_of((inside[0] + box[0], inside[1] + box[1], inside[2], inside[3]), scale), rect
                )
                if part is not None:
                    rects[child] = part
        return rect
    empty = box[2] <= 0 or box[3] <= 0
    inner = clip
    if element.scroll_axis:
        if rect is None:
            return None
        inner = rect
    union: Rect | None = None
    if rect is not None:
        rects[element] = rect  # before its children: the order of the dict is the document's
    for child in element.children:
        below = place(child, inner, boxes, pages, scale, rects)
        if empty and below is not None:
            union = below if union is None else _joined(union, below)
    if empty and union is not None:
        # A box without extent whose children stand outside it, as absolutely placed ones do.
        rects[element] = rect = union
    return rect


def _joined(a: Rect, b: Rect) -> Rect:
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
