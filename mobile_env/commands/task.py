"""`mobile-env task`: what a task file says, its parameters drawn."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from mobile_env.commands.contract import BadInput

HELP = "show an instance of a task file as text; begin a new task file"
_SHOW = "show an instance of a task file as text"
_NEW = "write a task file to begin with"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    show = actions.add_parser(
        "show",
        help=_SHOW,
        description="Prints the task that a seed draws: parameters filled in, base files merged.",
    )
    show.add_argument("file", type=Path, metavar="FILE", help="a task file")
    show.add_argument("--seed", type=int, default=0, metavar="N", help="which instance (default: 0)")
    show.add_argument(
        "--values", action="store_true", help="print the drawn values, as JSON, instead of the task"
    )
    show.set_defaults(act=_show)
    new = actions.add_parser(
        "new",
        help=_NEW,
        description="Asks what is to be judged, and writes a small family that passes `mobile-env check`.",
    )
    new.add_argument("file", type=Path, metavar="FILE", help="the task file to write: <id>.textproto")
    new.add_argument(
        "--judge", metavar="WHAT", help="what is judged: setting, file, contact or answer (default: asks)"
    )
    new.set_defaults(act=_new)


def run(arguments: argparse.Namespace) -> int:
    """Carries out the action."""
    act: Callable[[argparse.Namespace], int] = arguments.act
    return act(arguments)


def _asked(question: str) -> str:
    """What the user types; "" if nobody is there to type."""
    print(question, end="", flush=True)
    return sys.stdin.readline().strip().lower()


def _new(arguments: argparse.Namespace) -> int:
    from mobile_env.tasks.discovery import SUFFIX
    from mobile_env.tasks.starting_points import STARTING_POINTS, starting_point

    path: Path = arguments.file
    if not path.name.endswith(SUFFIX):
        raise BadInput(f"{path}: the name of a task file ends in {SUFFIX}")
    kinds = ", ".join(STARTING_POINTS)
    judges = arguments.judge or _asked(f"What is to be judged ({kinds})? ")
    if judges not in STARTING_POINTS:
        raise BadInput(f"{judges!r} is none of {kinds}")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(starting_point(judges, path.name.removesuffix(SUFFIX)))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    print(f"{path} (next: mobile-env check {path})")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from mobile_env.proto import task_pb2
    from mobile_env.tasks.definition import read_definition
    from mobile_env.tasks.errors import TaskFileError
    from mobile_env.tasks.templates.printing import print_message

    try:
        instance = read_definition(arguments.file).instance(arguments.seed)
    except TaskFileError as error:
        raise BadInput(str(error)) from None
    if arguments.values:
        print(json.dumps(instance.values, ensure_ascii=False, indent=2))
        return 0
    message = task_pb2.Task()
    message.CopyFrom(instance.parsed.message)
    del message.base[:]
    del message.parameters[:]
    for name, value in instance.values.items():
        told = json.dumps(value, ensure_ascii=False)
        print(f"# {name}: {told if len(told) <= 200 else told[:197] + '...'}")
    print(print_message(message), end="")
    return 0
