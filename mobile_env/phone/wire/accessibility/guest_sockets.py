"""Routes connections of the phone's apps to the host machine, or to listeners on the phone."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from mobile_env.phone.wire.adb.reverse_ports import ReversePorts
from mobile_env.phone.wire.adb.stream import AdbStream, StreamClosed

HOST_LOOPBACK: Final = "10.0.2.2"
"""Address of the host machine's 127.0.0.1, as seen from an emulated phone."""
_OWN_LOOPBACK: Final = ("127.0.0.1", "localhost")
_CONNECT_SECONDS: Final = 5.0
_CHUNK: Final = 1 << 16


class UnreachableError(OSError):
    """The phone has no route to an address."""


class GuestSockets:
    """Finds an address of this machine for an address that an app of the phone names.

    Ports of the phone itself lead to hosts by `adb reverse`; a listener on loopback stands for the one in use.

    Args:
      loop: the event loop of the phone's adb daemon.
      ports: what listens on the phone.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, ports: ReversePorts) -> None:
        self._loop = loop
        self._ports = ports
        self._listeners: dict[int, asyncio.Server] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def address(self, host: str, port: int) -> str:
        """`127.0.0.1:PORT` of this machine for an address of the phone. Not for use on the event loop.

        Raises:
          UnreachableError: the phone cannot reach the address.
        """
        if not 0 < port < 65_536:
            raise UnreachableError(f"{port} is no TCP port")
        if host == HOST_LOOPBACK:
            return f"127.0.0.1:{port}"
        if host not in _OWN_LOOPBACK:
            raise UnreachableError(
                f"{host} is not {HOST_LOOPBACK}, and not the phone itself (127.0.0.1, after `adb reverse`)"
            )
        made = asyncio.run_coroutine_threadsafe(self._listen(port), self._loop).result(_CONNECT_SECONDS)
        return f"127.0.0.1:{made}"

    async def close(self) -> None:
        """Stops listening and closes all connections."""
        for listener in self._listeners.values():
            listener.close()
        self._listeners.clear()
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks))

    async def _listen(self, port: int) -> int:
        if port not in self._listeners:
            # What goes through the one before is not cut.
            for listener in self._listeners.values():
                listener.close()
            self._listeners.clear()

            async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                task = asyncio.current_task()
                assert task is not None
                self._tasks.add(task)
                try:
                    await self._carry(port, reader, writer)
                finally:
                    self._tasks.discard(task)
                    writer.close()

            self._listeners[port] = await asyncio.start_server(serve, "127.0.0.1", 0)
        number: int = self._listeners[port].sockets[0].getsockname()[1]
        return number

    async def _carry(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        stream = await self._ports.connect(f"tcp:{port}")
        if stream is None:
            return
        tasks = {asyncio.ensure_future(_up(reader, stream)), asyncio.ensure_future(_down(stream, writer))}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            with contextlib.suppress(ConnectionError):
                await stream.close()


async def _up(reader: asyncio.StreamReader, stream: AdbStream) -> None:
    with contextlib.suppress(StreamClosed, ConnectionError):
        while data := await reader.read(_CHUNK):
            await stream.write(data)


async def _down(stream: AdbStream, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(StreamClosed, ConnectionError):
        while data := await stream.read():
            writer.write(data)
            await writer.drain()
