"""The phone's processes: which runs, and as whom; ids are given out in order, so that runs repeat exactly."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.phone.state.part import Kind, Part


@dataclass(frozen=True, slots=True)
class Process:
    """A running process: its name is the package for an app, the command for a native one."""

    pid: int
    ppid: int
    uid: int
    name: str


_ZYGOTE = 352
_NATIVE = (
    Process(1, 0, 0, "init"),
    Process(140, 1, 1036, "logd"),
    Process(141, 1, 1000, "servicemanager"),
    Process(_ZYGOTE, 1, 0, "zygote64"),
    Process(391, 1, 1000, "surfaceflinger"),
    Process(412, 1, 2000, "adbd"),
    Process(568, _ZYGOTE, 1000, "system_server"),
)
SYSTEM_SERVER = 568
# Android's app processes follow the services that boot starts.
_FIRST_APP_PID = 1200
_STRIDE = 37


class ProcessTable(Part):
    """The processes of the phone, by name."""

    kind = Kind.USE

    def __init__(self) -> None:
        super().__init__()
        self.after_boot()

    def after_boot(self) -> None:
        self._processes: dict[str, Process] = {process.name: process for process in _NATIVE}
        self._next = _FIRST_APP_PID
        self.touch()
        self._memory: dict[str, dict[str, Any]] = {}

    def start(self, name: str, uid: int) -> Process:
        """Returns the process of that name, started if it was not running."""
        process = self._processes.get(name)
        if process is None:
            process = self._processes[name] = Process(self._next, _ZYGOTE, uid, name)
            self._next += _STRIDE
            self.touch()
        return process

    def stop(self, name: str) -> bool:
        """Ends the process; returns whether it was running."""
        self._memory.pop(name, None)
        there = self._processes.pop(name, None) is not None
        if there:
            self.touch()
        return there

    def memory(self, name: str) -> dict[str, Any]:
        """Returns what the running process of that name holds: plain data that goes when the process ends."""
        return self._memory.setdefault(name, {})

    def get(self, name: str) -> Process | None:
        """Returns the process of that name, or None."""
        return self._processes.get(name)

    def pid(self, name: str) -> int | None:
        """Returns the id of the process of that name, or None."""
        process = self._processes.get(name)
        return process.pid if process else None

    def list(self) -> Sequence[Process]:
        """Returns the running processes, sorted by id."""
        return sorted(self._processes.values(), key=lambda process: process.pid)

    def copy(self) -> ProcessTable:
        """Returns an independent table with the same processes."""
        table = ProcessTable()
        table._processes = dict(self._processes)
        table._next = self._next
        table.version = self.version
        table._memory = copy.deepcopy(self._memory)
        return table
