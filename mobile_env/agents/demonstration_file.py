"""Reads and checks demonstration files: `<id>.demo.textproto` beside the task file."""

import math
import re
from collections.abc import Sequence
from pathlib import Path

from mobile_env.events.selectors import SelectorError, compile_selector
from mobile_env.proto import demonstration_pb2
from mobile_env.simulators.keys import key_name
from mobile_env.tasks.discovery import DEMONSTRATION_SUFFIX, SUFFIX
from mobile_env.tasks.errors import Fault, FieldPath, Report, TaskFileError, in_order
from mobile_env.tasks.textproto import parse_textproto_file

MOST_SCROLLS = 100
MOST_WAIT_SEC = 600.0
_KINDS = "click, long_click, input, scroll, answer, goback, nothing, key or wait"


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
    _check_actions(demonstration.actions, ("actions",), report)
    for number, miss in enumerate(demonstration.near_misses):
        place: FieldPath = ("near_misses", number)
        if not 0 <= miss.start <= len(demonstration.actions):
            last = len(demonstration.actions)
            report(
                (*place, "start"), f"start is {miss.start}", f"write how many actions to keep, 0 to {last}"
            )
        if not miss.description:
            report(place, "near miss without a description", "say what is wrong about it")
        _check_actions(miss.actions, (*place, "actions"), report)


def _check_actions(
    actions: Sequence[demonstration_pb2.DemonstrationAction], place: FieldPath, report: Report
) -> None:
    for number, action in enumerate(actions):
        at: FieldPath = (*place, number)
        kind = action.WhichOneof("action")
        match kind:
            case None:
                report(at, "action that does nothing", f"give it one of {_KINDS}")
            case "click" | "long_click":
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
                if key_name(action.key.name) is None:
                    what = f"unknown key {action.key.name!r}"
                    report((*at, "key", "name"), what, "write Android's name of it, such as HOME")
            case "wait":
                seconds = action.wait.seconds
                if not (math.isfinite(seconds) and 0 <= seconds <= MOST_WAIT_SEC):
                    report((*at, "wait", "seconds"), f"seconds is {seconds:g}", f"0 to {MOST_WAIT_SEC:g}")


def _check_target(target: demonstration_pb2.Target, place: FieldPath, report: Report) -> None:
    match target.WhichOneof("by"):
        case None:
            report(place, "target without a name", "give it a selector, a text or a pattern")
        case "selector":
            try:
                compile_selector(target.selector)
            except SelectorError as error:
                report((*place, "selector"), str(error), error.mend)
        case "text":
            if not target.text.strip():
                report((*place, "text"), "blank text", "write the text of the node")
        case "pattern":
            try:
                re.compile(target.pattern)
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
