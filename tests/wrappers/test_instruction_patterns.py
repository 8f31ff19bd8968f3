"""The pattern language: branches, options, slots, and what is wrong with a pattern."""

import random

import pytest

from mobile_env.wrappers.instruction_patterns import PatternError, form_matcher, parse_pattern


def _all(text, slots=None, draws=400):
    chance = random.Random(0)
    pattern = parse_pattern(text)
    return {pattern.fill(slots or {}, chance) for _ in range(draws)}


@pytest.mark.needs_extra("rewriting")
def test_branches_options_and_slots():
    found = _all("(What should I|How do I) note when {<v.ing>…}[, please]?", {"do": "bake a cake"})
    assert found == {
        "What should I note when baking a cake?",
        "What should I note when baking a cake, please?",
        "How do I note when baking a cake?",
        "How do I note when baking a cake, please?",
    }


@pytest.mark.needs_extra("rewriting")
def test_the_papers_own_pattern_with_nested_options():
    text = "Is there (a [good] way|a method|anyway) [for (me|us)] to {<v>...}?"
    pattern = parse_pattern(text)
    assert pattern.all_branches() == 12
    found = _all(text, {"do": "hide gauges"})
    assert len(found) == 12
    assert "Is there a good way for us to hide gauges?" in found
    assert "Is there a method to hide gauges?" in found


def test_an_option_may_have_branches():
    assert _all("a[ b| c]") == {"A", "A b", "A c"}


def test_escapes_and_other_slots():
    assert _all(r"\(see {title}\) \[x\] \{y\} a\|b", {"title": "Home"}) == {"(see Home) [x] {y} a|b"}


@pytest.mark.needs_extra("rewriting")
def test_forms_of_the_verb():
    assert _all("{<v.s>…}, {<v.ed>…}, {<v.en>…}", {"do": "write it"}) == {"Writes it, wrote it, written it"}


@pytest.mark.parametrize(
    ("text", "at", "what"),
    [
        ("(a|b", 4, "')' is missing"),
        ("a [b", 4, "']' is missing"),
        ("a) b", 1, "')' closes nothing"),
        ("a | b", 2, "'|' closes nothing"),
        ("a {<v.ings>…}", 2, "unknown form <v.ings>"),
        ("a {two words}", 2, "is no slot"),
        ("a {b", 2, "is no slot"),
        ("(" * 40 + ")" * 40, 33, "nested too deeply"),
    ],
)
def test_faults_say_where(text, at, what):
    with pytest.raises(PatternError, match=r"at character \d+") as caught:
        parse_pattern(text)
    assert caught.value.position == at
    assert what in str(caught.value)
    assert caught.value.mend


def test_a_form_recognises_its_instructions():
    match = form_matcher('Access the article "How to {title}".')
    assert match('Access the article "How to Rest (Well)".') == {"title": "Rest (Well)"}
    match = form_matcher("Check the author page of {author}.")
    assert match("Check the author page of Ann Lee.") == {"author": "Ann Lee"}
    assert match("Check the author page of Ann Lee, Jr.") == {"author": "Ann Lee, Jr."}
    assert match("Check the author page of Ann Lee, Ph.D.") == {"author": "Ann Lee, Ph.D."}
    match = form_matcher('Access the article "How to {title}".')
    assert match("Access the article.") is None
    assert match('Access the article "How to ".') is None
