"""`mobile-env task`: what a task file says, its parameters drawn."""

import argparse
import json
from pathlib import Path

from mobile_env.commands.contract import BadInput

HELP = "show an instance of a task file as text"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    show = actions.add_parser(
        "show",
        help=HELP,
        description="Prints the task that a seed draws: parameters filled in, base files merged.",
    )
    show.add_argument("file", type=Path, metavar="FILE", help="a task file")
    show.add_argument("--seed", type=int, default=0, metavar="N", help="which instance (default: 0)")
    show.add_argument(
        "--values", action="store_true", help="print the drawn values, as JSON, instead of the task"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints an instance."""
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
