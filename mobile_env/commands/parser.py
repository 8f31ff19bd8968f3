"""The parser of the command line: of subcommands and options that are not known it names the closest one."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from mobile_env.suggestions import closest, nearest


class CommandParser(argparse.ArgumentParser):
    """An argument parser that answers a typing error with "did you mean"."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuses an option that is like a known one before missing arguments are complained of."""
        for option in self._own_options(args or ()):
            known = self._option_string_actions
            if not any(name.startswith(option) for name in known) and (near := closest(option, known)):
                self.error(f"unrecognized arguments: {option} (did you mean `{near}`?)")
        return super().parse_known_args(args, namespace)

    def _own_options(self, args: Sequence[str]) -> Iterator[str]:
        """Long options that are meant for this parser: those after a subcommand belong to the subcommand."""
        for argument in args:
            if argument == "--" or (self._subparsers is not None and not argument.startswith("-")):
                return
            if argument.startswith("--") and " " not in argument:
                yield argument.partition("=")[0]

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            hint = nearest(str(value), map(str, action.choices))
            raise argparse.ArgumentError(action, f"invalid choice: {value!r} ({hint})")
