"""Upright and natural: how a turned screen's pixels and positions map to the device's natural orientation.

Turns are as AndroidEnv's `pixel_fns.orient_pixels` makes them, so that its wrappers turn our pixels upright.
"""

from mobile_env.phone.wire.control.natural import (
    natural_pixels,
    natural_position,
    upright_pixels,
    upright_position,
)

__all__ = ["natural_pixels", "natural_position", "upright_pixels", "upright_position"]
