"""Screenshots for the gRPC service: in its formats, scaled to fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from android_env.proto.emulator_controller_pb2 import Image, ImageFormat, Rotation
from numpy.typing import NDArray

from mobile_env.phone.wire.control.natural import natural_pixels

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

LARGEST_SIDE: Final = 1 << 14

_KEPT: Final = 4


class FrameCache:
    """A cache of serialised replies to screenshot requests, valid while the screen does not change.

    Used only on the phone's thread.
    """

    def __init__(self) -> None:
        self._pixels: NDArray[np.uint8] | None = None
        self._turns = 0
        self._replies: dict[tuple[int, int, int], bytes] = {}

    def image(self, phone: Phone, wanted: ImageFormat) -> bytes:
        """An `Image` message as bytes, in the phone's natural orientation.

        Args:
          phone: whose screen.
          wanted: format and the size to fit into; 0 means the screen's own.
        """
        pixels, turns = phone.screenshot(), phone.orientation
        if pixels is not self._pixels or turns != self._turns:
            self._pixels, self._turns = pixels, turns
            self._replies.clear()
        key = (wanted.format, min(wanted.width, LARGEST_SIDE), min(wanted.height, LARGEST_SIDE))
        reply = self._replies.get(key)
        if reply is None:
            if len(self._replies) >= _KEPT:
                self._replies.clear()
            timestamp_us = phone.state.clock.now_us
            reply = self._replies[key] = make_image(
                natural_pixels(pixels, turns), *key, timestamp_us=timestamp_us
            ).SerializeToString()
        return reply


def make_image(
    pixels: NDArray[np.uint8],
    form: int,
    width: int = 0,
    height: int = 0,
    *,
    timestamp_us: int = 0,
    seq: int = 0,
) -> Image:
    """Makes an `Image`: rows from top to bottom, as the emulator sends them.

    Args:
      pixels: uint8 (H, W, 3), RGB.
      form: an `ImageFormat.ImgFormat`; an unknown one is PNG.
      width, height: what the image must fit into, its aspect ratio kept; 0 is no bound. It is never enlarged.
      timestamp_us: when the frame was made.
      seq: its number in a stream.
    """
    import cv2

    scaled = _fitted(pixels, width, height)
    if form == ImageFormat.RGBA8888:
        data = cv2.cvtColor(scaled, cv2.COLOR_RGB2RGBA).tobytes()
    elif form == ImageFormat.RGB888:
        data = scaled.tobytes()
    else:
        form = ImageFormat.PNG
        data = cv2.imencode(".png", cv2.cvtColor(scaled, cv2.COLOR_RGB2BGR))[1].tobytes()
    shape = ImageFormat(format=form, width=scaled.shape[1], height=scaled.shape[0])
    shape.rotation.rotation = Rotation.PORTRAIT
    return Image(format=shape, image=data, seq=seq, timestampUs=timestamp_us)


def _fitted(pixels: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    import cv2

    rows, columns = pixels.shape[:2]
    bounds = [bound / side for bound, side in ((width, columns), (height, rows)) if bound]
    scale = min([1.0, *bounds])
    if scale == 1.0:
        return pixels
    size = max(1, int(columns * scale + 1e-6)), max(1, int(rows * scale + 1e-6))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]
