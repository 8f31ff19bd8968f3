"""Hash codes that Android prints for objects, made out of names so that they repeat in every run."""

from __future__ import annotations

import zlib


def identity(*names: object) -> str:
    """A hash code in hexadecimal, as `System.identityHashCode` looks in dumps."""
    return f"{zlib.crc32(chr(0).join(map(str, names)).encode('utf-8', 'replace')) & 0x0FFFFFFF:x}"
