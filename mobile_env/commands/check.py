"""`mobile-env check`: checks task files and their demonstrations."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mobile_env.commands.contract import BadInput
from mobile_env.commands.seeds import seeds
from mobile_env.plain_text import plain

if TYPE_CHECKING:
    from mobile_env.tasks.errors import Fault
    from mobile_env.tasks.families import FamilyCheck
    from mobile_env.tasks.loading import RunnableTask

HELP = "check task files and their demonstrations"
_EXIT_FAULTS = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "tasks",
        nargs="+",
        metavar="TASKS",
        help="task files, directories, or names of shipped sets (wikihow, wikihow_sbert)",
    )
    parser.add_argument(
        "--device",
        default="embedded",
        metavar="SPEC",
        help="the device on which the tasks will run (default: %(default)s)",
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="KIND",
        help="event sources that will be switched off, text or icon; their requirements are not checked",
    )
    parser.add_argument(
        "--allow-forwarding",
        action="store_true",
        help="accept steps that call adb forward and adb reverse, which join ports of this machine to the device",
    )
    parser.add_argument(
        "--play",
        action="store_true",
        help="also play the tasks: the demonstration must solve its task; near misses, a shortened demonstration, the "
        "demonstration of another seed, finishing at once and doing nothing must not",
    )
    parser.add_argument(
        "--seed",
        "--seeds",
        type=seeds,
        default=(0,),
        metavar="N",
        help="instances of families that --play plays: 3, 0,1,2 or 0-4 (default: 0); 0-19 are always drawn and checked",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text: print faults on standard error, one per line; json: print everything on standard output, in the "
        "format of docs/checking-tasks.md",
    )


def run(arguments: argparse.Namespace) -> int:
    """Checks the files. Returns 2 if any has a fault."""
    from mobile_env.simulators.device_spec import parse_device_spec

    try:
        kind = parse_device_spec(arguments.device).kind
    except ValueError as error:
        raise BadInput(str(error)) from None
    try:
        checks, faults = _load(arguments.tasks, kind, arguments.without, arguments.allow_forwarding)
    except ValueError as error:
        raise BadInput(str(error)) from None
    tasks = [check.instances[0] for check in checks if check.instances]
    demonstrated, demonstration_faults = _read_demonstrations(checks)
    faults += demonstration_faults
    if arguments.play:
        for task, fault in _rehearsed(tasks, arguments):
            faults.append(fault)
            demonstrated.discard(task.id)
    warnings = [warning for check in checks for warning in check.warnings]
    if arguments.format == "json":
        _print_json(tasks, demonstrated, faults, warnings)
    else:
        _print_text(tasks, demonstrated, faults, warnings)
    return _EXIT_FAULTS if faults else 0


def _load(
    names: Sequence[str], device_kind: str, without: Sequence[str], allow_forwarding: bool
) -> tuple[list["FamilyCheck"], list["Fault"]]:
    """Returns what checking the seeds of each file gave, and all faults."""
    from mobile_env.tasks.discovery import find_tasks
    from mobile_env.tasks.errors import TaskFileError
    from mobile_env.tasks.families import check_family
    from mobile_env.tasks.loading import load_tasks

    options: dict[str, Any] = {
        "device_kind": device_kind,
        "without": without,
        "allow_forwarding": allow_forwarding,
    }
    faults: list[Fault] = []
    try:
        # Together: two files may have one id.
        load_tasks(names, **options)
    except TaskFileError as error:
        faults = list(error.faults)
    try:
        paths = find_tasks(names)
    except TaskFileError:
        return [], faults
    unsound = {fault.path for fault in faults}
    checks = []
    for path in paths:
        if path not in unsound:
            check = check_family(path, **options)
            faults += check.faults
            checks.append(check)
    return checks, faults


def _read_demonstrations(checks: Sequence["FamilyCheck"]) -> tuple[set[str], list["Fault"]]:
    """Returns the ids of tasks with a valid demonstration, and the faults of other demonstrations."""
    from mobile_env.agents.demonstration_file import demonstration_path, read_demonstration
    from mobile_env.agents.demonstration_instance import filler_of
    from mobile_env.tasks.errors import TaskFileError

    demonstrated: set[str] = set()
    faults: list[Fault] = []
    for check in checks:
        path = demonstration_path(check.instances[0].path) if check.instances else None
        if path is None or not path.exists():
            continue
        task_id = check.instances[0].id
        try:
            demonstration = read_demonstration(path, task_id)
            for task in check.instances:
                filler = filler_of(task.path, task.seed)
                filler.actions(demonstration.actions)
                for miss in demonstration.near_misses:
                    filler.actions(miss.actions)
        except TaskFileError as error:
            faults.extend(error.faults)
        else:
            demonstrated.add(task_id)
    return demonstrated, faults


def _rehearsed(
    tasks: Sequence["RunnableTask"], arguments: argparse.Namespace
) -> Iterator[tuple["RunnableTask", "Fault"]]:
    """Plays each task and yields what contradicts its author's intention."""
    from android_env.components.errors import AndroidEnvError
    from rich.console import Console
    from rich.progress import track

    from mobile_env.evaluation.rehearsal import rehearse
    from mobile_env.loader import load

    if not tasks:
        return
    console = Console(stderr=True)
    try:
        for number, seed in enumerate(arguments.seed):
            # Other seeds give other instances of families alone.
            played = [task.path for task in tasks if task.values or not number]
            if not played:
                continue
            with load(
                played,
                arguments.device,
                seed=seed,
                hierarchy=True,
                pixels=False,
                without=arguments.without,
                allow_forwarding=arguments.allow_forwarding,
            ) as env:
                for index in track(
                    range(len(env.tasks)), f"playing seed {seed}", console=console, transient=True
                ):
                    for fault in rehearse(env, index, arguments.device):
                        yield env.tasks[index], fault
    except (ValueError, AndroidEnvError) as error:
        raise BadInput(str(error)) from None


