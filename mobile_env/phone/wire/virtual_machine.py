"""The emulated machine: its name, whether it is running, and how it is shut down or rebooted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mobile_env.phone.wire.phone_thread import PhoneThread

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

DEFAULT_AVD_NAME: Final = "mobile_env"


class VirtualMachine:
    """State that the console and the gRPC services share.

    Args:
      thread: the phone's thread.
      switch_off: called when a client shuts the phone down; must not wait for the server to stop.
      restart_adb: called after the phone has rebooted.
      avd_name: the emulator's name for its virtual device.
    """

    def __init__(
        self,
        thread: PhoneThread,
        switch_off: Callable[[], None],
        restart_adb: Callable[[], None],
        avd_name: str = DEFAULT_AVD_NAME,
    ) -> None:
        self._thread = thread
        self._switch_off = switch_off
        self._restart_adb = restart_adb
        self.avd_name = avd_name

    @property
    def running(self) -> bool:
        """Whether the phone's clock may follow wall-clock time. A paused phone still answers."""
        return self._thread.running

    def set_running(self, running: bool) -> None:
        """Pauses or resumes the machine. Called on the phone's thread, so that the elapsed time is counted."""
        self._thread.running = running

    def switch_off(self) -> None:
        """Shuts the phone down. Returns at once."""
        self._switch_off()

    def restart(self, phone: Phone) -> None:
        """Reboots the phone, on its thread. adb connections are closed and come back."""
        phone.reboot()
        self._restart_adb()
