"""Search over titles: how far the engines agree, and what they cost, on shipped titles and on 107,448 others."""

import itertools
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol
from urllib.parse import quote_plus

from benchmarks import table
from mobile_env.replay.search import Hit, SearchEngine, SearchUnavailable, search_engine
from mobile_env.replay.site import WikiHowSite
from mobile_env.replay.sites import shipped_library

TITLE = "Search over titles (BM25, k1 = 0.9, b = 0.4; ten results; queries timed thrice, the least taken)"

#: Pages that the paper crawled (appendix C.2).
PAGES = 107_448
RESULTS = 10
_ENGINES = ("bm25", "pyserini")
_VOCABULARY = 25_000
_CONSONANTS, _VOWELS = "bdfghklmnprstvw", "aeiou"
_LENGTHS, _SHARES = (2, 3, 4, 5, 6, 7), (8, 22, 28, 22, 13, 7)

Documents = Sequence[tuple[str, str]]


class _Sized(SearchEngine, Protocol):
    nbytes: int


def shipped_titles() -> list[tuple[str, str]]:
    """(key, title) of the shipped articles, in alphabetical order of titles."""
    articles = sorted(shipped_library().articles.values(), key=lambda article: article.title.casefold())
    return [(article.stem, article.title) for article in articles]


def generated_titles(count: int, seed: int = 0) -> list[tuple[str, str]]:
    """(key, title) pairs: a verb and two to seven words, drawn by rank as Zipf has it.

    The verbs and the most frequent words are those of the shipped articles; rarer words are made up.
    """
    chance = random.Random(seed)
    articles = shipped_library().articles.values()
    verbs = [verb for verb, _ in Counter(article.title.split()[0] for article in articles).most_common()]
    said = Counter(
        word
        for article in articles
        for word in re.findall("[a-z]{3,}", f"{article.title} {article.summary}".lower())
    )
    words = dict.fromkeys(word for word, _ in said.most_common())
    while len(words) < _VOCABULARY:
        syllables = chance.randint(2, 4)
        letters = zip(
            chance.choices(_CONSONANTS, k=syllables), chance.choices(_VOWELS, k=syllables), strict=True
        )
        words["".join(itertools.chain.from_iterable(letters))] = None
    vocabulary = [word.capitalize() for word in words]
    verb_weights = list(itertools.accumulate(1 / (rank + 1.5) for rank in range(len(verbs))))
    word_weights = list(itertools.accumulate(1 / (rank + 3) for rank in range(len(vocabulary))))
    titles: dict[str, None] = {}
    while len(titles) < count:
        (length,) = chance.choices(_LENGTHS, _SHARES)
        verb = chance.choices(verbs, cum_weights=verb_weights)
        titles[" ".join(verb + chance.choices(vocabulary, cum_weights=word_weights, k=length))] = None
    return [(str(number), title) for number, title in enumerate(titles)]


def queries(titles: Iterable[str], count: int, seed: int = 1) -> list[str]:
    """What is typed for `count` of the titles: the whole, with "how to", three of its words shuffled, one word."""
    chance = random.Random(seed)
    pool = sorted(titles)
    typed = []
    for title in chance.sample(pool, min(count, len(pool))):
        words = title.lower().split()
        typed += [
            " ".join(words),
            f"how to {' '.join(words)}",
            " ".join(chance.sample(words, min(3, len(words)))),
            chance.choice(words),
        ]
    return typed


def overlap(one: Sequence[Hit], other: Sequence[Hit]) -> float:
    """Share of the keys of the longer ranking that both have, 1 if both are empty."""
    longest = max(len(one), len(other))
    return len({hit.key for hit in one} & {hit.key for hit in other}) / longest if longest else 1.0


def rank_biased_overlap(one: Sequence[Hit], other: Sequence[Hit], persistence: float = 0.9) -> float:
    """Likeness of two rankings in [0, 1], where higher ranks weigh more.

    RBO over the ranks that are there, its weights scaled to the sum 1 (Webber, Moffat and Zobel, *A Similarity
    Measure for Indefinite Rankings*, TOIS 28(4), 2010).
    """
    depth = max(len(one), len(other))
    if not depth:
        return 1.0
    weights = [persistence**rank for rank in range(depth)]
    shared = [overlap(one[: rank + 1], other[: rank + 1]) for rank in range(depth)]
    return sum(weight * share for weight, share in zip(weights, shared, strict=True)) / sum(weights)


def _durations(action: Callable[[str], object], typed: Sequence[str]) -> list[float]:
    """Milliseconds of each query: the least of three, since the machine does other things too."""
    best = [float("inf")] * len(typed)
    for _ in range(3):
        for number, query in enumerate(typed):
            start = time.perf_counter()
            action(query)
            best[number] = min(best[number], 1e3 * (time.perf_counter() - start))
    return best


