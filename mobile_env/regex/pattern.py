"""Python's regular expressions with bounded work.

`re` backtracks, and nothing inside Python can stop it. A search therefore takes one of three ways, which all find the
same:

- `re` itself, where an estimate says that the text can be tried in few ways only, whatever it is;
- RE2, whose time is linear in the text, where it can search for the pattern as Python does;
- a process of its own with `re`, which is ended when the search takes too long.
"""

from __future__ import annotations

import functools
import re
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Protocol

from mobile_env.regex.cost import most_tries
from mobile_env.regex.linear import EncodedText, LinearPattern, UntranslatableError
from mobile_env.regex.worker import WORKER, NoAnswerError

LONGEST_PATTERN = 10_000
# Processor time of one search, in seconds.
SECONDS = 1.0
# A timer of 0 s would be none.
_LEAST_SECONDS = 0.01
# Tries that take about a tenth of a second.
_FEW_TRIES = 1e7
_LONGEST_TEXT = 1 << 24
_ANSWERS_KEPT = 1024
# What a pattern may be compiled with beside its own inline flags.
_GIVEN_FLAGS = re.ASCII | re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE

# Start and end of the match, then of each group; (-1, -1) for a group that took no part.
_Spans = Sequence[Sequence[int]]


class RunawayRegexError(Exception):
    """A search took too long, and was ended; names the pattern."""


class RegexMatch(Protocol):
    """The part of `re.Match` that both engines provide."""

    def groups(self) -> tuple[Any, ...]:
        """What the groups caught; None for a group that took no part."""

    def __getitem__(self, group: Any) -> Any:
        """What a group caught, by number (0 is the whole match) or by name."""

    def start(self) -> int:
        """Where the match begins."""

    def end(self) -> int:
        """Where the match ends."""


class _FoundElsewhere:
    """A match that `re` did not find in this process."""

    __slots__ = ("_names", "_spans", "_text")

    def __init__(self, text: str, spans: _Spans, names: Mapping[str, int]):
        self._text, self._spans, self._names = text, spans, names

    def groups(self) -> tuple[str | None, ...]:
        return tuple(self[number] for number in range(1, len(self._spans)))

    def __getitem__(self, group: int | str) -> str | None:
        start, end = self._spans[self._names[group] if isinstance(group, str) else group]
        return None if start < 0 else self._text[start:end]

    def start(self) -> int:
        return self._spans[0][0]

    def end(self) -> int:
        return self._spans[0][1]


class SearchTime:
    """Processor time that the searches of one or more patterns share.

    Attributes:
      seconds: all of it.
      left: what is left of it, in seconds; negative if the last search took more.
    """

    __slots__ = ("left", "seconds")

    def __init__(self, seconds: float):
        self.seconds = self.left = seconds

    def renew(self) -> None:
        """Makes all seconds available again."""
        self.left = self.seconds


