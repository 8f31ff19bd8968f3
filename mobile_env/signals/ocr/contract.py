"""What an OCR engine answers: where text is in a picture, and what it says."""

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
        """Pixels across."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.bottom - self.top

    def moved(self, right: int, down: int) -> Box:
        """The same rectangle at another place."""
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def grown(self, margin: int, width: int, height: int) -> Box:
        """The rectangle with a margin around it, as far as a picture of `width` × `height` pixels goes."""
        return Box(
            max(0, self.left - margin),
            max(0, self.top - margin),
            min(width, self.right + margin),
            min(height, self.bottom + margin),
        )


@dataclass(frozen=True, slots=True)
class TextBox:
    """A text that was found in a picture.

    Attributes:
      text: one line, never empty.
      box: the rectangle that its ink fills, in pixels of the picture.
      score: how sure the engine is, in [0, 1].
    """

    text: str
    box: Box
    score: float


class OcrEngine(Protocol):
    """Finds and reads text. `OcrConformance` (conformance.py) holds what every engine must do.

    Answers depend on the picture alone: the same pixels give the same texts. Pictures are uint8 RGB of shape
    (height, width, 3); another type or shape is a ValueError.
    """

    @property
    def name(self) -> str:
        """Name under which the engine is registered."""

    def locate(self, image: Image) -> list[Box]:
        """The rectangle of ink of each line of text, in reading order: line by line, each from the left."""

    def read(self, image: Image, boxes: Sequence[Box]) -> list[TextBox]:
        """Reads some of the lines that `locate` found in the same picture.

        A box in which the engine can read nothing is left out of the answer.
        """

    def detect(self, image: Image) -> list[TextBox]:
        """Finds and reads all lines of text, in reading order."""

    def recognize(self, image: Image) -> str:
        """The text of a picture as a whole: its lines in reading order, joined by spaces; may be empty."""


class OcrUnavailable(SignalUnavailable):
    """An engine is unknown, or its package, program or model is not installed."""


def checked(image: Image) -> Image:
    """The picture itself, if it is one. Raises ValueError for another shape or type."""
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        found = f"{image.dtype} {image.shape}" if isinstance(image, np.ndarray) else type(image).__name__
        raise ValueError(f"a picture for OCR is uint8 RGB of shape (height, width, 3), not {found}")
    return image
