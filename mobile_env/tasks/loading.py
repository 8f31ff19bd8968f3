"""Makes runnable tasks of task files: everything that can be wrong is found here, not in an episode."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from mobile_env.events.compiler import EventProgram, compile_task
from mobile_env.events.lint import lint
from mobile_env.proto import task_pb2
from mobile_env.tasks.adb_calls import full_name
from mobile_env.tasks.apps import all_steps, check_activities, check_apk_files
from mobile_env.tasks.checks import check_task, refuse_forwarding, warn_of_control_characters
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.errors import Fault, FieldPath, TaskFileError, in_order
from mobile_env.tasks.parsing import ParsedTask, parse_task
from mobile_env.tasks.setup import Step


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

    Raises:
      TaskFileError: with all that is wrong.
    """
    return _load(parse_task(path), _known_packages(device_kind, packages), without, allow_forwarding)


def _load(
    parsed: ParsedTask, known: Collection[str] | None, without: Collection[str], allow_forwarding: bool
) -> RunnableTask:
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
        setup_steps=_steps(parsed, "setup_steps", stand_ins),
        reset_steps=_steps(parsed, "reset_steps", stand_ins),
        max_num_steps=max(0, message.max_num_steps),
        max_duration_sec=max(0.0, message.max_duration_sec),
        expected_screen=message.expected_app_screen,
        warnings=tuple(in_order(warnings)),
    )


def load_tasks(
    names: str | Path | Iterable[str | Path],
    *,
    device_kind: str = "embedded",
    packages: Collection[str] | None = None,
    without: Collection[str] = (),
    allow_forwarding: bool = False,
) -> list[RunnableTask]:
    """Loads all task files that names give.

    Args:
      names: files, folders, names of shipped sets; see `find_tasks`.
      device_kind: as in `load_task`.
      packages: as in `load_task`.
      without: as in `load_task`.
      allow_forwarding: as in `load_task`.

    Raises:
      TaskFileError: with all that is wrong with any of them, two tasks with one id among it.
    """
    known = _known_packages(device_kind, packages)
    tasks: list[RunnableTask] = []
    faults: list[Fault] = []
    places_of_ids: dict[str, str] = {}
    for path in find_tasks(names):
        try:
            parsed = parse_task(path)
            faults.extend(_double_id(parsed, places_of_ids))
            tasks.append(_load(parsed, known, without, allow_forwarding))
        except TaskFileError as error:
            faults.extend(error.faults)
    if faults:
        raise TaskFileError(faults)
    return tasks


def _double_id(parsed: ParsedTask, places_of_ids: dict[str, str]) -> list[Fault]:
    line, column = parsed.locate(("id",))
    task_id = parsed.message.id
    place = f"{parsed.path}:{line}:{column}"
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


def _steps(parsed: ParsedTask, name: str, stand_ins: dict[FieldPath, tuple[str, ...]]) -> tuple[Step, ...]:
    steps = []
    for place, message in all_steps(parsed.message):
        if place[0] != name:
            continue
        kind = message.WhichOneof("step")
        what = getattr(message, kind).WhichOneof("command") if kind in ("adb_call", "adb_request") else kind
        what = what or message.success_condition.WhichOneof("check")
        line, column = parsed.locate(place)
        steps.append(
            Step(
                message=message,
                name=f"{name.removesuffix('_steps')} step {int(place[1]) + 1} ({what})",
                place=f"{parsed.path}:{line}:{column}",
                base_dir=parsed.base_dir,
                stand_ins=stand_ins.get(place, ()),
            )
        )
    return tuple(steps)
