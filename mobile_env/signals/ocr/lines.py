"""Lines of text in a picture: the part of an OCR engine that does not depend on its models."""

from __future__ import annotations

import abc
import hashlib
import math
from collections import OrderedDict
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from mobile_env.signals.ocr.contract import Box, Image, TextBox, checked

# Cached lines: when a screen scrolls or changes in part, most of its lines appear again.
_LINES_KEPT = 4096

# Strokes are pixels whose difference from the background is at least this share of the largest difference in
# the box.
# Fainter pixels are anti-aliasing, which would make a box one pixel too wide.
_INK_SHARE = 0.3

# If all differences are smaller than this (of 255), a box is empty.
_LEAST_CONTRAST = 16

# Margin around a line when it is read, as a share of its height, because models are trained on loose boxes.
_READING_MARGIN = 0.2

# A strip of a neighbouring line at the edge of a box is lower than this share of the box.
_STRIP = 0.25

# Boxes are on one line if their vertical overlap is at least this share of the lower box.
_SAME_LINE = 0.5


def shrunk(image: Image, most_pixels: int, least_scale: float) -> tuple[Image, float]:
    """Scales a picture down to the size at which lines are detected.

    Args:
      image: the picture, not empty.
      most_pixels: approximate number of pixels of the result; the time to detect lines is proportional to it.
      least_scale: the smallest scale, so that small print stays legible.

    Returns:
      The picture, and the used scale (at most 1).
    """
    height, width = image.shape[:2]
    scale = min(1.0, max(least_scale, math.sqrt(most_pixels / (width * height))))
    if scale == 1:
        return image, scale
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False), scale


def ground_colour(image: Image) -> npt.NDArray[np.uint8]:
    """The colour behind the text, (3,): the median along the picture's edge."""
    edge = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
    return np.median(edge, axis=0).astype(np.uint8)


def _without_strips(rows: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Marks the rows of the line's strokes, without strips at the edges that belong to the lines above and
    below."""
    gaps = np.flatnonzero(~rows)
    if len(gaps) == 0:
        return rows
    kept, least = rows.copy(), _STRIP * len(rows)
    if rows[0] and gaps[0] < least:
        kept[: gaps[0]] = False
    if rows[-1] and len(rows) - 1 - gaps[-1] < least:
        kept[gaps[-1] :] = False
    return kept if kept.any() else rows


def ink_box(image: Image, box: Box) -> Box | None:
    """Shrinks a box to the strokes inside it.

    Args:
      image: the picture.
      box: a box that an engine found; part of it may lie outside the picture.

    Returns:
      The tight box, or None if the box is empty.
    """
    box = box.grown(0, image.shape[1], image.shape[0])
    if box.width <= 0 or box.height <= 0:
        return None
    patch = image[box.top : box.bottom, box.left : box.right]
    difference = np.abs(patch.astype(np.int16) - ground_colour(patch).astype(np.int16)).max(axis=2)
    strongest = int(difference.max())
    if strongest < _LEAST_CONTRAST:
        return None
    ink = difference >= max(_LEAST_CONTRAST, _INK_SHARE * strongest)
    rows = np.flatnonzero(_without_strips(ink.any(axis=1)))
    columns = np.flatnonzero(ink[rows[0] : rows[-1] + 1].any(axis=0))
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1).moved(
        box.left, box.top
    )


def in_reading_order(boxes: Sequence[Box]) -> list[Box]:
    """Sorts boxes line by line from the top, each line from the left."""
    lines: list[list[Box]] = []
    for box in sorted(boxes, key=lambda box: (box.top + box.bottom, box)):
        if lines:
            last = lines[-1][0]
            overlap = min(box.bottom, last.bottom) - max(box.top, last.top)
            if overlap >= _SAME_LINE * min(box.height, last.height):
                lines[-1].append(box)
                continue
        lines.append([box])
    return [box for line in lines for box in sorted(line)]


class LineOcrEngine(abc.ABC):
    """An engine that finds boxes of lines and reads the lines one at a time.

    Each line is read alone, so that its text depends only on its own pixels. Texts are cached by pixels: if
    regions overlap or a screen scrolls, only new lines are read.
    """

    name: str

    def __init__(self) -> None:
        self._lines: OrderedDict[bytes, tuple[str, float]] = OrderedDict()

    @abc.abstractmethod
    def _find(self, image: Image) -> list[Box]:
        """Boxes of lines, in any order; they may be loose and reach beyond the picture."""

    @abc.abstractmethod
    def _read_line(self, line: Image) -> tuple[str, float]:
        """Reads a picture of one line. Returns its text, empty if it cannot be read, and the confidence."""

    def locate(self, image: Image) -> list[Box]:
        """See `OcrEngine.locate`."""
        if not checked(image).size:
            return []
        found = (ink_box(image, box) for box in self._find(image))
        return in_reading_order(list(dict.fromkeys(box for box in found if box is not None)))

    def read(self, image: Image, boxes: Sequence[Box]) -> list[TextBox]:
        """See `OcrEngine.read`."""
        checked(image)
        texts = []
        for box in boxes:
            around = box.grown(round(_READING_MARGIN * box.height), image.shape[1], image.shape[0])
            text, score = self._line(image[around.top : around.bottom, around.left : around.right])
            if text:
                texts.append(TextBox(text, box, score))
        return texts

    def detect(self, image: Image) -> list[TextBox]:
        """See `OcrEngine.detect`."""
        return self.read(image, self.locate(image))

    def recognize(self, image: Image) -> str:
        """See `OcrEngine.recognize`."""
        return " ".join(text.text for text in self.detect(image))

    def _line(self, line: Image) -> tuple[str, float]:
        if not line.size:
            return "", 0.0
        line = np.ascontiguousarray(line)
        key = hashlib.blake2b(line.data, digest_size=16, salt=str(line.shape[0]).encode()).digest()
        if key in self._lines:
            self._lines.move_to_end(key)
            return self._lines[key]
        text, score = self._read_line(line)
        # Models return repeated spaces, and invisible characters at the ends.
        self._lines[key] = answer = (" ".join(text.split()), float(score))
        if len(self._lines) > _LINES_KEPT:
            self._lines.popitem(last=False)
        return answer
