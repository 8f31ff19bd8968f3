"""PhoneServer: serves one embedded phone as an adb device and as an emulator."""

from __future__ import annotations

import asyncio
import functools
import ipaddress
import os
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mobile_env.phone.wire.accessibility.forwarder import AccessibilityForwarder
from mobile_env.phone.wire.accessibility.guest_sockets import GuestSockets
from mobile_env.phone.wire.adb.adbd import Adbd
from mobile_env.phone.wire.console.server import Console
from mobile_env.phone.wire.control.controller import EmulatorController
from mobile_env.phone.wire.control.server import GrpcServer, PortTakenError
from mobile_env.phone.wire.control.snapshots import SnapshotService
from mobile_env.phone.wire.phone_thread import PhoneThread
from mobile_env.phone.wire.snapshot_store import SnapshotStore
from mobile_env.phone.wire.uiautomator2 import app as uiautomator2_app
from mobile_env.phone.wire.uiautomator2.atx_agent import AtxAgent
from mobile_env.phone.wire.virtual_machine import DEFAULT_AVD_NAME, VirtualMachine

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

DEFAULT_ADB_SERVER: Final = 5037
GRPC_OFFSET: Final = 3000
"""Default distance between the console port and the gRPC port, as in the emulator."""
LEAST_TOKEN: Final = 16
"""Smallest length of a token for an address that others can reach."""
_LAST_CONSOLE_PORT: Final = 65_534


class UnsafeAddressError(ValueError):
    """Others can reach the address, and the token is missing or too short."""


class PhoneServer:
    """Serves a phone to adb servers and gRPC clients. Many clients may connect; their requests are carried out
    one by one.

    Args:
      make: makes the phone, on the thread where it will live.
      console_port: the port of the console, which names the phone: `emulator-<console_port>`; adb has the next one.
      grpc_port: port of the emulator's gRPC services; by default the console's plus 3000.
      host: address of the gRPC services. adb, which knows no token, and the console stay on loopback.
      token: what gRPC callers must send; 16 characters or more if `host` is not loopback.
      adb_servers: ports of adb servers of this machine that are told of the phone.
      real_time: whether the phone's clock also moves with the wall's.
      avd_name: what clients are told that the virtual device is called.
      console_token_file: holds the token that the console asks for, none if it is empty; made if there is none.
        By default `~/.emulator_console_auth_token`, where `adb emu` looks for it.

    Raises:
      UnsafeAddressError: others could reach the phone without a token, or by one that is soon guessed.
      ValueError: a port is out of range.
    """

    def __init__(
        self,
        make: Callable[[], Phone],
        *,
        console_port: int = 5554,
        grpc_port: int | None = None,
        host: str = "127.0.0.1",
        token: str = "",
        adb_servers: Sequence[int] = (DEFAULT_ADB_SERVER,),
        real_time: bool = False,
        avd_name: str = DEFAULT_AVD_NAME,
        console_token_file: Path | None = None,
    ) -> None:
        if not 0 < console_port <= _LAST_CONSOLE_PORT:
            raise ValueError(f"console port {console_port} is not between 1 and {_LAST_CONSOLE_PORT}")
        self.console_port = console_port
        self.adb_port = console_port + 1
        self.grpc_port = console_port + GRPC_OFFSET if grpc_port is None else grpc_port
        if not 0 < self.grpc_port < 65_536:
            raise ValueError(f"gRPC port {self.grpc_port} is not between 1 and 65535")
        if len(token) < LEAST_TOKEN and not is_loopback(host):
            raise UnsafeAddressError(
                f"{host} can be reached by others: give a token of {LEAST_TOKEN} characters or more, or stay on "
                "loopback (127.0.0.1)"
            )
        self._closed = False
        self._off = threading.Event()
        self._thread = PhoneThread(
            functools.partial(_prepared, make, avd_name), real_time=real_time, name=f"phone-{console_port}"
        )
        self._loop = asyncio.new_event_loop()
        self._loop_thread = threading.Thread(
            target=self._loop.run_forever, name=f"adbd-{self.adb_port}", daemon=True
        )
        self._adbd = Adbd(self._thread, self.adb_port, adb_servers)
        AtxAgent(self._thread, self._adbd.local)
        self._sockets = GuestSockets(self._loop, self._adbd.ports)
        self._forwarder = AccessibilityForwarder(self._thread, self._sockets.address)
        machine = VirtualMachine(self._thread, self._off.set, self.drop_adb_connections, avd_name)
        snapshots = SnapshotStore()
        self._console = Console(
            self._thread, machine, snapshots, console_port, self.grpc_port, console_token_file
        )
        controller = EmulatorController(self._thread, machine)
        service = SnapshotService(self._thread, snapshots)
        self._grpc = GrpcServer(host, self.grpc_port, controller, service, token)

    @property
    def serial(self) -> str:
        """The phone's adb serial number."""
        return f"emulator-{self.console_port}"

    @property
    def phone(self) -> PhoneThread:
        """The phone's thread, for direct access to the phone."""
        return self._thread

    def start(self) -> None:
        """Boots the phone and begins to serve it.

        Raises:
          OSError: a port is taken; says which.
        """
        self._loop_thread.start()
        try:
            self._thread.start()
            self._listen(self._console.start(), self.console_port, "the console")
            self._listen(self._adbd.start(), self.adb_port, "adb")
            self._grpc.start()
            self._forwarder.start()
        except BaseException:
            self.close()
            raise

    def _listen(self, start: Coroutine[Any, Any, None], port: int, what: str) -> None:
        try:
            asyncio.run_coroutine_threadsafe(start, self._loop).result()
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else str(error)
            raise PortTakenError(
                f"cannot listen on 127.0.0.1:{port} for {what} ({reason}): choose another console port"
            ) from None

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until a client switches the phone off; False if that did not happen in `timeout` seconds."""
        return self._off.wait(timeout)

    def drop_adb_connections(self) -> None:
        """Closes all adb connections, like a phone that restarts. The phone is announced again."""
        self._loop.call_soon_threadsafe(self._adbd.drop_connections)

    def close(self) -> None:
        """Shuts the phone down and stops serving. Calling it twice is harmless."""
        if self._closed:
            return
        self._closed = True
        self._off.set()
        self._forwarder.close()
        self._grpc.stop()
        if self._loop_thread.is_alive():
            for stop in (self._sockets.close(), self._console.stop(), self._adbd.stop()):
                asyncio.run_coroutine_threadsafe(stop, self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._loop_thread.join()
        self._thread.close()
        self._loop.close()

    def __enter__(self) -> PhoneServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _prepared(make: Callable[[], Phone], avd_name: str) -> Phone:
    """A phone as clients expect it.

    Its properties tell the AVD's name, as emulators' do; one that tells a name already keeps it. uiautomator2's app
    is there: the version of the client that needs atx-agent would fetch it from the Internet.
    """
    phone = make()
    phone.state.properties.set("ro.boot.qemu.avd_name", avd_name)
    uiautomator2_app.install(phone)
    return phone


def is_loopback(host: str) -> bool:
    """Whether an address can only be reached from this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
