"""Handles adb commands that restart a device or its adb daemon: waits and connects again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from mobile_env.simulators.adb.client import AdbError
from mobile_env.simulators.adb.signals import INPUT_SECONDS, AdbSignals
from mobile_env.simulators.contract import AdbResult

DAEMON_SECONDS: Final = 30.0
"""How long an adb daemon may take to restart, in seconds."""
BOOT_SECONDS: Final = 300.0
"""How long a device may take to shut down and boot, in seconds."""
_POLL_SECONDS: Final = 0.2
_SHELL_REBOOTS: Final = (["reboot"], ["svc", "power", "reboot"])


class RestartableSignals(AdbSignals):
    """`AdbSignals` whose `adb` does not take `root`, `unroot` and `reboot` for a loss of the device.

    These commands return when the device is back and has booted. Log lines of before the restart are kept; lines
    that are logged while the daemon restarts or the device boots are not read.
    """

    def adb(self, args: Sequence[str], timeout: float | None = None) -> AdbResult:
        """Runs `adb <args>` for this device.

        Raises:
          AdbError: the device is lost, or does not come back.
          TimeoutError: it took longer than `timeout` seconds.
        """
        boots = reboots(args)
        if self._log.followed and (boots or list(args[:1]) in (["root"], ["unroot"])):
            # What was logged before has to arrive before the log ends.
            self._log.put_back(self.drain_log())
        try:
            result = super().adb(args, timeout)
        except AdbError:
            if not boots or args[0] != "shell":
                raise
            result = AdbResult(b"", 0)  # the shell ended with the device
        # A device that was not launched has no connection to restore.
        if self._log.followed and result.exit_code == 0 and (boots or _restarts_daemon(args, result)):
            self._come_back(boots=boots)
        return result

    def _come_back(self, *, boots: bool) -> None:
        """Waits until a device has gone down, and connects to it again.

        Raises:
          AdbError: the device does not go down, or does not come back.
        """
        deadline = time.monotonic() + (BOOT_SECONDS if boots else DAEMON_SECONDS)
        # Until the log ends, the old system or daemon may still answer.
        lines = self._log.drain_to_end(deadline - time.monotonic())
        while boots and not self._booted():
            if time.monotonic() >= deadline:
                raise AdbError(f"device {self.client.serial!r} did not boot in {BOOT_SECONDS:g} s")
            time.sleep(_POLL_SECONDS)
        self._connect(max(deadline - time.monotonic(), 0.0))
        self._log.put_back(lines)

    def _booted(self) -> bool:
        try:
            answer = self.client.shell("getprop sys.boot_completed", INPUT_SECONDS)
        except (AdbError, TimeoutError):  # the connection comes and goes during the boot
            return False
        return answer.output.strip() == b"1"


def reboots(args: Sequence[str]) -> bool:
    """Whether an adb command reboots the device."""
    words = [word for arg in args[1:] for word in arg.split()]
    if args[:1] == ["reboot"]:
        return True
    return args[:1] == ["shell"] and any(words == command for command in _SHELL_REBOOTS)


def _restarts_daemon(args: Sequence[str], result: AdbResult) -> bool:
    """Whether `adb root` restarted the daemon ("restarting adbd as root"), and was not root already."""
    return args[0] in ("root", "unroot") and result.output.startswith(b"restarting")
