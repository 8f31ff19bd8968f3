"""What a search engine is to the site: documents in, ranked keys out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

#: Only so many characters of a query count; what comes after them is not looked at.
QUERY_LIMIT = 1000

# Control characters, and halves of surrogate pairs, which cannot be encoded.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class Hit(NamedTuple):
    """A found document; `key` is what it was indexed under, a higher `score` is better."""

    key: str
    score: float


class SearchEngine(Protocol):
    """What the site asks of search. Engines may be asked by several threads at once."""

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """At most `limit` hits, best first, equal scores in the order of indexing.

        A query is a bag of words: it has no syntax, and no query is wrong. One without a word that is indexed
        finds nothing.
        """
        ...


#: (key, text) pairs to an engine over them.
EngineMaker = Callable[[Iterable[tuple[str, str]]], SearchEngine]


def plain(text: str) -> str:
    """The text with a space for each character that no engine can take."""
    return _UNPRINTABLE.sub(" ", text)


def bounded(query: str) -> str:
    """The part of a query that counts, as plain text; a word that the limit cuts through is left out."""
    text = plain(query[: QUERY_LIMIT + 1])
    if len(text) <= QUERY_LIMIT:
        return text
    return text.rpartition(" ")[0] or text[:QUERY_LIMIT]
