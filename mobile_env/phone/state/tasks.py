"""Tasks and the activities in them, as plain data: what Android's recents list and back stack hold.

Nothing here knows an app's classes or the screen: records are what snapshots copy.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mobile_env.phone.state.intents import Intent
from mobile_env.phone.state.part import Kind, Part


def copy_plain(value: Any) -> Any:
    """A copy of plain data that shares what cannot change (str, bytes, numbers, frozen records)."""
    if isinstance(value, dict):
        return {key: copy_plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copy_plain(item) for item in value]
    if isinstance(value, set):
        return set(value)
    return value


@dataclass
class ActivityRecord:
    """One activity instance. `state` is all that the activity may remember."""

    id: int
    component: str
    intent: Intent
    state: dict[str, Any] = field(default_factory=dict)
    result_to: int | None = None
    request: str = ""
    created: bool = False

    @property
    def package(self) -> str:
        return self.component.partition("/")[0]

    @property
    def window(self) -> str:
        return f"activity:{self.id}"

    def copy(self) -> ActivityRecord:
        other = copy.copy(self)
        other.state = copy_plain(self.state)
        return other


@dataclass
class TaskRecord:
    """A task of the recents list: its activities from the root up."""

    id: int
    affinity: str
    records: list[ActivityRecord] = field(default_factory=list)

    @property
    def root(self) -> ActivityRecord:
        return self.records[0]

    @property
    def top(self) -> ActivityRecord:
        return self.records[-1]

    def copy(self) -> TaskRecord:
        return TaskRecord(self.id, self.affinity, [record.copy() for record in self.records])


class Tasks(Part):
    """The tasks, front first, the one that the screen is pinned to, and the activity that was resumed last.

    Records are changed in place while an app's code runs; who ran it calls `touch()` afterwards.
    """

    kind = Kind.UI

    def __init__(self) -> None:
        super().__init__()
        self.tasks: list[TaskRecord] = []
        self.locked: int | None = None
        self.resumed: int | None = None

    def record(self, record_id: int | None) -> ActivityRecord | None:
        """The activity of that id, in whichever task it is."""
        return self.find(lambda record: record.id == record_id)

    def find(self, condition: Callable[[ActivityRecord], bool]) -> ActivityRecord | None:
        """The first activity that meets a condition, tasks front first, activities from the root up."""
        return next((record for task in self.tasks for record in task.records if condition(record)), None)

    def to_front(self, task: TaskRecord) -> None:
        """Puts a task, new or old, in front of all others."""
        if task in self.tasks:
            self.tasks.remove(task)
        self.tasks.insert(0, task)
        self.touch()

    def push(self, task: TaskRecord, record: ActivityRecord) -> None:
        """Puts an activity on top of a task."""
        task.records.append(record)
        self.touch()

    def drop(self, task: TaskRecord, record: ActivityRecord) -> None:
        """Takes an activity out of its task."""
        task.records.remove(record)
        self.touch()

    def remove(self, task: TaskRecord) -> None:
        """Takes a task away; a screen that is pinned to it is so no longer."""
        if task in self.tasks:
            self.tasks.remove(task)
        if self.locked == task.id:
            self.locked = None
        self.touch()

    def lock(self, task_id: int | None) -> None:
        """Pins the screen to a task, or to none."""
        self.locked = task_id
        self.touch()

    def copy(self) -> Tasks:
        other = super().copy()
        other.tasks = [task.copy() for task in self.tasks]
        return other

    def after_boot(self) -> None:
        self.tasks = []
        self.resumed = None
        self.lock(None)
