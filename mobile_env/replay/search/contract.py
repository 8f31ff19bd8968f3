"""The interface of a search engine: it indexes documents and returns ranked keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

#: Characters of a query after this number are ignored.
QUERY_LIMIT = 1000

# Control characters, and unpaired surrogates, which cannot be encoded.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class Hit(NamedTuple):
    """A found document. `key` is its key in the index; a higher `score` is better."""

    key: str
    score: float


class SearchEngine(Protocol):
    """The interface of a search engine. Several threads may search at once."""

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """Returns at most `limit` hits, best first. Equal scores keep the order of indexing.

        A query is a bag of words without syntax, so every query is valid. A query without indexed words has no
        hits.
        """
        ...


#: Makes an engine of (key, text) pairs.
EngineMaker = Callable[[Iterable[tuple[str, str]]], SearchEngine]


def plain(text: str) -> str:
    """Replaces each character that engines cannot handle with a space."""
    return _UNPRINTABLE.sub(" ", text)


def bounded(query: str) -> str:
    """Returns the first `QUERY_LIMIT` characters of a query as plain text, without a word that the limit
    cuts."""
    text = plain(query[: QUERY_LIMIT + 1])
    if len(text) <= QUERY_LIMIT:
        return text
    return text.rpartition(" ")[0] or text[:QUERY_LIMIT]
