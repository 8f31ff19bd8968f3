"""`screencap`: writes what the screen shows, as PNG or raw pixels."""

from __future__ import annotations

import struct

from mobile_env.phone.services.display.service import DisplayService
from mobile_env.phone.shell.call import Call

# Header of raw pictures: format RGBA_8888, colour space sRGB (frameworks/base/cmds/screencap).
_RGBA_8888, _SRGB = 1, 1


def screencap(call: Call) -> int:
    """PNG with -p or a name that ends in .png, else a header of four numbers and RGBA pixels."""
    import cv2
    import numpy as np

    args = list(call.args)
    png = False
    path = None
    while args:
        word = args.pop(0)
        if word == "-p":
            png = True
        elif word == "-d" and args:
            args.pop(0)
        elif word.startswith("-"):
            call.complain("usage: screencap [-hp] [-d display-id] [FILENAME]")
            return int(word != "-h")
        else:
            path = word
    pixels = call.service(DisplayService).screen.pixels()
    height, width = pixels.shape[:2]
    if png or (path or "").endswith(".png"):
        done, encoded = cv2.imencode(".png", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR))
        if not done:
            raise OSError(5, "I/O error", path)
        data = encoded.tobytes()
    else:
        header = struct.pack("<4I", width, height, _RGBA_8888, _SRGB)
        # Made in its place: a new block of memory of this size costs more than the conversion.
        raw = np.empty(len(header) + height * width * 4, np.uint8)
        raw[: len(header)] = np.frombuffer(header, np.uint8)
        cv2.cvtColor(pixels, cv2.COLOR_RGB2RGBA, dst=raw[len(header) :].reshape(height, width, 4))
        data = raw.tobytes()
    if path is None:
        call.out.write(data)
        return 0
    try:
        call.files.write(call.path(path), data)
    except OSError as error:
        call.complain(f"Error opening file: {path} ({error.strerror})")
        return 1
    return 0
