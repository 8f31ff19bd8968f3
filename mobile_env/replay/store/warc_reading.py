"""Reads one record of a WARC file, at a known position, as an HTTP exchange."""

from __future__ import annotations

import datetime
import os
import re
import zlib

from mobile_env.replay.phone_time import DEFAULT_TIME
from mobile_env.replay.store.errors import ResourceTooLarge, StoreError
from mobile_env.replay.store.exchange import Exchange, end_to_end, field

# What gzip adds at most to a record that it cannot make smaller.
_GZIP_OVERHEAD = 1 << 20
GZIP_MAGIC = b"\x1f\x8b\x08"
# Unlike str.strip, which removes more characters from Latin-1 text.
_BLANK = b" \t"
# str.isdigit takes more characters than int does.
_NUMBER = re.compile(r"[0-9]{1,18}")
_LINE_END = re.compile(rb"\r?\n")
_HEADERS_END = re.compile(rb"\r?\n\r?\n")


def parse_headers(lines: bytes) -> list[tuple[str, str]]:
    """Parses header fields. A folded line continues the line before."""
    fields: list[tuple[str, str]] = []
    for line in _LINE_END.split(lines):
        if line[:1] in (b" ", b"\t") and fields:
            name, value = fields[-1]
            fields[-1] = (name, f"{value} {line.strip(_BLANK).decode('latin-1')}")
            continue
        name, colon, value = line.decode("latin-1").partition(":")
        if colon:
            fields.append((name.strip(" \t"), value.strip(" \t")))
    return fields


def split_head(data: bytes) -> tuple[bytes, bytes]:
    """Splits a message into its header lines (including the first line) and the rest."""
    end = _HEADERS_END.search(data)
    return (data[: end.start()], data[end.end() :]) if end else (data.rstrip(b"\r\n"), b"")


def warc_headers(data: bytes) -> tuple[dict[str, str], int]:
    """Returns the WARC fields of a record and the offset of its block. Raises ValueError if no record begins
    here."""
    end = _HEADERS_END.search(data)
    if not data.startswith(b"WARC/") or end is None:
        raise ValueError("no WARC record begins here")
    lines = data[: end.start()].partition(b"\n")[2]
    # Newer tools write URLs in UTF-8.
    headers = {
        name.lower(): value.encode("latin-1").decode("utf-8", "replace")
        for name, value in parse_headers(lines)
    }
    if not _NUMBER.fullmatch(headers.get("content-length", "")):
        raise ValueError("the record has no Content-Length")
    return headers, end.end()


def read_record(file: int, offset: int, length: int, limit: int) -> tuple[dict[str, str], bytes]:
    """Reads a record. Returns its WARC fields (names in lower case) and its block.

    Args:
      file: descriptor of the WARC file.
      offset, length: position of the record in the file, in bytes.
      limit: largest decompressed record, in bytes.

    Raises:
      ResourceTooLarge: the record is larger.
      StoreError: the record is damaged.
    """
    # Both come from the index, which may have come from elsewhere.
    if not (isinstance(offset, int) and isinstance(length, int) and 0 <= offset < 2**63 and length > 0):
        raise StoreError(f"a record cannot be {length!r} bytes at byte {offset!r}")
    if length > limit + _GZIP_OVERHEAD:
        raise ResourceTooLarge(f"the record at byte {offset} has more than {limit} bytes")
    data = os.pread(file, length, offset)
    if len(data) < length:
        raise StoreError(f"the file ends before the record at byte {offset} does")
    if data.startswith(GZIP_MAGIC):
        decompressor = zlib.decompressobj(31)
        try:
            plain = decompressor.decompress(data, limit + 1)
        except zlib.error as error:
            raise StoreError(f"the record at byte {offset} is damaged ({error})") from None
        if len(plain) > limit:
            raise ResourceTooLarge(f"the record at byte {offset} has more than {limit} bytes")
        if not decompressor.eof:
            raise StoreError(f"the record at byte {offset} is damaged (its gzip data is cut short)")
        data = plain
    elif length > limit:
        raise ResourceTooLarge(f"the record at byte {offset} has more than {limit} bytes")
    try:
        headers, start = warc_headers(data)
    except ValueError as error:
        raise StoreError(f"the record at byte {offset} is damaged ({error})") from None
    size = int(headers["content-length"])
    block = data[start : start + size]
    if len(block) < size:
        raise StoreError(f"the record at byte {offset} is damaged (it is shorter than its Content-Length)")
    return headers, block


def to_exchange(headers: dict[str, str], block: bytes, method: str = "GET") -> Exchange:
    """Converts a response (or `resource`) record to an exchange."""
    url, recorded = target_uri(headers), warc_date(headers)
    if headers.get("warc-type") == "resource":
        kind = headers.get("content-type", "application/octet-stream")
        return Exchange(url, 200, "OK", (("Content-Type", kind),), block, method, recorded=recorded)
    lines, body = split_head(block)
    status, reason = _status_line(lines)
    fields = tuple(parse_headers(lines.partition(b"\n")[2]))
    if "chunked" in field(fields, "Transfer-Encoding").lower():
        body = _dechunked(body)
    return Exchange(url, status, reason, end_to_end(fields), body, method, recorded=recorded)


def target_uri(headers: dict[str, str]) -> str:
    """The URL of a record. Old writers put it into angle brackets."""
    return headers.get("warc-target-uri", "").strip("<>")


def warc_date(headers: dict[str, str]) -> datetime.datetime:
    """The time of a record; `DEFAULT_TIME` if it is invalid."""
    try:
        moment = datetime.datetime.fromisoformat(headers.get("warc-date", ""))
    except ValueError:
        return DEFAULT_TIME
    return moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)


def _status_line(lines: bytes) -> tuple[int, str]:
    first = lines.partition(b"\n")[0].strip().decode("latin-1")
    parts = first.split(" ", 2)
    if len(parts) < 2 or not parts[0].startswith("HTTP/") or not _NUMBER.fullmatch(parts[1]):
        raise StoreError(f"not an HTTP response: {first[:60]!r}")
    return int(parts[1]), parts[2] if len(parts) > 2 else ""


def response_head(head: bytes) -> tuple[int, str]:
    """Status and media type at the beginning of a response block."""
    lines, _ = split_head(head)
    status, _ = _status_line(lines)
    kind = field(parse_headers(lines.partition(b"\n")[2]), "Content-Type")
    return status, kind.partition(";")[0].strip().lower()


def _dechunked(body: bytes) -> bytes:
    """Removes chunked coding from a body. A body that is not chunked, despite its header, is returned
    unchanged."""
    parts: list[bytes] = []
    position = 0
    while True:
        end = body.find(b"\n", position)
        size = body[position:end].partition(b";")[0].strip() if end >= 0 else b""
        if not re.fullmatch(rb"[0-9A-Fa-f]{1,15}", size):
            return body
        count = int(size, 16)
        if count == 0:
            return b"".join(parts)
        parts.append(body[end + 1 : end + 1 + count])
        if len(parts[-1]) < count:
            return body
        position = end + 1 + count
        position += 2 if body[position : position + 2] == b"\r\n" else 1
