"""`reverse:` and `tcp:`: ports on the phone that lead to a host, and connections to these ports."""

from __future__ import annotations

import asyncio
import itertools
from typing import Final

from mobile_env.phone.wire.adb.connection import AdbConnection
from mobile_env.phone.wire.adb.service import Request
from mobile_env.phone.wire.adb.stream import AdbStream, StreamClosed

_FIRST_FREE: Final = 40_000
_LAST_PORT: Final = 65_535
MOST_PORTS: Final = 256
# What a phone can listen on. Only its TCP ports mean something here.
_LOCAL_NAMES: Final = ("tcp", "localabstract", "localreserved", "localfilesystem")


class ReversePorts:
    """The listeners on the phone: addresses of the phone, and the host addresses to which they lead.

    The phone opens no socket of its machine. A connection to one of its addresses becomes a stream to the host that
    requested the listener, and that host's adb connects to the requested address.
    """

    def __init__(self) -> None:
        self._listeners: dict[str, tuple[AdbConnection, str]] = {}

    def listen(self, local: str, remote: str, connection: AdbConnection, *, rebind: bool = True) -> str:
        """Lets an address lead to a host.

        Args:
          local: address on the phone, `tcp:0` for any free port.
          remote: address on the host.
          connection: the way to that host.
          rebind: whether the address may be taken already.

        Returns:
          The address; for `tcp:0` with the port that was found.

        Raises:
          ValueError: no address, or none that is free; the text is what adb shows.
        """
        kind, _, name = local.partition(":")
        if kind not in _LOCAL_NAMES or not name or not remote:
            raise ValueError(f"bad reverse: {local};{remote}")
        if kind == "tcp":
            if not name.isdecimal() or int(name) > _LAST_PORT:
                raise ValueError(f"bad port number '{name}'")
            if int(name) == 0:
                ports = (f"tcp:{port}" for port in itertools.count(_FIRST_FREE))
                local = next(port for port in ports if port not in self._listeners)
        if local in self._listeners and not rebind:
            raise ValueError("cannot rebind existing socket")
        if len(self._listeners) >= MOST_PORTS:
            raise ValueError(f"more than {MOST_PORTS} reverse sockets")
        self._listeners[local] = (connection, remote)
        return local

    def stop(self, local: str) -> bool:
        """Stops listening on an address. Returns whether there was a listener."""
        return self._listeners.pop(local, None) is not None

    def stop_all(self, connection: AdbConnection | None = None) -> None:
        """Stops listening on all addresses, or on the addresses that lead to one host."""
        for local, (owner, _) in list(self._listeners.items()):
            if connection is None or owner is connection:
                del self._listeners[local]

    def addresses(self) -> list[tuple[str, str]]:
        """(address on the phone, address on the host), sorted."""
        return sorted((local, remote) for local, (_, remote) in self._listeners.items())

    def listens(self, local: str) -> bool:
        """Whether there is a listener for the address."""
        return local in self._listeners

    async def connect(self, local: str) -> AdbStream | None:
        """Connects to an address of the phone; None if the host refuses."""
        found = self._listeners.get(local)
        return await found[0].open(found[1]) if found is not None else None


async def reverse_service(stream: AdbStream, request: Request) -> None:
    """`reverse:forward:LOCAL;REMOTE`, `reverse:killforward:LOCAL`, `…:killforward-all`, `…:list-forward`."""
    verb, _, argument = request.argument.partition(":")
    ports = request.ports
    try:
        if verb == "list-forward":
            # The first column names the host's side of the connection.
            text = "".join(f"host-1 {local} {remote}\n" for local, remote in ports.addresses())
            await stream.write(_sized(text))
        elif verb == "killforward-all":
            ports.stop_all()
            await stream.write(b"OKAY")
        elif verb == "killforward":
            if not ports.stop(argument):
                raise ValueError(f"listener '{argument}' not found")
            await stream.write(b"OKAY")
        elif verb == "forward":
            free = argument.removeprefix("norebind:")
            local, _, remote = free.partition(";")
            found = ports.listen(local, remote, request.connection, rebind=free is argument)
            chosen = _sized(found.removeprefix("tcp:")) if local == "tcp:0" else b""
            await stream.write(b"OKAY" + chosen)
        else:
            raise ValueError(f"unknown reverse request '{verb}'")
    except ValueError as error:
        await stream.write(b"FAIL" + _sized(str(error)))


async def connect_service(stream: AdbStream, request: Request) -> None:
    """`tcp:PORT`, `localabstract:NAME`, …: bytes to and from what listens there."""
    other = await request.ports.connect(request.name)
    if other is None:
        return
    tasks = {asyncio.ensure_future(_copy(stream, other)), asyncio.ensure_future(_copy(other, stream))}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        await stream.flush()
    finally:
        for task in tasks:
            task.cancel()
        await other.close()


async def _copy(source: AdbStream, target: AdbStream) -> None:
    try:
        while data := await source.read():
            await target.write(data)
        await target.flush()
    except StreamClosed:
        pass


def _sized(text: str) -> bytes:
    """A text as the smart socket sends it: its length in four hexadecimal digits, then itself."""
    data = text.encode("utf-8", "surrogateescape")
    return b"%04x" % len(data) + data
