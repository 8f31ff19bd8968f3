"""The painter on Blitz (Stylo, Taffy, Parley and a CPU rasteriser)."""

from __future__ import annotations

from collections.abc import Mapping

import blitz_py
import numpy as np

from mobile_env.phone.ui import fonts
from mobile_env.phone.ui.painter import Box

ENGINE_ERRORS = (ValueError, RuntimeError)
"""What a painter raises when the engine gave up on a document: from then on it answers nothing else."""

_FARTHEST = 1e7
"""No box is farther away or larger than this, in dp; those that a style sheet makes so, or infinite, are cut."""


def _within_reach(box: Box) -> Box:
    x, y, width, height = (max(-_FARTHEST, min(side, _FARTHEST)) if side == side else 0.0 for side in box)
    return x, y, width, height


class BlitzPainter:
    """A Blitz document. Its worker thread does not survive a fork(): make it in the process that uses it."""

    def __init__(
        self, html: str, css: str, width: int, height: int, scale: float, ground: str | None = None
    ) -> None:
        """`width` and `height` in dp; `scale` in pixels a dp; `ground` is the colour beneath, None transparent."""
        self._template = blitz_py.Template(
            html,
            width=width,
            height=height,
            scale=scale,
            css=css,
            background=ground,
            default_font_family=fonts.register(),
            # Pictures come as `data:` URLs of our own making (images.py).
            allow_file_urls=False,
        )
        self.set_html = self._template.set_html
        self.set_attribute = self._template.set_attribute
        self.set_style = self._template.set_style

    def boxes(self) -> Mapping[str, Box]:
        """Boxes of all elements that have an id, in dp."""
        boxes: dict[str, Box] = self._template.boxes()
        for uid, box in boxes.items():
            if not all(-_FARTHEST <= side <= _FARTHEST for side in box):
                boxes[uid] = _within_reach(box)
        return boxes

    def rgba(self) -> np.ndarray:
        """The painted document, uint8 (height, width, 4)."""
        width, height, data = self._template.render_rgba()
        return np.frombuffer(data, np.uint8).reshape(height, width, 4)
