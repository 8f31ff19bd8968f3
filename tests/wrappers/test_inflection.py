"""Verb phrases in other forms: 224 cases written by hand, and titles inside sentences."""

from pathlib import Path

import pytest

from mobile_env.wrappers.inflection import in_sentence, in_sentence_beginning, inflect, inflect_phrase

pytestmark = pytest.mark.needs_extra("rewriting")

_FORMS = ("v", "v.s", "v.ing", "v.ed", "v.en")
_ROWS = [
    line.split("\t") for line in (Path(__file__).parent / "inflections.tsv").read_text("utf-8").splitlines()
]
CASES = [(row[0], form, wanted) for row in _ROWS for form, wanted in zip(_FORMS[1:], row[1:], strict=True)]


def test_there_are_enough_cases():
    assert len(CASES) >= 200
    assert len({row[0] for row in _ROWS}) == len(_ROWS)


@pytest.mark.parametrize(("phrase", "form", "wanted"), CASES)
def test_phrase(phrase, form, wanted):
    assert inflect_phrase(phrase, form) == wanted


def test_the_base_form_is_the_phrase_itself():
    assert inflect_phrase("clean and dry a pan", "v") == "clean and dry a pan"
    assert inflect_phrase("", "v.ing") == ""


def test_a_capital_stays():
    assert inflect("Bake", "v.ing") == "Baking"


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        ("Write a Cover Letter", "write a cover letter"),
        ("Clean a Keurig with Vinegar", "clean a Keurig with vinegar"),
        ("Address a Letter to England", "address a letter to England"),
        ("Check a TV", "check a TV"),
        ("Bake Focaccia", "bake focaccia"),
        ("Bake Brioche", "bake Brioche"),
        ("Call the Czech Republic from the United States", "call the Czech Republic from the United States"),
    ],
)
def test_a_title_in_a_sentence(title, wanted):
    assert (
        in_sentence(title, frozenset({"Czech Republic", "United States"}), frozenset({"focaccia"})) == wanted
    )


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Open the page.", "open the page."),
        ("I want it.", "I want it."),
        ("Marco Bellini wrote it.", "Marco Bellini wrote it."),
        ("What is it?", "what is it?"),
        ('"How to Rest"', '"How to Rest"'),
    ],
)
def test_a_sentence_after_other_words(sentence, wanted):
    assert in_sentence_beginning(sentence) == wanted
