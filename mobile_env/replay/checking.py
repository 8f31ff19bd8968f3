"""Checks a whole library: article bodies, lengths, similarity, and whether other articles link to each
article."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

from mobile_env.replay.articles import Article, Library
from mobile_env.replay.body import parse_body, prose
from mobile_env.replay.faults import ContentFault

MINIMUM_WORDS = 250
SHINGLE_WORDS = 5
#: Largest allowed Jaccard similarity of two articles' shingles. Independent texts on one topic stay below 0.01.
MAXIMUM_LIKENESS = 0.03
MINIMUM_METHODS = 2

_WORD = re.compile(r"[\w'’]+")


def words_of(text: str) -> list[str]:
    """The words of a text in lower case."""
    return [word.lower() for word in _WORD.findall(text)]


def shingles(words: list[str], size: int = SHINGLE_WORDS) -> frozenset[tuple[str, ...]]:
    """All runs of `size` words (Broder, *On the resemblance and containment of documents*, 1997)."""
    return frozenset(tuple(words[at : at + size]) for at in range(len(words) - size + 1))


def check_library(library: Library) -> list[ContentFault]:
    """Returns every fault of the library's articles, in order of file and line; empty if there are none."""
    faults: list[ContentFault] = []
    texts: dict[str, frozenset[tuple[str, ...]]] = {}
    for article in library.articles.values():
        before = len(faults)
        body = parse_body(article, faults.append)
        if len(faults) > before:
            continue
        if len(body.methods) < MINIMUM_METHODS:
            faults.append(
                ContentFault(
                    article.path,
                    article.body_line,
                    f"{len(body.methods)} method",
                    f"write {MINIMUM_METHODS} or more, each `## Method N: …`",
                )
            )
        words = words_of(prose(body))
        if len(words) < MINIMUM_WORDS:
            faults.append(
                ContentFault(
                    article.path,
                    article.body_line,
                    f"too short: {len(words)} words of body",
                    f"write {MINIMUM_WORDS} or more",
                )
            )
        texts[article.stem] = shingles(words)
    faults += _near_duplicates(library, texts)
    faults += _unreached(library)
    return sorted(faults)


def _near_duplicates(library: Library, texts: dict[str, frozenset[tuple[str, ...]]]) -> list[ContentFault]:
    faults = []
    for (one, first), (two, second) in combinations(texts.items(), 2):
        shared = len(first & second)
        likeness = shared / max(1, len(first | second))
        if likeness >= MAXIMUM_LIKENESS:
            article: Article = library.articles[two]
            sample = " ".join(min(first & second))
            faults.append(
                ContentFault(
                    article.path,
                    article.body_line,
                    f"near duplicate of {library.articles[one].path.name}: "
                    f"{shared} shared runs of {SHINGLE_WORDS} words, likeness {likeness:.3f}",
                    f"write it anew, for example `{sample}`",
                )
            )
    return faults


def _unreached(library: Library) -> list[ContentFault]:
    """Articles to which no other article links."""
    targets = Counter(stem for article in library.articles.values() for stem in article.related)
    return [
        ContentFault(article.path, 1, "no article is related to this one", "name it in `related` of another")
        for article in library.articles.values()
        if not targets[article.stem]
    ]
