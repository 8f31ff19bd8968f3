"""Containers: discs, tiles and buttons of one colour on which an icon is drawn."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from mobile_env.signals.icons.glyphs import (
    LEAST_CONTRAST,
    LEAST_SIDE,
    SOLID,
    Mask,
    bounds,
    ground_colour,
    ink,
)
from mobile_env.signals.ocr.contract import Image

# A disc fills about this share of its square (π/4 = 0.79); the outline of most icons fills less.
_CONTAINER_FILL = 0.72

# Colours with a larger difference (of 255) in one channel are different colours, not one blurred colour.
_OTHER_COLOUR = 70


def within_container(image: Image, whole: Mask) -> tuple[Mask, bool] | None:
    """Returns the foreground of an icon that lies on a disc, tile or button of one colour.

    Args:
      image: uint8 RGB (height, width, 3).
      whole: the foreground of the image, including the container.

    Returns:
      The foreground, with the shape of `whole`, and whether it is certainly not part of the container. That is
      certain if its colour differs from the container's and the background's, because an icon has one colour.
      None if no icon lies on a container.
    """
    solid = (whole >= SOLID).astype(np.uint8)
    left, top, width, height = cv2.boundingRect(solid)
    if min(width, height) < 2 * LEAST_SIDE:
        return None
    contours, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=cv2.contourArea)
    if cv2.contourArea(outline) < _CONTAINER_FILL * width * height:
        return None
    inside = np.zeros_like(solid)
    cv2.drawContours(inside, [outline], -1, 1, cv2.FILLED)
    # Ignore the rim, whose blurred pixels belong to neither the container nor the icon.
    inside = cv2.erode(inside, np.ones((3, 3), np.uint8), iterations=2).astype(np.uint8)
    picked = image[inside > 0]
    if len(picked) < LEAST_SIDE * LEAST_SIDE:
        return None
    tile = np.median(picked, axis=0).astype(np.float32)
    bare = np.where(inside[..., None] > 0, image, tile.astype(np.uint8)).astype(np.uint8)
    mask = ink(bare, tile)
    if mask is None:
        return None
    box = bounds(mask)
    if box is None or float(mask[inside > 0].mean()) > 0.5:
        return None
    across, down = (box[0] + box[2]) / 2 - (left + width / 2), (box[1] + box[3]) / 2 - (top + height / 2)
    # An icon on a container is in its middle; a part of a drawing can be anywhere.
    if max(abs(across) / width, abs(down) / height) >= 0.15:
        return None
    return mask, is_third_colour(image, mask, tile, ground_colour(image))


def is_third_colour(
    image: Image, mask: Mask, beneath: npt.NDArray[np.float32], around: npt.NDArray[np.float32]
) -> bool:
    """Whether the foreground has another colour than the container beneath it and the background around the
    container."""
    if float(np.abs(around - beneath).max()) < LEAST_CONTRAST:
        return False
    colour = image[mask >= 0.9 * float(mask.max())].mean(axis=0)
    return float(np.abs(colour - around).max()) >= _OTHER_COLOUR
