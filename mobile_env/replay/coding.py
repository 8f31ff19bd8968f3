"""Content codings of HTTP (RFC 9110, 8.4.1): gzip, deflate, br, zstd undone within a limit."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from mobile_env.replay.store.exchange import Fields

_CHUNK = 1 << 16
# A dozen bytes of Brotli may stand for 16 MB (RFC 7932, 9.2), and its decoder has no limit of its own.
_BROTLI_CHUNK = 16


class CodingError(Exception):
    """A body is not what its Content-Encoding says, or says one that is not known."""


class BodyTooLarge(CodingError):
    """A body is larger than the limit once it is decoded."""


def decoded(headers: Fields, body: bytes, limit: int) -> bytes:
    """The body without its content codings.

    Args:
      headers: of the response.
      body: as it came.
      limit: the most bytes that it may have when decoded.

    Raises:
      BodyTooLarge: it has more.
      CodingError: it is no such data, or cut short, or the coding is unknown.
    """
    codings = [
        token.strip().lower()
        for name, value in headers
        if name.lower() == "content-encoding"
        for token in value.split(",")
        if token.strip()
    ]
    for coding in reversed(codings):
        if coding != "identity":
            body = _decode(coding, body, limit)
    if len(body) > limit:
        raise BodyTooLarge(f"more than {limit} bytes")
    return body


def _decode(coding: str, body: bytes, limit: int) -> bytes:
    if not body:  # an answer to HEAD, or a redirect that names a coding all the same
        return body
    parts, size = [], 0
    try:
        for part in _parts(coding, body):
            size += len(part)
            if size > limit:
                raise BodyTooLarge(f"more than {limit} bytes when decoded")
            parts.append(part)
    except CodingError:
        raise
    except Exception as error:  # each library has errors of its own
        raise CodingError(f"not {coding} data: {error}") from None
    return b"".join(parts)


def _parts(coding: str, body: bytes) -> Iterator[bytes]:
    if coding in ("gzip", "x-gzip"):
        return _gzip(body)
    if coding == "deflate":
        # Some servers leave the zlib header out (RFC 9110, 8.4.1.2).
        zlib_header = len(body) > 1 and body[0] & 15 == 8 and (body[0] << 8 | body[1]) % 31 == 0
        return _inflated(zlib.decompressobj(15 if zlib_header else -15), body)
    if coding == "br":
        return _brotli(body)
    if coding == "zstd":
        return _zstd(body)
    raise CodingError(f"unknown content coding {coding!r}")


def _inflated(decompressor: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    while data and not decompressor.eof:
        yield decompressor.decompress(data, _CHUNK)
        data = decompressor.unconsumed_tail
    yield decompressor.flush()
    if not decompressor.eof:
        raise CodingError("compressed data is cut short")


def _gzip(data: bytes) -> Iterator[bytes]:
    while data:
        decompressor = zlib.decompressobj(31)
        yield from _inflated(decompressor, data)
        data = decompressor.unused_data
        if not data.startswith(b"\x1f\x8b"):  # browsers pass over what stands behind the data
            return


def _brotli(data: bytes) -> Iterator[bytes]:
    import brotli  # comes with mitmproxy

    decompressor = brotli.Decompressor()
    for start in range(0, len(data), _BROTLI_CHUNK):
        yield decompressor.process(data[start : start + _BROTLI_CHUNK])
    if not decompressor.is_finished():
        raise CodingError("compressed data is cut short")


def _zstd(data: bytes) -> Iterator[bytes]:
    import zstandard  # comes with mitmproxy

    decompressor = zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj()
    for start in range(0, len(data), 1024):
        yield decompressor.decompress(data[start : start + 1024])
    if not decompressor.eof:
        raise CodingError("compressed data is cut short")
