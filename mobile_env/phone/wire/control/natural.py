"""Maps pixels and positions between the upright screen and the device's natural orientation.

Rotation has the direction of AndroidEnv's `pixel_fns.orient_pixels`, so that its wrappers turn the pixels upright.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray


def natural_pixels(upright: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """The screen as the device's natural orientation has it.

    Args:
      upright: (H, W, 3) pixels as the user sees them.
      orientation: quarter turns, 0 to 3.

    Returns:
      The same array if orientation is 0, otherwise a new contiguous, read-only one.
    """
    if orientation == 0:
        return upright
    turned: Callable[[], NDArray[np.uint8]] = {
        1: lambda: upright.swapaxes(0, 1)[::-1],
        2: lambda: upright[::-1, ::-1],
        3: lambda: upright.swapaxes(0, 1)[:, ::-1],
    }[orientation]
    pixels = np.ascontiguousarray(turned())
    pixels.flags.writeable = False
    return pixels


def natural_position(x: float, y: float, orientation: int) -> tuple[float, float]:
    """Fractions of the upright screen → fractions of the screen in its natural orientation."""
    return ((x, y), (y, 1.0 - x), (1.0 - x, 1.0 - y), (1.0 - y, x))[orientation]


def upright_position(x: float, y: float, orientation: int) -> tuple[float, float]:
    """Fractions of the screen in its natural orientation → fractions of the upright screen."""
    return ((x, y), (1.0 - y, x), (1.0 - x, 1.0 - y), (y, 1.0 - x))[orientation]


def upright_pixels(natural: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """The screen as its user sees it: the inverse of `natural_pixels`.

    Args:
      natural: (H, W, 3) pixels in the device's natural orientation.
      orientation: quarter turns, 0 to 3.

    Returns:
      The same array if orientation is 0, otherwise a new contiguous, read-only one.
    """
    return natural_pixels(natural, -orientation % 4)
