"""`framebuffer:`: sends one frame as raw pixels, after a header that describes their format."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from mobile_env.phone.wire.adb.service import Request
from mobile_env.phone.wire.adb.stream import AdbStream

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

# version, bits a pixel, colour space, bytes, width, height, then offset and length in bits of red, blue,
# green and alpha (packages/modules/adb/daemon/framebuffer_service.cpp).
_HEADER: Final = struct.Struct("<14I")
_VERSION, _SRGB = 2, 1


async def framebuffer_service(stream: AdbStream, request: Request) -> None:
    """Sends the screen as RGBA, upright."""
    await stream.write(await request.on_phone(_frame))


def _frame(phone: Phone) -> bytes:
    import cv2

    pixels = phone.screenshot()
    height, width = pixels.shape[:2]
    header = _HEADER.pack(
        _VERSION, 32, _SRGB, width * height * 4, width, height, 0, 8, 16, 8, 8, 8, 24, 8
    )  # fmt: skip
    return header + cv2.cvtColor(pixels, cv2.COLOR_RGB2RGBA).tobytes()
