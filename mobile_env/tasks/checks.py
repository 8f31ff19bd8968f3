"""Finds what is wrong with the parts of a task that are not events: limits, extras, setup and reset steps."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Sequence

from android_env.proto import adb_pb2
from google.protobuf.message import Message

from mobile_env.proto import task_pb2
from mobile_env.regex import Regex
from mobile_env.signals.matching import regex_fault
from mobile_env.tasks.errors import FieldPath, Report

# Names go into commands of the device's shell, so nothing else may pass.
_PACKAGE = re.compile(r"[A-Za-z][\w]*(?:\.[A-Za-z_][\w]*)*\Z", re.ASCII)
_COMPONENT = re.compile(r"[A-Za-z][\w]*(?:\.[A-Za-z_][\w]*)*/\.?[A-Za-z_][\w.$]*\Z", re.ASCII)
_PERMISSION = re.compile(r"[A-Za-z][\w.]*\Z", re.ASCII)

# Escapes of quoted strings that authors of regular expressions rarely mean.
_CONTROLS = {"\b": "backspace (\\b)", "\a": "bell (\\a)", "\v": "vertical tab (\\v)", "\f": "form feed (\\f)"}

_PACKAGE_FORM = "it looks like com.example.app"
_COMPONENT_FORM = "it looks like com.example.app/com.example.app.MainActivity"


def check_task(message: task_pb2.Task, report: Report) -> None:
    """Checks all of a task but its event sources and slots.

    Args:
      message: the task, AndroidEnv's fields translated.
      report: takes each fault.
    """
    if not message.id.strip():
        report(("id",), "the task has no id", 'add id: "..."; results are filed under it')
    elif any(ord(character) < 32 for character in message.id):
        report(("id",), "the id has control characters", "use one line of text")
    if math.isnan(message.max_duration_sec):
        report(("max_duration_sec",), "max_duration_sec is not a number", "give seconds; 0 means no limit")
    _check_screen(message.expected_app_screen, ("expected_app_screen",), report)
    _check_extras(message.extras_spec, report)
    for name in ("setup_steps", "reset_steps"):
        for index, step in enumerate(getattr(message, name)):
            # Texts of a step with `each` are checked when they are filled in, item by item.
            if not step.each:
                check_step(step, (name, index), report)


def refuse_forwarding(message: task_pb2.Task, report: Report) -> None:
    """Reports steps that join ports of the host to ports of the device.

    Args:
      message: the task.
      report: takes each fault.
    """
    for name in ("setup_steps", "reset_steps"):
        for index, step in enumerate(getattr(message, name)):
            for words, place in (
                (step.adb_call.adb_command.command, ("adb_call", "adb_command", "command", 0)),
                (step.adb_request.generic.args, ("adb_request", "generic", "args", 0)),
            ):
                if _adb_verb(words) in _FORWARDING:
                    report(
                        (name, index, *place),
                        f"`adb {_adb_verb(words)}` joins ports of this machine to the device",
                        "leave it out, or allow it: load(..., allow_forwarding=True), --allow-forwarding",
                    )


def warn_of_control_characters(message: task_pb2.Task, warn: Report) -> None:
    """Warns of patterns in which an escape of the quoted string was meant as one of the pattern.

    Args:
      message: the task.
      warn: takes each warning.
    """
    for index, source in enumerate(message.event_sources):
        kind = source.WhichOneof("event")
        if kind is None:
            continue
        event = getattr(source, kind)
        place: FieldPath = ("event_sources", index, kind)
        patterns = [((*place, field), getattr(event, field, "")) for field in ("pattern", "expect")]
        for number, tested in enumerate(getattr(event, "properties", ())):
            patterns.append(((*place, "properties", number, "pattern"), tested.pattern))
        for where, pattern in patterns:
            for name in (name for character, name in _CONTROLS.items() if character in pattern):
                mend = "inside quotes a backslash of a pattern is written twice"
                warn(where, f"the pattern has a {name} in it", mend)


def _check_extras(specs: Sequence[task_pb2.ArraySpec], report: Report) -> None:
    seen: set[str] = set()
    for index, spec in enumerate(specs):
        place: FieldPath = ("extras_spec", index)
        if not spec.name:
            report(place, "an extra without a name", 'add name: "..."')
        elif spec.name in seen:
            report((*place, "name"), f"a second extra named {spec.name!r}", "each name may be given once")
        seen.add(spec.name)
        for axis, size in enumerate(spec.shape):
            if size < 0:
                report((*place, "shape", axis), f"the size {size} of an axis is negative", "give 0 or more")
        if spec.dtype == task_pb2.ArraySpec.INVALID_DATA_TYPE:
            report(place, "an extra without a dtype", "add dtype: INT32 or another type")


def check_step(step: task_pb2.SetupStep, place: FieldPath, report: Report) -> None:
    """Checks one setup or reset step.

    Args:
      step: the step.
      place: its path in the task.
      report: takes each fault.
    """
    kind = step.WhichOneof("step")
    if kind is None and step.success_condition.WhichOneof("check") is None:
        report(
            place, "a step that does nothing", "give it adb_call, adb_request, sleep, or a check to wait for"
        )
    elif kind == "sleep":
        _check_seconds(step.sleep.time_sec, (*place, "sleep", "time_sec"), report)
    elif kind == "adb_call":
        _check_adb_call(step.adb_call, (*place, "adb_call"), report)
    elif kind == "adb_request":
        _check_adb_request(step.adb_request, (*place, "adb_request"), report)
    _check_condition(step.success_condition, (*place, "success_condition"), report)


def _check_condition(condition: task_pb2.SuccessCondition, place: FieldPath, report: Report) -> None:
    if condition.num_retries < 0:
        report(
            (*place, "num_retries"),
            f"num_retries is {condition.num_retries}",
            "give 0 or more; 3 are made anyway",
        )
    kind = condition.WhichOneof("check")
    if kind is None:
        return
    place = (*place, kind)
    check = getattr(condition, kind)
    _check_seconds(check.timeout_sec, (*place, "timeout_sec"), report)
    if kind == "check_install":
        _check_package(check.package_name, (*place, "package_name"), report)
    elif kind == "wait_for_message":
        if check.message:
            _check_regex(check.message, (*place, "message"), report)
        else:
            report(place, "wait_for_message without a message", 'add message: "a regular expression"')
    else:
        if not check.app_screen.activity:
            report(
                place,
                "wait_for_app_screen without an activity",
                f"add app_screen {{ activity }}; {_COMPONENT_FORM}",
            )
        _check_screen(check.app_screen, (*place, "app_screen"), report)


def _check_screen(screen: task_pb2.AppScreen, place: FieldPath, report: Report) -> None:
    if screen.activity:
        _check_component(screen.activity, (*place, "activity"), report)
    elif screen.view_hierarchy_path:
        report(place, "view_hierarchy_path without an activity", f"add activity; {_COMPONENT_FORM}")
    for level, pattern in enumerate(screen.view_hierarchy_path):
        _check_regex(pattern, (*place, "view_hierarchy_path", level), report)


# -- calls


def _check_adb_call(call: task_pb2.AdbCall, place: FieldPath, report: Report) -> None:
    kind = call.WhichOneof("command")
    if kind is None:
        report(place, "an adb_call without a call", "give it install_apk, start_activity, force_stop, ...")
        return
    check = _CALL_CHECKS.get(kind)
    if check is not None:
        check(getattr(call, kind), (*place, kind), report)


def _check_install(
    call: task_pb2.AdbCall.InstallApk | adb_pb2.AdbRequest.InstallApk, place: FieldPath, report: Report
) -> None:
    if not call.filesystem.path:
        report(
            place, "install_apk without a path", 'add filesystem { path: "the.apk" }, relative to this file'
        )


def _check_named_package(call: Message, place: FieldPath, report: Report) -> None:
    _check_package(call.package_name, (*place, "package_name"), report)  # type: ignore[attr-defined]


def _check_named_activity(call: Message, place: FieldPath, report: Report) -> None:
    _check_component(call.full_activity, (*place, "full_activity"), report)  # type: ignore[attr-defined]


def _check_grant(call: task_pb2.AdbCall.GrantPermissions, place: FieldPath, report: Report) -> None:
    _check_package(call.package_name, (*place, "package_name"), report)
    if not call.permissions:
        report(place, "grant_permissions without permissions", 'add permissions: "android.permission...."')
    for index, permission in enumerate(call.permissions):
        if not _PERMISSION.match(permission):
            mend = "it looks like android.permission.CAMERA"
            report((*place, "permissions", index), f"{permission!r} is no permission", mend)


def _check_tap(call: task_pb2.AdbCall.Tap | adb_pb2.AdbRequest.Tap, place: FieldPath, report: Report) -> None:
    for axis, value in (("x", call.x), ("y", call.y)):
        if value < 0:
            report((*place, axis), f"{axis} is {value}", "give pixels from the upper left corner")


def _check_service(
    call: task_pb2.AdbCall.StartAccessibilityService, place: FieldPath, report: Report
) -> None:
    _check_component(call.full_service, (*place, "full_service"), report)


def _check_random(call: task_pb2.AdbCall.StartRandomActivity, place: FieldPath, report: Report) -> None:
    if not call.activity_list:
        report(place, "start_random_activity without activities", f"add activity_list; {_COMPONENT_FORM}")
    for index, activity in enumerate(call.activity_list):
        _check_component(activity, (*place, "activity_list", index), report)
    _check_seconds(call.timeout_sec, (*place, "timeout_sec"), report)


def _check_intent(call: task_pb2.AdbCall.StartIntent, place: FieldPath, report: Report) -> None:
    if not call.action and not call.data_uri:
        report(place, "start_intent without an action or data", "add action, data_uri or both")
    if call.package_name:
        _check_package(call.package_name, (*place, "package_name"), report)


def _check_command(call: task_pb2.AdbCall.Command, place: FieldPath, report: Report) -> None:
    if not any(word.strip() for word in call.command):
        report(place, "a command without words", 'add command: "..."')


# What adb does with the device alone. Everything else could read or write files of the host, or change its adb.
_DEVICE_COMMANDS = frozenset(
    [
        "shell",
        "exec-out",
        "uninstall",
        "logcat",
        "root",
        "unroot",
        "remount",
        "reboot",
        "get-state",
        "wait-for-device",
        "forward",
        "reverse",
        "disable-verity",
        "enable-verity",
    ]
)


_FORWARDING = frozenset(["forward", "reverse"])


def _adb_verb(words: Sequence[str]) -> str:
    """What adb is told to do; it also does what stands behind wait-for-device."""
    behind = itertools.dropwhile(lambda word: word.strip() == "wait-for-device", words)
    return next(behind, "").strip()


def _check_adb_words(words: Sequence[str], place: FieldPath, report: Report) -> None:
    """A task file is data: it does not reach the host's files through adb."""
    first = _adb_verb(words)
    if first and first not in _DEVICE_COMMANDS:
        known = ", ".join(sorted(_DEVICE_COMMANDS))
        report(
            place,
            f"`adb {first}` could reach beyond the device",
            f"use install_apk, or adb_request {{ push }} with its content; allowed here: {known}",
        )


