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
from mobile_env.plain_text import plain
from mobile_env.version import __version__

# A new subcommand is a module of mobile_env.commands and its name here, in the order of the help.
COMMANDS = ("run", "check", "task", "template", "report", "phone", "app", "device", "replay", "completion")

EXIT_BAD_INPUT = 2
# Shells report this exit code for a program that SIGINT ended.
EXIT_INTERRUPTED = 130
# Shells report this exit code for a program whose output was closed (`mobile-env ... | head`).
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
    """Adds the working directory to the import path, so that users can name their own agents and models there.

    `python -m` does this by default, but an installed command does not. The directory comes last, so that its
    files cannot replace installed modules.
    """
    with contextlib.suppress(OSError):  # the directory was removed
        if (here := os.getcwd()) not in sys.path:
            sys.path.append(here)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
      arguments: arguments without the program's name; None: the arguments of the process.

    Returns:
      The exit code: 0 success, 2 bad input, 130 stopped by the user.
    """
    parsed = make_parser().parse_args(arguments)
    _find_modules_here()
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
        return code
    except BadInput as error:
        print(f"mobile-env: {plain(error)}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except (KeyboardInterrupt, Interrupted):
        print("mobile-env: stopped", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The buffered output cannot be written. Prevent Python from trying again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_PIPE_CLOSED


if __name__ == "__main__":
    sys.exit(main())
