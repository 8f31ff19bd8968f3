"""Regular expressions of task files: Python's `re`, with bounded work.

`re` backtracks, and nothing inside Python can stop it. Each pattern is therefore measured once: up to some length
of text, the number of ways in which it can be tried is small, whatever the text is, and it is searched for at once.
Longer texts go to a process of their own, which is ended when a search takes too long.
"""

from __future__ import annotations

import atexit
import functools
import json
import math
import os
import re
import selectors
import subprocess
import sys
import threading
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Protocol

LONGEST_PATTERN = 10_000
# Processor time of one search.
SECONDS = 1.0
# What a machine that is very busy may need for it.
_WALL_SECONDS = 30.0
# Tries that take about a tenth of a second.
_FEW_TRIES = 1e7
_LONGEST_TEXT = 1 << 24
_ANSWERS_KEPT = 1024
# What a pattern may be compiled with beside its own inline flags.
_GIVEN_FLAGS = re.ASCII | re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE


class RunawayRegexError(Exception):
    """A search took too long, and was ended; names the pattern."""


class RegexMatch(Protocol):
    """What is read of a match."""

    def groups(self) -> tuple[Any, ...]:
        """What the groups caught."""

    def __getitem__(self, name: str) -> Any:
        """What a named group caught."""


class _FoundElsewhere:
    """A match that another process found."""

    __slots__ = ("_groups", "_named")

    def __init__(self, groups: Sequence[str | None], named: Mapping[str, str | None]):
        self._groups, self._named = tuple(groups), named

    def groups(self) -> tuple[str | None, ...]:
        return self._groups

    def __getitem__(self, name: str) -> str | None:
        return self._named[name]


class Regex:
    """A compiled pattern.

    Attributes:
      pattern: Python's own.
    """

    __slots__ = ("_anchored", "_find", "_find_elsewhere", "_measured", "_safe", "_unsafe", "pattern")

    def __init__(self, pattern: str, flags: int = 0, *, anchored: bool = False):
        """`anchored` matches at the beginning of a text only.

        Raises:
          re.error: a faulty pattern, or one that is too long or nested too deeply.
        """
        if len(pattern) > LONGEST_PATTERN:
            raise re.error(f"more than {LONGEST_PATTERN} characters", pattern)
        try:
            with warnings.catch_warnings():
                # Patterns of the field are not ours to mend.
                warnings.simplefilter("ignore")
                self.pattern = re.compile(pattern, flags)
        except (OverflowError, RecursionError) as error:
            raise re.error(f"too complex: {error}", pattern) from None
        self._anchored = anchored
        self._find = self.pattern.match if anchored else self.pattern.search
        self._find_elsewhere = functools.lru_cache(maxsize=_ANSWERS_KEPT)(self._ask)
        # Measured when there is a text: lengths that are known to be safe, and not to be.
        self._safe, self._unsafe = -1, _LONGEST_TEXT
        self._measured: Any = None

    def search(self, text: str) -> RegexMatch | None:
        """The first match; at the beginning if the pattern is anchored.

        Raises:
          RunawayRegexError: the search took more than a second of processor time.
        """
        length = len(text)
        if length <= self._safe or self._is_safe(length):
            return self._find(text)
        return self._find_elsewhere(text)

    @property
    def safe_length(self) -> int:
        """Characters of the longest text that it is searched for at once."""
        low, high = -1, _LONGEST_TEXT
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._is_safe(middle) else (low, middle)
        return low

    def _is_safe(self, length: int) -> bool:
        if length <= self._safe:
            return True
        if length >= self._unsafe:
            return False
        rounded_up = 1 << length.bit_length()
        for tried in (rounded_up, length):
            if tried < self._unsafe and self._tries(tried) <= _FEW_TRIES:
                self._safe = tried
                return True
        self._unsafe = length
        return False

    def _tries(self, length: int) -> float:
        """At most how often a text of that length is tried."""
        if self._measured is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._measured = _parser.parse(self.pattern.pattern, self.pattern.flags & _GIVEN_FLAGS)
        one_start = self._anchored or _begins_at_start(self._measured, self.pattern.flags)
        return _ways(self._measured, length) * (1 if one_start else length + 1)

    def _ask(self, text: str) -> RegexMatch | None:
        request = {
            "pattern": self.pattern.pattern,
            "flags": self.pattern.flags,
            "anchored": self._anchored,
            "seconds": SECONDS,
            "text": text,
        }
        try:
            answer = _WORKER.ask(request)
        except _NoAnswer:
            shown = self.pattern.pattern
            shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
            raise RunawayRegexError(
                f"the regular expression {shown!r} ran away: more than {SECONDS:g} s on a text of"
                f" {len(text)} characters (repeats inside repeats, as in (a+)+, are the usual cause)"
            ) from None
        return None if answer is None else _FoundElsewhere(*answer)


