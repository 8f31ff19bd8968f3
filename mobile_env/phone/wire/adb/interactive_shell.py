"""An interactive shell: `adb shell` without a command, on a terminal or through a pipe."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from mobile_env.phone.shell import Shell
from mobile_env.phone.shell.call import decode, encode
from mobile_env.phone.shell.language.sh import ExitShell, LoopControl
from mobile_env.phone.shell.language.streams import Budget, Input, LimitError, Output
from mobile_env.phone.shell.language.syntax import ShellSyntaxError, parse
from mobile_env.phone.wire.adb.service import Request
from mobile_env.phone.wire.adb.standard_streams import StandardStreams

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

_LONGEST_LINE: Final = 1 << 20
_INTERRUPT, _END_OF_INPUT, _BACKSPACES = 0x03, 0x04, (0x08, 0x7F)
# Error messages of the shell for incomplete input, which further lines may complete.
_UNFINISHED: Final = ("unexpected end of file", "no closing")


class _Session:
    """One shell process; used on the phone's thread only."""

    def __init__(self) -> None:
        self._shell: Shell | None = None

    def run(self, phone: Phone, text: str) -> tuple[bytes, bytes, int, bool]:
        """Runs a text. Returns its output, its errors, its exit code, and whether the shell has ended."""
        shell = self._shell_of(phone)
        shell.budget = Budget()
        out, err = Output(shell.budget), Output(shell.budget)
        ended = False
        try:
            status = shell.run_script(text, Input(), out, err)
        except ExitShell as end:
            status, ended = end.status, True
        except LoopControl:
            status = shell.status
        except LimitError as error:
            err.write(encode(f"{error}\n"))
            status = shell.status = 1
        return out.value(), err.value(), status & 0xFF, ended

    def prompt(self, phone: Phone) -> bytes:
        """The prompt: host, directory, and whether the user is root."""
        shell = self._shell_of(phone)
        return encode(f"{shell.variable('HOSTNAME')}:{shell.cwd} {'#' if shell.uid == 0 else '$'} ")

    def _shell_of(self, phone: Phone) -> Shell:
        if self._shell is None:
            self._shell = Shell(phone)
        return self._shell


async def serve_interactively(streams: StandardStreams, request: Request, *, terminal: bool) -> None:
    """Runs lines until `exit` or the end of input. Commands have empty standard input.

    Args:
      streams: those of the shell.
      request: what was asked for.
      terminal: whether there is a prompt, and what is typed is shown and can be corrected.
    """
    session = _Session()
    lines = _LineEditor(echo=terminal)
    status, pending = 0, ""
    if terminal:
        await streams.write_output(await request.on_phone(session.prompt))
    while True:
        data = await streams.read_input()
        echo, complete = lines.feed(data) if data else (b"", [rest] if (rest := lines.rest()) else [])
        await streams.write_output(echo)
        ended = not data or lines.ended
        for line in complete:
            pending += decode(line) + "\n"
            if _unfinished(pending) and data:
                continue
            text, pending = pending, ""
            out, err, status, over = await request.on_phone(functools.partial(session.run, text=text))
            await streams.write_output(out)
            await streams.write_error(err)
            if over:
                await streams.finish(status)
                return
        if ended:
            await streams.finish(status)
            return
        if terminal and (complete or lines.interrupted):
            prompt = b"> " if pending else await request.on_phone(session.prompt)
            await streams.write_output(prompt)


def _unfinished(text: str) -> bool:
    try:
        parse(text)
    except ShellSyntaxError as error:
        return any(part in str(error) for part in _UNFINISHED)
    return False


class _LineEditor:
    """Assembles typed bytes into lines, like a terminal driver."""

    def __init__(self, *, echo: bool) -> None:
        self._echo = echo
        self._line = bytearray()
        self.ended = False
        self.interrupted = False

    def feed(self, data: bytes) -> tuple[bytes, list[bytes]]:
        """Takes typed bytes; returns what to show of them and the lines that they complete."""
        self.interrupted = False
        if not self._echo:
            *complete, rest = (bytes(self._line) + data).split(b"\n")
            self._line[:] = rest[-_LONGEST_LINE:]
            return b"", complete
        shown, lines = bytearray(), []
        for byte in data:
            if byte in b"\r\n":
                lines.append(bytes(self._line))
                self._line.clear()
                shown += b"\n"
            elif byte in _BACKSPACES:
                if self._line:
                    del self._line[-1]
                    shown += b"\b \b"
            elif byte == _INTERRUPT:
                self._line.clear()
                self.interrupted = True
                shown += b"^C\n"
            elif byte == _END_OF_INPUT:
                self.ended = self.ended or not self._line
            elif byte >= 0x20 and len(self._line) < _LONGEST_LINE:
                self._line.append(byte)
                shown.append(byte)
        return bytes(shown), lines

    def rest(self) -> bytes:
        """The last line, which no line feed ended."""
        rest = bytes(self._line)
        self._line.clear()
        return rest
