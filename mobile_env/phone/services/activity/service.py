"""The activity stack: tasks, starting, finishing, BACK, broadcasts (what Android's ActivityTaskManager does)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from mobile_env.phone.kernel.events import (
    ActivityRemoved,
    Booted,
    FocusTaken,
    PackageStopped,
    ProcessDied,
    StartBlocked,
    on,
)
from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.state.intents import (
    ACTION_BOOT_COMPLETED,
    ACTION_MAIN,
    CATEGORY_HOME,
    FLAG_ACTIVITY_CLEAR_TASK,
    FLAG_ACTIVITY_CLEAR_TOP,
    FLAG_ACTIVITY_NEW_TASK,
    FLAG_ACTIVITY_SINGLE_TOP,
    BroadcastResult,
    Intent,
    full_component,
    short_component,
)
from mobile_env.phone.state.manifest import ActivityInfo, App
from mobile_env.phone.state.tasks import ActivityRecord, TaskRecord, Tasks
from mobile_env.phone.state.windows import OpenWindows


@dataclass(frozen=True)
class StartResult:
    """How a start went. `status` is one of ok, brought_to_front, delivered_to_top, not_found, blocked."""

    status: str
    activity: str | None = None
    error: str | None = None


@dataclass(frozen=True)
class Task:
    """A task as `am stack list` shows it; `activities` from the root up, as "package/class"."""

    id: int
    package: str
    base: str
    top: str
    visible: bool
    activities: tuple[str, ...]


class ActivityService(Service):
    """Tasks front first, in the part `Tasks`. There is always a home task, so there is always a foreground."""

    name = "activity"

    @property
    def _packages(self) -> PackageService:
        return self.kernel.service(PackageService)

    # What is there.

    @property
    def _part(self) -> Tasks:
        return self.kernel.part(Tasks)

    @property
    def _tasks(self) -> list[TaskRecord]:
        return self._part.tasks

    @property
    def foreground(self) -> ActivityRecord:
        """The activity in front."""
        return self._tasks[0].top

    @property
    def foreground_app(self) -> ActivityRecord:
        """The activity in front, looking through surfaces of the system over it (choosers, permission dialogs)."""
        records = self._tasks[0].records
        return next((r for r in reversed(records) if not self.info(r)[1].surface), records[0])

    @property
    def locked_task(self) -> int | None:
        return self._part.locked

    def tasks(self) -> list[Task]:
        """All tasks, front first."""
        return [
            Task(
                id=task.id,
                package=task.affinity,
                base=task.root.component,
                top=task.top.component,
                visible=position == 0,
                activities=tuple(record.component for record in task.records),
            )
            for position, task in enumerate(self._tasks)
        ]

    def record(self, record_id: int | None) -> ActivityRecord | None:
        return self._part.record(record_id)

    def owner(self, window: str) -> ActivityRecord | None:
        """The activity whose methods a window's handlers are; None for the system's own windows."""
        kind, _, number = window.partition(":")
        if kind == "activity":
            return self.record(int(number))
        opened = next((each for each in self.kernel.part(OpenWindows).records if each.window == window), None)
        return self.record(opened.owner) if opened else None

    def info(self, record: ActivityRecord) -> tuple[App, ActivityInfo]:
        """Manifest of a running activity. Its package is installed: uninstalling stops its activities first."""
        app = self._packages.catalogue[record.package]
        activity = app.activity(record.component.partition("/")[2])
        if activity is None:
            raise LookupError(f"{record.component} is in the stack but in no manifest")
        return app, activity

    def behaviour(self, record: ActivityRecord) -> Any:
        """The app's code for a record: made for one call, remembers nothing."""
        app, activity = self.info(record)
        return activity.behaviour(self.kernel, app, record)

    # Running an app's code.

    def call(self, package: str, function: Callable[..., Any], *args: Any) -> Any:
        """Runs an app's code; what it throws becomes the app's crash, and the phone goes on. Returns None then."""
        return self.kernel.run(package, function, *args)

    def dispatch(self, record: ActivityRecord, handler: str, *args: object) -> None:
        """Calls a handler that markup names, with the element's arguments."""
        self.call(record.package, self.behaviour(record).handle, handler, *args)

    # Starting and finishing.

    def start(
        self,
        intent: Intent,
        *,
        stop_first: bool = False,
        result_to: ActivityRecord | None = None,
        request: str = "",
    ) -> StartResult:
        """Starts the activity that answers the intent, as startActivity does."""
        found = self._packages.resolve(intent)
        if not found:
            self.kernel.processes.log_system(
                "I", "ActivityTaskManager", f"START u0 {intent} from uid 2000 (no match)"
            )
            if intent.component:
                where = f"Activity class {{{short_component(intent.component)}}} does not exist."
            else:
                where = f"Activity not started, unable to resolve Intent {intent}"
            return StartResult("not_found", error=where)
        component = found[0]
        app, activity = self._packages.find_activity(component) or (None, None)
        assert app is not None and activity is not None
        if stop_first:
            self.force_stop(app.package)
        intent = intent.with_component(component)
        new_task = bool(intent.flags & FLAG_ACTIVITY_NEW_TASK) or activity.launch_mode == "singleTask"
        new_task = (new_task or not self._tasks) and result_to is None
        existing = self._task_of(app.package) if new_task else self._tasks[0]
        if self.locked_task is not None and (existing is None or existing.id != self.locked_task):
            self.kernel.emit(StartBlocked(home=False))
            return StartResult("blocked", component, "the screen is pinned to another task")
        self.kernel.processes.log_system("I", "ActivityTaskManager", f"START u0 {intent} from uid 2000")
        self.kernel.emit(FocusTaken())

        if existing is not None and intent.flags & FLAG_ACTIVITY_CLEAR_TASK and new_task:
            self._remove(existing)
            existing = None
        if existing is None:
            existing = TaskRecord(self.kernel.next_id(), app.package)
        else:
            outcome = self._reuse(existing, activity, component, intent, new_task)
            if outcome is not None:
                return outcome
        record = ActivityRecord(
            id=self.kernel.next_id(),
            component=component,
            intent=intent,
            result_to=result_to.id if result_to else None,
            request=request,
        )
        self._part.push(existing, record)
        self._to_front(existing)
        self.kernel.processes.pid(app.package)
        self.call(app.package, self._create, record)
        if self.record(record.id) is not None:
            text = f"Displayed {short_component(component)}: +120ms"
            self.kernel.processes.log_system("I", "ActivityTaskManager", text)
            self._resume(record)
        return StartResult("ok", component)

    def _reuse(
        self, task: TaskRecord, activity: ActivityInfo, component: str, intent: Intent, new_task: bool
    ) -> StartResult | None:
        """What a start does when a task is there already; None when a new activity is to be put on top of it."""
        top = task.top
        if (
            new_task
            and intent.action == ACTION_MAIN
            and task.root.component == component
            and not (intent.flags & FLAG_ACTIVITY_CLEAR_TOP)
            and (
                activity.launch_mode == "standard"
                or (activity.launch_mode == "singleTop" and top is not task.root)
            )
        ):
            self._to_front(task)
            self._resume(task.top)
            return StartResult("brought_to_front", component)
        same = next((r for r in reversed(task.records) if r.component == component), None)
        if same is None:
            return None
        clears = bool(intent.flags & FLAG_ACTIVITY_CLEAR_TOP) or activity.launch_mode == "singleTask"
        single = bool(intent.flags & FLAG_ACTIVITY_SINGLE_TOP) or activity.launch_mode != "standard"
        if not (same is top and single) and not clears:
            return None
        while task.top is not same:
            self._drop(task, task.top)
        self._to_front(task)
        same.intent = intent
        self.call(same.package, self.behaviour(same).on_new_intent, intent)
        if self.record(same.id) is not None:
            self._resume(same)
        return StartResult("delivered_to_top", component)

    def _create(self, record: ActivityRecord) -> None:
        self.behaviour(record).on_create()
        record.created = True

    def _resume(self, record: ActivityRecord) -> None:
        if self._part.resumed != record.id:
            self._pause(self.record(self._part.resumed))
            self._part.resumed = record.id
        self.call(record.package, self.behaviour(record).on_resume)

    def _pause(self, record: ActivityRecord | None) -> None:
        """Tells the activity that was in front that it is so no longer; one whose process is gone hears nothing."""
        self._part.resumed = None
        if record is not None and self.kernel.processes.running(record.package):
            self.call(record.package, self.behaviour(record).on_pause)

    def finish(self, record: ActivityRecord, result: Any = None) -> None:
        """Removes an activity; the one below, the one that asked for a result, or home comes to the front."""
        task = self._task_with(record)
        if task is None:
            return
        was_front = self.foreground is record
        if self._part.resumed == record.id:
            self._pause(record)
        self._drop(task, record)
        if not task.records:
            self._remove(task)
        self.kernel.emit(FocusTaken())
        if record.result_to is not None:
            asker = self.record(record.result_to)
            if asker is not None:
                self.call(asker.package, self.behaviour(asker).on_result, record.request, result)
        self._ensure_home()
        if was_front:
            self._resume(self.foreground)

    def back(self) -> None:
        """BACK for the activity in front: its own handler, else it finishes; roots of home and of pinned tasks stay."""
        record = self.foreground
        handled = self.call(record.package, self.behaviour(record).on_back)
        if handled or self.record(record.id) is None:
            return
        task = self._tasks[0]
        if len(task.records) == 1 and (task.id == self.locked_task or self._is_home(task)):
            return
        self.finish(record)

    def home(self) -> None:
        """Brings the launcher to the front."""
        if self.locked_task is not None:
            self.kernel.emit(StartBlocked(home=True))
            return
        self.start(Intent(action=ACTION_MAIN, categories=(CATEGORY_HOME,), flags=FLAG_ACTIVITY_NEW_TASK))

    def previous(self) -> None:
        """Switches to the task used before this one (a double press of Overview)."""
        if self.locked_task is None and len(self._tasks) > 1:
            self.kernel.emit(FocusTaken())
            self._to_front(self._tasks[1])
            self._resume(self.foreground)

    def force_stop(self, package: str) -> None:
        """What `am force-stop` does: its activities, windows and process are gone; silent if nothing ran."""
        self._packages.stop(package)

    def remove_task(self, task_id: int) -> bool:
        """Takes a task out of recents, as a swipe does; home stays. Returns whether there was such a task."""
        task = next((task for task in self._tasks if task.id == task_id), None)
        if task is None or self._is_home(task):
            return False
        packages = dict.fromkeys(record.package for record in task.records)
        was_front = self._tasks[0] is task
        self._remove(task)
        self._ensure_home()
        if was_front:
            self.kernel.emit(FocusTaken())
            self._resume(self.foreground)
        for package in packages:
            if not any(record.package == package for other in self._tasks for record in other.records):
                self.kernel.processes.kill(package, "removed")
        return True

    def remove_package(self, package: str) -> None:
        """Takes all activities of a package out of the stack, with what others have on top of them in its tasks."""
        before = self._tasks[0].top.id if self._tasks else None
        for task in list(self._tasks):
            own = next(
                (place for place, record in enumerate(task.records) if record.package == package), None
            )
            for record in task.records[own:] if own is not None else ():
                self._drop(task, record)
            if not task.records:
                self._remove(task)
        self._ensure_home()
        if self.foreground.id != before:
            self.kernel.emit(FocusTaken())
            self._resume(self.foreground)

    @on(Booted)
    def _booted(self, event: Booted) -> None:
        self.home()
        if event.again:
            self.broadcast(Intent(action=ACTION_BOOT_COMPLETED))

    @on(PackageStopped)
    def _package_stopped(self, event: PackageStopped) -> None:
        self.remove_package(event.package)

    @on(ProcessDied)
    def _process_died(self, event: ProcessDied) -> None:
        if event.reason == "crash":
            self.remove_package(event.package)

    def send(self, pending: PendingIntent) -> bool:
        """Sends a pending intent in its app's name; False if nothing answered."""
        if pending.kind == "broadcast":
            return self.broadcast(pending.intent) > 0
        intent = replace(pending.intent, flags=pending.intent.flags | FLAG_ACTIVITY_NEW_TASK)
        return pending.kind == "activity" and self.start(intent).status != "not_found"

    def broadcast(self, intent: Intent) -> int:
        """Delivers a broadcast to the receivers that listen to its action; says how many did."""
        return len(self._deliver(intent))

    def broadcast_ordered(self, intent: Intent) -> BroadcastResult:
        """Delivers a broadcast to its receivers, one after another; returns the result that was set last."""
        answers = [answer for answer in self._deliver(intent) if isinstance(answer, BroadcastResult)]
        return answers[-1] if answers else BroadcastResult()

    def _deliver(self, intent: Intent) -> list[object]:
        """What each receiver of a broadcast returned."""
        answers: list[object] = []
        for package in self._packages.list():
            app = self._packages.app(package.name)
            if app is None or intent.package not in (None, package.name):
                continue
            for receiver in app.receivers:
                component = f"{app.package}/{receiver.name}"
                if intent.component is not None:
                    wanted = full_component(intent.component) == full_component(component)
                else:
                    wanted = intent.action in receiver.actions
                if wanted:
                    answers.append(self.call(app.package, receiver.receive, self.kernel, intent))
        return answers

    def lock_task(self, task_id: int) -> bool:
        """Pins the screen to a task; False if there is no such task."""
        task = next((task for task in self._tasks if task.id == task_id), None)
        if task is None:
            return False
        self._part.lock(task_id)
        self._to_front(task)
        return True

    def unlock_task(self) -> None:
        self._part.lock(None)

    # The stack itself.

    def _task_of(self, affinity: str) -> TaskRecord | None:
        return next((task for task in self._tasks if task.affinity == affinity), None)

    def _task_with(self, record: ActivityRecord) -> TaskRecord | None:
        return next((task for task in self._tasks if record in task.records), None)

    def _to_front(self, task: TaskRecord) -> None:
        self._part.to_front(task)

    def _drop(self, task: TaskRecord, record: ActivityRecord) -> None:
        self._part.drop(task, record)
        self.kernel.emit(ActivityRemoved(record))

    def _remove(self, task: TaskRecord) -> None:
        for record in list(task.records):
            self._drop(task, record)
        self._part.remove(task)

    def _is_home(self, task: TaskRecord) -> bool:
        _, activity = self.info(task.root)
        return any(CATEGORY_HOME in each.categories for each in activity.filters)

    def _ensure_home(self) -> None:
        if not self._tasks:
            self._part.lock(None)
            self.start(Intent(action=ACTION_MAIN, categories=(CATEGORY_HOME,), flags=FLAG_ACTIVITY_NEW_TASK))
