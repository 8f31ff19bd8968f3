"""All that a phone is, as one value: what a snapshot holds, and what the screen is a function of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.counters import Counters
from mobile_env.phone.state.databases import Databases
from mobile_env.phone.state.files import FileTree
from mobile_env.phone.state.focus import Focus, InputFocus, Keyboard
from mobile_env.phone.state.logcat import LogBuffer
from mobile_env.phone.state.packages import PackageTable
from mobile_env.phone.state.part import Parts
from mobile_env.phone.state.pids import ProcessTable
from mobile_env.phone.state.properties import SystemProperties
from mobile_env.phone.state.settings import SettingsStore
from mobile_env.phone.state.tasks import TaskRecord, Tasks
from mobile_env.phone.state.touch import Finger, Touch
from mobile_env.phone.state.windows import OpenWindows, Scroll, WindowRecord


class PhoneState(Parts):
    """The parts of a phone; those that every phone has by name."""

    # Parts that every phone has.

    @property
    def clock(self) -> Clock:
        return self.part(Clock)

    @property
    def files(self) -> FileTree:
        return self.part(FileTree)

    @property
    def databases(self) -> Databases:
        return self.part(Databases)

    @property
    def settings(self) -> SettingsStore:
        return self.part(SettingsStore)

    @property
    def properties(self) -> SystemProperties:
        return self.part(SystemProperties)

    @property
    def log(self) -> LogBuffer:
        return self.part(LogBuffer)

    @property
    def processes(self) -> ProcessTable:
        return self.part(ProcessTable)

    @property
    def packages(self) -> PackageTable:
        return self.part(PackageTable)

    @property
    def counters(self) -> Counters:
        return self.part(Counters)

    # What the interface's parts hold, to be read.

    @property
    def tasks(self) -> Sequence[TaskRecord]:
        """Tasks, front first."""
        return self.part(Tasks).tasks

    @property
    def windows(self) -> Sequence[WindowRecord]:
        """Dialogs, popups and toasts, in the order in which they were opened."""
        return self.part(OpenWindows).records

    @property
    def scroll(self) -> Mapping[str, Mapping[str, float]]:
        """Offsets in dp by window and scroll key."""
        return self.part(Scroll).offsets

    @property
    def focus(self) -> Focus | None:
        return self.part(InputFocus).focus

    @property
    def keyboard(self) -> Keyboard:
        return self.part(InputFocus).keyboard

    @property
    def finger(self) -> Finger | None:
        return self.part(Touch).finger