# -- how much a pattern can be tried


def _ways(items: Any, length: int) -> float:
    """At most how many ways there are to go through a pattern, from one place of a text."""
    ways, plain = _factors(items, length)
    return ways * math.comb(length + plain, plain)


def _factors(items: Any, length: int) -> tuple[float, int]:
    """The ways of a pattern, those of plain repeats apart, and how many plain repeats are in it.

    Pieces one after another multiply, alternatives add up, a repeat has a way for each number of rounds, to the
    power of the ways of what is repeated. Plain repeats in a row, such as `.*`, share the characters of the text.
    """
    ways = 1.0
    plain = 0
    for operation, argument in items:
        if operation is sre.BRANCH:
            ways *= sum(_ways(each, length) for each in argument[1])
        elif operation in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            low, high, body = argument
            of_body = _ways(body, length)
            if of_body <= 1 and high >= length:
                plain += 1
            else:
                ways *= _repeated(of_body, low, min(int(high), max(length, low)))
        elif operation is sre.SUBPATTERN:
            inner, inner_plain = _factors(argument[-1], length)
            ways *= inner
            plain += inner_plain
        elif operation is sre.ATOMIC_GROUP:
            ways *= _ways(argument, length)
        elif operation in (sre.ASSERT, sre.ASSERT_NOT):
            ways *= _ways(argument[1], length)
        elif operation is sre.GROUPREF_EXISTS:
            ways *= _ways(argument[1], length) + (_ways(argument[2], length) if argument[2] else 1)
        elif operation is sre.GROUPREF:
            # One way, but compared character by character.
            ways *= length + 1
    return ways, plain


def _repeated(ways: float, low: int, high: int) -> float:
    rounds = high - low + 1
    if ways <= 1:
        return float(rounds)
    if high * math.log(ways) > 100:
        return math.inf
    return rounds * ways**high


def _begins_at_start(parsed: Any, flags: int) -> bool:
    first = parsed[0] if len(parsed) else None
    if first == (sre.AT, sre.AT_BEGINNING):
        return not flags & re.MULTILINE
    return first == (sre.AT, sre.AT_BEGINNING_STRING)


# -- the other process


class _NoAnswer(Exception):
    """The process ended, or had to be ended."""


class _Worker:
    """The process that searches; started when it is first needed, and again after it ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def ask(self, request: dict[str, Any]) -> Any:
        """Raises _NoAnswer."""
        with self._lock:
            process = self._running()
            try:
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.flush()
                with selectors.DefaultSelector() as selector:
                    selector.register(process.stdout, selectors.EVENT_READ)
                    line = process.stdout.readline() if selector.select(_WALL_SECONDS) else b""
            except OSError:
                line = b""
            except BaseException:
                # An answer that nobody read would be taken for that of the next request.
                self._end()
                raise
            if not line:
                self._end()
                raise _NoAnswer
            return json.loads(line)

    def _running(self) -> subprocess.Popen[bytes]:
        # After a fork the process belongs to the parent.
        if self._process is None or self._owner != os.getpid():
            script = str(Path(__file__).with_name("regex_worker.py"))
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            self._owner = os.getpid()
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                # What was still to be written has nowhere to go.
                continue
        process.wait()

    def renew_lock(self) -> None:
        """After a fork: a thread of the parent may have held the lock."""
        self._lock = threading.Lock()


_WORKER = _Worker()
atexit.register(_WORKER._end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_WORKER.renew_lock)