def _check_adb_command(call: task_pb2.AdbCall.Command, place: FieldPath, report: Report) -> None:
    _check_command(call, place, report)
    _check_adb_words(call.command, (*place, "command", 0), report)


_CALL_CHECKS: dict[str, Callable[..., None]] = {
    "install_apk": _check_install,
    "start_activity": _check_named_activity,
    "force_stop": _check_named_package,
    "clear_cache": _check_named_package,
    "grant_permissions": _check_grant,
    "tap": _check_tap,
    "start_accessibility_service": _check_service,
    "start_screen_pinning": _check_named_activity,
    "start_random_activity": _check_random,
    "start_intent": _check_intent,
    "uninstall_package": _check_named_package,
    "shell_command": _check_command,
    "adb_command": _check_adb_command,
}

# -- AndroidEnv's requests

# Fields that AndroidEnv's AdbCallParser refuses to do without.
_REQUIRED = {
    "start_activity": ("full_activity",),
    "force_stop": ("package_name",),
    "start_screen_pinning": ("full_activity",),
    "uninstall_package": ("package_name",),
    "send_broadcast": ("action",),
    "push": ("path",),
    "pull": ("path",),
    "input_text": ("text",),
    "generic": ("args",),
    "settings": ("name_space", "verb"),
    "package_manager": ("verb",),
    "install_apk": ("location",),
}


