"""The chunks that Android's binary resources are made of: numbers, and pools of strings.

frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h
"""

from __future__ import annotations

import struct
from typing import Final

STRING_POOL: Final = 0x0001
NO_ENTRY: Final = 0xFFFFFFFF
_UTF8_FLAG: Final = 1 << 8


class AxmlError(ValueError):
    """The bytes are not binary XML, or more of it than is read."""


class ChunkReader:
    """Reads little-endian numbers out of a byte string; outside of it is an AxmlError."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def numbers(self, form: str, at: int) -> tuple[int, ...]:
        try:
            return struct.unpack_from("<" + form, self.data, at)
        except struct.error as error:
            raise AxmlError(
                f"binary XML ends at byte {len(self.data)}, inside a field at byte {at}"
            ) from error

    def slice(self, start: int, size: int) -> bytes:
        if start < 0 or size < 0 or start + size > len(self.data):
            raise AxmlError(f"binary XML points outside itself, to byte {start} + {size}")
        return self.data[start : start + size]


class StringPool:
    """Strings by index, decoded when asked for: a hostile pool may name one string many times."""

    def __init__(self, reader: ChunkReader, start: int, size: int) -> None:
        count, _, flags, strings_start, _ = reader.numbers("5I", start + 8)
        if count > size // 4:
            raise AxmlError(f"a string pool of {size} bytes cannot hold {count} strings")
        self._reader = reader
        self._utf8 = bool(flags & _UTF8_FLAG)
        self._base = start + strings_start
        self._offsets = reader.numbers(f"{count}I", start + 28)
        self._decoded: dict[int, str] = {}
        self._left = 2 * size

    def get(self, index: int) -> str:
        if index == NO_ENTRY:
            return ""
        if index >= len(self._offsets):
            raise AxmlError(f"string {index} is not in the pool of {len(self._offsets)}")
        at = self._base + self._offsets[index]
        if at not in self._decoded:
            self._decoded[at] = self._decode(at)
        return self._decoded[at]

    def _decode(self, at: int) -> str:
        if self._utf8:
            _, at = self._length(at, "B", 0x80, 8)
            length, at = self._length(at, "B", 0x80, 8)
            return self._bytes(at, length).decode("utf-8", "replace")
        length, at = self._length(at, "H", 0x8000, 16)
        return self._bytes(at, length * 2).decode("utf-16-le", "replace")

    def _bytes(self, at: int, length: int) -> bytes:
        # Strings of a hostile pool overlap: each begins a byte behind the one before, and all have its size.
        self._left -= length
        if self._left < 0:
            raise AxmlError("the strings of a pool have more bytes than the pool")
        return self._reader.slice(at, length)

    def _length(self, at: int, form: str, flag: int, shift: int) -> tuple[int, int]:
        width = struct.calcsize(form)
        (first,) = self._reader.numbers(form, at)
        if not first & flag:
            return first, at + width
        (second,) = self._reader.numbers(form, at + width)
        return ((first & (flag - 1)) << shift) | second, at + 2 * width
