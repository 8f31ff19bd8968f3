"""Bounds on the work of one transformation: steps, sizes and depths of what it makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

# Far beyond what a task needs, and below a tenth of a second.
MAX_STEPS = 200_000
# Characters of a text.
MAX_TEXT = 100_000
# Parts of a value, those of its parts included, counted as often as they occur; 64 characters are a part.
MAX_WEIGHT = 20_000
MAX_DEPTH = 50
# Bits of an integer.
MAX_BITS = 4_096
# Widths and precisions of formats, and places of round().
MAX_WIDTH = 1_000

# Keys of one dictionary with the same hash. Ordinary keys share none; k * (2**61 - 1) all have the hash 0, and each
# new one would be compared with all before it.
MAX_EQUAL_HASHES = 50

_CHARACTERS_PER_PART = 64


class WorkError(Exception):
    """A transformation does too much, or makes something too large."""


class WorkBudget:
    """Counts down the steps of one run."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = MAX_STEPS

    def spend(self, steps: int) -> None:
        """Raises WorkError when no steps are left."""
        self._left -= steps
        if self._left < 0:
            raise WorkError(f"takes more than {MAX_STEPS} steps")

    def weigh(self, value: Any) -> int:
        """Spends what it costs to go through a value; returns its parts. Raises WorkError if it is too large."""
        weight = self._weigh(value, MAX_DEPTH)
        self.spend(weight)
        return weight

    def _weigh(self, value: Any, depth: int) -> int:
        kind = type(value)
        if kind is str:
            check_text(len(value))
            return 1 + len(value) // _CHARACTERS_PER_PART
        if kind is int:
            check_bits(value.bit_length())
            return 1
        if kind is list or kind is tuple:
            parts = value
        elif kind is dict:
            parts = [part for pair in value.items() for part in pair]
        elif kind is range:
            check_length(len(value))
            return 1 + len(value)
        else:
            return 1
        if depth == 0:
            raise WorkError(f"makes a value nested deeper than {MAX_DEPTH}")
        weight = 1
        for part in parts:
            weight += self._weigh(part, depth - 1)
            if weight > MAX_WEIGHT:
                raise WorkError(f"makes a value of more than {MAX_WEIGHT} parts")
        return weight


def check_text(length: int) -> None:
    """Raises WorkError for a text that is too long."""
    if length > MAX_TEXT:
        raise WorkError(f"makes a text of more than {MAX_TEXT} characters")


def check_length(length: int) -> None:
    """Raises WorkError for a sequence that is too long."""
    if length > MAX_WEIGHT:
        raise WorkError(f"makes a sequence of more than {MAX_WEIGHT} items")


def check_bits(bits: int) -> None:
    """Raises WorkError for an integer that is too large."""
    if bits > MAX_BITS:
        raise WorkError(f"makes an integer of more than {MAX_BITS} bits")


def check_width(width: int) -> None:
    """Raises WorkError for a width, precision or number of places that is too large."""
    if abs(width) > MAX_WIDTH:
        raise WorkError(f"formats to a width of more than {MAX_WIDTH}")


def mapping(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Makes a dictionary; raises WorkError if its keys were chosen to have the same hash."""
    result: dict[Any, Any] = {}
    hashes: Counter[int] = Counter()
    for key, value in pairs:
        known = len(result)
        result[key] = value
        if len(result) > known:
            hashes[hash(key)] += 1
            if hashes[hash(key)] > MAX_EQUAL_HASHES:
                raise WorkError(f"makes a dictionary with more than {MAX_EQUAL_HASHES} keys of the same hash")
    return result
