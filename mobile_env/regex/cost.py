"""How often Python's backtracking `re` may try a pattern: an upper bound, whatever the text is."""

from __future__ import annotations

import math
import re
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any


def most_tries(parsed: Any, flags: int, length: int, *, anchored: bool) -> float:
    """At most how often a text of `length` characters is tried.

    Args:
      parsed: the pattern as Python's parser reads it.
      flags: of the compiled pattern.
      length: of the text.
      anchored: whether only the beginning of the text is tried.
    """
    one_start = anchored or _begins_at_start(parsed, flags)
    return _ways(parsed, length) * (1 if one_start else length + 1)


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
