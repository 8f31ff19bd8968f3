"""Decodes HTTP content codings (RFC 9110, 8.4.1): gzip, deflate, br, zstd, with a limit on the decoded size."""

from __future__ import annotations

from collections.abc import Iterator

from mobile_env.inflating import inflated, members
from mobile_env.replay.store.exchange import Fields

# A dozen bytes of Brotli can decode to 16 MB (RFC 7932, 9.2), and the decoder itself has no limit.
_BROTLI_CHUNK = 16


class CodingError(Exception):
    """A body does not match its Content-Encoding, or the Content-Encoding is unknown."""


class BodyTooLarge(CodingError):
    """The decoded body is larger than the limit."""


def decoded(headers: Fields, body: bytes, limit: int) -> bytes:
    """Returns the body without its content codings.

    Args:
      headers: header fields of the response.
      body: the encoded body.
      limit: the largest allowed size of the decoded body, in bytes.

    Raises:
      BodyTooLarge: the decoded body is larger than `limit`.
      CodingError: the body is invalid or incomplete, or a coding is unknown.
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
    if not body:  # a response to HEAD, or a redirect, may name a coding and have no body
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
    except Exception as error:  # each library raises its own exceptions
        raise CodingError(f"not {coding} data: {error}") from None
    return b"".join(parts)


def _parts(coding: str, body: bytes) -> Iterator[bytes]:
    if coding in ("gzip", "x-gzip"):
        return members(body)
    if coding == "deflate":
        # Some servers omit the zlib header (RFC 9110, 8.4.1.2).
        zlib_header = len(body) > 1 and body[0] & 15 == 8 and (body[0] << 8 | body[1]) % 31 == 0
        return inflated(body, 15 if zlib_header else -15)
    if coding == "br":
        return _brotli(body)
    if coding == "zstd":
        return _zstd(body)
    raise CodingError(f"unknown content coding {coding!r}")


def _brotli(data: bytes) -> Iterator[bytes]:
    import brotli  # installed with mitmproxy

    decompressor = brotli.Decompressor()
    for start in range(0, len(data), _BROTLI_CHUNK):
        yield decompressor.process(data[start : start + _BROTLI_CHUNK])
    if not decompressor.is_finished():
        raise CodingError("compressed data is cut short")


def _zstd(data: bytes) -> Iterator[bytes]:
    import zstandard  # installed with mitmproxy

    decompressor = zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj()
    for start in range(0, len(data), 1024):
        yield decompressor.decompress(data[start : start + 1024])
    if not decompressor.eof:
        raise CodingError("compressed data is cut short")
