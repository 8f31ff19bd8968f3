"""Hash codes that Android prints for objects, computed from names so that every run prints the same ones."""

from __future__ import annotations

import zlib


def identity(*names: object) -> str:
    """A hexadecimal hash code in the format of `System.identityHashCode`."""
    return f"{zlib.crc32(chr(0).join(map(str, names)).encode('utf-8', 'replace')) & 0x0FFFFFFF:x}"
