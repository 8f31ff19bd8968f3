"""Windows that hardly ever change (bars, the keyboard): rastered once a process for each distinct markup."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from mobile_env.phone.ui import elements
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.document import LiveDocument
from mobile_env.phone.ui.elements import Element
from mobile_env.phone.ui.geometry import Rect, clipped, pixels_of, place
from mobile_env.phone.ui.window import WindowView


@dataclass(frozen=True)
class StaticWindow:
    """A window's elements, their visible bounds in pixels, and its picture. Shared by all phones of a process."""

    root: Element
    rects: Mapping[Element, Rect]
    rect: Rect
    rgb: np.ndarray
    alpha: np.ndarray | None
    """None where the picture is opaque throughout."""


def static_window(
    view: WindowView, display: Display, resources: Callable[[str], bytes | None]
) -> StaticWindow | None:
    """The window's picture; None where the window has no extent or shows images of the phone's own files.

    Raises:
        LayoutError: the markup cannot be shown.
    """
    if "src=" in view.markup or view.documents or view.scroll or view.dim:
        return None
    return _raster(view.key, view.package, view.markup, view.css, view.style, view.name, display)


@functools.lru_cache(maxsize=96)
def _raster(
    key: str, package: str, markup: str, css: str, style: str, name: str, display: Display
) -> StaticWindow | None:
    view = WindowView(key, package, markup, css, style, name=name)
    root = elements.parse(markup, window=key, package=package, name=name or key)
    document = LiveDocument(display, lambda path: None)
    document.show([(view, root)])
    document.show_base(False)
    boxes = document.boxes()
    screen = (0, 0, display.width_px, display.height_px)
    rect = clipped(pixels_of(boxes[document.container_uid(key)], display.scale), screen)
    if rect is None:
        return None
    rects: dict[Element, Rect] = {}
    place(root, rect, boxes, {}, display.scale, rects)
    left, top, right, bottom = rect
    part = document.rgba()[top:bottom, left:right]
    alpha = cv2.extractChannel(part, 3)
    opaque = cv2.countNonZero(cv2.inRange(alpha, 255, 255)) == alpha.size
    return StaticWindow(root, rects, rect, cv2.cvtColor(part, cv2.COLOR_RGBA2RGB), None if opaque else alpha)
