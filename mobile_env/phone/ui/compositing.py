"""Windows painted over web pages: straight-alpha layers joined into one RGB frame."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from mobile_env.phone.ui.hierarchy import Rect

Page = tuple[np.ndarray, Rect, tuple[int, int]]
"""RGBA of a page, where on the frame it stands, and how many pixels of its left and top are cut off."""


class Compositor:
    """Joins the windows' layer with the pages beneath it; keeps what it learned of an unchanged layer."""

    def __init__(self) -> None:
        self._rgba: np.ndarray | None = None
        self._rgb: np.ndarray
        self._alpha: np.ndarray

    def frame(self, windows: np.ndarray, pages: Sequence[Page], height: int, width: int) -> np.ndarray:
        """One frame, uint8 (height, width, 3), read-only."""
        windows = windows[:height, :width]
        if not pages:
            self._rgba = None
            frame = cv2.cvtColor(windows, cv2.COLOR_RGBA2RGB)
        else:
            frame = self._over_pages(windows, pages)
        frame.flags.writeable = False
        return frame

    def _over_pages(self, windows: np.ndarray, pages: Sequence[Page]) -> np.ndarray:
        if self._rgba is None or self._rgba.base is not windows.base:
            self._rgba = windows
            self._rgb = cv2.cvtColor(windows, cv2.COLOR_RGBA2RGB)
            self._alpha = cv2.extractChannel(windows, 3)
            if cv2.countNonZero(cv2.inRange(self._alpha, 255, 255)) < self._alpha.size:
                ground = np.full_like(self._rgb, 255)
                _blend(self._rgb, self._alpha, ground)
                self._ground = ground
            else:
                self._ground = self._rgb
        frame = self._ground.copy()
        for rgba, (left, top, right, bottom), (cut_left, cut_top) in pages:
            part = rgba[cut_top : cut_top + bottom - top, cut_left : cut_left + right - left]
            rows, columns = part.shape[:2]
            place = (slice(top, top + rows), slice(left, left + columns))
            target = frame[place]
            cv2.cvtColor(part, cv2.COLOR_RGBA2RGB, dst=target)
            _blend(self._rgb[place], self._alpha[place], target)
        return frame


def _blend(rgb: np.ndarray, alpha: np.ndarray, target: np.ndarray) -> None:
    """Put a layer over `target`, in place. Large areas of one partial opacity, as scrims are, cost little."""
    covered = cv2.countNonZero(alpha)
    if covered == 0:
        return
    solid = cv2.inRange(alpha, 255, 255)
    partial = covered - cv2.countNonZero(solid)
    if partial:
        counts = cv2.calcHist([alpha], [0], None, [256], [0, 256]).ravel()
        common = int(counts[1:255].argmax()) + 1
        if counts[common] > 4096:
            mask = cv2.inRange(alpha, common, common)
            mixed = cv2.addWeighted(rgb, common / 255, target, 1 - common / 255, 0)
            cv2.copyTo(mixed, mask, target)
        else:
            common = -1
        rows, columns = np.nonzero((alpha != 0) & (solid == 0) & (alpha != common))
        if rows.size:
            share = alpha[rows, columns, None].astype(np.float32) / 255
            over = rgb[rows, columns] * share + target[rows, columns] * (1 - share)
            target[rows, columns] = np.rint(over).astype(np.uint8)
    cv2.copyTo(rgb, solid, target)