def _print_text(
    tasks: Sequence["RunnableTask"],
    demonstrated: set[str],
    faults: Sequence["Fault"],
    warnings: Sequence["Fault"],
) -> None:
    for fault in faults:
        print(plain(fault), file=sys.stderr)
    for warning in warnings:
        print(plain(warning.as_warning()), file=sys.stderr)
    for task in tasks:
        sources = len(task.message.event_sources)
        facts = (
            [f"{sources} event source{'' if sources == 1 else 's'}"] if sources or task.goal is None else []
        )
        if task.goal is not None:
            facts.append(_counted(len(task.goal.checks), "check"))
        if task.values:
            facts.append(_counted(len(task.values), "parameter"))
        if task.kind:
            facts.insert(0, task.kind)
        if task.id in demonstrated:
            facts.append("demonstration")
        print(plain(f"{task.path}: ok ({', '.join(facts)})"))
    unsound = len({fault.path for fault in faults})
    said = [_counted(len(tasks), "sound task")]
    if warnings:
        said.append(_counted(len(warnings), "warning"))
    if faults:
        said.append(f"{_counted(len(faults), 'fault')} in {_counted(unsound, 'file')}")
    print(", ".join(said))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _print_json(
    tasks: Sequence["RunnableTask"],
    demonstrated: set[str],
    faults: Sequence["Fault"],
    warnings: Sequence["Fault"],
) -> None:
    found = [
        {
            "file": str(fault.path),
            "line": fault.line,
            "column": fault.column,
            "severity": severity,
            "what": fault.what,
            "mend": fault.mend,
        }
        for severity, some in (("error", faults), ("warning", warnings))
        for fault in some
    ]
    sound = [
        {
            "file": str(task.path),
            "task": task.id,
            "kind": task.kind,
            "demonstration": task.id in demonstrated,
        }
        for task in tasks
    ]
    print(json.dumps({"tasks": sound, "faults": found}, indent=2, ensure_ascii=False))
