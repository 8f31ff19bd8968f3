"""Search over article titles: the contract of an engine, and BM25 in memory behind it."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from mobile_env.replay.stemming import stem

#: English stop words of Lucene's StandardAnalyzer.
STOP_WORDS = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is",
        "it", "no", "not", "of", "on", "or", "such", "that", "the",
        "their", "then", "there", "these", "they", "this", "to",
        "was", "will", "with",
    }
)  # fmt: skip
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class Hit(NamedTuple):
    """A found document; `key` is what it was indexed under, a higher `score` is better."""

    key: str
    score: float


class SearchEngine(Protocol):
    """What the site asks of search; larger stores can put another index behind it."""

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """At most `limit` hits, best first, equal scores in the order of indexing."""
        ...


def analyse(text: str) -> list[str]:
    """Terms of a text: accents and case folded, possessives and stop words dropped, stemmed."""
    folded = unicodedata.normalize("NFKD", text)
    folded = "".join(char for char in folded if not unicodedata.combining(char)).casefold()
    terms = []
    for token in _TOKEN.findall(folded):
        word = token.replace("’", "'").removesuffix("'s").replace("'", "")
        if word and word not in STOP_WORDS:
            terms.append(stem(word))
    return terms


class Bm25Index:
    """Okapi BM25 with Lucene's idf (Robertson and Zaragoza, *The Probabilistic Relevance Framework*, 2009).

    k1 = 0.9 and b = 0.4 are the defaults of Pyserini, with which the paper searched (appendix C.2).
    """

    def __init__(
        self,
        documents: Iterable[tuple[str, str]],
        k1: float = 0.9,
        b: float = 0.4,
        analyser: Callable[[str], list[str]] = analyse,
    ) -> None:
        """Index (key, text) pairs."""
        self._analyser = analyser
        self._keys: list[str] = []
        lengths: list[int] = []
        counts: dict[str, list[tuple[int, int]]] = {}
        for number, (key, text) in enumerate(documents):
            terms = analyser(text)
            self._keys.append(key)
            lengths.append(len(terms))
            for term, count in Counter(terms).items():
                counts.setdefault(term, []).append((number, count))
        total = len(self._keys)
        mean = sum(lengths) / total if total else 1.0
        norms = [k1 * (1 - b + b * length / (mean or 1.0)) for length in lengths]
        self._postings: dict[str, list[tuple[int, float]]] = {}
        for term, postings in counts.items():
            idf = math.log(1 + (total - len(postings) + 0.5) / (len(postings) + 0.5))
            self._postings[term] = [
                (number, idf * count / (count + norms[number])) for number, count in postings
            ]

    def search(self, query: str, limit: int) -> list[Hit]:
        scores: dict[int, float] = {}
        for term in self._analyser(query):
            for number, weight in self._postings.get(term, ()):
                scores[number] = scores.get(number, 0.0) + weight
        ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        return [Hit(self._keys[number], score) for number, score in ranked[:limit]]
