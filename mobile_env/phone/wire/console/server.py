"""The emulator's console: text lines over TCP, for `adb emu` and `telnet`."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import re
from pathlib import Path
from typing import Final

from mobile_env.phone.wire.console.commands import HELP_PROMPT, answer_line
from mobile_env.phone.wire.console.table import Session
from mobile_env.phone.wire.console.token import (
    TokenFileError,
    default_token_file,
    make_token_file,
    read_token,
)
from mobile_env.phone.wire.phone_thread import PhoneGoneError, PhoneThread
from mobile_env.phone.wire.snapshot_store import SnapshotStore
from mobile_env.phone.wire.virtual_machine import VirtualMachine

_log = logging.getLogger(__name__)

MOST_CLIENTS: Final = 32
LONGEST_LINE: Final = 1 << 16
"""Largest length of a command in bytes."""

# A page in a browser can have it send such lines to any port of its machine.
_HTTP_REQUEST: Final = re.compile(rb"[A-Za-z]{1,16} \S+ HTTP/[0-9.]+\s*")


class Console:
    """The console of one phone, on loopback. Its methods are called on the event loop.

    Args:
      thread: where the phone lives.
      machine: the emulated machine.
      snapshots: the phone's snapshots, touched on its thread.
      port: the TCP port, which names the phone.
      grpc_port: the port of the gRPC services, which the console tells.
      token_file: contains the token that clients must send. It is created if it is missing; if it is empty, no
        token is needed. By default `~/.emulator_console_auth_token`.
    """

    def __init__(
        self,
        thread: PhoneThread,
        machine: VirtualMachine,
        snapshots: SnapshotStore,
        port: int,
        grpc_port: int,
        token_file: Path | None = None,
    ) -> None:
        self._thread = thread
        self._machine = machine
        self._snapshots = snapshots
        self._port = port
        self._grpc_port = grpc_port
        self._token_file = token_file
        # Oldest first.
        self._clients: dict[_Client, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Begins to listen. Without a token file nobody is let in, and the log says why.

        Raises:
          OSError: the port is taken.
        """
        try:
            make_token_file(self._token_path())
        except TokenFileError as error:
            _log.warning("the console on port %d lets nobody in: %s", self._port, error)
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port, limit=LONGEST_LINE)

    async def stop(self) -> None:
        """Cuts all connections and stops listening."""
        if self._server is not None:
            self._server.close()
        for client in list(self._clients):
            client.drop()
        if self._tasks:
            await asyncio.wait(list(self._tasks))

    def _token_path(self) -> Path:
        if self._token_file is None:
            self._token_file = default_token_file()
        return self._token_file

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._has_room():
            writer.close()
            return
        client = _Client(self._thread, reader, writer)
        self._clients[client] = None
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            path = self._token_path()
            session = Session(read_token(path), self._machine, self._snapshots, self._grpc_port)
            await client.run(session, path)
        except TokenFileError as error:
            await client.refuse(f"unable to tell who may use the console: {error}")
        finally:
            self._clients.pop(client, None)
            self._tasks.discard(task)

    def _has_room(self) -> bool:
        """Whether one more client can be served. If not, the oldest client without authentication is
        disconnected."""
        if len(self._clients) >= MOST_CLIENTS:
            stranger = next((each for each in self._clients if not each.admitted), None)
            if stranger is None:
                return False
            stranger.drop()
            del self._clients[stranger]
        return True


class _Client:
    """A connection to the console."""

    def __init__(
        self, thread: PhoneThread, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._thread = thread
        self._reader = reader
        self._writer = writer
        self._session: Session | None = None

    @property
    def admitted(self) -> bool:
        return self._session is not None and self._session.admitted

    async def run(self, session: Session, token_file: Path) -> None:
        """Greets the client and answers its lines until it disconnects."""
        self._session = session
        session.admitted = not session.token
        try:
            await self._write(_greeting(session, token_file))
            while not session.ended and (line := await self._read_line()) is not None:
                await self._write(await self._answer(session, line))
            await self._close()
        except (OSError, PhoneGoneError):
            pass
        finally:
            self.drop()
            if session.switching_off:
                session.machine.switch_off()

    async def refuse(self, reason: str) -> None:
        """Tells the client why it is not served, and closes the connection."""
        with contextlib.suppress(OSError):
            await self._write(f"KO: {reason}\r\n")
            await self._close()
        self.drop()

    def drop(self) -> None:
        """Closes the connection at once, without sending pending text."""
        self._writer.transport.abort()

    async def _read_line(self) -> bytes | None:
        """Returns the next line without its end; None at the end of the connection. An incomplete last line
        is ignored."""
        try:
            line = await self._reader.readuntil(b"\n")
        except asyncio.IncompleteReadError:
            return None
        except asyncio.LimitOverrunError:
            await self._write(f"KO: a command has at most {LONGEST_LINE} bytes\r\n")
            return None
        return line.replace(b"\r", b"").rstrip(b"\n")

    async def _answer(self, session: Session, line: bytes) -> str:
        if _HTTP_REQUEST.fullmatch(line):
            session.ended = True
            return "KO: Forbidden HTTP request. Aborting\r\n"
        try:
            text = line.decode()
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            session.ended = True
            return "KO: Forbidden binary request. Aborting\r\n"
        work = functools.partial(answer_line, session=session, line=text)
        try:
            if not session.admitted:  # clients without authentication use no time of the phone
                return work(None)
            return await asyncio.wrap_future(self._thread.submit(work))
        except PhoneGoneError:
            raise
        except Exception:
            _log.exception("the console command %r failed", text[:200])
            return "KO: internal error\r\n"

    async def _write(self, text: str) -> None:
        # A client that does not read is waited for before its next line is read.
        self._writer.write(text.encode("utf-8", "replace"))
        await self._writer.drain()

    async def _close(self) -> None:
        """Closes the connection after everything has been sent. Input that still arrives must not cut off
        the answer."""
        with contextlib.suppress(OSError, TimeoutError):
            self._writer.write_eof()
            async with asyncio.timeout(1.0):
                while await self._reader.read(LONGEST_LINE):
                    pass


def _greeting(session: Session, token_file: Path) -> str:
    if session.admitted:
        return f"{HELP_PROMPT}\r\nOK\r\n"
    # Android Studio recognises a console by its first line.
    return (
        "Android Console: Authentication required\r\n"
        "Android Console: type 'auth <auth_token>' to authenticate\r\n"
        f"Android Console: you can find your <auth_token> in \r\n'{token_file}'\r\nOK\r\n"
    )
