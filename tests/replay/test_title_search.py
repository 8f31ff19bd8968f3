"""Search over titles: BM25 by the book, analysis, and the shipped titles."""

import math

import pytest

from mobile_env.replay.search import Bm25Index, analyse
from mobile_env.replay.site import title_index
from mobile_env.replay.sites import shipped_library
from mobile_env.replay.stemming import stem


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("How to Bake Lobster Tails", ["how", "bake", "lobster", "tail"]),
        ("CLEANING, a Cat's Café!", ["clean", "cat", "cafe"]),
        ("don’t 180 on the scooters", ["dont", "180", "scooter"]),
        ("the of and", []),
        ("", []),
        ("<b>%20</b> _ ☃", ["b", "20", "b"]),
    ],
)
def test_analysis(text, terms):
    assert analyse(text) == terms


# Words and stems that Porter's paper gives as examples of his rules.
PORTER_EXAMPLES = """
    caresses:caress ponies:poni caress:caress cats:cat feed:feed agreed:agre plastered:plaster bled:bled
    motoring:motor sing:sing conflated:conflat troubled:troubl sized:size hopping:hop tanned:tan
    falling:fall hissing:hiss fizzed:fizz failing:fail filing:file happy:happi sky:sky relational:relat
    conditional:condit rational:ration digitizer:digit vietnamization:vietnam operator:oper
    decisiveness:decis hopefulness:hope sensibiliti:sensibl triplicate:triplic formative:form
    electrical:electr goodness:good allowance:allow replacement:replac adjustment:adjust
    dependent:depend adoption:adopt effective:effect probate:probat rate:rate cease:ceas
    controll:control roll:roll oscillators:oscil is:is
"""


# Where Porter's own program and Lucene depart from the paper.
PORTER_EXAMPLES += "possibly:possibl technology:technolog apologies:apolog"


@pytest.mark.parametrize(("word", "root"), [pair.split(":") for pair in PORTER_EXAMPLES.split()])
def test_porter_examples(word, root):
    assert stem(word) == root


def test_scores_follow_the_formula():
    index = Bm25Index([("a", "red fish"), ("b", "red red bird nest"), ("c", "blue bird")], k1=0.9, b=0.4)
    mean = 8 / 3
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    expected = {
        "a": idf * 1 / (1 + 0.9 * (0.6 + 0.4 * 2 / mean)),
        "b": idf * 2 / (2 + 0.9 * (0.6 + 0.4 * 4 / mean)),
    }
    hits = index.search("red", 10)
    assert [hit.key for hit in hits] == ["b", "a"]
    for hit in hits:
        assert hit.score == pytest.approx(expected[hit.key])


def test_equal_scores_keep_the_order_of_indexing_and_the_limit_holds():
    index = Bm25Index((key, "same words") for key in "dacb")
    assert [hit.key for hit in index.search("words", 3)] == ["d", "a", "c"]


def test_empty_index_and_foreign_words():
    assert Bm25Index([]).search("anything", 5) == []
    assert Bm25Index([("a", "the")]).search("the", 5) == []


@pytest.mark.parametrize("form", ["{}", "how to {}", "HOW TO {}?"])
def test_every_shipped_title_is_found_first_by_its_own_words(form):
    library = shipped_library()
    engine = title_index(library)
    for article in library.articles.values():
        first = engine.search(form.format(article.title), 10)[0]
        assert first.key == article.stem


def test_near_neighbours_follow_the_exact_title():
    keys = [hit.key for hit in title_index(shipped_library()).search("cook filet mignon", 10)]
    assert keys[:2] == ["cook-filet-mignon", "grill-filet-mignon"]


def test_inflected_words_find_the_title():
    keys = [hit.key for hit in title_index(shipped_library()).search("baking a lobster tail", 10)]
    assert keys[0] == "bake-lobster-tails"
