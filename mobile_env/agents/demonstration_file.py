"""Reads and checks demonstration files: `<id>.demo.textproto` beside the task file."""

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mobile_env.events.selectors import SelectorError, compile_selector
from mobile_env.proto import demonstration_pb2
from mobile_env.simulators.keys import key_name
from mobile_env.tasks.discovery import DEMONSTRATION_SUFFIX, SUFFIX
from mobile_env.tasks.errors import Fault, FieldPath, Report, TaskFileError, in_order
from mobile_env.tasks.textproto import parse_textproto_file

MOST_SCROLLS = 100
MOST_WAIT_SEC = 600.0
MOST_ROUNDS = 1000
# Begins what is filled in with parameters of the task.
_SLOT = "${"
_KINDS = "click, long_click, double_click, input, scroll, drag, answer, goback, nothing, key, wait, open_app, repeat, …"


def demonstration_path(task_path: Path) -> Path:
    """Returns the path of a task's demonstration."""
    return task_path.with_name(task_path.name.removesuffix(SUFFIX) + DEMONSTRATION_SUFFIX)


def read_demonstration(path: Path, task_id: str | None = None) -> demonstration_pb2.Demonstration:
    """Reads a demonstration.

    Args:
      path: the file.
      task_id: the task that the demonstration must belong to; None: any task.

    Raises:
      TaskFileError: the file has faults; contains all of them.
    """
    document = parse_textproto_file(path, demonstration_pb2.Demonstration)
    faults: list[Fault] = []

    def report(field_path: FieldPath, what: str, mend: str) -> None:
        faults.append(Fault(path, *document.locate(field_path), what, mend))

    _check(document.message, task_id, report)
    if faults:
        raise TaskFileError(in_order(faults))
    return document.message


def _check(demonstration: demonstration_pb2.Demonstration, task_id: str | None, report: Report) -> None:
    if not demonstration.task_id:
        report((), "no task_id", "write the id of the task that it solves")
    elif task_id is not None and demonstration.task_id != task_id:
        report(
            ("task_id",), f"demonstrates {demonstration.task_id!r}, the task is {task_id!r}", "make them one"
        )
    if not any(action.matters or not action.HasField("matters") for action in demonstration.actions):
        report((), "no action that matters", "write the actions that solve the task")
    check_actions(demonstration.actions, ("actions",), report)
    for number, miss in enumerate(demonstration.near_misses):
        place: FieldPath = ("near_misses", number)
        if not -1 <= miss.start <= len(demonstration.actions):
            last = len(demonstration.actions)
            mend = f"write how many actions to keep, 0 to {last}, or -1 for all of them"
            report((*place, "start"), f"start is {miss.start}", mend)
        if not miss.description:
            report(place, "near miss without a description", "say what is wrong about it")
        check_actions(miss.actions, (*place, "actions"), report)


def check_actions(
    actions: Sequence[demonstration_pb2.DemonstrationAction], place: FieldPath, report: Report
) -> None:
    """Checks actions. Texts with `${…}` are left alone: they are checked when they are filled in.

    Args:
      actions: the actions.
      place: their place in the demonstration.
      report: takes each fault.
    """
    for number, action in enumerate(actions):
        at: FieldPath = (*place, number)
        kind = action.WhichOneof("action")
        if action.HasField("if_seen"):
            _check_target(action.if_seen, (*at, "if_seen"), report)
        match kind:
            case None:
                report(at, "action that does nothing", f"give it one of {_KINDS}")
            case "click" | "long_click" | "double_click":
                _check_target(getattr(action, kind), (*at, kind), report)
            case "input":
                _check_target(action.input.target, (*at, "input", "target"), report)
                if not action.input.text and action.input.HasField("enter") and not action.input.enter:
                    report((*at, "input"), "input that types nothing", "give it a text, or make it a click")
            case "scroll":
                if action.scroll.HasField("until"):
                    _check_target(action.scroll.until, (*at, "scroll", "until"), report)
                if not 0 <= action.scroll.times <= MOST_SCROLLS:
                    report(
                        (*at, "scroll", "times"), f"times is {action.scroll.times}", f"0 to {MOST_SCROLLS}"
                    )
            case "answer":
                if not action.answer.text.strip():
                    report((*at, "answer"), "empty answer", "write its text")
            case "key":
                if key_name(action.key.name) is None and _SLOT not in action.key.name:
                    what = f"unknown key {action.key.name!r}"
                    report((*at, "key", "name"), what, "write Android's name of it, such as HOME")
            case "wait":
                seconds = action.wait.seconds
                if not (math.isfinite(seconds) and 0 <= seconds <= MOST_WAIT_SEC):
                    report((*at, "wait", "seconds"), f"seconds is {seconds:g}", f"0 to {MOST_WAIT_SEC:g}")
            case "open_app":
                if not action.open_app.strip():
                    report(
                        (*at, "open_app"),
                        "app without a name",
                        "write its name in the launcher, or its package",
                    )
            case "drag":
                _check_drag(action.drag, (*at, "drag"), report)
            case "repeat":
                _check_repeat(action.repeat, (*at, "repeat"), report)


def _check_drag(drag: Any, place: FieldPath, report: Report) -> None:
    _check_target(drag.target, (*place, "target"), report)
    if drag.HasField("to"):
        _check_target(drag.to, (*place, "to"), report)
    if len(drag.points) < 2 and not drag.HasField("to"):
        report(place, "drag that goes nowhere", "give it two points, or `to`")
    for number, point in enumerate(drag.points):
        if not (0 <= point.x <= 1 and 0 <= point.y <= 1):
            mend = "fractions of the target's box, 0 to 1"
            report(
                (*place, "points", number), f"the point {point.x:g} {point.y:g} is outside the target", mend
            )


def _check_repeat(repeat: Any, place: FieldPath, report: Report) -> None:
    if bool(repeat.each) == repeat.HasField("until"):
        report(place, "repeat without an end", "give it `each` or `until`")
    if repeat.HasField("until"):
        _check_target(repeat.until, (*place, "until"), report)
    if not 0 <= repeat.times <= MOST_ROUNDS:
        report((*place, "times"), f"times is {repeat.times}", f"0 to {MOST_ROUNDS}")
    if not repeat.actions:
        report(place, "repeat without actions", "write what is to be repeated")
    check_actions(repeat.actions, (*place, "actions"), report)


def _check_target(target: demonstration_pb2.Target, place: FieldPath, report: Report) -> None:
    match target.WhichOneof("by"):
        case None:
            report(place, "target without a name", "give it a selector, a text or a pattern")
        case "selector":
            try:
                compile_selector("a" if _SLOT in target.selector else target.selector)
            except SelectorError as error:
                report((*place, "selector"), str(error), error.mend)
        case "text":
            if not target.text.strip():
                report((*place, "text"), "blank text", "write the text of the node")
        case "pattern":
            try:
                re.compile("" if _SLOT in target.pattern else target.pattern)
            except re.error as error:
                report(
                    (*place, "pattern"),
                    f"not a regular expression: {error}",
                    "mend it as Python's re reads it",
                )
    if target.index < 0:
        report((*place, "index"), f"index is {target.index}", "write 0 for the first match, or more")
    if target.HasField("near"):
        _check_target(target.near, (*place, "near"), report)
