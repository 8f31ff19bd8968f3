"""BM25 in memory. This engine needs only NumPy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mobile_env.replay.search.analysis import analyse
from mobile_env.replay.search.contract import Hit, bounded

#: k1 and b of BM25 as in Pyserini, the engine of the paper (appendix C.2).
K1, B = 0.9, 0.4

# Weights are multiples of 2**-24, so that sums do not depend on the order of words and equal scores compare equal.
_UNIT = 1 << 24


class _Term(NamedTuple):
    """The postings of a term, as a slice, and the largest amount that the term adds to a score."""

    start: int
    end: int
    bound: int


class Bm25Index:
    """Okapi BM25 with Lucene's idf (Robertson and Zaragoza, *The Probabilistic Relevance Framework*, 2009).

    Rare terms are scored first. As soon as a document without any rare term can no longer be among the best,
    frequent terms are looked up only for the documents found so far (Turtle and Flood, *Query Evaluation:
    Strategies and Optimizations*, 1995). This does not change the results.
    """

    def __init__(
        self,
        documents: Iterable[tuple[str, str]],
        k1: float = K1,
        b: float = B,
        analyser: Callable[[str], list[str]] = analyse,
    ) -> None:
        """Indexes (key, text) pairs."""
        self._analyser = analyser
        self._keys: list[str] = []
        numbers: dict[str, int] = {}
        flat: list[int] = []
        counts: list[int] = []
        for key, text in documents:
            terms = analyser(text)
            self._keys.append(key)
            counts.append(len(terms))
            flat.extend([numbers.setdefault(term, len(numbers)) for term in terms])
        lengths = np.array(counts, dtype=np.int64)
        self._docs, self._weights, starts = _postings(
            np.array(flat, dtype=np.int64), lengths, len(numbers), k1, b
        )
        bounds = np.maximum.reduceat(self._weights, starts[:-1]) if len(numbers) else starts
        self._terms = {
            term: _Term(int(starts[number]), int(starts[number + 1]), int(bounds[number]))
            for term, number in numbers.items()
        }

    @property
    def nbytes(self) -> int:
        """Size of the postings in bytes, without keys and the dictionary of terms."""
        return self._docs.nbytes + self._weights.nbytes

    def search(self, query: str, limit: int) -> list[Hit]:
        """Returns at most `limit` hits, best first. Equal scores keep the order of indexing."""
        known = self._terms
        counted = Counter(term for term in self._analyser(bounded(query)) if term in known)
        if not counted or limit <= 0:
            return []
        terms = sorted(
            ((known[term], count) for term, count in counted.items()),
            key=lambda item: (-item[0].bound * item[1], item[0].start),
        )
        docs, scores = self._candidates(terms, limit)
        if len(scores) > limit:
            least = _nth_best(scores, limit)
            above = np.flatnonzero(scores > least)
            chosen = np.concatenate((above, np.flatnonzero(scores == least)[: limit - len(above)]))
            docs, scores = docs[chosen], scores[chosen]
        order = np.lexsort((docs, -scores))
        return [Hit(self._keys[docs[at]], float(scores[at]) / _UNIT) for at in order]

    def _candidates(
        self, terms: list[tuple[_Term, int]], limit: int
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Returns documents in the order of indexing, which include the `limit` best ones, and their scores."""
        if len(terms) == 1:
            (term, count), *_ = terms
            return self._docs[term.start : term.end], self._weights[term.start : term.end] * np.int64(count)
        totals = np.zeros(len(self._keys), dtype=np.int64)
        rest = sum(term.bound * count for term, count in terms)
        least = 0  # at least `limit` documents have this score or more
        found: list[npt.NDArray[np.int32]] = []  # distinct documents
        for term, count in terms:
            if least > rest:  # a document with only the remaining terms cannot be among the best
                break
            docs = self._docs[term.start : term.end]
            weights = self._weights[term.start : term.end]
            before = totals[docs]
            sums = before + (weights if count == 1 else weights * np.int64(count))
            totals[docs] = sums
            least = max(least, _nth_best(sums, limit))
            found.append(docs[before == 0])
            rest -= term.bound * count
        candidates = np.concatenate(found)
        scores = totals[candidates]
        candidates = candidates[scores + rest >= max(least, _nth_best(scores, limit))]
        candidates.sort()
        scores = totals[candidates]
        for term, count in terms[len(found) :]:
            docs = self._docs[term.start : term.end]
            places = np.searchsorted(docs, candidates)
            places[places == len(docs)] = 0
            weights = self._weights[term.start : term.end][places] * np.int64(count)
            scores += np.where(docs[places] == candidates, weights, 0)
        return candidates, scores


def _nth_best(scores: npt.NDArray[np.int64], limit: int) -> int:
    """The `limit`-th best score, 0 if there are fewer scores."""
    return int(np.partition(scores, -limit)[-limit]) if len(scores) >= limit else 0


def _postings(
    flat: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64], terms: int, k1: float, b: float
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Returns documents and weights of all terms, one term after the other, and the start of each term (and
    the end).

    Args:
      flat: term numbers of all documents, one document after the other.
      lengths: how many terms each document has.
      terms: how many different terms there are.
    """
    total = len(lengths)
    owners = np.repeat(np.arange(total), lengths)
    pairs, counts = np.unique(flat * total + owners, return_counts=True)
    numbers, docs = np.divmod(pairs, max(total, 1))
    frequencies = np.bincount(numbers, minlength=terms)
    idf = np.log(1 + (total - frequencies + 0.5) / (frequencies + 0.5))
    mean = (lengths.mean() if total else 0.0) or 1.0
    norms = k1 * (1 - b + b * lengths / mean)
    weights = idf[numbers] * counts / (counts + norms[docs])
    starts = np.concatenate(([0], np.cumsum(frequencies)))
    return docs.astype(np.int32), np.maximum(np.rint(weights * _UNIT), 1).astype(np.int32), starts
