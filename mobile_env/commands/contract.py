"""What a subcommand is to the command line."""

import argparse
from typing import Protocol


class BadInput(Exception):
    """The user gave something that cannot be used; the text says what, where and how to mend it."""


class Interrupted(Exception):
    """The user stopped a command, which has put its work in order."""


class Command(Protocol):
    """A module of `mobile_env.commands`.

    Attributes:
      HELP: one line for the list of subcommands.
    """

    HELP: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Adds the arguments. Runs for `--help` too: nothing heavy is imported here."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Runs the command; returns the exit code.

        Raises:
          BadInput: the arguments, or a file that they name, cannot be used.
          Interrupted: the user stopped it.
        """
