"""One stream of an adb connection: bytes in both directions, each packet acknowledged before the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from mobile_env.phone.wire.adb.packets import CLSE, OKAY, WRTE, Packet

Send = Callable[[Packet], Awaitable[None]]

_MOST_UNREAD: Final = 4
"""Number of unread packets to keep. A correct peer sends only one before the acknowledgement."""


class StreamClosed(ConnectionError):
    """The other side closed the stream, or the connection is gone."""


class ProtocolError(ValueError):
    """The peer violated the protocol."""


class AdbStream:
    """A stream between a service of the phone and somebody on the host.

    Args:
      local_id: our number for it.
      remote_id: the peer's; 0 while it has not answered to our OPEN.
      send: sends a packet, when the connection takes it.
      max_payload: most bytes of a packet.
    """

    def __init__(self, local_id: int, remote_id: int, send: Send, max_payload: int) -> None:
        self.local_id = local_id
        self.remote_id = remote_id
        self._send = send
        self._max_payload = max_payload
        self._unread: asyncio.Queue[bytes] = asyncio.Queue()
        self._buffer = bytearray()
        self._may_write = asyncio.Event()
        self._ended = False
        self._closed = asyncio.Event()

    @property
    def closed(self) -> bool:
        """Whether nothing can be written any more."""
        return self._closed.is_set()

    async def wait_closed(self) -> None:
        """Returns when nothing can be written any more."""
        await self._closed.wait()

    # For services.

    async def read(self) -> bytes:
        """Returns received bytes, at least one; b"" when the other side has closed the stream."""
        if self._buffer:
            data = bytes(self._buffer)
            self._buffer.clear()
            return data
        if self._ended and self._unread.empty():
            return b""
        data = await self._unread.get()
        if data and not self.closed:
            await self._send(Packet(OKAY, self.local_id, self.remote_id))
        return data

    async def read_exactly(self, count: int) -> bytes:
        """Returns exactly `count` bytes.

        Raises:
          StreamClosed: the stream ended before.
        """
        data = bytearray()
        while len(data) < count:
            part = await self.read()
            if not part:
                raise StreamClosed("the other side closed the stream in the middle of a message")
            data += part
        self._buffer[:0] = data[count:]
        return bytes(data[:count])

    async def write(self, data: bytes) -> None:
        """Sends bytes; returns when the other side has taken all but the last packet of them.

        Raises:
          StreamClosed: it will not take them.
        """
        view = memoryview(data)
        for start in range(0, len(view), self._max_payload):
            await self._may_write.wait()
            if self.closed:
                raise StreamClosed("the other side closed the stream")
            self._may_write.clear()
            part = bytes(view[start : start + self._max_payload])
            await self._send(Packet(WRTE, self.local_id, self.remote_id, part))

    async def flush(self) -> None:
        """Returns when the other side has taken everything, or is gone."""
        if not self.closed:
            await self._may_write.wait()

    async def close(self) -> None:
        """Ends the stream; harmless when called twice."""
        if not self.closed:
            self.end()
            await self._send(Packet(CLSE, self.local_id, self.remote_id))

    # For the connection.

    def receive(self, data: bytes) -> None:
        """Bytes came.

        Raises:
          ProtocolError: more than the peer was told it may send.
        """
        if self._unread.qsize() >= _MOST_UNREAD:
            raise ProtocolError(f"stream {self.remote_id}: WRTE before the one before was answered")
        if data:
            self._unread.put_nowait(data)

    def acknowledge(self) -> None:
        """Records that the other side has received the last packet, so that the next one can be sent."""
        self._may_write.set()

    def end(self) -> None:
        """Records that the other side has closed the stream or disconnected. Received bytes can still be
        read."""
        if not self._ended:
            self._ended = True
            self._closed.set()
            self._unread.put_nowait(b"")
            self._may_write.set()
