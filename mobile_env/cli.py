"""The `mobile-env` command."""

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import cast

from mobile_env.commands.contract import BadInput, Command, Interrupted
from mobile_env.commands.parser import CommandParser
from mobile_env.version import __version__

# A new subcommand is a module of mobile_env.commands and its name here, in the order of the help.
COMMANDS = ("run", "check", "task", "template", "report", "phone", "device", "replay", "completion")

EXIT_BAD_INPUT = 2
# As shells report a program that SIGINT ended.
EXIT_INTERRUPTED = 130
# As shells report a program whose output was closed (`mobile-env ... | head`).
EXIT_PIPE_CLOSED = 141


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = CommandParser(
        prog="mobile-env",
        description="Mobile GUI tasks as text files: author, train and evaluate phone agents.",
    )
    parser.add_argument("--version", action="version", version=f"mobile-env {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in COMMANDS:
        command = cast(Command, importlib.import_module(f"mobile_env.commands.{name}"))
        subparser = commands.add_parser(name, help=command.HELP, description=command.HELP)
        command.configure(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def _find_modules_here() -> None:
    """Lets agents and models that a user names lie in the folder that the command is called in.

    An installed command does not look there by itself, as `python -m` does. It comes last: what is called like a
    module that is installed must not take its place.
    """
    with contextlib.suppress(OSError):  # the folder is gone
        if (here := os.getcwd()) not in sys.path:
            sys.path.append(here)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
      arguments: without the program's name; None: those of the process.

    Returns:
      The exit code: 0 done, 2 bad input, 130 stopped by the user.
    """
    parsed = make_parser().parse_args(arguments)
    _find_modules_here()
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
        return code
    except BadInput as error:
        print(f"mobile-env: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except (KeyboardInterrupt, Interrupted):
        print("mobile-env: stopped", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has nowhere to go: Python must not try again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_PIPE_CLOSED


if __name__ == "__main__":
    sys.exit(main())
