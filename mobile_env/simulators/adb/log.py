"""Reads the log of a device over adb, with marks that show when all lines of an action have arrived."""

from __future__ import annotations

import contextlib
import secrets
import socket
import threading
from typing import Final

from mobile_env.signals.contract import LogLine, parse_epoch_line
from mobile_env.simulators.adb.client import AdbClient, AdbError

MARK_TAG: Final = "MobileEnvMark"
PATIENCE_SECONDS: Final = 10.0
_CHUNK: Final = 1 << 16


class DeviceLog:
    """Follows the log on its own thread, from `start` on.

    A line that an action wrote may arrive after the answer to the action. To assign the line to the right
    step, a mark is written into the log after the action, and the log is read until the mark arrives.
    `mark_command` returns the shell command that writes the mark, so that the action and the mark need only one
    round trip.

    Args:
      client: the device.
    """

    def __init__(self, client: AdbClient) -> None:
        self._client = client
        # The token makes marks unique, because the log also contains marks of earlier readers.
        self._name = secrets.token_hex(4)
        self._connection: socket.socket | None = None
        self._lines: list[LogLine] = []
        self._changed = threading.Condition()
        self._written = 0
        self._read = 0
        self._first = 1
        self._ended = ""

    @property
    def followed(self) -> bool:
        """Whether the log is being followed."""
        return self._connection is not None

    def start(self) -> None:
        """Starts following the log. Earlier lines are not read.

        Raises:
          AdbError: the log cannot be read.
        """
        self.stop()
        self._lines, self._ended = [], ""
        # Numbering continues, so that marks of an earlier start, which the log may still contain, are not mistaken.
        self._first = self._written + 1
        connection = self._client.open("exec:logcat -v epoch -v usec -T 1", PATIENCE_SECONDS)
        connection.settimeout(None)
        self._connection = connection
        threading.Thread(target=self._follow, args=(connection,), name="device-log", daemon=True).start()
        self.write_mark()
        self.drain()

    def stop(self) -> None:
        """Stops following. Calling it twice is harmless."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)  # wakes the reading thread
            connection.close()

    def mark_command(self) -> str:
        """Returns a shell command that writes the next mark."""
        self._written += 1
        return f"log -t {MARK_TAG} {self._token(self._written)}"

    def drain(self) -> list[LogLine]:
        """Returns the lines since the last call. Waits until the last mark has arrived.

        Raises:
          AdbError: the log ended, or the mark does not arrive.
        """
        with self._changed:
            arrived = self._changed.wait_for(
                lambda: self._read >= self._written or bool(self._ended), PATIENCE_SECONDS
            )
            lines, self._lines = self._lines, []
            if self._ended:
                raise AdbError(f"the device's log ended: {self._ended}")
            if not arrived:
                raise AdbError(f"the device's log is silent for {PATIENCE_SECONDS:g} s")
            return lines

    def drain_to_end(self, seconds: float) -> list[LogLine]:
        """Returns the lines since the last call, up to the end of the log. For a device that is about to shut down.

        Raises:
          AdbError: the log does not end within `seconds`.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._ended), seconds):
                raise AdbError(f"the device did not go down in {seconds:.0f} s")
            lines, self._lines = self._lines, []
            return lines

    def put_back(self, lines: list[LogLine]) -> None:
        """Puts drained lines back, before the lines of the next call."""
        with self._changed:
            self._lines[:0] = lines

    def write_mark(self) -> None:
        """Writes a mark with a separate command.

        Raises:
          AdbError: the device refuses the command.
        """
        result = self._client.shell(self.mark_command(), PATIENCE_SECONDS)
        if result.exit_code:
            raise AdbError(f"the device writes no log: {result.output.decode('utf-8', 'replace').strip()}")

    def _token(self, number: int) -> str:
        # Ignore marks of other readers of the same log.
        return f"{self._name}-{number}"

    def _follow(self, connection: socket.socket) -> None:
        rest, reason = b"", "the connection was closed"
        try:
            while chunk := connection.recv(_CHUNK):
                *complete, rest = (rest + chunk).split(b"\n")
                self._take(connection, complete)
        except OSError as error:
            reason = str(error)
        with self._changed:
            if self._connection is connection:
                self._ended = reason
            self._changed.notify_all()

    def _take(self, connection: socket.socket, raw: list[bytes]) -> None:
        lines = [parse_epoch_line(line.decode("utf-8", "replace")) for line in raw]
        with self._changed:
            if self._connection is not connection:
                return
            for line in lines:
                if line is None:
                    continue
                if line.tag != MARK_TAG:
                    self._lines.append(line)
                    continue
                own, _, number = line.message.rpartition("-")
                if own == self._name and number.isdigit():
                    if int(number) == self._first:
                        self._lines.clear()  # lines logged before the start
                    self._read = max(self._read, int(number))
            self._changed.notify_all()
