"""`logcat` without -d: sends the log, and new entries, until the host closes the stream."""

from __future__ import annotations

import asyncio
import contextlib
import re
import shlex
from typing import TYPE_CHECKING, Final

from mobile_env.phone.shell.call import CommandError, encode
from mobile_env.phone.shell.logcat import LogcatQuery, parse_logcat
from mobile_env.phone.state.logcat import LogBuffer
from mobile_env.phone.wire.adb.service import Request
from mobile_env.phone.wire.adb.standard_streams import StandardStreams
from mobile_env.regex import RunawayRegexError

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

# As adb sends it: `export ANDROID_LOG_TAGS='…'; exec logcat …`.
_COMMAND: Final = re.compile(
    r"\s*(?:export\s+ANDROID_LOG_TAGS=(?P<tags>'[^']*'|\"[^\"]*\"|[^\s;]*)\s*;)?"
    r"\s*(?:exec\s+)?logcat(?P<words>(?:\s.*)?)",
    re.DOTALL,
)
# What makes more of a command line than one command.
_OPERATORS: Final = re.compile(r"[|&;<>()$`\n]")


def followed_log(command: str) -> LogcatQuery | None:
    """Parses a command line that follows the log; None for any other command line."""
    match = _COMMAND.fullmatch(command)
    if match is None:
        return None
    try:
        lexer = shlex.split(match["words"])
        query = parse_logcat(lexer, default_filters=(match["tags"] or "").strip("'\""))
    except (ValueError, CommandError):
        return None  # the shell says what is wrong with it
    unquoted = re.sub(r"'[^']*'|\"[^\"$`]*\"", "", match["words"])
    follows = not (query.dump or query.help or query.file is not None or _OPERATORS.search(unquoted))
    return query if follows else None


class _Follower:
    """Reads new log entries. Used only on the phone's thread."""

    def __init__(self, query: LogcatQuery) -> None:
        self._query = query
        self._log: LogBuffer | None = None
        self._cursor = 0
        self._seen: set[str] = set()
        self._left = query.limit

    @property
    def done(self) -> bool:
        """Whether as many entries were read as were asked for."""
        return self._left is not None and self._left <= 0

    def behind(self, phone: Phone) -> bool:
        """Whether there may be something new."""
        return phone.log is not self._log or phone.log.cursor != self._cursor

    def read(self, phone: Phone) -> bytes:
        """Returns new entries in logcat's format."""
        if self._query.pattern is not None and self._query.pattern.time is not None:
            self._query.pattern.time.renew()
        log, first = phone.log, self._log is None
        if log is not self._log and not first:
            # A snapshot was restored, and its log with it: no entry in it is new.
            self._cursor = log.cursor
        self._log = log
        entries, self._cursor = log.read(self._cursor)
        chosen = self._query.select(entries) if first else [e for e in entries if self._query.accepts(e)]
        if self._left is not None:
            chosen = chosen[: self._left]
            self._left -= len(chosen)
        boot_us = phone.state.clock.boot_us
        return encode(self._query.render(chosen, boot_us=boot_us, seen=self._seen))


async def follow_log(streams: StandardStreams, request: Request, query: LogcatQuery) -> None:
    """Sends the log as it grows, until the host closes the stream.

    If the host does not read, it misses entries that the log drops in the meantime; the phone does not buffer them.
    """
    loop = asyncio.get_running_loop()
    grown = asyncio.Event()
    follower = _Follower(query)

    def watch(phone: Phone) -> None:
        if follower.behind(phone):
            # A loop that was closed meanwhile follows nothing.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(grown.set)

    closed = asyncio.ensure_future(streams.wait_closed())
    closed.add_done_callback(lambda _: grown.set())
    stop_watching = request.thread.watch(watch)
    try:
        while True:
            grown.clear()
            try:
                output = await request.on_phone(follower.read)
            except RunawayRegexError as error:
                await streams.write_error(encode(f"logcat: {error}\n"))
                await streams.finish(2)
                return
            await streams.write_output(output)
            if follower.done:
                await streams.finish(0)
                return
            await grown.wait()
            if closed.done():
                return
    finally:
        stop_watching()
        closed.cancel()
