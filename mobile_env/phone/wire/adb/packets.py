"""Packets of adb's transport: a header of 24 bytes, then the payload (packages/modules/adb/protocol.txt)."""

from __future__ import annotations

import asyncio
import struct
from typing import Final, NamedTuple

CNXN: Final = 0x4E584E43
AUTH: Final = 0x48545541
OPEN: Final = 0x4E45504F
OKAY: Final = 0x59414B4F
CLSE: Final = 0x45534C43
WRTE: Final = 0x45545257
SYNC: Final = 0x434E5953
STLS: Final = 0x534C5453
_COMMANDS: Final = frozenset({CNXN, AUTH, OPEN, OKAY, CLSE, WRTE, SYNC, STLS})

VERSION: Final = 0x01000001
"""From this version on, payloads carry no checksum."""
MAX_PAYLOAD: Final = 1 << 20

_HEADER: Final = struct.Struct("<6I")


class PacketError(ValueError):
    """Received bytes are not an adb packet."""


class Packet(NamedTuple):
    """One packet. The meaning of the arguments depends on the command; the sender's id comes first."""

    command: int
    arg0: int
    arg1: int
    payload: bytes = b""


def encode(packet: Packet, *, checksum: bool = False) -> bytes:
    """The packet as bytes.

    Args:
      packet: what to send.
      checksum: whether the other side is so old that it wants the sum of the payload's bytes.
    """
    command, arg0, arg1, payload = packet
    total = sum(payload) & 0xFFFFFFFF if checksum else 0
    return _HEADER.pack(command, arg0, arg1, len(payload), total, command ^ 0xFFFFFFFF) + payload


async def read_packet(reader: asyncio.StreamReader) -> Packet | None:
    """Reads the next packet; None if the other side is gone.

    Raises:
      PacketError: what came is no packet, or larger than MAX_PAYLOAD.
    """
    try:
        header = await reader.readexactly(_HEADER.size)
        command, arg0, arg1, length, _, magic = _HEADER.unpack(header)
        if command not in _COMMANDS or magic != command ^ 0xFFFFFFFF:
            raise PacketError(f"no adb packet: {header.hex()}")
        if length > MAX_PAYLOAD:
            raise PacketError(f"a payload of {length} bytes (at most {MAX_PAYLOAD})")
        return Packet(command, arg0, arg1, await reader.readexactly(length) if length else b"")
    except (asyncio.IncompleteReadError, OSError):
        return None
