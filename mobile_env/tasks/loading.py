"""Makes runnable tasks of task files: everything that can be wrong is found here, not in an episode."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mobile_env.events.compiler import EventProgram, compile_task
from mobile_env.events.lint import lint
from mobile_env.proto import task_pb2
from mobile_env.tasks.apps import all_steps, check_activities, check_apk_files
from mobile_env.tasks.checks import check_task, refuse_forwarding, warn_of_control_characters
from mobile_env.tasks.definition import Instance, read_definition
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.errors import Fault, FieldPath, TaskFileError, in_order
from mobile_env.tasks.goal.checks import Check
from mobile_env.tasks.goal.goal import Goal, compile_check_sources, compile_goal
from mobile_env.tasks.parameters.moments import TaskClock
from mobile_env.tasks.parsing import ParsedTask
from mobile_env.tasks.setup import Step
from mobile_env.tasks.setup.adb_calls import full_name
from mobile_env.tasks.setup.compiling import compile_steps
from mobile_env.tasks.setup.kinds import STATE_STEPS


@dataclass(frozen=True)
class RunnableTask:
    """A task that an environment can run.

    Attributes:
      id: its id, unique among the tasks that were loaded together.
      name: its name for people; may be empty.
      description: what it is about; may be empty.
      kind: what kind of task it is, for tables; may be empty.
      path: the file that it was read from.
      command: the goal, told to the agent once.
      vocabulary: tokens of the TEXT action.
      message: all that the file says, AndroidEnv's own fields put into ours.
      program: when its episode signals fire.
      setup_steps: to be run once a device.
      reset_steps: to be run before every episode.
      max_num_steps: primitive actions in an episode; 0: no limit.
      max_duration_sec: seconds of an episode; 0: no limit.
      expected_screen: the app screen that the task is about; its activity may be empty.
      warnings: what is odd, though the task can run.
      seed: which instance of its family it is; says nothing where the file has no parameters.
      values: the parameters of the instance, by name; empty where the file has none.
      goal: what has to be true when the task is done; None if event slots alone judge it.
      clock: what the task's moments refer to.
      check_sources: the checks that are event sources, by the id of their source.
      state_use: names what needs a device that gives its state and has it written; None: nothing does.
    """

    id: str
    name: str
    description: str
    kind: str
    path: Path
    command: tuple[str, ...]
    vocabulary: tuple[str, ...]
    message: task_pb2.Task
    program: EventProgram
    setup_steps: tuple[Step, ...]
    reset_steps: tuple[Step, ...]
    max_num_steps: int
    max_duration_sec: float
    expected_screen: task_pb2.AppScreen
    warnings: tuple[Fault, ...]
    seed: int = 0
    values: Mapping[str, Any] = field(default_factory=dict)
    goal: Goal | None = None
    clock: TaskClock = field(default_factory=TaskClock)
    check_sources: Mapping[int, Check] = field(default_factory=dict)
    state_use: Fault | None = None

    @property
    def expected_activity(self) -> str:
        """`package/class` of the activity that the task is about, in its long form; "" if any will do."""
        return full_name(self.expected_screen.activity)


def load_task(
    path: str | Path,
    *,
    device_kind: str = "embedded",
    packages: Collection[str] | None = None,
    without: Collection[str] = (),
    allow_forwarding: bool = False,
    seed: int = 0,
    values: Mapping[str, Any] | None = None,
) -> RunnableTask:
    """Reads one task file and checks all that it says.

    Args:
      path: the file.
      device_kind: the device that it is to run on; what follows a colon is ignored, so that a device spec
        such as `embedded:360x800@160` will do.
      packages: the packages of the embedded phone; those of its shipped apps by default.
      without: `text` or `icon`: event sources of these kinds are switched off on purpose and never fire.
      allow_forwarding: whether steps may call `adb forward` and `adb reverse`, which join ports of this machine
        to the device.
      seed: which instance of a family of tasks.
      values: parameters of the family that are given instead of drawn.

    Raises:
      TaskFileError: with all that is wrong.
      KeyError: `values` names no parameter.
    """
    instance = read_definition(path).instance(seed, values)
    return _load(instance, _known_packages(device_kind, packages), without, allow_forwarding)


def _load(
    instance: Instance, known: Collection[str] | None, without: Collection[str], allow_forwarding: bool
) -> RunnableTask:
    parsed = instance.parsed
    faults: list[Fault] = []
    warnings: list[Fault] = []

    def report(field_path: FieldPath, what: str, mend: str = "") -> None:
        faults.append(parsed.fault(field_path, what, mend))

    def warn(field_path: FieldPath, what: str, mend: str = "") -> None:
        warnings.append(parsed.fault(field_path, what, mend))

    message = parsed.message
    check_task(message, report)
    if not allow_forwarding:
        refuse_forwarding(message, report)
    stand_ins = check_apk_files(parsed, known, report, warn)
    check_activities(message, known, warn)
    program = compile_task(message, report, parsed.base_dir, warn, without)
    events = {source.id for source in message.event_sources}
    goal = compile_goal(message, instance.values, instance.clock, events, report, warn)
    check_sources = compile_check_sources(message, instance.values, instance.clock, events, report, warn)
    setup_steps = compile_steps(instance, "setup_steps", stand_ins, report)
    reset_steps = compile_steps(instance, "reset_steps", stand_ins, report)
    if faults:
        raise TaskFileError(in_order(faults))
    warn_of_control_characters(message, warn)
    lint(message, program, warn)
    return RunnableTask(
        id=message.id,
        name=message.name,
        description=message.description,
        kind=message.kind,
        path=parsed.path,
        command=tuple(message.command),
        vocabulary=tuple(message.vocabulary),
        message=message,
        program=program,
        setup_steps=setup_steps,
        reset_steps=reset_steps,
        max_num_steps=max(0, message.max_num_steps),
        max_duration_sec=max(0.0, message.max_duration_sec),
        expected_screen=message.expected_app_screen,
        warnings=tuple(in_order(warnings)),
        seed=instance.seed,
        values=instance.values,
        goal=goal,
        clock=instance.clock,
        check_sources=check_sources,
        state_use=_state_use(parsed, goal, check_sources),
    )


def _state_use(parsed: ParsedTask, goal: Goal | None, sources: Mapping[int, Check]) -> Fault | None:
    """The first thing of a task that needs a device's state."""
    mend = "use the embedded phone, or a device whose adb shell is root"
    for place, step in all_steps(parsed.message):
        kind = step.WhichOneof("step")
        if kind in STATE_STEPS:
            return parsed.fault(place, f"the step `{kind}` writes the device's state", mend)
    if parsed.message.HasField("clock"):
        return parsed.fault(("clock",), "`clock` sets the device's date and time", mend)
    if goal is not None and goal.needs_state:
        return parsed.fault(("goal",), "the goal reads the device's state", mend)
    for index, source in enumerate(parsed.message.event_sources):
        if source.id in sources and sources[source.id].needs_state:
            return parsed.fault(("event_sources", index), "the check reads the device's state", mend)
    return None


