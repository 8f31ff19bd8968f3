"""Similarity of a picture's foreground and an author's image, independent of size and colours."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from mobile_env.signals.icons.contract import Drawing
from mobile_env.signals.icons.glyphs import (
    Mask,
    bounds,
    drawing_ink,
    ground_colour,
    is_single_coloured,
    normalised,
)
from mobile_env.signals.ocr.contract import Image

_SIDE = 40
_MARGIN = 4

# Whole pixels (of _SIDE) by which the two may be shifted, and the sizes that are tried, because the edges of a
# small
# icon lie between pixels.
_SHIFT = 2
_SCALES = (0.95, 1.0, 1.05)

# Proportions may differ by this factor, and by this many pixels of the picture.
_PROPORTION = 1.12
_PIXELS = 1.5

# Correlations that correspond to the similarities 0 and 0.5.
_UNLIKE, _LIKE = 0.2, 0.86


class Reference:
    """An author's image, prepared for comparisons."""

    def __init__(self, drawing: Drawing):
        """`drawing`: uint8 RGBA (height, width, 4)."""
        self._drawing = drawing
        self._takes_ground = not is_single_coloured(drawing) and bool(drawing[..., 3].min() < 250)
        self._prepared: dict[bytes, Mask | None] = {}

    def likeness(self, image: Image, mask: Mask) -> float:
        """Returns the similarity of a foreground and the image, in [0, 1]; 0.5 and above is a match.

        Args:
          image: the picture of the foreground.
          mask: the foreground.
        """
        own = self._ink(ground_colour(image))
        seen, wanted = bounds(mask), None if own is None else bounds(own)
        if own is None or seen is None or wanted is None:
            return 0.0
        if not _same_proportions(seen, wanted):
            return 0.0
        glyph = normalised(mask, _SIDE, _MARGIN)
        if glyph is None:
            return 0.0
        size = max(seen[2] - seen[0], seen[3] - seen[1])
        best = 0.0
        padded = cv2.copyMakeBorder(glyph, _SHIFT, _SHIFT, _SHIFT, _SHIFT, cv2.BORDER_CONSTANT)
        for scale in _SCALES:
            template = _as_seen(own, wanted, size, scale)
            found = cv2.matchTemplate(padded, template, cv2.TM_CCOEFF_NORMED)
            best = max(best, float(found.max()))
        if best <= _LIKE:
            return max(0.0, 0.5 * (best - _UNLIKE) / (_LIKE - _UNLIKE))
        return min(1.0, 0.5 + 0.5 * (best - _LIKE) / (1 - _LIKE))

    def _ink(self, ground: npt.NDArray[np.float32]) -> Mask | None:
        """The image's foreground on a background. The background matters only to images of several colours."""
        key = ground.tobytes() if self._takes_ground else b""
        if key not in self._prepared:
            if len(self._prepared) > 32:
                self._prepared.clear()
            self._prepared[key] = drawing_ink(self._drawing, ground)
        return self._prepared[key]


def _same_proportions(
    first: tuple[float, float, float, float], second: tuple[float, float, float, float]
) -> bool:
    width, height = first[2] - first[0], first[3] - first[1]
    scale = max(width, height) / max(second[2] - second[0], second[3] - second[1])
    for side, other in ((width, (second[2] - second[0]) * scale), (height, (second[3] - second[1]) * scale)):
        if max(side, other) > min(side, other) * _PROPORTION + _PIXELS:
            return False
    return True


def _as_seen(mask: Mask, box: tuple[float, float, float, float], size: float, scale: float) -> Mask:
    """Reduces the image to the resolution of the picture, and then scales it to the common size.

    Args:
      mask: the image's foreground.
      box: bounds of the foreground.
      size: longer side of the picture's foreground in pixels. Details that are lost at this size are lost here too.
      scale: a factor on the common size.
    """
    extent = max(box[2] - box[0], box[3] - box[1])
    shrink = min(1.0, size / extent)
    margin = 2 / shrink
    side = extent + 2 * margin
    pixels = max(4, round(side * shrink))
    centre_x, centre_y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    # Blur caused by averaging over a pixel of the picture.
    smooth = cv2.GaussianBlur(mask, (0, 0), max(0.3, 0.42 / shrink)) if shrink < 1 else mask
    to_picture = pixels / side
    matrix = np.array(
        [
            [to_picture, 0, pixels / 2 - 0.5 - to_picture * (centre_x - 0.5)],
            [0, to_picture, pixels / 2 - 0.5 - to_picture * (centre_y - 0.5)],
        ],
        np.float32,
    )
    small = cv2.warpAffine(smooth, matrix, (pixels, pixels), flags=cv2.INTER_LINEAR)
    enlarge = (_SIDE - 2 * _MARGIN) * scale / (extent * to_picture)
    place = _SIDE / 2 - 0.5 - enlarge * (pixels / 2 - 0.5)
    final = np.array([[enlarge, 0, place], [0, enlarge, place]], np.float32)
    return cv2.warpAffine(small, final, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR).astype(np.float32)
