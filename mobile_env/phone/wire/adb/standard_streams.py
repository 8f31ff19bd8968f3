"""Standard input, output and error of a command, for both versions of the shell service."""

from __future__ import annotations

from mobile_env.phone.wire.adb import shell_packets
from mobile_env.phone.wire.adb.stream import AdbStream, StreamClosed


class StandardStreams:
    """The streams of a command.

    Args:
      stream: the service's stream.
      v2: whether stdout, stderr and the exit code travel in packets of their own; else both outputs are one
        stream of bytes, and nobody learns of the exit code.
      terminal: whether lines end as on a terminal.
    """

    def __init__(self, stream: AdbStream, *, v2: bool, terminal: bool) -> None:
        self._stream = stream
        self._v2 = v2
        self._terminal = terminal

    async def wait_closed(self) -> None:
        """Returns when the host no longer reads the output."""
        await self._stream.wait_closed()

    async def read_input(self) -> bytes:
        """Returns bytes of stdin, at least one; b"" at the end."""
        if not self._v2:
            return await self._stream.read()
        while True:
            try:
                kind, data = await shell_packets.read_packet(self._stream)
            except StreamClosed:
                return b""
            if kind == shell_packets.CLOSE_STDIN:
                return b""
            if kind == shell_packets.STDIN and data:
                return data

    async def write_output(self, data: bytes) -> None:
        """Writes to stdout."""
        await self._write(shell_packets.STDOUT, data)

    async def write_error(self, data: bytes) -> None:
        """Writes to stderr."""
        await self._write(shell_packets.STDERR, data)

    async def finish(self, exit_code: int) -> None:
        """Sends the exit code, 0 to 255. Nothing can be written afterwards."""
        if self._v2:
            await self._stream.write(shell_packets.encode(shell_packets.EXIT, bytes([exit_code])))

    async def _write(self, kind: int, data: bytes) -> None:
        if not data:
            return
        if self._terminal:
            data = data.replace(b"\n", b"\r\n")
        await self._stream.write(shell_packets.encode(kind, data) if self._v2 else data)
