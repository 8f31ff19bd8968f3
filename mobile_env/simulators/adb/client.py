"""A client of the adb server for one device. It uses the server's smart socket, without starting a process per
call.

The protocol is documented in packages/modules/adb/OVERVIEW.TXT and SERVICES.TXT.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import subprocess
import time
from collections.abc import Iterator, Sequence
from typing import Final

from android_env.components import errors

from mobile_env.simulators.adb import binary as adb_binary
from mobile_env.simulators.contract import AdbResult

DEFAULT_TIMEOUT: Final = 120.0
CONNECT_SECONDS: Final = 5.0
_HEADER: Final = struct.Struct("<BI")
_STDIN_CLOSE = 4
_OUTPUTS = (1, 2)
_EXIT = 3


class AdbError(errors.SimulatorError):
    """The adb server or the device does not answer, or gives an unexpected answer."""


class AdbClient:
    """Talks to one device.

    Args:
      serial: the device's adb serial number.
      server_port: port of the adb server; by default `server_port()`.
      adb_path: the adb program, for commands that the server cannot run; searched for when it is needed.
    """

    def __init__(self, serial: str, *, server_port: int | None = None, adb_path: str | None = None) -> None:
        self.serial = serial
        self.server_port = adb_binary.server_port() if server_port is None else server_port
        self._adb_path = adb_path
        self._features: frozenset[str] | None = None

    @property
    def adb_path(self) -> str:
        """Path of the adb program.

        Raises:
          NoAdbError: there is no adb program.
        """
        if self._adb_path is None:
            self._adb_path = adb_binary.find_adb()
        return self._adb_path

    # The server and the device.

    def connect(self, timeout: float) -> None:
        """Starts the server if it is not running, and waits for the device.

        Raises:
          AdbError: the device does not appear in time. The text lists the devices that the server knows.
        """
        self._features = None
        self.start_server()
        deadline = time.monotonic() + timeout
        while True:
            try:
                # Ask the device itself: after a loss, the server may still show the old connection.
                if self.exec_out("echo connected", timeout=CONNECT_SECONDS).strip() == b"connected":
                    return
                reason = "it does not run commands"
            except (AdbError, TimeoutError) as error:
                reason = str(error)
            if time.monotonic() >= deadline:
                raise AdbError(
                    f"device {self.serial!r} did not answer in {timeout:g} s: {reason} "
                    f"(adb on port {self.server_port} knows: {self._known()})"
                )
            time.sleep(0.05)

    def start_server(self) -> None:
        """Starts the adb server if it is not running.

        Raises:
          AdbError: the server does not start.
          NoAdbError: the server is not running, and there is no adb program.
        """
        with contextlib.suppress(AdbError):
            self._ask_server("host:version")
            return
        command = [self.adb_path, "-P", str(self.server_port), "start-server"]
        try:
            done = subprocess.run(command, capture_output=True, timeout=30.0, stdin=subprocess.DEVNULL)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise AdbError(f"the adb server does not start: {error}") from error
        if done.returncode:
            raise AdbError(f"the adb server does not start: {done.stderr.decode('utf-8', 'replace').strip()}")

    def devices(self) -> dict[str, str]:
        """Returns serial numbers and states (device, offline, unauthorized, …) of all devices that the server
        knows.

        Raises:
          AdbError: the server is not running.
        """
        listed = self._ask_server("host:devices").decode("utf-8", "replace")
        rows = (line.partition("\t") for line in listed.splitlines())
        return {serial: state for serial, _, state in rows}

    def _known(self) -> str:
        with contextlib.suppress(AdbError):
            return ", ".join(f"{serial} {state}" for serial, state in self.devices().items()) or "no device"
        return "nothing, it is not running"

    @property
    def features(self) -> frozenset[str]:
        """Features of the device's adb daemon, such as `shell_v2`."""
        if self._features is None:
            answer = self._ask_server(f"host-serial:{self.serial}:features").decode()
            self._features = frozenset(answer.strip().split(","))
        return self._features

    # Commands.

    def shell(self, command: str, timeout: float | None = None) -> AdbResult:
        """Runs a command line in the device's shell, with empty standard input.

        Raises:
          AdbError: the device is lost.
          TimeoutError: it took longer than `timeout` seconds (by default two minutes).
        """
        timeout = DEFAULT_TIMEOUT if timeout is None else timeout
        if "shell_v2" not in self.features:
            marker = "exit code: "
            everything = self._all(f"shell:{command}\necho {marker}$?", timeout)
            printed, _, code = everything.rpartition(marker.encode())
            return AdbResult(printed, int(code) if code.strip().isdigit() else 1)
        with contextlib.closing(self.open(f"shell,v2,raw:{command}", timeout)) as connection:
            deadline = time.monotonic() + timeout
            with _device_errors(self.serial):
                connection.sendall(_HEADER.pack(_STDIN_CLOSE, 0))
                output = bytearray()
                while True:
                    kind, length = _HEADER.unpack(_receive(connection, _HEADER.size, deadline))
                    data = _receive(connection, length, deadline)
                    if kind in _OUTPUTS:
                        output += data
                    elif kind == _EXIT:
                        return AdbResult(bytes(output), data[0])

    def exec_out(self, command: str, timeout: float | None = None) -> bytes:
        """Runs a command and returns its output unchanged, without an exit code.

        Raises:
          AdbError: the device is lost.
          TimeoutError: it took longer than `timeout` seconds.
        """
        return self._all(f"exec:{command}", DEFAULT_TIMEOUT if timeout is None else timeout)

    def run(self, args: Sequence[str], timeout: float | None = None) -> AdbResult:
        """Runs `adb -s SERIAL <args>`. A shell command is run without starting a process.

        Raises:
          AdbError: the device is lost.
          TimeoutError: it took longer than `timeout` seconds.
        """
        words = list(args)
        if len(words) > 1 and words[0] == "shell" and not words[1].startswith("-"):
            return self.shell(" ".join(words[1:]), timeout)
        command = [self.adb_path, "-P", str(self.server_port), "-s", self.serial, *words]
        try:
            done = subprocess.run(
                command,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                timeout=DEFAULT_TIMEOUT if timeout is None else timeout,
            )
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"`adb {' '.join(words)}` took longer than {timeout} s") from None
        except OSError as error:
            raise AdbError(f"cannot run {self.adb_path}: {error.strerror}") from error
        return AdbResult(done.stdout, done.returncode & 0xFF)

    def open(self, service: str, timeout: float) -> socket.socket:
        """Opens a service of the device, such as `exec:logcat` or `tcp:9008`.

        Raises:
          AdbError: the server or the device refuses.
        """
        connection = self._connect(timeout)
        try:
            with _device_errors(self.serial):
                _request(connection, f"host:transport:{self.serial}", timeout)
                _request(connection, service, timeout)
        except BaseException:
            connection.close()
            raise
        return connection

    def _all(self, service: str, timeout: float) -> bytes:
        deadline = time.monotonic() + timeout
        with contextlib.closing(self.open(service, timeout)) as connection:
            chunks = []
            with _device_errors(self.serial):
                while chunk := _receive_some(connection, 1 << 20, deadline):
                    chunks.append(chunk)
        return b"".join(chunks)

    def _connect(self, timeout: float) -> socket.socket:
        try:
            connection = socket.create_connection(
                ("127.0.0.1", self.server_port), min(timeout, CONNECT_SECONDS)
            )
        except OSError as error:
            raise AdbError(f"no adb server on port {self.server_port}: {error}") from error
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def _ask_server(self, request: str) -> bytes:
        with contextlib.closing(self._connect(CONNECT_SECONDS)) as connection, _device_errors(self.serial):
            _request(connection, request, CONNECT_SECONDS)
            deadline = time.monotonic() + CONNECT_SECONDS
            return _receive(connection, int(_receive(connection, 4, deadline), 16), deadline)


