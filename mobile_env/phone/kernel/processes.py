"""Processes of the phone: a pid for each running package, log lines in its name, and what happens when it crashes."""

from __future__ import annotations

import traceback
from typing import Final

from mobile_env.phone.kernel.core import Core
from mobile_env.phone.kernel.events import ProcessDied, ProcessStarted, Reason
from mobile_env.phone.state.logcat import LogBuffer
from mobile_env.phone.state.packages import PackageTable
from mobile_env.phone.state.pids import SYSTEM_SERVER, ProcessTable

_FRAMES: Final = 16
_SYSTEM_PACKAGES: Final = ("android", "com.android.shell")
_SYSTEM_UID: Final = 1000


class Processes:
    """Runs packages as processes. Pids are handed out in order of start, so they are the same in every run."""

    def __init__(self, kernel: Core) -> None:
        self._kernel = kernel

    @property
    def _table(self) -> ProcessTable:
        return self._kernel.part(ProcessTable)

    def pid(self, package: str) -> int:
        """The pid of a package's process, started if it is not running."""
        if package in _SYSTEM_PACKAGES:
            return SYSTEM_SERVER
        running = self._table.pid(package)
        if running is not None:
            return running
        installed = self._kernel.part(PackageTable).get(package)
        pid = self._table.start(package, installed.uid if installed else _SYSTEM_UID).pid
        self._kernel.emit(ProcessStarted(package, pid))
        return pid

    def running(self, package: str) -> bool:
        """Whether a package has a process."""
        return self._table.pid(package) is not None

    def kill(self, package: str, reason: Reason) -> bool:
        """Ends a package's process; returns whether there was one."""
        killed = self._table.stop(package)
        if killed:
            self._kernel.emit(ProcessDied(package, reason))
        return killed

    def log(self, package: str, level: str, tag: str, message: str, *, buffer: str = "main") -> None:
        """Writes a log line as that package's process."""
        pid = self.pid(package)
        self._kernel.part(LogBuffer).write(level, tag, message, pid=pid, tid=pid, buffer=buffer)

    def log_system(self, level: str, tag: str, message: str) -> None:
        """Writes a log line as system_server."""
        self.log("android", level, tag, message, buffer="system")

    def crash(self, package: str, error: BaseException) -> None:
        """An app's code threw: the log gets what AndroidRuntime writes, and the process dies."""
        lines = ["FATAL EXCEPTION: main", f"Process: {package}, PID: {self.pid(package)}"]
        # What went wrong first, as a Java trace has it: a long message is cut at its end.
        lines += "".join(traceback.format_exception_only(error)).splitlines()
        lines += "".join(traceback.format_tb(error.__traceback__, limit=-_FRAMES)).splitlines()
        self.log(package, "E", "AndroidRuntime", "\n".join(lines), buffer="crash")
        self._table.stop(package)
        self._kernel.emit(ProcessDied(package, "crash", error))
