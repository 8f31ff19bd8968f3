"""Pictures as `data:` URLs: the only form in which the layout engine gets one, since it may open no file."""

from __future__ import annotations

import functools
import struct
from base64 import b64encode
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from mobile_env.phone.ui import svg_source

MOST_PIXELS = 1 << 25
"""A picture of more pixels is not drawn: it would take more than 128 MB."""

_MOST_SVG = 1 << 20
# Frame headers of JPEG: baseline, extended, progressive, lossless, and their arithmetic forms.
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


class Picture(NamedTuple):
    """A picture that the layout engine may be given."""

    url: str
    """A `data:` URL, of ASCII letters that need no escape in HTML and CSS."""
    pixels: int
    """Pixels that its decoder fills; 0 for an SVG."""


@functools.lru_cache(maxsize=256)
def picture(content: bytes, max_px: int = 0) -> Picture | None:
    """The picture in these bytes; None where they are no PNG, JPEG, GIF, WebP or SVG, or too large.

    An SVG is reduced to its shapes: the engine would open the files that its images name.

    Args:
        content: the file.
        max_px: the picture is scaled down to that many pixels at its longer side. Large pictures cost at every paint,
            so callers give the size at which the picture is shown, where they know it.
    """
    kind = _kind(content)
    if kind == "svg+xml":
        try:
            drawing = svg_source.reduced(content, styled=True)
        except svg_source.SvgError:
            return None
        namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        return Picture(_data_url(kind, f"<svg {namespaces}{drawing[4:]}".encode()), 0)
    size = _size(kind, content) if kind else None
    if size is None or not 0 < size[0] * size[1] <= MOST_PIXELS:
        return None
    if max_px and kind in ("png", "jpeg") and max(size) > max_px * 1.25:
        content, size = _scaled(content, kind, size, max_px)
    return Picture(_data_url(kind, content), size[0] * size[1])


def decoded(content: bytes, flags: int, most_pixels: int = MOST_PIXELS) -> cv2.typing.MatLike | None:
    """Decodes a PNG, JPEG, GIF or WebP; a few bytes may unpack to gigabytes, so the header is asked first.

    Args:
        content: the file.
        flags: of `cv2.imdecode`, which says the layout of what is returned.
        most_pixels: a picture of more pixels is not decoded.

    Returns:
        The pixels; None if the content is no such picture, is damaged, or has too many pixels.
    """
    size = size_of(content)
    if size is None or not 0 < size[0] * size[1] <= most_pixels:
        return None
    try:
        return cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error:
        return None


def size_of(content: bytes) -> tuple[int, int] | None:
    """Width and height in pixels by the header of a PNG, JPEG, GIF or WebP; None for anything else."""
    kind = _kind(content)
    return _size(kind, content) if kind not in ("", "svg+xml") else None


def _data_url(kind: str, content: bytes) -> str:
    return f"data:image/{kind};base64,{b64encode(content).decode()}"


def _kind(content: bytes) -> str:
    """The subtype of the picture's media type; "" where it is none that is drawn."""
    if content[:8] == b"\x89PNG\r\n\x1a\n":
        return "png"
    if content[:3] == b"\xff\xd8\xff":
        return "jpeg"
    if content[:4] == b"GIF8":
        return "gif"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    return "svg+xml" if len(content) <= _MOST_SVG and b"<svg" in content[:4096] else ""


def _size(kind: str, content: bytes) -> tuple[int, int] | None:
    """Width and height in pixels as the file's header tells them."""
    try:
        if kind == "png":
            return struct.unpack_from(">II", content, 16) if content[12:16] == b"IHDR" else None
        if kind == "gif":
            return struct.unpack_from("<HH", content, 6)
        if kind == "jpeg":
            return next(_jpeg_sizes(content), None)
        return _webp_size(content)
    except struct.error:
        return None


def _jpeg_sizes(content: bytes) -> Iterator[tuple[int, int]]:
    place = 2
    while place < len(content):
        if content[place] != 0xFF:
            return
        marker = content[place + 1] if place + 1 < len(content) else 0
        if marker == 0xFF:
            place += 1
        elif marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", content, place + 5)
            yield width, height
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:
            place += 2
        else:
            place += 2 + max(2, struct.unpack_from(">H", content, place + 2)[0])


def _webp_size(content: bytes) -> tuple[int, int] | None:
    form = content[12:16]
    if form == b"VP8 ":
        width, height = struct.unpack_from("<HH", content, 26)
        return width & 0x3FFF, height & 0x3FFF
    if form == b"VP8L":
        (bits,) = struct.unpack_from("<I", content, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8X" and len(content) >= 30:
        return int.from_bytes(content[24:27], "little") + 1, int.from_bytes(content[27:30], "little") + 1
    return None


def _scaled(content: bytes, kind: str, size: tuple[int, int], max_px: int) -> tuple[bytes, tuple[int, int]]:
    try:
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_UNCHANGED)
        if decoded is None or max(decoded.shape[:2]) <= max_px * 1.25:
            return content, size
        ratio = max_px / max(decoded.shape[:2])
        smaller = (max(1, round(decoded.shape[1] * ratio)), max(1, round(decoded.shape[0] * ratio)))
        suffix = ".png" if kind == "png" else ".jpg"
        done, data = cv2.imencode(suffix, cv2.resize(decoded, smaller, interpolation=cv2.INTER_AREA))
    except cv2.error:
        return content, size
    return (data.tobytes(), smaller) if done else (content, size)
