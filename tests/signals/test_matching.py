"""Text matchers give what the task format says: groups, or a score from the threshold on."""

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz import fuzz

from mobile_env.regex import RunawayRegexError
from mobile_env.signals.matching import DifflibMatcher, FuzzMatcher, MatcherError, RegexMatcher


def test_regex_searches_multiline_and_gives_groups():
    matcher = RegexMatcher(r"^(\w+) (?P<n>\d+)?")
    assert matcher.match("?\nsalt 3 cups") == ("salt", "3")
    assert matcher.match("salt and") == ("salt", None)
    assert matcher.match("?") is None
    assert RegexMatcher("a").match("bab") == ()


def test_difflib_score_counts_from_the_threshold_on():
    ratio = difflib.SequenceMatcher(None, "lobster", "lobsters", autojunk=False).ratio()
    assert DifflibMatcher("lobsters", ratio).match("lobster") == ratio
    assert DifflibMatcher("lobsters", ratio + 0.001).match("lobster") is None


def test_difflib_compares_received_with_expected_in_that_order():
    received, expected = "tide", "diet"  # the ratio is not symmetric: 0.25 one way, 0.5 the other
    ratio = difflib.SequenceMatcher(None, received, expected, autojunk=False).ratio()
    assert ratio != difflib.SequenceMatcher(None, expected, received, autojunk=False).ratio()
    assert DifflibMatcher(expected, 0.1).match(received) == ratio


@settings(max_examples=100, deadline=None)
@given(st.text("ab ", max_size=12), st.text("ab ", min_size=1, max_size=12), st.floats(0.01, 1))
def test_difflib_is_the_plain_ratio(received, expected, threshold):
    ratio = difflib.SequenceMatcher(None, received, expected, autojunk=False).ratio()
    matcher = DifflibMatcher(expected, threshold)
    for _ in range(2):
        assert matcher.match(received) == (ratio if ratio >= threshold else None)


def test_texts_that_difflib_compares_for_hours_are_refused():
    with pytest.raises(RunawayRegexError, match="DIFFLIB would run away"):
        DifflibMatcher("a" * 100_000, 0.1).match("a" * 99_999 + "b")
    assert DifflibMatcher("salt and pepper " * 100, 0.9).match("salt and pepper " * 99) > 0.9


def test_fuzz_is_a_percentage():
    score = fuzz.ratio("four cups", "4 cups")
    assert 1 < score < 100
    assert FuzzMatcher("4 cups", score).match("four cups") == score
    assert FuzzMatcher("4 cups", score + 0.1).match("four cups") is None


@pytest.mark.parametrize(
    ("matcher", "pattern", "threshold", "field", "what"),
    [
        (RegexMatcher, "a(b", None, "pattern", "at character 2"),
        (DifflibMatcher, "a", None, "threshold", "needs a threshold"),
        (DifflibMatcher, "a", 0.0, "threshold", "outside"),
        (DifflibMatcher, "a", 80.0, "threshold", "outside"),
        (DifflibMatcher, "", 0.8, "pattern", "empty"),
        (FuzzMatcher, "a", None, "threshold", "needs a threshold"),
        (FuzzMatcher, "a", 101.0, "threshold", "outside"),
        (FuzzMatcher, "a", float("nan"), "threshold", "outside"),
        (FuzzMatcher, "a", 0.9, "threshold", "[0, 100]"),
        (FuzzMatcher, "", 90.0, "pattern", "empty"),
    ],
)
def test_what_a_matcher_cannot_use_is_refused(matcher, pattern, threshold, field, what):
    with pytest.raises(MatcherError) as error:
        matcher(pattern, threshold)
    assert error.value.field == field
    assert what in str(error.value)
    assert error.value.mend
