"""Descriptors: feature vectors of glyphs that change little with the weight, size or style of the drawing."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from mobile_env.signals.icons.glyphs import SIDE, Mask

Vector = npt.NDArray[np.float32]

# Histograms of oriented gradients (Dalal and Triggs, 2005), with soft cells on a grid of CELLS × CELLS.
_ORIENTATIONS = 8
_CELLS = 8
_INK_CELLS = 8

# Strength of the local contrast normalisation, so that thin and thick lines have equal weight.
_EVENING = 0.15

LENGTH = _ORIENTATIONS * _CELLS * _CELLS + _INK_CELLS * _INK_CELLS


def descriptor(glyph: Mask) -> Vector:
    """Describes one normalised glyph, float32 (SIDE, SIDE): float32 (LENGTH,)."""
    smooth = cv2.GaussianBlur(glyph, (0, 0), 0.8)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    # The angle is taken modulo 180°, because a line has two edges with opposite directions.
    strength = np.sqrt(across * across + down * down)
    angle = np.arctan2(down, across) % np.pi
    place = angle * (_ORIENTATIONS / np.pi)
    lower = np.floor(place).astype(np.int32) % _ORIENTATIONS
    upper_share = place - np.floor(place)
    planes = np.zeros((SIDE, SIDE, _ORIENTATIONS), np.float32)
    rows, columns = np.indices((SIDE, SIDE), sparse=True)
    planes[rows, columns, lower] += strength * (1 - upper_share)
    planes[rows, columns, (lower + 1) % _ORIENTATIONS] += strength * upper_share
    cell = SIDE // _CELLS
    soft = cv2.GaussianBlur(planes, (0, 0), cell / 2)
    cells = soft[cell // 2 :: cell, cell // 2 :: cell] + soft[cell // 2 - 1 :: cell, cell // 2 - 1 :: cell]
    energy = np.sqrt((cells**2).sum(axis=2))
    around = cv2.GaussianBlur(energy, (0, 0), 1.0)
    cells = cells / (around + _EVENING * float(energy.max()) + 1e-6)[..., None]
    filled = cv2.resize(
        cv2.GaussianBlur(glyph, (0, 0), 1.5), (_INK_CELLS, _INK_CELLS), interpolation=cv2.INTER_AREA
    )
    shape = np.sqrt(np.maximum(cells, 0)).ravel()
    shape /= np.linalg.norm(shape) + 1e-6
    weight = filled.ravel()
    weight = weight / (np.linalg.norm(weight) + 1e-6)
    return np.concatenate([shape, 0.5 * weight]).astype(np.float32)


def descriptors(glyphs: Sequence[Mask]) -> npt.NDArray[np.float32]:
    """Describes several glyphs: float32 (len(glyphs), LENGTH)."""
    return (
        np.stack([descriptor(glyph) for glyph in glyphs])
        if len(glyphs)
        else np.zeros((0, LENGTH), np.float32)
    )
