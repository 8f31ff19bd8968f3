"""BM25 in memory finds what a plain reading of the formula finds, whatever is asked."""

import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.search import generated_titles, overlap, queries, rank_biased_overlap
from mobile_env.replay.search import Bm25Index, Hit, analyse
from mobile_env.replay.search.contract import QUERY_LIMIT, bounded

# Few words, some in most texts and some in few, so that frequent terms are left for last.
WORDS = st.sampled_from(["aa"] * 12 + ["bb"] * 6 + ["cc"] * 4 + ["dd"] * 2 + ["ee", "ff", "gg", "hh"])
TEXTS = st.lists(WORDS, max_size=7).map(" ".join)


def plain_ranking(documents, query, limit, k1=0.9, b=0.4):
    """BM25 as it is written down, document by document; equal scores in the order of indexing.

    Weights are whole multiples of 2**-24, so that sums are exact and equal scores are equal.
    """
    texts = [analyse(text) for _, text in documents]
    mean = sum(map(len, texts)) / len(texts) or 1.0 if texts else 1.0
    frequencies = Counter(term for terms in texts for term in set(terms))
    ranked = []
    for number, terms in enumerate(texts):
        score = 0
        for term in analyse(query):
            if term in terms:
                idf = math.log(1 + (len(texts) - frequencies[term] + 0.5) / (frequencies[term] + 0.5))
                count = terms.count(term)
                score += round(2**24 * (idf * count / (count + k1 * (1 - b + b * len(terms) / mean))))
        if score:
            ranked.append((-score, number))
    return [Hit(documents[number][0], -score / 2**24) for score, number in sorted(ranked)[:limit]]


@settings(max_examples=300, deadline=None)
@given(st.lists(TEXTS, max_size=60), st.lists(WORDS, max_size=6).map(" ".join), st.integers(1, 12))
def test_pruning_changes_nothing(texts, query, limit):
    documents = [(str(number), text) for number, text in enumerate(texts)]
    assert Bm25Index(documents).search(query, limit) == plain_ranking(documents, query, limit)


def test_many_titles_give_the_plain_ranking():
    documents = generated_titles(1500)
    index = Bm25Index(documents)
    for query in queries((title for _, title in documents), 10):
        assert index.search(query, 10) == plain_ranking(documents, query, 10), query


def test_the_order_of_words_changes_nothing():
    documents = generated_titles(2000)
    index = Bm25Index(documents)
    for _, title in documents[:100]:
        words = title.split()
        assert index.search(" ".join(words), 50) == index.search(" ".join(reversed(words)), 50)


def test_a_word_said_twice_counts_twice():
    index = Bm25Index([("a", "red fish"), ("b", "blue bird"), ("c", "green tree")])
    once, twice = index.search("red", 1)[0], index.search("red red", 1)[0]
    assert twice.score == pytest.approx(2 * once.score)


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        "the of and",
        "\x00\x01\x1b",
        "\ud800",
        "☃ 🙂",
        "'",
        "’s",
        '"',
        "AND OR NOT",
        "title:",
        "*",
        "+-~^",
        "\n\t",
    ],
)
def test_a_query_without_an_indexed_word_finds_nothing(query):
    assert Bm25Index([("a", "Bake Lobster Tails")]).search(query, 10) == []


@pytest.mark.parametrize(
    "query",
    [
        "\x00lobster\x07",
        "lobster\ud800",
        "lobster*^2 ~tails",
        '+"lobster',
        "title:lobster",
        "<b>lobster</b>",
        "(lobster",
    ],
)
def test_signs_around_a_word_say_nothing(query):
    assert [
        hit.key for hit in Bm25Index([("a", "Bake Lobster Tails"), ("b", "Make Tea")]).search(query, 10)
    ] == ["a"]


@pytest.mark.parametrize("limit", [0, -1])
def test_no_result_is_asked_for(limit):
    assert Bm25Index([("a", "red fish")]).search("red", limit) == []


def test_a_limit_beyond_the_documents():
    assert len(Bm25Index([("a", "red fish"), ("b", "red bird"), ("c", "tree")]).search("red", 10**6)) == 2


def test_long_queries_are_cut_between_words():
    assert bounded("ab " * 10_000).split() == ["ab"] * (QUERY_LIMIT // 3)
    assert bounded("x" * 999 + " lobster") == "x" * 999
    assert bounded("x" * 5000) == "x" * QUERY_LIMIT
    assert bounded("x" * QUERY_LIMIT) == "x" * QUERY_LIMIT
    index = Bm25Index([("a", "red fish"), ("b", "lobster")])
    assert [hit.key for hit in index.search("red " + " ".join(f"w{n}" for n in range(10_000)), 10)] == ["a"]


def test_threads_share_an_index():
    documents = generated_titles(2000)
    index = Bm25Index(documents)
    typed = queries((title for _, title in documents), 25)
    alone = [index.search(query, 10) for query in typed]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda query: index.search(query, 10), typed)) == alone


def test_generated_titles_are_the_same_each_time_and_no_two_alike():
    titles = [title for _, title in generated_titles(2000)]
    assert titles == [title for _, title in generated_titles(2000)]
    assert len(set(titles)) == 2000


@pytest.mark.parametrize(
    ("one", "other", "share", "biased"),
    [
        ("", "", 1, 1),
        ("abc", "abc", 1, 1),
        ("abc", "def", 0, 0),
        ("abc", "", 0, 0),
        ("ab", "ba", 1, 0.9 / 1.9),  # nothing shared at rank 1, all at rank 2
        ("ab", "ac", 0.5, (1 + 0.9 * 0.5) / 1.9),
    ],
)
def test_measures_of_agreement(one, other, share, biased):
    first, second = ([Hit(key, 1.0) for key in keys] for keys in (one, other))
    assert overlap(first, second) == share
    assert rank_biased_overlap(first, second) == pytest.approx(biased)
