"""Media files made of texts: pictures and films with writing on them, silent songs with their tags.

The same arguments give the same bytes with the same version of OpenCV.
"""

from __future__ import annotations

import os
import struct
import tempfile
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mobile_env.signals.state import StateError

MOST_SECONDS: Final = 4 * 3600
"""Longest sound or film."""
MOST_WIDTH: Final = 4096
"""Widest picture, in pixels."""

_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_SCALE, _LINE, _MARGIN = 0.8, 36, 24
_LEAST_WIDTH, _LEAST_HEIGHT = 480, 320
_FILM_SIZE: Final = (320, 240)

# MPEG-2 layer III at 8 kbit/s, 24 kHz, mono: 24 bytes make 24 ms. A frame of zeros is silence.
_SILENT_FRAME: Final = b"\xff\xf3\x14\xc4".ljust(24, b"\0")
_FRAMES_A_SECOND: Final = 24_000 / 576


@lru_cache(maxsize=64)
def picture(text: str, width: int = 0, kind: str = "png") -> bytes:
    """A picture with black lines of text on white.

    Args:
      text: what is written on it.
      width: pixels; 0: as wide as the text needs.
      kind: png, jpg or jpeg.

    Raises:
      StateError: the size is out of range, or no such kind of picture can be made.
    """
    if not 0 <= width <= MOST_WIDTH:
        raise StateError(f"no picture is {width} pixels wide: at most {MOST_WIDTH}")
    if kind not in ("png", "jpg", "jpeg"):
        raise StateError(f"no picture of the kind {kind!r} can be made: png, jpg")
    done, data = cv2.imencode(f".{kind}", _written(text, width))
    if not done:
        raise StateError(f"no picture of the kind {kind!r} can be made")
    return data.tobytes()


def _written(text: str, width: int) -> NDArray[np.uint8]:
    lines = text.split("\n")[:400]
    need = max(cv2.getTextSize(line, _FONT, _SCALE, 2)[0][0] for line in lines) + 2 * _MARGIN
    shape = (
        max(_LEAST_HEIGHT, _LINE * len(lines) + 2 * _MARGIN),
        width or min(MOST_WIDTH, max(_LEAST_WIDTH, need)),
    )
    scale = _SCALE * min(1.0, shape[1] / need)
    canvas: Any = np.full((*shape, 3), 255, np.uint8)
    for place, line in enumerate(lines):
        at = (_MARGIN, _MARGIN + _LINE * place + _LINE * 2 // 3)
        cv2.putText(canvas, line, at, _FONT, scale, (0, 0, 0), 2, cv2.LINE_AA)
    return canvas


@lru_cache(maxsize=64)
def sound(title: str, artist: str, seconds: float) -> bytes:
    """A silent MP3 file with an ID3 tag. StateError if it is too long."""
    if not 0 < seconds <= MOST_SECONDS:
        raise StateError(f"no sound lasts {seconds:g} s: more than 0, at most {MOST_SECONDS}")
    tags = [("TIT2", title), ("TPE1", artist), ("TLEN", str(round(seconds * 1000)))]
    body = b"".join(_tag(name, value) for name, value in tags if value)
    frames = max(1, round(seconds * _FRAMES_A_SECOND))
    return b"ID3\x03\0\0" + _syncsafe(len(body)) + body + _SILENT_FRAME * frames


def _tag(name: str, value: str) -> bytes:
    data = b"\x01" + value.encode("utf-16")
    return name.encode() + struct.pack(">IH", len(data), 0) + data


def _syncsafe(number: int) -> bytes:
    return bytes(number >> shift & 0x7F for shift in (21, 14, 7, 0))


@lru_cache(maxsize=64)
def film(texts: tuple[str, ...], seconds: float) -> bytes:
    """An MP4 file that shows each of the texts for so many seconds.

    Raises:
      StateError: it is too long, or OpenCV cannot write films here.
    """
    if not 0 < seconds * len(texts) <= MOST_SECONDS:
        raise StateError(f"no film lasts {seconds * len(texts):g} s: more than 0, at most {MOST_SECONDS}")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "film.mp4")
        # One picture a text: its rate is such that each stays as long as it should.
        writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"mp4v"), 1 / seconds, _FILM_SIZE)
        if not writer.isOpened():
            raise StateError("this OpenCV cannot write films")
        for text in texts:
            writer.write(cv2.resize(_written(text, 0), _FILM_SIZE, interpolation=cv2.INTER_AREA))
        writer.release()
        with open(path, "rb") as file:
            return file.read()
