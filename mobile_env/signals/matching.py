"""Text matchers compare a received text with the text that a task expects.

Each is the `mode` of a text or response event; a new one is a class here and a line in `MATCHERS`.
"""

from __future__ import annotations

import collections
import difflib
import functools
import re
from typing import Protocol

from rapidfuzz import fuzz

from mobile_env.regex import Regex, RunawayRegexError
from mobile_env.signals import embeddings

# Groups of a regular expression, or a score.
MatchValue = tuple[str | None, ...] | float

MOST_PAIRS = 5_000_000
"""Pairs of equal characters of two texts that `difflib` compares: about a second."""

# Scores of texts seen lately are kept: a screen shows the same texts step after step.
_SCORES_KEPT = 1024
# Characters of a faulty pattern in messages.
_LONGEST_SHOWN = 100


class MatcherError(ValueError):
    """A matcher cannot use a pattern or threshold.

    Attributes:
      field: `pattern`, `threshold` or `mode`.
      mend: how to mend it.
    """

    def __init__(self, field: str, what: str, mend: str):
        super().__init__(what)
        self.field = field
        self.mend = mend


class TextMatcher(Protocol):
    """Compares texts with one expected text."""

    def match(self, text: str) -> MatchValue | None:
        """The value of a match, or None if the text does not match."""


def regex_fault(error: re.error) -> str:
    """Describes the fault of a regular expression and its position."""
    place = "" if error.pos is None else f" at character {error.pos + 1}"
    pattern = repr(error.pattern)
    shown = pattern if len(pattern) <= _LONGEST_SHOWN else f"{pattern[:_LONGEST_SHOWN]}..."
    return f"bad regular expression {shown}: {error.msg}{place}"


class RegexMatcher:
    """`re.search`, multiline; the value is the tuple of groups (empty if the pattern has none)."""

    def __init__(self, pattern: str, threshold: float | None = None):
        """`threshold` has no meaning here and is ignored. Raises MatcherError for a bad pattern."""
        try:
            self.regex = Regex(pattern, re.MULTILINE)
            self._search = self.regex.search
        except re.error as error:
            raise MatcherError("pattern", regex_fault(error), "mend the Python `re` syntax") from None

    def match(self, text: str) -> MatchValue | None:
        """The groups of the first match."""
        found = self._search(text)
        return None if found is None else found.groups()


def _check_threshold(threshold: float | None, highest: float, mode: str) -> float:
    if threshold is None:
        raise MatcherError(
            "threshold", f"{mode} needs a threshold", f"set one in (0, {highest:g}]: scores from it on match"
        )
    if not 0 < threshold <= highest:
        raise MatcherError(
            "threshold",
            f"threshold {threshold:g} is outside the scores of {mode}",
            f"set one in (0, {highest:g}]",
        )
    return threshold


def _check_expected(pattern: str, mode: str) -> str:
    if not pattern:
        raise MatcherError("pattern", f"{mode} compares with an empty text", "set the text that is expected")
    return pattern


def matching_pairs(first: str, second: str) -> int:
    """Pairs of equal characters, one of each text: what `difflib` goes through to compare the two."""
    counts = collections.Counter(second)
    return sum(count * counts[character] for character, count in collections.Counter(first).items())


class DifflibMatcher:
    """`difflib.SequenceMatcher(None, received, expected, autojunk=False).ratio()`, in [0, 1].

    `match` raises RunawayRegexError for two texts with more than MOST_PAIRS matching pairs of characters.
    """

    def __init__(self, pattern: str, threshold: float | None):
        """Raises MatcherError for an empty pattern or a threshold outside (0, 1]."""
        self._threshold = _check_threshold(threshold, 1.0, "DIFFLIB")
        self._pattern = _check_expected(pattern, "DIFFLIB")
        # The matcher keeps what it learnt about its second text: the expected one is learnt once.
        self._matcher = difflib.SequenceMatcher(None, "", self._pattern, autojunk=False)
        self.match = functools.lru_cache(maxsize=_SCORES_KEPT)(self._match)

    def _match(self, text: str) -> MatchValue | None:
        matcher, threshold = self._matcher, self._threshold
        matcher.set_seq1(text)
        # Upper bounds of the ratio: a long text that cannot match is not compared letter by letter.
        if matcher.real_quick_ratio() < threshold or matcher.quick_ratio() < threshold:
            return None
        if matching_pairs(text, self._pattern) > MOST_PAIRS:
            raise RunawayRegexError(
                f"comparing a text of {len(text)} characters with one of {len(self._pattern)} by DIFFLIB would run away"
            )
        score = matcher.ratio()
        return score if score >= threshold else None


class FuzzMatcher:
    """`rapidfuzz.fuzz.ratio`, in [0, 100]."""

    def __init__(self, pattern: str, threshold: float | None):
        """Raises MatcherError for an empty pattern or a threshold outside (0, 100], or in (0, 1].

        A threshold up to 1 would match almost anything: it is a share where a percentage is meant.
        """
        self._threshold = _check_threshold(threshold, 100.0, "FUZZ")
        if self._threshold <= 1:
            raise MatcherError(
                "threshold",
                f"threshold {self._threshold:g} for FUZZ, whose scores are in [0, 100]",
                f"write {self._threshold * 100:g}",
            )
        self._pattern = _check_expected(pattern, "FUZZ")

    def match(self, text: str) -> MatchValue | None:
        """The score, if it reaches the threshold."""
        score = fuzz.ratio(text, self._pattern)
        return score if score >= self._threshold else None


class SbertMatcher:
    """Cosine of sentence embeddings, in [-1, 1]: likeness of meaning. The model is loaded at the first text."""

    def __init__(self, pattern: str, threshold: float | None):
        """Raises MatcherError for an empty pattern, a threshold outside (0, 1], or a model that is missing."""
        self._threshold = _check_threshold(threshold, 1.0, "SBERT")
        self._pattern = _check_expected(pattern, "SBERT")
        try:
            self._model = embeddings.check_available()
        except embeddings.ModelUnavailable as error:
            raise MatcherError("mode", f"SBERT cannot be used: {error}", error.mend) from None

    def match(self, text: str) -> MatchValue | None:
        """The score, if it reaches the threshold. A blank text has no meaning to compare."""
        if not text.strip():
            return None
        score = embeddings.load_encoder(self._model).likeness(text, self._pattern)
        return score if score >= self._threshold else None


MATCHERS: dict[str, type[RegexMatcher] | type[DifflibMatcher] | type[FuzzMatcher] | type[SbertMatcher]] = {
    "REGEX": RegexMatcher,
    "DIFFLIB": DifflibMatcher,
    "FUZZ": FuzzMatcher,
    "SBERT": SbertMatcher,
}