@contextlib.contextmanager
def _device_errors(serial: str) -> Iterator[None]:
    """Turns a broken connection into AdbError, the error of a lost device. Lets TimeoutError pass."""
    try:
        yield
    except TimeoutError:
        raise
    except (OSError, EOFError, ValueError) as error:
        raise AdbError(f"the connection to device {serial!r} broke: {error}") from error


def _request(connection: socket.socket, text: str, timeout: float) -> None:
    data = text.encode("utf-8", "surrogateescape")
    connection.settimeout(timeout)
    connection.sendall(b"%04x" % len(data) + data)
    deadline = time.monotonic() + timeout
    status = _receive(connection, 4, deadline)
    if status == b"FAIL":
        reason = _receive(connection, int(_receive(connection, 4, deadline), 16), deadline)
        raise AdbError(f"adb refuses {text.partition(':')[0]}: {reason.decode('utf-8', 'replace')}")
    if status != b"OKAY":
        raise AdbError(f"adb answers {status!r}")


def _receive(connection: socket.socket, count: int, deadline: float) -> bytes:
    data = bytearray()
    while len(data) < count:
        chunk = _receive_some(connection, count - len(data), deadline)
        if not chunk:
            raise EOFError("it was closed in the middle of an answer")
        data += chunk
    return bytes(data)


def _receive_some(connection: socket.socket, count: int, deadline: float) -> bytes:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the device takes too long")
    connection.settimeout(left)
    return connection.recv(count)
