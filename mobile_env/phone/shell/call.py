"""One call of a command: its arguments, streams and ways to answer."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from mobile_env.phone.shell.language.streams import Input, Output
from mobile_env.regex import SearchTime

if TYPE_CHECKING:
    from mobile_env.phone.kernel.kernel import Kernel
    from mobile_env.phone.phone import Phone
    from mobile_env.phone.shell.language.sh import Shell
    from mobile_env.phone.state.files import FileTree

S = TypeVar("S")


class CommandError(Exception):
    """Ends a command with a text on stderr (final newline included) and an exit code."""

    def __init__(self, text: str, exit_code: int = 1) -> None:
        super().__init__(text)
        self.text = text
        self.exit_code = exit_code


def java_error(verb: str, kind: str, message: str) -> CommandError:
    """The error message of an Android service whose command throws an exception. `kind` is, for example,
    `IllegalArgumentException`."""
    text = f"\nException occurred while executing '{verb}':\njava.lang.{kind}: {message}\n"
    return CommandError(text, 255)


@dataclass
class Call:
    """A running command.

    Attributes:
      shell: the shell that runs it, for its directory and variables.
      name: how it was called.
      args: the words after the name, expanded.
      input: what it may read.
      out: where its answer goes.
      err: where its complaints go.
      search_time: processor time that its patterns share; None before the first.
    """

    shell: Shell
    name: str
    args: list[str]
    input: Input
    out: Output
    err: Output
    search_time: SearchTime | None = None

    @property
    def phone(self) -> Phone:
        return self.shell.phone

    @property
    def kernel(self) -> Kernel:
        return self.shell.kernel

    def service(self, kind: type[S]) -> S:
        """The phone's service of a class."""
        return self.shell.kernel.service(kind)

    @property
    def files(self) -> FileTree:
        return self.shell.kernel.state.files

    def path(self, path: str) -> str:
        """The absolute path of one that may be relative to the shell's directory."""
        return path if path.startswith("/") else posixpath.join(self.shell.cwd, path)

    def print(self, text: str = "") -> None:
        """Writes a line to stdout."""
        self.write(text + "\n")

    def write(self, text: str) -> None:
        """Writes text to stdout as it is."""
        self.out.write(encode(text))

    def complain(self, text: str) -> None:
        """Writes a line to stderr as it is."""
        self.err.write(encode(text) + b"\n")

    def fail(self, text: str, exit_code: int = 1) -> int:
        """Writes `name: text` to stderr; returns the exit code."""
        self.complain(f"{self.name}: {text}")
        return exit_code

    def fail_os(self, path: str, error: OSError) -> int:
        """Writes `name: path: error` to stderr; returns 1."""
        return self.fail(f"{path}: {error.strerror}")

    def read_inputs(self, paths: Sequence[str]) -> tuple[list[tuple[str, bytes]], int]:
        """Reads files. `-`, or no path at all, means standard input.

        Returns:
          (path, content) of each file that could be read, and the status: 1 if any could not, else 0."""
        if not paths:
            return [("-", self.input.read())], 0
        contents: list[tuple[str, bytes]] = []
        status = 0
        for path in paths:
            try:
                contents.append(
                    (path, self.input.read() if path == "-" else self.files.read(self.path(path)))
                )
            except OSError as error:
                status = self.fail_os(path, error)
        return contents, status


Command = Callable[[Call], int]


def spend_on_replacing(call: Call, words: Sequence[str], old: str, new: str) -> None:
    """Charges the budget for words in which `new` replaces `old`, by their new length, before they are made."""
    call.shell.budget.spend_work(sum(len(word) + word.count(old) * len(new) for word in words))


def encode(text: str) -> bytes:
    """Encodes text of the shell. Bytes that `decode` could not decode are restored."""
    return text.encode("utf-8", "surrogateescape")


def decode(data: bytes) -> str:
    """Decodes bytes as text of the shell. Invalid UTF-8 is kept in a form that `encode` restores."""
    return data.decode("utf-8", "surrogateescape")
