"""Windows painted over web pages: straight-alpha layers joined into one RGB frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from mobile_env.phone.ui.geometry import Rect
from mobile_env.phone.ui.static_window import StaticWindow

Page = tuple[np.ndarray, Rect, tuple[int, int]]
"""RGBA of a page, where on the frame it stands, and how many pixels of its left and top are cut off."""


class Compositor:
    """Joins the windows' layer with the pages beneath it; keeps what it learned of an unchanged layer."""

    def __init__(self) -> None:
        self._rgba: np.ndarray | None = None
        self._hole: Rect | None = None
        self._rgb: np.ndarray
        self._alpha: np.ndarray
        self._ground: np.ndarray

    def frame(
        self,
        windows: np.ndarray,
        pages: Sequence[Page],
        statics: Sequence[StaticWindow],
        height: int,
        width: int,
    ) -> np.ndarray:
        """One frame, uint8 (height, width, 3), read-only: pages, windows over them, static windows on top."""
        windows = windows[:height, :width]
        if not pages:
            self._rgba = None
            frame = cv2.cvtColor(windows, cv2.COLOR_RGBA2RGB)
        else:
            frame = self._over_pages(windows, pages)
        for static in statics:
            left, top, right, bottom = static.rect
            target = frame[top:bottom, left:right]
            if static.alpha is None:
                target[:] = static.rgb
            else:
                _blend(static.rgb, static.alpha, target)
        frame.flags.writeable = False
        return frame

    def _over_pages(self, windows: np.ndarray, pages: Sequence[Page]) -> np.ndarray:
        first = pages[0][1]
        if self._rgba is None or self._rgba.base is not windows.base or self._hole != first:
            self._rgba = windows
            self._hole = first
            self._rgb = cv2.cvtColor(windows, cv2.COLOR_RGBA2RGB)
            self._alpha = cv2.extractChannel(windows, 3)
            self._ground = self._rgb.copy()
            height, width = self._alpha.shape
            for place in _around(first, height, width):
                _on_white(self._ground[place], self._rgb[place], self._alpha[place])
        frame = self._ground.copy()
        for rgba, (left, top, right, bottom), (cut_left, cut_top) in pages:
            part = rgba[cut_top : cut_top + bottom - top, cut_left : cut_left + right - left]
            rows, columns = part.shape[:2]
            place = (slice(top, top + rows), slice(left, left + columns))
            target = frame[place]
            cv2.cvtColor(part, cv2.COLOR_RGBA2RGB, dst=target)
            _blend(self._rgb[place], self._alpha[place], target)
        return frame


def _around(hole: Rect, height: int, width: int) -> Iterator[tuple[slice, slice]]:
    """The parts of the frame outside a rectangle."""
    left, top, right, bottom = hole
    yield slice(0, top), slice(0, width)
    yield slice(bottom, height), slice(0, width)
    yield slice(top, bottom), slice(0, left)
    yield slice(top, bottom), slice(right, width)


def _on_white(target: np.ndarray, rgb: np.ndarray, alpha: np.ndarray) -> None:
    if alpha.size and cv2.countNonZero(cv2.inRange(alpha, 255, 255)) < alpha.size:
        target[:] = 255
        _blend(rgb, alpha, target)


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
        done = cv2.bitwise_or(solid, cv2.inRange(alpha, 0, 0))
        if counts[common] > 4096:
            mask = cv2.inRange(alpha, common, common)
            mixed = cv2.addWeighted(rgb, common / 255, target, 1 - common / 255, 0)
            cv2.copyTo(mixed, mask, target)
            cv2.bitwise_or(done, mask, done)
            partial -= int(counts[common])
        if partial:
            places = cv2.findNonZero(cv2.bitwise_not(done)).reshape(-1, 2)
            rows, columns = places[:, 1], places[:, 0]
            share = alpha[rows, columns, None].astype(np.float32) / 255
            over = rgb[rows, columns] * share + target[rows, columns] * (1 - share)
            target[rows, columns] = np.rint(over).astype(np.uint8)
    cv2.copyTo(rgb, solid, target)
