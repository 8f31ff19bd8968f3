"""The emulated machine as a whole: its name, whether it runs, and how it is switched off or booted anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mobile_env.phone.wire.phone_thread import PhoneThread

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

DEFAULT_AVD_NAME: Final = "mobile_env"


class VirtualMachine:
    """What the console and the gRPC services both know and change.

    Args:
      thread: where the phone lives.
      switch_off: called when a client switches the phone off; must not wait for the server to stop.
      restart_adb: called when the phone was booted anew.
      avd_name: what the emulator calls its virtual device.
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
        """Whether the phone's clock may move with the wall's. A phone that is paused still answers."""
        return self._thread.running

    def set_running(self, running: bool) -> None:
        """Pauses the machine or lets it go on; on the phone's thread, so that time until now has passed."""
        self._thread.running = running

    def switch_off(self) -> None:
        """The phone is to be switched off; returns at once."""
        self._switch_off()

    def restart(self, phone: Phone) -> None:
        """Boots the phone anew, on its thread; adb's connections are cut and come again."""
        phone.reboot()
        self._restart_adb()
