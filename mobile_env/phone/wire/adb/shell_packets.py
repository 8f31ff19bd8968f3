"""Packets inside a stream of `shell,v2`, which separate stdin, stdout, stderr and the exit code.

Each is an id, a length (little-endian) and so many bytes (packages/modules/adb/shell_protocol.h).
"""

from __future__ import annotations

import struct
from typing import Final

from mobile_env.phone.wire.adb.stream import AdbStream, ProtocolError

STDIN: Final = 0
STDOUT: Final = 1
STDERR: Final = 2
EXIT: Final = 3
CLOSE_STDIN: Final = 4
WINDOW_SIZE: Final = 5

_HEADER: Final = struct.Struct("<BI")
_MOST_BYTES: Final = 1 << 24


def encode(kind: int, data: bytes) -> bytes:
    """One packet as bytes."""
    return _HEADER.pack(kind, len(data)) + data


async def read_packet(stream: AdbStream) -> tuple[int, bytes]:
    """Reads the next packet: its id and bytes.

    Raises:
      StreamClosed: the other side is done.
      ProtocolError: a packet larger than any shell sends.
    """
    kind, length = _HEADER.unpack(await stream.read_exactly(_HEADER.size))
    if length > _MOST_BYTES:
        raise ProtocolError(f"a shell packet of {length} bytes (at most {_MOST_BYTES})")
    return kind, await stream.read_exactly(length)
