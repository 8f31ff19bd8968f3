"""`shell:` and `exec:`: runs the host's command lines in the phone's shell."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Final

from mobile_env.phone.shell import Shell, ShellResult
from mobile_env.phone.shell.language.streams import Input
from mobile_env.phone.wire.adb.interactive_shell import serve_interactively
from mobile_env.phone.wire.adb.log_service import follow_log, followed_log
from mobile_env.phone.wire.adb.service import Request
from mobile_env.phone.wire.adb.standard_streams import StandardStreams
from mobile_env.phone.wire.adb.stream import AdbStream
from mobile_env.phone.wire.uiautomator2.launcher import run_server
from mobile_env.phone.wire.uiautomator2.server import parse_launch

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

MOST_INPUT: Final = 512 << 20
"""Largest input of a command, in bytes."""

# Commands that know the length of their input, which is never closed.
_COUNTED: Final = re.compile(r"\s*(?:cmd\s+package|pm)\s+(?:'?install(?:-write)?'?)\s(.*)", re.DOTALL)

# The command line alone: what a script does besides is not known before it runs.
_REBOOT: Final = re.compile(r"\s*(?:/system/bin/)?(?:reboot|svc\s+power\s+reboot)(?:\s+[a-z]+)?\s*")


class _InputNeeded(BaseException):
    """A command reads from an input that is still open. Not an Exception, so that no app catches it."""


class _OpenInput(Input):
    """Input that may go on."""

    def read(self) -> bytes:
        raise _InputNeeded

    def read_line(self) -> bytes | None:
        raise _InputNeeded


async def shell_service(stream: AdbStream, request: Request) -> None:
    """`shell[,v2][,pty|,raw][,TERM=…]:command`; without a command, a shell that is typed into."""
    command = request.argument
    v2 = "v2" in request.options
    terminal = "pty" in request.options or (not command and "raw" not in request.options)
    streams = StandardStreams(stream, v2=v2, terminal=terminal)
    if not command.strip():
        await serve_interactively(streams, request, terminal=terminal)
        return
    await _serve_command(streams, request, joined=not v2 or terminal)


async def exec_service(stream: AdbStream, request: Request) -> None:
    """`exec:command`: like `shell:`, without terminal, packets or exit code."""
    await _serve_command(StandardStreams(stream, v2=False, terminal=False), request, joined=True)


async def _serve_command(streams: StandardStreams, request: Request, *, joined: bool) -> None:
    query = followed_log(request.argument)
    if query is not None:
        await follow_log(streams, request, query)
        return
    launch = parse_launch(request.argument)
    if launch is not None:
        await run_server(streams, request, launch)
        return
    if _REBOOT.fullmatch(request.argument):
        await request.on_phone(lambda phone: phone.reboot())
        await streams.finish(0)
        request.reconnect()
        return
    result = await _run(streams, request, joined=joined)
    await streams.write_output(result.stdout)
    await streams.write_error(result.stderr)
    await streams.finish(result.exit_code)


async def _run(streams: StandardStreams, request: Request, *, joined: bool) -> ShellResult:
    command = request.argument
    expected = _counted_input(command)
    if expected is None:
        result = await request.on_phone(lambda phone: _try(phone, command, joined=joined))
        if result is not None:
            return result
    given = bytearray()
    while (expected is None or len(given) < expected) and (part := await streams.read_input()):
        given += part
        if len(given) > MOST_INPUT:
            return ShellResult(b"", f"more than {MOST_INPUT >> 20} MiB of input\n".encode(), 1)
    stdin = bytes(given if expected is None else given[:expected])
    return await request.on_phone(lambda phone: _finally(phone, command, stdin, joined=joined))


def _try(phone: Phone, command: str, *, joined: bool) -> ShellResult | None:
    """Runs a command whose input is still open. If the command reads input, undoes the command and returns None.

    A shell cannot wait for input while others use the phone. So the command's effects are undone, and the
    command is run again when its input is complete.
    """
    before = phone.snapshot()
    try:
        return Shell(phone).run(command, _OpenInput(), joined=joined)
    except _InputNeeded:
        phone.restore(before)
        return None


def _finally(phone: Phone, command: str, stdin: bytes, *, joined: bool) -> ShellResult:
    """Runs a command with all of its input."""
    return Shell(phone).run(command, stdin, joined=joined)


def _counted_input(command: str) -> int | None:
    """Number of bytes that an install command reads (its option -S); None for other commands."""
    match = _COUNTED.fullmatch(command)
    if match is None:
        return None
    try:
        words = shlex.split(match[1])
    except ValueError:
        return None
    sizes = [words[at + 1] for at, word in enumerate(words[:-1]) if word == "-S"]
    return int(sizes[0]) if sizes and re.fullmatch(r"[0-9]{1,12}", sizes[0]) else None
