"""Scans a whole WARC file for its records and skips damaged parts.

warcio is not used, because it stops at the first damaged record and does not notice a file that was cut off.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from mobile_env.replay.store.warc_reading import GZIP_MAGIC, warc_headers

_CHUNK = 1 << 18
# A decompressor copies the rest of its piece at the end of each member, and members may have 20 bytes.
_PIECE = 1 << 12
# Kept bytes of a record, enough for WARC and HTTP headers.
_HEAD = 1 << 16


@dataclass(frozen=True, slots=True)
class ScannedRecord:
    """A record of a file: its position and its beginning.

    Attributes:
      offset, length: position in the file in bytes; compressed bytes if the file is compressed.
      headers: WARC fields, names in lower case.
      head: the first bytes of the block, at most 64 KiB.
      size: size of the block in bytes.
    """

    offset: int
    length: int
    headers: dict[str, str]
    head: bytes
    size: int


@dataclass(frozen=True, slots=True)
class WarcFault:
    """A part of a file that cannot be read."""

    offset: int
    what: str


def scan(path: Path, start: int = 0) -> Iterator[ScannedRecord | WarcFault]:
    """Yields all records of a file from a byte offset on, in constant memory, and a fault for each
    unreadable part."""
    with path.open("rb") as file:
        file.seek(start)
        first = file.read(3)
        file.seek(start)
        if first == GZIP_MAGIC or (first and path.suffix == ".gz"):
            yield from _scan_gzip(file, start)
        else:
            yield from _scan_plain(file, start)


def _scan_gzip(file: BinaryIO, offset: int) -> Iterator[ScannedRecord | WarcFault]:
    pending = b""
    while True:
        pending = pending or file.read(_PIECE)
        if not pending:
            return
        decompressor = zlib.decompressobj(31)
        head, size, used, fault = bytearray(), 0, 0, ""
        while not decompressor.eof:
            if not pending:
                pending = file.read(_PIECE)
                if not pending:
                    fault = "the file ends in the middle of a record (it was cut off)"
                    break
            try:
                plain = decompressor.decompress(pending, _CHUNK)
            except zlib.error as error:
                fault = f"damaged gzip data ({error})"
                break
            rest = decompressor.unused_data if decompressor.eof else decompressor.unconsumed_tail
            used += len(pending) - len(rest)
            pending = rest
            size += len(plain)
            if len(head) < _HEAD:
                head += plain[: _HEAD - len(head)]
        if not fault:
            try:
                headers, block = warc_headers(bytes(head))
                content = int(headers["content-length"])
                if size < block + content:
                    raise ValueError("the record is shorter than its Content-Length")
                if size > block + content + 4:
                    raise ValueError(
                        "several records in one gzip member: compress the file record by record "
                        "(`warcio recompress FILE NEWFILE`)"
                    )
                yield ScannedRecord(offset, used, headers, bytes(head[block : block + content]), content)
            except ValueError as error:
                yield WarcFault(offset, str(error))
            offset += used
            continue
        yield WarcFault(offset, fault)
        found = _next_member(file, offset + 1)
        if found is None:
            return
        offset = found
        file.seek(offset)
        pending = b""


def _next_member(file: BinaryIO, offset: int) -> int | None:
    """Offset of the next gzip member that begins a WARC record; None if there is none."""
    file.seek(offset)
    window = b""
    while chunk := file.read(_CHUNK):
        window += chunk
        position = window.find(GZIP_MAGIC)
        while position >= 0:
            if len(window) - position < 512:
                window += file.read(512)
            try:
                begins = zlib.decompressobj(31).decompress(window[position : position + 512], 5) == b"WARC/"
            except zlib.error:
                begins = False
            if begins:
                return offset + position
            position = window.find(GZIP_MAGIC, position + 1)
        offset += len(window) - 2
        window = window[-2:]
    return None


def _scan_plain(file: BinaryIO, offset: int) -> Iterator[ScannedRecord | WarcFault]:
    end = file.seek(0, os.SEEK_END)
    while offset < end:
        file.seek(offset)
        head = file.read(_HEAD)
        blank = len(head) - len(head.lstrip(b"\r\n"))
        if blank == len(head):
            return
        try:
            headers, block = warc_headers(head[blank:])
            size = int(headers["content-length"])
            length = block + size
            if offset + blank + length > end:
                raise ValueError("the file ends in the middle of a record (it was cut off)")
        except ValueError as error:
            yield WarcFault(offset + blank, str(error))
            following = _next_plain(file, offset + blank + 1)
            if following is None:
                return
            offset = following
            continue
        yield ScannedRecord(offset + blank, length, headers, head[blank + block : blank + length], size)
        offset += blank + length


def _next_plain(file: BinaryIO, offset: int) -> int | None:
    file.seek(offset)
    window = b""
    while chunk := file.read(_CHUNK):
        window += chunk
        position = window.find(b"\nWARC/1.")
        if position >= 0:
            return offset + position + 1
        offset += len(window) - 7
        window = window[-7:]
    return None
