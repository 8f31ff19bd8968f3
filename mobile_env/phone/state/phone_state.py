"""All that a phone is, as one value: what a snapshot holds, and what the screen is a function of."""

from dataclasses import dataclass, field

from mobile_env.phone.state.battery import Battery
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.databases import Databases
from mobile_env.phone.state.files import FileTree
from mobile_env.phone.state.logcat import LogBuffer
from mobile_env.phone.state.packages import Package
from mobile_env.phone.state.pids import ProcessTable
from mobile_env.phone.state.properties import SystemProperties
from mobile_env.phone.state.records import Finger, Focus, Keyboard, TaskRecord, WindowRecord
from mobile_env.phone.state.settings import SettingsStore


@dataclass
class PhoneState:
    """The state of one phone. `copy()` gives an independent state that shares what cannot change."""

    seed: int
    clock: Clock
    files: FileTree
    databases: Databases
    settings: SettingsStore
    properties: SystemProperties
    log: LogBuffer
    packages: dict[str, Package] = field(default_factory=dict)
    tasks: list[TaskRecord] = field(default_factory=list)
    windows: list[WindowRecord] = field(default_factory=list)
    scroll: dict[str, dict[str, float]] = field(default_factory=dict)
    focus: Focus | None = None
    keyboard: Keyboard = field(default_factory=Keyboard)
    finger: Finger | None = None
    locked_task: int | None = None
    clipboard: str = ""
    battery: Battery = field(default_factory=Battery)
    processes: ProcessTable = field(default_factory=ProcessTable)
    last_id: int = 0

    def next_id(self) -> int:
        """A number never given before on this phone, for tasks, activities and windows."""
        self.last_id += 1
        return self.last_id

    def copy(self) -> "PhoneState":
        clock = self.clock.copy()
        self.databases.flush()
        files = self.files.copy(clock)
        return PhoneState(
            seed=self.seed,
            clock=clock,
            files=files,
            databases=self.databases.copy(files),
            settings=self.settings.copy(),
            properties=self.properties.copy(),
            log=self.log.copy(clock),
            packages=dict(self.packages),
            tasks=[task.copy() for task in self.tasks],
            windows=list(self.windows),
            scroll={window: dict(offsets) for window, offsets in self.scroll.items()},
            focus=self.focus,
            keyboard=self.keyboard,
            finger=self.finger,
            locked_task=self.locked_task,
            clipboard=self.clipboard,
            battery=self.battery,
            processes=self.processes.copy(),
            last_id=self.last_id,
        )
