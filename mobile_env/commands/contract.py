"""The interface of a subcommand."""

import argparse
from typing import Protocol


class BadInput(Exception):
    """User input cannot be used. The text says what is wrong, where, and how to fix it."""


class Interrupted(Exception):
    """The user stopped a command, which has cleaned up."""


class Command(Protocol):
    """A module of `mobile_env.commands`.

    Attributes:
      HELP: one line for the list of subcommands.
    """

    HELP: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Adds the arguments. Also runs for `--help`, so it must not import large modules."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Runs the command and returns the exit code.

        Raises:
          BadInput: the arguments, or a file that they name, cannot be used.
          Interrupted: the user stopped the command.
        """
