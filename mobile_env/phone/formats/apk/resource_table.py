"""The resource table of an APK (`resources.arsc`): which file, or which text, a resource id stands for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mobile_env.phone.formats.apk.resource_chunks import (
    NO_ENTRY,
    STRING_POOL,
    AxmlError,
    ChunkReader,
    StringPool,
)

TABLE: Final = "resources.arsc"
# Chunk types and flags of ResourceTypes.h.
_TABLE, _PACKAGE, _TYPE = 0x0002, 0x0200, 0x0201
_SPARSE, _OFFSETS_OF_16_BITS = 0x01, 0x02
_COMPLEX = 0x0001
_STRING = 0x03
MOST_ENTRIES: Final = 1 << 20
MOST_CHUNKS: Final = 100_000


def resource_text(table: bytes, resource: int) -> str | None:
    """What a resource is, if it is a text: for those of res/xml and res/raw the path in the APK.

    Args:
      table: the file `resources.arsc`.
      resource: id, 0xPPTTEEEE: package, type, entry.

    Returns:
      The text for the first configuration that has one; None if there is none.

    Raises:
      AxmlError: the table is damaged.
    """
    reader = ChunkReader(table)
    kind, header_size, size = reader.numbers("HHI", 0)
    if kind != _TABLE:
        raise AxmlError(f"no resource table: it begins with chunk type 0x{kind:04x}, not 0x{_TABLE:04x}")
    strings: StringPool | None = None
    for kind, at, end in _chunks(reader, header_size, min(size, len(table))):
        if kind == STRING_POOL:
            strings = StringPool(reader, at, end - at)
        elif kind == _PACKAGE and strings is not None:
            own_header, _, package = reader.numbers("HII", at + 2)
            if package == resource >> 24:
                found = _in_package(reader, at + own_header, end, resource, strings)
                if found is not None:
                    return found
    return None


def _in_package(reader: ChunkReader, at: int, end: int, resource: int, strings: StringPool) -> str | None:
    for kind, start, stop in _chunks(reader, at, end):
        if kind != _TYPE:
            continue
        header_size, _, type_id, flags, _, count, entries = reader.numbers("HIBBHII", start + 2)
        if type_id != resource >> 16 & 0xFF:
            continue
        if count > MOST_ENTRIES:
            raise AxmlError(f"a type with {count} resources, of {MOST_ENTRIES} at most")
        table = start + header_size
        if table + count * (2 if flags & _OFFSETS_OF_16_BITS else 4) > stop:
            raise AxmlError(f"a type of {stop - start} bytes cannot hold {count} resources")
        offset = _offset(reader, table, flags, count, resource & 0xFFFF)
        if offset is None or start + entries + offset >= stop:
            continue
        entry = start + entries + offset
        entry_size, entry_flags = reader.numbers("HH", entry)
        if entry_flags & _COMPLEX:
            continue
        _, _, value_type, value = reader.numbers("HBBI", entry + entry_size)
        if value_type == _STRING:
            return strings.get(value)
    return None


def _offset(reader: ChunkReader, at: int, flags: int, count: int, index: int) -> int | None:
    """Where an entry of a type begins, from the first on."""
    if flags & _SPARSE:
        for place in range(count):
            number, quarter = reader.numbers("HH", at + 4 * place)
            if number == index:
                return int(quarter) * 4
        return None
    if index >= count:
        return None
    if flags & _OFFSETS_OF_16_BITS:
        (short,) = reader.numbers("H", at + 2 * index)
        return None if short == 0xFFFF else int(short) * 4
    (offset,) = reader.numbers("I", at + 4 * index)
    return None if offset == NO_ENTRY else int(offset)


def _chunks(reader: ChunkReader, at: int, end: int) -> Iterator[tuple[int, int, int]]:
    """(type, begin, end) of the chunks in a part of the file."""
    for _ in range(MOST_CHUNKS):
        if at + 8 > end:
            return
        kind, _, size = reader.numbers("HHI", at)
        if size < 8 or at + size > end:
            raise AxmlError(f"the chunk at byte {at} says it has {size} bytes, of {end - at} that are left")
        yield kind, at, at + size
        at += size
    raise AxmlError(f"more than {MOST_CHUNKS} chunks")
