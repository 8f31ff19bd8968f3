"""What a task's steps say about apps: the packages they name, and the APK files that they install."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from android_env.proto import adb_pb2

from mobile_env.proto import task_pb2
from mobile_env.tasks.errors import FieldPath, Report
from mobile_env.tasks.parsing import ParsedTask
from mobile_env.tasks.setup.adb_calls import full_name


class NamedPackage(NamedTuple):
    """A package, and where a task names it."""

    package: str
    place: FieldPath


def named_packages(message: task_pb2.Task) -> list[NamedPackage]:
    """The packages that the steps of a task name, each once, in order."""
    found: dict[str, NamedPackage] = {}
    for place, step in all_steps(message):
        for named in _step_packages(step, place):
            if named.package:
                found.setdefault(named.package, named)
    return list(found.values())


def all_steps(message: task_pb2.Task) -> Iterator[tuple[FieldPath, task_pb2.SetupStep]]:
    """Setup steps, then reset steps, with their paths."""
    for index, step in enumerate(message.setup_steps):
        yield ("setup_steps", index), step
    for index, step in enumerate(message.reset_steps):
        yield ("reset_steps", index), step


def check_apk_files(
    parsed: ParsedTask, known: Collection[str] | None, report: Report, warn: Report
) -> dict[FieldPath, tuple[str, ...]]:
    """Checks that APK files exist. On the embedded phone one that is missing can be done without when all
    packages that the steps name are the phone's already.

    Args:
      parsed: the task.
      known: the embedded phone's packages; None: the device is another one.
      report: takes an APK file that is missing.
      warn: takes what the embedded phone does instead.

    Returns:
      By the path of each step whose APK file is missing: the packages to install in its place.
    """
    message = parsed.message
    missing = [
        (place, path_place, file)
        for place, step in all_steps(message)
        for path_place, file in _apk_file(step, place)
        if file and not (parsed.base_dir / file).is_file()
    ]
    packages = named_packages(message)
    if known is None:
        for _, path_place, file in missing:
            report(path_place, f"there is no APK file {file}", "paths are relative to the task file")
        return {}
    unknown = [named for named in packages if named.package not in known]
    stand_ins: dict[FieldPath, tuple[str, ...]] = {}
    for place, path_place, file in missing:
        if packages and not unknown:
            stand_ins[place] = _installed_by(message, place, packages)
        else:
            report(path_place, f"there is no APK file {file}", _no_stand_in(unknown, known))
    if stand_ins:
        first = next(path_place for place, path_place, _ in missing if place in stand_ins)
        installed = ", ".join(dict.fromkeys(package for names in stand_ins.values() for package in names))
        warn(first, "the APK file is missing", f"the embedded phone's own {installed} stands in")
    elif not missing:
        for named in unknown:
            mend = f"it has {', '.join(sorted(known))}"
            warn(named.place, f"the embedded phone has no package {named.package}", mend)
    return stand_ins


def check_activities(message: task_pb2.Task, known: Collection[str] | None, warn: Report) -> None:
    """Warns of activities that the embedded phone's apps do not have.

    Args:
      message: the task.
      known: the embedded phone's packages, with their apps if it is a mapping; None: the device is another one.
      warn: takes each, once.
    """
    if not isinstance(known, Mapping):
        return
    told: set[str] = set()
    for component, place in _named_activities(message):
        package, _, name = full_name(component).partition("/")
        app = known.get(package)
        if app is None or not name or name in told or app.activity(name) is not None:
            continue
        told.add(name)
        has = ", ".join(app.component(activity) for activity in app.activities)
        warn(place, f"the embedded phone's {package} has no activity {name}", f"it has {has}")


def _named_activities(message: task_pb2.Task) -> Iterator[tuple[str, FieldPath]]:
    """`package/activity` wherever a task names one."""
    yield message.expected_app_screen.activity, ("expected_app_screen", "activity")
    for place, step in all_steps(message):
        awaited = step.success_condition.wait_for_app_screen.app_screen.activity
        yield awaited, (*place, "success_condition", "wait_for_app_screen", "app_screen", "activity")
        kind = step.WhichOneof("step")
        if kind in ("adb_call", "adb_request"):
            started = getattr(step, kind).start_activity.full_activity
            yield started, (*place, kind, "start_activity", "full_activity")


def _no_stand_in(unknown: Sequence[NamedPackage], known: Collection[str]) -> str:
    if not unknown:
        return "paths are relative to the task file; the steps name no package that could stand in"
    names, have = ", ".join(named.package for named in unknown), ", ".join(sorted(known))
    return f"paths are relative to the task file; the embedded phone has {have}, not {names}"


def _installed_by(
    message: task_pb2.Task, place: FieldPath, packages: Sequence[NamedPackage]
) -> tuple[str, ...]:
    """The packages that a step installs: the one that it checks for, or else all that are named."""
    step = dict(all_steps(message))[place]
    checked = step.success_condition.check_install.package_name
    return (checked,) if checked else tuple(named.package for named in packages)


def _apk_file(step: task_pb2.SetupStep, place: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    kind = step.WhichOneof("step")
    if kind not in ("adb_call", "adb_request"):
        return
    call = getattr(step, kind)
    if call.HasField("install_apk") and call.install_apk.HasField("filesystem"):
        yield (*place, kind, "install_apk", "filesystem", "path"), call.install_apk.filesystem.path


def _step_packages(step: task_pb2.SetupStep, place: FieldPath) -> Iterator[NamedPackage]:
    condition, condition_place = step.success_condition, (*place, "success_condition")
    if condition.HasField("check_install"):
        yield NamedPackage(
            condition.check_install.package_name, (*condition_place, "check_install", "package_name")
        )
    if condition.HasField("wait_for_app_screen"):
        activity = condition.wait_for_app_screen.app_screen.activity
        where = (*condition_place, "wait_for_app_screen", "app_screen", "activity")
        yield NamedPackage(activity.partition("/")[0], where)
    kind = step.WhichOneof("step")
    if kind not in ("adb_call", "adb_request"):
        return
    call: task_pb2.AdbCall | adb_pb2.AdbRequest = getattr(step, kind)
    command = call.WhichOneof("command")
    if command is not None:
        yield from _command_packages(getattr(call, command), (*place, kind, command))


def _command_packages(command: object, place: FieldPath) -> Iterator[NamedPackage]:
    """Packages that a call or request names in its fields, whatever its kind."""
    package = getattr(command, "package_name", "")
    if package:
        yield NamedPackage(package, (*place, "package_name"))
    for field in ("full_activity", "full_service"):
        yield NamedPackage(getattr(command, field, "").partition("/")[0], (*place, field))
    for index, activity in enumerate(getattr(command, "activity_list", ())):
        yield NamedPackage(activity.partition("/")[0], (*place, "activity_list", index))
    if isinstance(command, adb_pb2.AdbRequest.PackageManagerRequest):
        verb = command.WhichOneof("verb")
        if verb in ("clear", "grant"):
            yield NamedPackage(getattr(command, verb).package_name, (*place, verb, "package_name"))
