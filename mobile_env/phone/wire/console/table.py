"""Tables of console commands: how a line selects its command, and how help texts are generated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from mobile_env.phone.wire.snapshot_store import SnapshotStore
from mobile_env.phone.wire.virtual_machine import VirtualMachine

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

UNKNOWN_COMMAND: Final = "unknown command, try 'help'"


class Refusal(Exception):
    """Ends a command with `KO: <text>`. `hint` is written before."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.hint = hint


@dataclass
class Session:
    """A client of the console.

    Attributes:
      token: what it must say to be let in; "" if everybody is.
      machine: the emulated machine.
      snapshots: the phone's snapshots.
      grpc_port: the port of the gRPC services.
      admitted: whether it may use all commands.
      ended: whether its connection is to be closed.
      switching_off: whether it switched the phone off.
      pointer: where its `event send` has put the finger, in pixels of the natural orientation.
    """

    token: str
    machine: VirtualMachine
    snapshots: SnapshotStore
    grpc_port: int
    admitted: bool = False
    ended: bool = False
    switching_off: bool = False
    pointer: Pointer = field(default_factory=lambda: Pointer())


@dataclass
class Pointer:
    """State of the touch screen between two EV_SYN events: position in pixels, and whether the screen is
    touched."""

    x: int = 0
    y: int = 0
    down: bool = False


@dataclass
class ConsoleCall:
    """A command as it is run, on the phone's thread if the client was admitted.

    Attributes:
      session: who asks.
      on: the phone; None for commands that everybody may use, which do without it.
      arguments: what follows the command's name; "" if nothing does.
      lines: the answer so far.
    """

    session: Session
    on: Phone | None
    arguments: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def phone(self) -> Phone:
        """The phone, which clients that were not admitted never reach."""
        assert self.on is not None
        return self.on

    def print(self, text: str = "") -> None:
        """Adds one or several lines to the answer."""
        self.lines += text.split("\n")


Handler = Callable[[ConsoleCall], None]


@dataclass(frozen=True)
class ConsoleCommand:
    """A command: what it does, and either its handler or the commands below it.

    Attributes:
      abstract: what it does, in a few words.
      handler: carries it out; raises Refusal.
      description: what `help` says of it; by default the abstract.
      below: its sub-commands by name; several names of one command are joined by `|`.
    """

    abstract: str
    handler: Handler | None = None
    description: str = ""
    below: Mapping[str, ConsoleCommand] = field(default_factory=dict)


Table = Mapping[str, ConsoleCommand]


def run_line(line: str, table: Table, call: ConsoleCall) -> None:
    """Runs the command that a line names.

    Raises:
      Refusal: there is no such command, or it cannot be done.
    """
    name, _, rest = line.partition(" ")
    command = _find(name, table)
    if command is None:
        raise Refusal(UNKNOWN_COMMAND)
    path = [name]
    while command.handler is None:
        word, _, remainder = rest.lstrip(" ").partition(" ")
        below = _find(word, command.below)
        if below is None:
            reason = "bad sub-command" if word else "missing sub-command"
            raise Refusal(reason, hint=_described(command, " ".join(path)))
        path.append(word)
        command, rest = below, remainder
    call.arguments = rest.lstrip(" ")
    command.handler(call)


def describe(words: list[str], table: Table) -> str:
    """Returns the text of `help`, for all commands or for one command.

    Raises:
      Refusal: no command has that name.
    """
    if not words:
        listed = "".join(f"    {names}\n" for names in table)
        return f"Android console commands:\n{listed}\nTry 'help <command>' or 'help-verbose' for more."
    command = _find(words[0], table)
    for word in words[1:]:
        command = None if command is None else _find(word, command.below)
    if command is None:
        raise Refusal("unknown command", hint=describe([], table))
    return _described(command, " ".join(words))


def describe_all(table: Table) -> str:
    """Returns the text of `help-verbose`: every command with its abstract."""
    listed = "".join(f"    {names:<15}  {command.abstract}\n" for names, command in table.items())
    return f"Android console command help:\n\n{listed}\nTry 'help <command>' for more."


def _find(name: str, table: Table) -> ConsoleCommand | None:
    return next((command for names, command in table.items() if name and name in names.split("|")), None)


def _described(command: ConsoleCommand, path: str) -> str:
    text = command.description or command.abstract
    if command.below:
        listed = "".join(
            f"    {path} {names:<15}  {each.abstract}\n" for names, each in command.below.items()
        )
        text += f"\n\nsub-commands:\n{listed}"
    return text.rstrip("\n")
