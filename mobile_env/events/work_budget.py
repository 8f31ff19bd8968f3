"""Limits on the work of one transformation: steps, and the sizes and depths of values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

# Far more than a task needs, and less than a tenth of a second.
MAX_STEPS = 200_000
# Characters in a text.
MAX_TEXT = 100_000
# Parts of a value, including parts of its parts, counted with repetitions; 64 characters are one part.
MAX_WEIGHT = 20_000
MAX_DEPTH = 50
# Bits of an integer.
MAX_BITS = 4_096
# Widths and precisions of formats, and digits of round().
MAX_WIDTH = 1_000

# Keys of one dictionary with the same hash. Ordinary keys share none; k * (2**61 - 1) all have the hash 0, and each
# new one would be compared with all before it.
MAX_EQUAL_HASHES = 50

_CHARACTERS_PER_PART = 64


class WorkError(Exception):
    """A transformation takes too many steps or makes too large a value."""


class WorkBudget:
    """Counts down the remaining steps of one run.

    Args:
      steps: how many there are.
      within: the budget of something larger that this run is a part of; its steps are used up, too.
    """

    __slots__ = ("_left", "_steps", "_within")

    def __init__(self, steps: int = MAX_STEPS, within: WorkBudget | None = None) -> None:
        self._left = self._steps = steps
        self._within = within

    def spend(self, steps: int) -> None:
        """Uses up steps. Raises WorkError when none are left."""
        self._left -= steps
        if self._left < 0:
            raise WorkError(f"takes more than {self._steps} steps")
        if self._within is not None:
            self._within.spend(steps)

    def weigh(self, value: Any) -> int:
        """Uses up the steps for going through a value. Returns its number of parts. Raises WorkError if it
        is too large."""
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
