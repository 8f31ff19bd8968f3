"""Free ports for an emulator, claimed so that parallel launches do not use them."""

from __future__ import annotations

import contextlib
import fcntl
import socket
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import IO, Final

from mobile_env.simulators.emulator.options import AvdOptions
from mobile_env.simulators.emulator.sdk import AvdError

# An adb server that starts later finds emulators by itself if their console ports are at most 5584. The emulator's
# documentation allows ports up to 5682.
_FIRST_CONSOLE: Final = 5554
_CONSOLES: Final = range(_FIRST_CONSOLE, 5683, 2)
_OTHER_CONSOLES: Final = range(6000, 20_000, 2)
_GRPC_OFFSET: Final = 3000
_GRPC: Final = range(8554, 20_000)


class EmulatorPorts:
    """Ports that belong to one emulator until `release`.

    Args:
      options: contains ports to use; the other ports are chosen.
      folder: directory of the claims, the same for all launches of this user.

    Raises:
      AvdError: a given port is in use.
    """

    def __init__(self, options: AvdOptions, folder: Path) -> None:
        self._options = options
        self._folder = folder
        self._claims: list[IO[bytes]] = []
        self.console = self.adb = self.grpc = 0
        self._take()

    def ready(self) -> bool:
        """Chooses new ports if a port has come into use. Returns whether all ports stayed the same.

        Raises:
          AvdError: a given port is in use.
        """
        before = self.console, self.adb, self.grpc
        if not all(is_free(port) for port in before):
            self.release()
            self._take()
        return before == (self.console, self.adb, self.grpc)

    def release(self) -> None:
        """Releases the ports. Calling it twice is harmless."""
        while self._claims:
            self._claims.pop().close()

    def _take(self) -> None:
        options = self._options
        try:
            console = options.console_port
            if console is None and options.adb_port is not None:
                console = options.adb_port - 1
            if console is None:
                self.console = self._first(chain(_CONSOLES, _OTHER_CONSOLES), self._claim_pair)
            else:
                self.console = self._given(console, "console_port", self._claim_pair)
            self.adb = self.console + 1
            if options.grpc_port is None:
                usual = self.console + _GRPC_OFFSET
                self.grpc = self._first(chain([usual], _GRPC), self._claim)
            else:
                self.grpc = self._given(options.grpc_port, "grpc_port", self._claim)
        except BaseException:
            self.release()
            raise

    def _first(self, candidates: Iterable[int], claim: Callable[[int], bool]) -> int:
        for port in candidates:
            if 0 < port < 65_535 and claim(port):
                return port
        raise AvdError("no port is free for an emulator")

    def _given(self, port: int, option: str, claim: Callable[[int], bool]) -> int:
        if not claim(port):
            pair = (
                f"{port} and {port + 1} are not both free"
                if option == "console_port"
                else f"{port} is in use"
            )
            raise AvdError(
                f"{option}: {pair} (another emulator? `adb devices` shows them; without {option}, free ports are "
                "chosen)"
            )
        return port

    def _claim_pair(self, console: int) -> bool:
        """Claims a console port and the next port, which adb uses."""
        held = len(self._claims)
        if self._claim(console) and self._claim(console + 1):
            return True
        while len(self._claims) > held:
            self._claims.pop().close()
        return False

    def _claim(self, port: int) -> bool:
        """Claims a port. Claims are needed because parallel launches do not open their ports before they
        boot."""
        if not 0 < port < 65_536 or not is_free(port):
            return False
        self._folder.mkdir(parents=True, exist_ok=True)
        note = open(self._folder / f"port-{port}", "ab")  # noqa: SIM115 - held until the port is given back
        try:
            fcntl.flock(note, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            note.close()
            return False
        self._claims.append(note)
        return True


def is_free(port: int) -> bool:
    """Whether nothing listens on a loopback port."""
    with contextlib.closing(socket.socket()) as probe:
        # Ignore connections that have just ended.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