def _percentile(durations: Sequence[float], percent: int) -> float:
    return statistics.quantiles(durations, n=100)[percent - 1]


def _engine_rows(
    name: str, engine: _Sized, seconds: float, typed: Sequence[str], corpus: str
) -> list[table.Row]:
    durations = _durations(lambda query: engine.search(query, RESULTS), typed)
    budget = 1.0 if name == "bm25" else None
    return [
        table.Row(
            f"{corpus}, {name}: index built", seconds, "s", note="the JVM runs" if name != "bm25" else ""
        ),
        table.Row(f"{corpus}, {name}: size of the index", engine.nbytes / 1e6, "MB"),
        table.Row(f"{corpus}, {name}: query, median", _percentile(durations, 50), "ms", budget),
        table.Row(f"{corpus}, {name}: query, 95th percentile", _percentile(durations, 95), "ms"),
    ]


def _agreement_rows(found: Mapping[str, Sequence[Sequence[Hit]]], corpus: str) -> list[table.Row]:
    pairs = list(zip(*(found[name] for name in _ENGINES), strict=True))
    same = [[hit.key for hit in one] == [hit.key for hit in other] for one, other in pairs]
    share = 100 / len(pairs)
    note = f"{len(pairs)} queries"
    return [
        table.Row(
            f"{corpus}: overlap of the first {RESULTS}",
            share * sum(itertools.starmap(overlap, pairs)),
            "%",
            more_is_better=True,
            note=note,
        ),
        table.Row(
            f"{corpus}: rank-biased overlap",
            share * sum(itertools.starmap(rank_biased_overlap, pairs)),
            "%",
            more_is_better=True,
            note=note,
        ),
        table.Row(f"{corpus}: the same ranking", share * sum(same), "%", more_is_better=True, note=note),
    ]


def _corpus_rows(corpus: str, documents: Documents, engines: Sequence[str]) -> list[table.Row]:
    typed = queries((title for _, title in documents), 400)
    rows: list[table.Row] = []
    found: dict[str, list[Sequence[Hit]]] = {}
    for name in engines:
        make = search_engine(name)
        start = time.perf_counter()
        engine = make(documents)
        seconds = time.perf_counter() - start
        rows += _engine_rows(name, engine, seconds, typed, corpus)  # type: ignore[arg-type]
        found[name] = [engine.search(query, RESULTS) for query in typed]
    return rows + (_agreement_rows(found, corpus) if len(found) > 1 else [])


class _Fixed:
    """An engine that finds the same whatever is asked: what is left is the page."""

    def __init__(self, hits: Sequence[Hit]) -> None:
        self._hits = hits

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        return self._hits[:limit]


def _page_row(documents: Documents) -> table.Row:
    """A results page of the site, where its titles are those of many more articles."""
    keys = list(shipped_library().articles)
    index = search_engine("bm25")(
        (keys[number % len(keys)], title) for number, (_, title) in enumerate(documents)
    )
    typed = queries((title for _, title in documents), 50, seed=2)
    few = [Hit(key, 1.0) for key in keys[:RESULTS]]

    def median(engine: SearchEngine) -> float:
        site = WikiHowSite(shipped_library(), lambda library: engine)
        fresh = [f"{query} {number}" for number, query in enumerate(typed)]  # no page is asked for twice
        warm_up, timed = fresh[:100], fresh[100:]
        for query in warm_up:
            site(f"https://www.wikihow.com/wikiHowTo?search={quote_plus(query)}", {})
        durations = []
        for query in timed:
            start = time.perf_counter()
            site(f"https://www.wikihow.com/wikiHowTo?search={quote_plus(query)}", {})
            durations.append(1e3 * (time.perf_counter() - start))
        return statistics.median(durations)

    page = median(_Fixed(few))
    return table.Row(
        f"search page, {PAGES:,} titles", median(index), "ms", 1 + page, note=f"the page alone: {page:.2f} ms"
    )


def _installed() -> tuple[list[str], str]:
    """Engines that can be used here, and why another cannot."""
    usable, why = [], ""
    for name in _ENGINES:
        try:
            search_engine(name)
        except SearchUnavailable as error:
            why = str(error)
        else:
            usable.append(name)
    return usable, why


def rows() -> list[table.Row]:
    """Agreement of engines, index, queries and the search page."""
    engines, why = _installed()
    if why:
        print(why)
    found: list[table.Row] = []
    if "pyserini" in engines:
        from mobile_env.replay.search.java import start

        begin = time.perf_counter()
        start()
        found.append(table.Row("JVM started, once a process", time.perf_counter() - begin, "s"))
    many = generated_titles(PAGES)
    shipped = shipped_titles()
    found += _corpus_rows(f"{len(shipped)} shipped titles", shipped, engines)
    found += _corpus_rows(f"{PAGES:,} titles", many, engines)
    found.append(_page_row(many))
    return found


if __name__ == "__main__":
    table.main(TITLE, rows)
