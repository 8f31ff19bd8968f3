"""The interface of an OCR engine: it finds text in a picture and reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mobile_env.signals.availability import SignalUnavailable

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, order=True)
class Box:
    """A rectangle of pixels; `right` and `bottom` are one past the last pixel."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Width in pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Height in pixels."""
        return self.bottom - self.top

    def moved(self, right: int, down: int) -> Box:
        """The same rectangle, moved."""
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def grown(self, margin: int, width: int, height: int) -> Box:
        """The rectangle enlarged by a margin, clipped to a picture of `width` × `height` pixels."""
        return Box(
            max(0, self.left - margin),
            max(0, self.top - margin),
            min(width, self.right + margin),
            min(height, self.bottom + margin),
        )


@dataclass(frozen=True, slots=True)
class TextBox:
    """A text in a picture.

    Attributes:
      text: one line, never empty.
      box: the tight rectangle of its strokes, in pixels of the picture.
      score: confidence of the engine, in [0, 1].
    """

    text: str
    box: Box
    score: float


class OcrEngine(Protocol):
    """Finds and reads text. `OcrConformance` (conformance.py) contains the tests of every engine.

    Results depend only on the picture: the same pixels give the same texts. Pictures are uint8 RGB of shape
    (height, width, 3); another type or shape is a ValueError.
    """

    @property
    def name(self) -> str:
        """Name under which the engine is registered."""

    def locate(self, image: Image) -> list[Box]:
        """Returns the tight box of each line of text, in reading order: line by line, each from the left."""

    def read(self, image: Image, boxes: Sequence[Box]) -> list[TextBox]:
        """Reads lines that `locate` found in the same picture.

        Boxes in which the engine can read nothing are omitted from the result.
        """

    def detect(self, image: Image) -> list[TextBox]:
        """Finds and reads all lines of text, in reading order."""

    def recognize(self, image: Image) -> str:
        """Reads a whole picture: its lines in reading order, joined by spaces; may be empty."""


class OcrUnavailable(SignalUnavailable):
    """An engine is unknown, or its package, program or model is not installed."""


def checked(image: Image) -> Image:
    """Returns the picture. Raises ValueError if its shape or type is wrong."""
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        found = f"{image.dtype} {image.shape}" if isinstance(image, np.ndarray) else type(image).__name__
        raise ValueError(f"a picture for OCR is uint8 RGB of shape (height, width, 3), not {found}")
    return image