class Regex:
    """A compiled pattern.

    Attributes:
      pattern: Python's own.
      time: processor time of all searches together; None if each search is bounded alone.
    """

    __slots__ = (
        "_anchored", "_find", "_find_elsewhere", "_linear_pattern", "_longest", "_measured", "_safe", "_unsafe",
        "pattern", "time",
    )  # fmt: skip

    def __init__(
        self,
        pattern: str,
        flags: int = 0,
        *,
        anchored: bool = False,
        time: SearchTime | None = None,
        longest: bool = False,
    ):
        """Compiles a pattern.

        Args:
          pattern: of Python's `re`.
          flags: those of `re.compile`.
          anchored: matches at the beginning of a text only.
          time: what all searches together may take; None bounds each search alone.
          longest: finds the longest match at the first place, as POSIX tools do, where RE2 can search for the pattern.

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
        self.time = time
        self._longest = longest
        # Measured when there is a text: lengths that are known to be safe, and not to be.
        self._safe, self._unsafe = -1, _LONGEST_TEXT
        self._measured: Any = None
        # None: not yet translated; False: cannot be.
        self._linear_pattern: LinearPattern | bool | None = None

    def search(self, text: str) -> RegexMatch | None:
        """The first match; at the beginning if the pattern is anchored.

        Raises:
          RunawayRegexError: the search took more than a second of processor time, or all searches took too long.
        """
        if self.time is None:
            return self._search(text, 0, None)
        return self._search_on_account(text, 0, None)

    def finditer(self, text: str) -> Iterator[RegexMatch]:
        """Matches one after another as POSIX tools take them: no empty match follows another match directly.

        Raises:
          RunawayRegexError: as `search` does.
        """
        # Encoded once, not for each match.
        elsewhere = (self._longest or not self._is_safe(len(text))) and self._linear(text) is not None
        encoded = EncodedText(text) if elsewhere else None
        at, end = 0, -1
        while at <= len(text):
            found = (self._search if self.time is None else self._search_on_account)(text, at, encoded)
            if found is None:
                return
            at = found.end()
            if found.start() == at:
                at += 1
                if found.end() == end:
                    continue
            end = found.end()
            yield found

    @property
    def safe_length(self) -> int:
        """Characters of the longest text that Python's `re` searches in this process."""
        low, high = -1, _LONGEST_TEXT
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._is_safe(middle) else (low, middle)
        return low

    def _search_on_account(self, text: str, at: int, encoded: EncodedText | None) -> RegexMatch | None:
        assert self.time is not None
        if self.time.left <= 0:
            raise self._runaway(text)
        began = time.thread_time()
        try:
            return self._search(text, at, encoded)
        finally:
            self.time.left -= time.thread_time() - began

    def _search(self, text: str, at: int, encoded: EncodedText | None) -> RegexMatch | None:
        length = len(text)
        safe = length <= self._safe or self._is_safe(length)
        if safe and not self._longest:
            return self._find(text, at)
        linear = self._linear(text)
        if linear is None and safe:
            return self._find(text, at)
        if linear is not None:
            spans: _Spans | None = linear.spans(encoded or EncodedText(text), at, anchored=self._anchored)
        else:
            spans = self._find_elsewhere(text, at)
        return None if spans is None else _FoundElsewhere(text, spans, self.pattern.groupindex)

    def _linear(self, text: str) -> LinearPattern | None:
        """The pattern of RE2, if it finds the same in this text."""
        if self._linear_pattern is None:
            try:
                self._linear_pattern = LinearPattern(
                    self._parsed(), self.pattern.flags, longest=self._longest
                )
            except UntranslatableError:
                self._linear_pattern = False
        linear = self._linear_pattern
        return linear if isinstance(linear, LinearPattern) and linear.reads(text) else None

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
        return most_tries(self._parsed(), self.pattern.flags, length, anchored=self._anchored)

    def _parsed(self) -> Any:
        if self._measured is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._measured = _parser.parse(self.pattern.pattern, self.pattern.flags & _GIVEN_FLAGS)
        return self._measured

    def _ask(self, text: str, at: int) -> _Spans | None:
        seconds = SECONDS if self.time is None else min(SECONDS, max(self.time.left, _LEAST_SECONDS))
        request = {
            "pattern": self.pattern.pattern,
            "flags": self.pattern.flags,
            "anchored": self._anchored,
            "seconds": seconds,
            "text": text,
            "at": at,
        }
        try:
            answer, used = WORKER.ask(request)
        except NoAnswerError:
            if self.time is not None:
                self.time.left -= seconds
            raise self._runaway(text) from None
        if self.time is not None:
            self.time.left -= used
        return answer

    def _runaway(self, text: str) -> RunawayRegexError:
        shown = self.pattern.pattern
        shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
        seconds = self.time.seconds if self.time else SECONDS
        return RunawayRegexError(
            f"the regular expression {shown!r} ran away: more than {seconds:g} s on a text of"
            f" {len(text)} characters (repeats inside repeats, as in (a+)+, are the usual cause)"
        )
