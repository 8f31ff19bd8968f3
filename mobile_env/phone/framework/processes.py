"""Processes of the phone: a pid for each running package, log lines in its name, and what happens when it crashes."""

import traceback
from typing import TYPE_CHECKING

from mobile_env.phone.state.pids import SYSTEM_SERVER

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

_FRAMES = 16
_SYSTEM_PACKAGES = ("android", "com.android.shell")


class Processes:
    """Runs packages as processes. Pids are handed out in order of start, so they are the same in every run."""

    def __init__(self, phone: "Phone") -> None:
        self._phone = phone

    def pid(self, package: str) -> int:
        """The pid of a package's process, started if it is not running."""
        if package in _SYSTEM_PACKAGES:
            return SYSTEM_SERVER
        installed = self._phone.packages.get(package)
        return self._phone.state.processes.start(package, installed.uid if installed else 1000).pid

    def kill(self, package: str) -> bool:
        """True if it was running."""
        return self._phone.state.processes.stop(package)

    def log(self, package: str, level: str, tag: str, message: str, *, buffer: str = "main") -> None:
        """Writes a log line as that package's process."""
        pid = self.pid(package)
        self._phone.state.log.write(level, tag, message, pid=pid, tid=pid, buffer=buffer)

    def log_system(self, level: str, tag: str, message: str) -> None:
        """Writes a log line as system_server."""
        self.log("android", level, tag, message, buffer="system")

    def crash(self, package: str, error: BaseException) -> None:
        """An app's code threw: the log gets what AndroidRuntime writes, the process dies, a dialog says so."""
        lines = ["FATAL EXCEPTION: main", f"Process: {package}, PID: {self.pid(package)}"]
        # What went wrong first, as a Java trace has it: a long message is cut at its end.
        lines += "".join(traceback.format_exception_only(error)).splitlines()
        lines += "".join(traceback.format_tb(error.__traceback__, limit=-_FRAMES)).splitlines()
        self.log(package, "E", "AndroidRuntime", "\n".join(lines), buffer="crash")
        self._phone.activities.remove_package(package)
        self.kill(package)
        self._phone.windows.crash_dialog(package)
