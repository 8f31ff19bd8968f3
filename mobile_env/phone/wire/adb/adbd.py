"""The phone's adb daemon: listens on a TCP port and announces itself to running adb servers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mobile_env.phone.wire.adb.connection import AdbConnection, Handler
from mobile_env.phone.wire.adb.framebuffer import framebuffer_service
from mobile_env.phone.wire.adb.local_ports import LocalPorts
from mobile_env.phone.wire.adb.reverse_ports import ReversePorts, connect_service, reverse_service
from mobile_env.phone.wire.adb.service import Request, Service
from mobile_env.phone.wire.adb.shell_service import exec_service, shell_service
from mobile_env.phone.wire.adb.stream import AdbStream
from mobile_env.phone.wire.adb.sync_service import sync_service
from mobile_env.phone.wire.phone_thread import PhoneGoneError, PhoneThread
from mobile_env.phone.wire.power import (
    reboot_service,
    remount_service,
    root_service,
    unroot_service,
)

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

_log = logging.getLogger(__name__)

FEATURES: Final = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "sendrecv_v2")
ANNOUNCE_SECONDS: Final = 1.0
"""Seconds between announcements while no adb server is connected."""
MOST_CONNECTIONS: Final = 32

_SERVICES: Final[dict[str, Service]] = {
    "exec": exec_service,
    "framebuffer": framebuffer_service,
    "reboot": reboot_service,
    "remount": remount_service,
    "reverse": reverse_service,
    "root": root_service,
    "shell": shell_service,
    "sync": sync_service,
    "unroot": unroot_service,
}
_SOCKETS: Final = ("tcp", "localabstract", "localreserved", "localfilesystem", "local")


class Adbd:
    """An adb device on loopback. Its methods are called on the event loop.

    Args:
      thread: where the phone lives.
      port: the TCP port, that of the console plus one.
      adb_servers: ports of adb servers of this machine that are told of the phone.
    """

    def __init__(self, thread: PhoneThread, port: int, adb_servers: Sequence[int]) -> None:
        self._thread = thread
        self._port = port
        self._adb_servers = tuple(adb_servers)
        self._ports = ReversePorts()
        self._local = LocalPorts()
        self._connections: set[AdbConnection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._announcing: asyncio.Task[None] | None = None
        self._banner = ""

    @property
    def ports(self) -> ReversePorts:
        """The listeners on the phone."""
        return self._ports

    @property
    def local(self) -> LocalPorts:
        """What listens on the phone and is a program of it."""
        return self._local

    async def start(self) -> None:
        """Starts listening.

        Raises:
          OSError: the port is in use.
        """
        self._banner = await asyncio.wrap_future(self._thread.submit(_banner))
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        await self._announce()
        self._announcing = asyncio.ensure_future(self._keep_announcing())

    async def stop(self) -> None:
        """Closes all connections and stops listening."""
        if self._announcing is not None:
            self._announcing.cancel()
        if self._server is not None:
            self._server.close()
        self.drop_connections()
        if self._tasks:
            await asyncio.wait(list(self._tasks))

    def drop_connections(self) -> None:
        """Closes all connections, like an adbd that restarts. Adb servers are then notified that the phone
        is back."""
        for connection in list(self._connections):
            connection.drop()

    # Connections.

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._connections) >= MOST_CONNECTIONS:
            writer.close()
            return
        connection = AdbConnection(reader, writer, self._banner, self._find_service)
        self._connections.add(connection)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await connection.run()
        finally:
            self._connections.discard(connection)
            self._ports.stop_all(connection)
            self._tasks.discard(task)

    def _find_service(self, connection: AdbConnection, name: str) -> Handler | None:
        head, _, argument = name.partition(":")
        first, *options = head.split(",")
        request = Request(
            name,
            tuple(options),
            argument,
            self._thread,
            self._ports,
            self._local,
            connection,
            self.drop_connections,
        )
        if first in _SOCKETS:
            program = self._local.handler(name)
            if program is not None:
                return program
            service: Service | None = connect_service if self._ports.listens(name) else None
        else:
            service = _SERVICES.get(first)
        if service is None:
            return None
        found = service

        async def handle(stream: AdbStream) -> None:
            with contextlib.suppress(PhoneGoneError):
                await found(stream, request)

        return handle

    # Being found.

    async def _keep_announcing(self) -> None:
        while True:
            await asyncio.sleep(ANNOUNCE_SECONDS)
            if not any(connection.greeted for connection in self._connections):
                await self._announce()

    async def _announce(self) -> None:
        """Tells adb servers the port, as an emulator does when it starts. Repeating this is harmless."""
        for server in self._adb_servers:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(1.0):
                    _, writer = await asyncio.open_connection("127.0.0.1", server)
                    text = b"host:emulator:%d" % self._port
                    writer.write(b"%04x" % len(text) + text)
                    await writer.drain()
                    writer.close()
                    await writer.wait_closed()


def _banner(phone: Phone) -> str:
    properties = phone.state.properties
    values = {f"ro.product.{key}": properties.get(f"ro.product.{key}") for key in ("name", "model", "device")}
    values["features"] = ",".join(FEATURES)
    return "device::" + "".join(f"{name}={value};" for name, value in values.items())
