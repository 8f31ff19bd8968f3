"""Containers: discs, tiles and buttons of one colour that an icon lies on."""

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

# A disc fills this share of its square, about (π/4 = 0.79); the outline of most icons fills less.
_CONTAINER_FILL = 0.72

# Colours that differ by this much (of 255) in one channel are not the same one, blurred.
_OTHER_COLOUR = 70


def within_container(image: Image, whole: Mask) -> tuple[Mask, bool] | None:
    """The ink of an icon that lies on a disc, a tile or a button of one colour.

    Args:
      image: uint8 RGB (height, width, 3).
      whole: its ink, container and all.

    Returns:
      Ink of the same shape and whether it is surely apart from its container (its colour is neither that of the
      container nor that of the ground, while icons have one colour); None if there is nothing in a container.
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
    # The rim is left out: its fringe is neither container nor icon.
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
    # What lies on a container is in its middle; a part of a drawing is anywhere.
    if max(abs(across) / width, abs(down) / height) >= 0.15:
        return None
    return mask, is_third_colour(image, mask, tile, ground_colour(image))


def is_third_colour(
    image: Image, mask: Mask, beneath: npt.NDArray[np.float32], around: npt.NDArray[np.float32]
) -> bool:
    """Whether ink has another colour than what it lies on, and than what that lies on."""
    if float(np.abs(around - beneath).max()) < LEAST_CONTRAST:
        return False
    colour = image[mask >= 0.9 * float(mask.max())].mean(axis=0)
    return float(np.abs(colour - around).max()) >= _OTHER_COLOUR
