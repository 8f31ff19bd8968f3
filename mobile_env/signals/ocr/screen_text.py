"""The texts inside a rectangle of the screen, with a cache by pixels."""

from __future__ import annotations

import hashlib
import math
from collections import OrderedDict

import numpy as np

from mobile_env.signals.ocr.contract import Box, Image, OcrEngine, TextBox, checked

# (x0, y0, x1, y1), each in [0, 1] of the screen.
Rect = tuple[float, float, float, float]

# Margin around a rect, as a share of the screen's shorter side. It shows which texts cross the edge of the
# rect, and
# prevents a cut letter from being taken for another one.
_MARGIN = 0.03

_REGIONS_KEPT = 256


class ScreenText:
    """Reads regions of the screen with one engine.

    Results depend only on the pixels of the region (and of a margin around it), never on earlier calls.
    Regions are cached by pixels, so that sources with the same rect share the texts. The engine caches lines,
    which overlapping regions share.
    """

    def __init__(self, engine: OcrEngine):
        self._engine = engine
        self._regions: OrderedDict[bytes, tuple[TextBox, ...]] = OrderedDict()

    def texts(self, pixels: Image, rect: Rect) -> tuple[TextBox, ...]:
        """Returns the texts that lie wholly inside a rect, in reading order.

        Args:
          pixels: the screen, uint8 RGB (H, W, 3).
          rect: the region, as fractions of the screen.

        Returns:
          Texts with their boxes in pixels of the screen. A text that crosses the rect's edge is left out.

        Raises:
          ValueError: `pixels` is not a picture.
        """
        height, width = checked(pixels).shape[:2]
        left, top, right, bottom = rect[0] * width, rect[1] * height, rect[2] * width, rect[3] * height
        # Half a pixel of tolerance, because an author's fraction rarely falls on a pixel's edge.
        edges = (round(left), round(top), round(right), round(bottom))
        margin = math.ceil(_MARGIN * min(width, height))
        crop = Box(*edges).grown(margin, width, height)
        if crop.width <= 0 or crop.height <= 0:
            return ()
        region = np.ascontiguousarray(pixels[crop.top : crop.bottom, crop.left : crop.right])
        # The position is part of the key, because boxes of the result are in pixels of the screen.
        digest = hashlib.blake2b(repr((edges, crop)).encode(), digest_size=16)
        digest.update(region.data)
        key = digest.digest()
        if key in self._regions:
            self._regions.move_to_end(key)
            return self._regions[key]
        self._regions[key] = answer = self._read(region, crop, Box(*edges))
        if len(self._regions) > _REGIONS_KEPT:
            self._regions.popitem(last=False)
        return answer

    def _read(self, region: Image, crop: Box, rect: Box) -> tuple[TextBox, ...]:
        inside = rect.moved(-crop.left, -crop.top)
        # Only these lines are read, because reading a line takes far longer than finding it.
        boxes = [
            box
            for box in self._engine.locate(region)
            if box.left >= inside.left
            and box.top >= inside.top
            and box.right <= inside.right
            and box.bottom <= inside.bottom
        ]
        return tuple(
            TextBox(text.text, text.box.moved(crop.left, crop.top), text.score)
            for text in self._engine.read(region, boxes)
        )
