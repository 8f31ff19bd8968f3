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

# Lines that were read lately: a screen that scrolls or changes in part shows most of them again.
_LINES_KEPT = 4096

# Ink is what differs from the ground by at least this share of the strongest difference in the box. Fainter
# pixels are the fringe of anti-aliasing, which would make a box one pixel wider than its letters look.
_INK_SHARE = 0.3

# Weaker than this everywhere (of 255), a box holds no ink.
_LEAST_CONTRAST = 16

# Room around a line when it is read, as a share of its height: models are trained on loose boxes.
_READING_MARGIN = 0.2

# A strip of ink that the edge of a box cut off from a neighbouring line is lower than this share of the box.
_STRIP = 0.25

# Boxes whose vertical overlap is at least this share of the lower one stand on one line.
_SAME_LINE = 0.5


def shrunk(image: Image, most_pixels: int, least_scale: float) -> tuple[Image, float]:
    """The picture at the size in which lines are looked for.

    Args:
      image: the picture, not empty.
      most_pixels: what it is shrunk to, about: finding lines costs in proportion to the pixels.
      least_scale: it is not shrunk further, so that small print stays legible.

    Returns:
      The picture, and the scale (at most 1) that was used.
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
    """Rows with ink, without strips at the edges: descenders of the line above, heads of the line below."""
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
    """Shrinks a box to the ink inside it.

    Args:
      image: the picture.
      box: a box that an engine found; part of it may lie outside the picture.

    Returns:
      The tight box, or None if nothing in it differs from the ground.
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
    """Line by line from the top, each line from the left."""
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

    Each line is read alone, so that what it says depends on its own pixels only, and is kept by these pixels:
    regions that overlap, or a screen that scrolled, read only lines that were not seen yet.
    """

    name: str

    def __init__(self) -> None:
        self._lines: OrderedDict[bytes, tuple[str, float]] = OrderedDict()

    @abc.abstractmethod
    def _find(self, image: Image) -> list[Box]:
        """Boxes of lines, in any order; they may be loose and reach beyond the picture."""

    @abc.abstractmethod
    def _read_line(self, line: Image) -> tuple[str, float]:
        """The text of a picture of one line and how sure it is; empty if it cannot be read."""

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
        # Models put in runs of spaces, or none that can be seen, at the ends.
        self._lines[key] = answer = (" ".join(text.split()), float(score))
        if len(self._lines) > _LINES_KEPT:
            self._lines.popitem(last=False)
        return answer
