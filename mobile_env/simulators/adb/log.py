"""The log of a device as it comes over adb, with a way to know that nothing is still on its way."""

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
    """Follows the log on a thread of its own from `start` on.

    A line that an action wrote may arrive after the action's answer. So that it is counted for its own step,
    a mark is written into the log, and read until it comes: `mark_command` gives the device's command that
    writes it, for one round trip together with the input itself.

    Args:
      client: the device.
    """

    def __init__(self, client: AdbClient) -> None:
        self._client = client
        # Nobody else's marks may be taken for ours: the log keeps those of earlier readers.
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
        """Whether the log was started, and not stopped."""
        return self._connection is not None

    def start(self) -> None:
        """Begins to follow; what was logged before is not read.

        Raises:
          AdbError: the device does not give its log.
        """
        self.stop()
        self._lines, self._ended = [], ""
        # Marks are numbered on: one of an earlier start, which the log may still give, is none of this one.
        self._first = self._written + 1
        connection = self._client.open("exec:logcat -v epoch -v usec -T 1", PATIENCE_SECONDS)
        connection.settimeout(None)
        self._connection = connection
        threading.Thread(target=self._follow, args=(connection,), name="device-log", daemon=True).start()
        self.write_mark()
        self.drain()

    def stop(self) -> None:
        """Follows no more; harmless when called twice."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads
            connection.close()

    def mark_command(self) -> str:
        """A shell command that writes the next mark."""
        self._written += 1
        return f"log -t {MARK_TAG} {self._token(self._written)}"

    def drain(self) -> list[LogLine]:
        """Lines since the last call, up to the last mark at least.

        Raises:
          AdbError: the log ended, or the mark does not come.
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
        """Lines since the last call, up to the end of a log whose device is about to go.

        Raises:
          AdbError: it does not end in so many seconds.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._ended), seconds):
                raise AdbError(f"the device did not go down in {seconds:.0f} s")
            lines, self._lines = self._lines, []
            return lines

    def put_back(self, lines: list[LogLine]) -> None:
        """Lines that were drained come before those of the next call."""
        with self._changed:
            self._lines[:0] = lines

    def write_mark(self) -> None:
        """Writes a mark by a command of its own.

        Raises:
          AdbError: the device does not take it.
        """
        result = self._client.shell(self.mark_command(), PATIENCE_SECONDS)
        if result.exit_code:
            raise AdbError(f"the device writes no log: {result.output.decode('utf-8', 'replace').strip()}")

    def _token(self, number: int) -> str:
        # Marks of other readers of the same log mean nothing here.
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
                        self._lines.clear()  # what was there before
                    self._read = max(self._read, int(number))
            self._changed.notify_all()
