"""The icons inside a rectangle of the screen, with a cache by pixels."""

from __future__ import annotations

import hashlib
import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from mobile_env.signals.icons.contract import MATCHES, Drawing, IconModel, Recognition, cut_out
from mobile_env.signals.ocr.contract import Box, Image, checked
from mobile_env.signals.ocr.screen_text import Rect

# Margin around a rect, as a share of the screen's shorter side. It shows which icons cross the edge of the rect,
# and prevents a cut icon from being taken for another one.
_MARGIN = 0.03

# Pixels by which an icon may stick out of a rect, because boxes are whole pixels and edges are blurred.
_TOLERANCE = 1

_ANSWERS_KEPT = 512

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon on the screen.

    Attributes:
      box: tight box in pixels of the screen.
      recognition: the icon's class; None if the model does not know the icon.
    """

    box: Box
    recognition: Recognition | None


class ScreenIcons:
    """Recognises icons in regions of the screen with one model.

    Results depend only on the pixels of the region (for detection, also on a margin around it), never on
    earlier calls. Sources that watch the same rect share the cached results.

    Attributes:
      model: the model.
    """

    def __init__(self, model: IconModel):
        self.model = model
        self._answers: OrderedDict[Hashable, object] = OrderedDict()

    def recognize(self, pixels: Image, rect: Rect) -> Recognition | None:
        """Classifies the icon that fills a rect. Returns None if the model knows no such icon.

        Args:
          pixels: the screen, uint8 RGB (H, W, 3).
          rect: the region, as fractions of the screen.

        Raises:
          ValueError: `pixels` is not a picture.
        """
        region = _region(pixels, _edges(pixels, rect))
        return self._kept(("recognize",), region, lambda: self._classified(region))

    def detect(self, pixels: Image, rect: Rect) -> tuple[Icon, ...]:
        """Returns the icons that lie wholly inside a rect, row by row from the top, each row from the left.
        See `recognize`."""
        region, boxes, crop = self._boxes(pixels, rect)
        named = self._kept(
            ("detect", tuple(boxes)),
            region,
            lambda: tuple(self._classified(cut_out(region, box)) for box in boxes),
        )
        return tuple(
            Icon(box.moved(crop.left, crop.top), name) for box, name in zip(boxes, named, strict=True)
        )

    def match(self, pixels: Image, rect: Rect, drawing: Drawing) -> bool:
        """Whether the icon that fills a rect looks like an image. See `recognize`."""
        region = _region(pixels, _edges(pixels, rect))
        return self._kept(("match", _digest(drawing)), region, lambda: self._alike(region, drawing))

    def detect_match(self, pixels: Image, rect: Rect, drawing: Drawing) -> tuple[bool, ...]:
        """For each icon wholly inside a rect, whether it looks like an image, in the order of `detect`."""
        region, boxes, _ = self._boxes(pixels, rect)
        return self._kept(
            ("detect match", tuple(boxes), _digest(drawing)),
            region,
            lambda: tuple(self._alike(cut_out(region, box), drawing) for box in boxes),
        )

    def _classified(self, region: Image) -> Recognition | None:
        return self.model.classify(region) if region.size else None

    def _alike(self, region: Image, drawing: Drawing) -> bool:
        return bool(region.size) and self.model.match(region, drawing) >= MATCHES

    def _boxes(self, pixels: Image, rect: Rect) -> tuple[Image, list[Box], Box]:
        """A region with its margin, the boxes wholly inside the rect, and the position of the region."""
        inside = _edges(pixels, rect)
        height, width = pixels.shape[:2]
        crop = inside.grown(math.ceil(_MARGIN * min(width, height)), width, height)
        region = _region(pixels, crop)
        found = self._kept(("boxes",), region, lambda: self.model.detect(region) if region.size else [])
        edges = inside.moved(-crop.left, -crop.top)
        return region, [box for box in found if _holds(edges, box)], crop

    def _kept(self, question: tuple[Hashable, ...], region: Image, answer: Callable[[], Answer]) -> Answer:
        key = (question, _digest(region))
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]  # type: ignore[return-value]
        self._answers[key] = made = answer()
        if len(self._answers) > _ANSWERS_KEPT:
            self._answers.popitem(last=False)
        return made


def _edges(pixels: Image, rect: Rect) -> Box:
    """Converts a rect to pixels, rounded to the nearest pixel edges."""
    height, width = checked(pixels).shape[:2]
    return Box(
        round(rect[0] * width), round(rect[1] * height), round(rect[2] * width), round(rect[3] * height)
    )


def _region(pixels: Image, box: Box) -> Image:
    return np.ascontiguousarray(pixels[box.top : box.bottom, box.left : box.right])


def _digest(picture: Image) -> bytes:
    digest = hashlib.blake2b(repr(picture.shape).encode(), digest_size=16)
    digest.update(picture.data)
    return digest.digest()


def _holds(rect: Box, box: Box) -> bool:
    return (
        box.left >= rect.left - _TOLERANCE
        and box.top >= rect.top - _TOLERANCE
        and box.right <= rect.right + _TOLERANCE
        and box.bottom <= rect.bottom + _TOLERANCE
    )
