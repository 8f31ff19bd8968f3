"""Blending is that of straight alpha, whatever shortcut it takes."""

import numpy as np
import pytest

from mobile_env.phone.ui.compositing import Compositor


def _expected(windows: np.ndarray, beneath: np.ndarray) -> np.ndarray:
    alpha = windows[..., 3:].astype(float) / 255
    return windows[..., :3] * alpha + beneath * (1 - alpha)


@pytest.mark.parametrize("kind", ["noise", "scrim", "clear", "solid"])
def test_pages_beneath_windows(kind):
    rng = np.random.default_rng(0)
    windows = rng.integers(0, 256, (200, 150, 4), dtype=np.uint8)
    if kind == "scrim":
        windows[..., 3] = 82
        windows[50:60, 20:90, 3] = 255
        windows[60, 20:40, 3] = rng.integers(0, 256, 20)
    elif kind != "noise":
        windows[..., 3] = 0 if kind == "clear" else 255
    page = np.full((120, 100, 4), 255, np.uint8)
    page[..., :3] = rng.integers(0, 256, (120, 100, 3))
    rect, cut = (30, 40, 120, 150), (5, 10)
    beneath = np.full((200, 150, 3), 255, np.uint8)
    beneath[40:150, 30:120] = page[10:120, 5:95, :3]
    compositor = Compositor()
    for _ in range(2):  # the second time from what it kept
        frame = compositor.frame(windows, [(page, rect, cut)], [], 200, 150)
        assert np.abs(frame - _expected(windows, beneath)).max() <= 1


def test_without_pages_the_windows_are_the_frame():
    windows = np.random.default_rng(1).integers(0, 256, (20, 30, 4), dtype=np.uint8)
    frame = Compositor().frame(windows, [], [], 18, 30)
    assert np.array_equal(frame, windows[:18, :, :3]) and not frame.flags.writeable
