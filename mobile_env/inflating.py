"""Unpacks zlib and gzip data piece by piece.

A decompressor copies what it has not read yet each time it stops. Given all data at once, it copies the whole rest
for each part that it returns, which takes quadratic time. So it is given small pieces.
"""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterator
from typing import Final

GZIP: Final = 31
"""The `wbits` of gzip data."""

_PIECE: Final = 1 << 12
_LARGEST_PART: Final = 1 << 16


class CutShortError(ValueError):
    """The data ends in the middle of a compressed stream."""


def inflated(data: bytes, wbits: int, start: int = 0) -> Generator[bytes, None, int]:
    """Unpacks one compressed stream.

    Args:
      data: holds the stream.
      wbits: as in `zlib.decompressobj`.
      start: where the stream begins.

    Yields:
      What it unpacks to, in parts of about 64 KiB. The value of the generator is where the stream ends.

    Raises:
      zlib.error: the stream is damaged.
      CutShortError: it does not end.
    """
    decompressor = zlib.decompressobj(wbits)
    view = memoryview(data)
    place = start
    while not decompressor.eof:
        if place >= len(view):
            raise CutShortError("compressed data is cut short")
        piece: bytes | memoryview = view[place : place + _PIECE]
        place += len(piece)
        while len(piece) and not decompressor.eof:
            yield decompressor.decompress(piece, _LARGEST_PART)
            piece = decompressor.unconsumed_tail
    yield decompressor.flush()
    return place - len(decompressor.unused_data)


def members(data: bytes) -> Iterator[bytes]:
    """Unpacks gzip data of one member or several, in parts. Bytes behind the last member are ignored, as browsers do.

    Raises:
      zlib.error: a member is damaged.
      CutShortError: the last member does not end.
    """
    place = 0
    while place == 0 or data.startswith(b"\x1f\x8b", place):
        place = yield from inflated(data, GZIP, place)
