"""Random numbers that are the same on every machine, in every process and in every version of Python.

Python's own generators may change between versions, so drawing has a generator of its own: BLAKE2b in counter
mode over a key. Every parameter has a key of its own, so that adding one parameter changes no other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_WORD_BITS: Final = 64
_WORDS_A_BLOCK: Final = 8  # 64 bytes: BLAKE2b's largest digest.


class Draws:
    """A stream of random numbers that depends on nothing but its key."""

    def __init__(self, *key: str | int):
        """`key`: texts and integers; `("a", "b")` and `("ab",)` are different keys."""
        encoded = "".join(f"{type(part).__name__}{len(str(part))}:{part}" for part in key)
        self._start(hashlib.blake2b(encoded.encode(), digest_size=64).digest())

    def _start(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._words: list[int] = []

    def child(self, *key: str | int) -> Draws:
        """A stream of its own for a part of what is drawn; what this stream has given so far does not matter."""
        encoded = "".join(f"{type(part).__name__}{len(str(part))}:{part}" for part in key)
        other = Draws.__new__(Draws)
        other._start(hashlib.blake2b(encoded.encode(), key=self._key, digest_size=64).digest())
        return other

    def below(self, bound: int) -> int:
        """A uniform integer in [0, bound). ValueError unless `bound` is positive."""
        if bound <= 0:
            raise ValueError(f"cannot draw an integer below {bound}")
        words = max(1, -(-(bound - 1).bit_length() // _WORD_BITS))
        span = 1 << (words * _WORD_BITS)
        limit = span - span % bound  # Rejecting what lies above keeps the distribution uniform.
        while True:
            value = 0
            for _ in range(words):
                value = (value << _WORD_BITS) | self._word()
            if value < limit:
                return value % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of the items. ValueError if there is none."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T], count: int | None = None) -> list[T]:
        """`count` of the items in random order, each at most once; all of them by default.

        Raises:
          ValueError: `count` is negative, or more than there are items.
        """
        pool = list(items)
        count = len(pool) if count is None else count
        if not 0 <= count <= len(pool):
            raise ValueError(f"cannot draw {count} of {len(pool)} values, each at most once")
        for place in range(count):
            other = place + self.below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]

    def _word(self) -> int:
        if not self._words:
            block = hashlib.blake2b(self._counter.to_bytes(8, "big"), key=self._key).digest()
            self._counter += 1
            size = _WORD_BITS // 8
            self._words = [
                int.from_bytes(block[size * place : size * (place + 1)], "big")
                for place in reversed(range(_WORDS_A_BLOCK))
            ]
        return self._words.pop()
