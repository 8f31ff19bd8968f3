"""Glyphs: the shape of an icon, without its colours, size and position."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from mobile_env.signals.icons.contract import Drawing
from mobile_env.signals.ocr.contract import Image

Mask = npt.NDArray[np.float32]
"""The share of foreground in each pixel, float32 (height, width) in [0, 1]."""

# Side of a normalised glyph in pixels, and the margin left around it for blur.
SIDE = 32
MARGIN = 2

# A smaller difference (of 255) from the background is noise.
LEAST_CONTRAST = 24

# Foreground of at least this strength counts for the edges of a glyph; fainter pixels are noise or blur.
SOLID = 0.35

# Shapes whose longer side is smaller than this (pixels) cannot be distinguished.
LEAST_SIDE = 5


def ground_colour(image: Image) -> npt.NDArray[np.float32]:
    """The colour around an icon, float32 (3,): the median along the picture's edge."""
    edge = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
    return np.median(edge, axis=0).astype(np.float32)


def ink(image: Image, ground: npt.NDArray[np.float32] | None = None) -> Mask | None:
    """Separates foreground ("ink") from background ("ground").

    Args:
      image: uint8 RGB (height, width, 3).
      ground: background colour, float32 (3,); by default measured at the picture's edge.

    Returns:
      The foreground, 1 where a pixel differs most from the background; None if there is no foreground.
    """
    if not image.size:
        return None
    difference = image.astype(np.float32) - (ground_colour(image) if ground is None else ground)
    # The strongest colour defines the direction in which foreground is measured, so that blurred edges get
    # their share.
    strength = np.abs(difference).max(axis=2)
    strongest = float(strength.max())
    if strongest < LEAST_CONTRAST:
        return None
    full = difference[strength >= 0.8 * strongest].mean(axis=0)
    length = float(full @ full)
    along = difference @ full / length if length > LEAST_CONTRAST**2 else np.zeros_like(strength)
    # Foreground of a second colour differs in another direction: use its absolute difference.
    amount = np.maximum(along, strength / strongest)
    # Remove invisible noise and stretch the rest to the whole range.
    floor = min(0.3, 12 / strongest)
    return np.clip((amount - floor) / (1 - floor), 0, 1).astype(np.float32)


def _extent(profile: npt.NDArray[np.float32]) -> tuple[float, float] | None:
    """Start and end of the foreground along an axis, in fractions of pixels."""
    solid = np.flatnonzero(profile >= SOLID)
    if not len(solid):
        return None
    first, last = int(solid[0]), int(solid[-1])
    begin, end = first + 1 - float(profile[first]), last + float(profile[last])
    # A fainter pixel beside the edge is the rest of a line that lies between two pixels.
    if first > 0:
        begin -= float(profile[first - 1])
    if last + 1 < len(profile):
        end += float(profile[last + 1])
    return begin, end


def bounds(mask: Mask) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom of the foreground, in fractions of pixels; None if it is too small."""
    across, down = _extent(mask.max(axis=0)), _extent(mask.max(axis=1))
    if across is None or down is None or max(across[1] - across[0], down[1] - down[0]) < LEAST_SIDE:
        return None
    return across[0], down[0], across[1], down[1]


def normalised(mask: Mask, side: int = SIDE, margin: int = MARGIN) -> Mask | None:
    """Scales and moves the foreground to a common size and position. Proportions are kept.

    Args:
      mask: foreground of any size.
      side: height and width of the result, in pixels.
      margin: empty pixels around the longer side.

    Returns:
      float32 (side, side), or None if the foreground is too small.
    """
    box = bounds(mask)
    if box is None:
        return None
    left, top, right, bottom = box
    extent = max(right - left, bottom - top)
    scale = (side - 2 * margin) / extent
    if scale < 1:
        # Scale down with area weighting first, because bilinear sampling alone would miss thin lines.
        factor = max(scale, 1 / 64)
        size = max(1, round(mask.shape[1] * factor)), max(1, round(mask.shape[0] * factor))
        small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
        x_factor, y_factor = size[0] / mask.shape[1], size[1] / mask.shape[0]
    else:
        small, x_factor, y_factor = mask, 1.0, 1.0
    x_scale, y_scale = scale / x_factor, scale / y_factor
    centre_x, centre_y = (left + right) / 2 * x_factor, (top + bottom) / 2 * y_factor
    # Pixel centres lie at half coordinates.
    matrix = np.array(
        [
            [x_scale, 0, side / 2 - 0.5 - x_scale * (centre_x - 0.5)],
            [0, y_scale, side / 2 - 0.5 - y_scale * (centre_y - 0.5)],
        ],
        np.float32,
    )
    return cv2.warpAffine(small, matrix, (side, side), flags=cv2.INTER_LINEAR).astype(np.float32, copy=False)


def drawing_ink(drawing: Drawing, ground: npt.NDArray[np.float32] | None = None) -> Mask | None:
    """Returns the foreground of an author's image.

    Args:
      drawing: uint8 RGBA (height, width, 4).
      ground: background colour behind transparent pixels, float32 (3,). It matters only to images of several
        colours; for a single colour, the alpha channel is the shape.
    """
    alpha = drawing[..., 3]
    colours = drawing[..., :3]
    if alpha.min() >= 250:
        return ink(np.ascontiguousarray(colours))
    if is_single_coloured(drawing):
        strongest = float(alpha.max())
        return (alpha.astype(np.float32) / strongest) if strongest else None
    behind = np.full(3, 255, np.float32) if ground is None else ground
    share = alpha[..., None].astype(np.float32) / 255
    shown = colours * share + behind * (1 - share)
    return ink(np.clip(shown, 0, 255).astype(np.uint8), behind)


def is_single_coloured(drawing: Drawing) -> bool:
    """Whether the visible part of an image has a single colour, as in theme icons."""
    alpha = drawing[..., 3]
    if alpha.min() >= 250:
        return False
    solid = drawing[alpha >= 200][:, :3]
    return not len(solid) or bool((solid.max(axis=0).astype(int) - solid.min(axis=0) <= LEAST_CONTRAST).all())