def load_tasks(
    names: str | Path | Iterable[str | Path],
    *,
    device_kind: str = "embedded",
    packages: Collection[str] | None = None,
    without: Collection[str] = (),
    allow_forwarding: bool = False,
    seed: int = 0,
) -> list[RunnableTask]:
    """Loads all task files that names give.

    Args:
      names: files, folders, names of shipped sets; see `find_tasks`.
      device_kind: as in `load_task`.
      packages: as in `load_task`.
      without: as in `load_task`.
      allow_forwarding: as in `load_task`.
      seed: which instance of each family of tasks.

    Raises:
      TaskFileError: with all that is wrong with any of them, two tasks with one id among it.
    """
    known = _known_packages(device_kind, packages)
    tasks: list[RunnableTask] = []
    faults: list[Fault] = []
    places_of_ids: dict[str, str] = {}
    for path in find_tasks(names):
        try:
            definition = read_definition(path)
            faults.extend(_double_id(definition.parsed, places_of_ids))
            tasks.append(_load(definition.instance(seed), known, without, allow_forwarding))
        except TaskFileError as error:
            faults.extend(error.faults)
    if faults:
        raise TaskFileError(faults)
    return tasks


def _double_id(parsed: ParsedTask, places_of_ids: dict[str, str]) -> list[Fault]:
    task_id = parsed.message.id
    place = str(parsed.locate(("id",)))
    first = places_of_ids.setdefault(task_id, place)
    if first == place or not task_id:
        return []
    return [parsed.fault(("id",), f"the id {task_id!r} is also that of {first}", "give each task its own id")]


def _known_packages(device_kind: str, packages: Collection[str] | None) -> Collection[str] | None:
    """The packages of the embedded phone; None for any other device."""
    if device_kind.partition(":")[0] != "embedded":
        return None
    if packages is not None:
        return packages
    # Only here is the phone needed: tasks for other devices load without it.
    from mobile_env.phone.apps import shipped

    return shipped()
