"""Maps pixels and positions between the upright screen and the device's natural orientation.

Rotation has the direction of AndroidEnv's `pixel_fns.orient_pixels`, so that its wrappers turn the pixels upright.
"""

from mobile_env.phone.wire.control.natural import (
    natural_pixels,
    natural_position,
    upright_pixels,
    upright_position,
)

__all__ = ["natural_pixels", "natural_position", "upright_pixels", "upright_position"]
