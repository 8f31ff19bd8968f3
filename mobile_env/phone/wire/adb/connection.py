"""One adb connection to the phone: the handshake, and the streams that share the connection."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from mobile_env.phone.wire.adb.packets import (
    AUTH,
    CLSE,
    CNXN,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    STLS,
    SYNC,
    VERSION,
    WRTE,
    Packet,
    PacketError,
    encode,
    read_packet,
)
from mobile_env.phone.wire.adb.stream import AdbStream, ProtocolError, StreamClosed

_log = logging.getLogger(__name__)

GREETING_SECONDS: Final = 10.0
"""How long a peer may take to identify itself."""
MOST_STREAMS: Final = 256
_LEAST_PAYLOAD: Final = 4096

Handler = Callable[[AdbStream], Awaitable[None]]
FindService = Callable[["AdbConnection", str], Handler | None]


class AdbConnection:
    """Speaks adb's transport protocol with one peer, usually an adb server.

    Args:
      reader: what the peer sends.
      writer: to the peer.
      banner: the identity that the phone greets with, `device::name=value;…`.
      find_service: returns the handler of a service by name, or None.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        banner: str,
        find_service: FindService,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._banner = banner.encode()
        self._find_service = find_service
        self._streams: dict[int, AdbStream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._last_id = 0
        self._max_payload = MAX_PAYLOAD
        self._checksum = False
        self._sending = asyncio.Lock()
        self.greeted = False

    async def run(self) -> None:
        """Serves the peer until it disconnects or violates the protocol."""
        try:
            while True:
                patience = None if self.greeted else GREETING_SECONDS
                packet = await asyncio.wait_for(read_packet(self._reader), patience)
                if packet is None:
                    return
                await self._take(packet)
        except (PacketError, ProtocolError) as error:
            _log.info("adb connection dropped: %s", error)
        except (TimeoutError, OSError):
            pass
        finally:
            await self._end()

    def drop(self) -> None:
        """Closes the connection at once, without sending pending data."""
        self._writer.transport.abort()

    async def open(self, destination: str) -> AdbStream | None:
        """Opens a stream to a service of the host (`tcp:8080`); None if the host refuses."""
        stream = self._new_stream(0)
        await self._send(Packet(OPEN, stream.local_id, 0, destination.encode() + b"\0"))
        await stream.flush()
        return None if stream.closed else stream

    # Messages of the peer.

    async def _take(self, packet: Packet) -> None:
        command = packet.command
        if command == CNXN:
            await self._greet(packet)
        elif command in (AUTH, SYNC, STLS):
            return  # asked for by nobody here
        elif not self.greeted:
            raise ProtocolError("the first packet is no CNXN")
        elif command == OPEN:
            await self._open(packet)
        else:
            await self._continue(packet)

    async def _greet(self, packet: Packet) -> None:
        for stream in list(self._streams.values()):
            stream.end()
        self._checksum = packet.arg0 < VERSION
        self._max_payload = max(_LEAST_PAYLOAD, min(packet.arg1, MAX_PAYLOAD))
        self.greeted = True
        await self._send(Packet(CNXN, VERSION, MAX_PAYLOAD, self._banner))

    async def _open(self, packet: Packet) -> None:
        remote_id = packet.arg0
        name = packet.payload.rstrip(b"\0").decode("utf-8", "surrogateescape")
        handler = self._find_service(self, name) if remote_id and len(self._streams) < MOST_STREAMS else None
        if handler is None:
            await self._send(Packet(CLSE, 0, remote_id))
            return
        stream = self._new_stream(remote_id)
        stream.acknowledge()
        await self._send(Packet(OKAY, stream.local_id, remote_id))
        self._run(self._serve(stream, handler, name))

    async def _continue(self, packet: Packet) -> None:
        command, remote_id, local_id, payload = packet
        stream = self._streams.get(local_id)
        if stream is None or stream.remote_id not in (0, remote_id):
            if command == WRTE:
                await self._send(Packet(CLSE, 0, remote_id))
            return
        if command == WRTE:
            stream.receive(payload)
            if not payload:
                await self._send(Packet(OKAY, local_id, remote_id))
        elif command == OKAY:
            stream.remote_id = remote_id
            stream.acknowledge()
        elif command == CLSE:
            stream.end()
            if not stream.remote_id:  # our OPEN was refused: nobody else forgets the stream
                self._streams.pop(local_id, None)

    # Streams.

    def _new_stream(self, remote_id: int) -> AdbStream:
        self._last_id = self._last_id % 0xFFFFFFFF + 1
        while self._last_id in self._streams:
            self._last_id = self._last_id % 0xFFFFFFFF + 1
        stream = AdbStream(self._last_id, remote_id, self._send, self._max_payload)
        self._streams[stream.local_id] = stream
        return stream

    def forget(self, stream: AdbStream) -> None:
        """Releases the number of a stream that has ended."""
        self._streams.pop(stream.local_id, None)

    async def _serve(self, stream: AdbStream, handler: Handler, name: str) -> None:
        try:
            await handler(stream)
            await stream.flush()
        except StreamClosed:
            pass
        except ProtocolError as error:
            _log.info("adb service %r ended: %s", name[:200], error)
        except Exception:
            _log.exception("the adb service %r failed", name[:200])
        finally:
            self.forget(stream)
            with contextlib.suppress(StreamClosed):
                await stream.close()

    def _run(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, packet: Packet) -> None:
        try:
            # One packet after another; a peer that does not read holds up its own connection only.
            async with self._sending:
                self._writer.write(encode(packet, checksum=self._checksum))
                await self._writer.drain()
        except OSError as error:
            raise StreamClosed("the connection is gone") from error

    async def _end(self) -> None:
        for stream in list(self._streams.values()):
            stream.end()
        self.drop()
        # Services notice that their stream has ended. Services that wait for something else are cancelled.
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=1.0)
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks))