def _check_adb_request(request: adb_pb2.AdbRequest, place: FieldPath, report: Report) -> None:
    kind = request.WhichOneof("command")
    if kind is None:
        report(
            place, "an adb_request without a request", "give it install_apk, start_activity, force_stop, ..."
        )
        return
    _check_seconds(request.timeout_sec, (*place, "timeout_sec"), report)
    command: Message = getattr(request, kind)
    place = (*place, kind)
    for name in _REQUIRED.get(kind, ()):
        is_group = name in command.DESCRIPTOR.oneofs_by_name
        if not (command.WhichOneof(name) if is_group else getattr(command, name)):
            report(place, f"{kind} without {name}", f"add {_choices(command, name) if is_group else name}")
    if isinstance(command, adb_pb2.AdbRequest.InstallApk) and command.HasField("filesystem"):
        _check_install(command, place, report)
    elif isinstance(command, adb_pb2.AdbRequest.Tap):
        _check_tap(command, place, report)
    elif isinstance(command, adb_pb2.AdbRequest.GenericRequest):
        _check_adb_words(command.args, (*place, "args", 0), report)


def _choices(message: Message, group: str) -> str:
    return " or ".join(field.name for field in message.DESCRIPTOR.oneofs_by_name[group].fields)


# -- values


def _check_seconds(seconds: float, place: FieldPath, report: Report) -> None:
    if not 0 <= seconds < math.inf:
        report(place, f"{place[-1]} is {seconds:g}", "give seconds, 0 or more")


def _check_package(name: str, place: FieldPath, report: Report) -> None:
    if not name:
        report(place, f"{place[-2]} without a package_name", f"add it; {_PACKAGE_FORM}")
    elif not _PACKAGE.match(name):
        report(place, f"{name!r} is no package name", _PACKAGE_FORM)


def _check_component(name: str, place: FieldPath, report: Report) -> None:
    if not name:
        report(place, f"{place[-2]} without {place[-1]}", f"add it; {_COMPONENT_FORM}")
    elif not _COMPONENT.match(name):
        report(place, f"{name!r} does not name a part of a package", _COMPONENT_FORM)


def _check_regex(pattern: str, place: FieldPath, report: Report) -> None:
    try:
        Regex(pattern)
    except re.error as error:
        report(place, regex_fault(error), "mend the Python `re` syntax")
