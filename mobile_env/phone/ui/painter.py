"""The interface of a layout engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

Box = tuple[float, float, float, float]
"""x, y, width, height in dp."""


class Painter(Protocol):
    """One HTML document that is laid out, painted and changed in place."""

    def set_html(self, uid: str, html: str) -> None:
        """Replace the children of the element with that id."""

    def set_attribute(self, uid: str, name: str, value: str) -> None:
        """Set an attribute of the element with that id."""

    def set_style(self, uid: str, name: str, value: str) -> None:
        """Set one inline style property of the element with that id."""

    def boxes(self) -> Mapping[str, Box]:
        """Boxes of all elements that have an id."""

    def rgba(self) -> np.ndarray:
        """The painted document, uint8 (height, width, 4), straight alpha, read-only."""
