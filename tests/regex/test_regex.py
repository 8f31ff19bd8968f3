"""Regular expressions: Python's, by three ways that find the same, and none runs away."""

import concurrent.futures
import multiprocessing
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mobile_env.regex import Regex, RunawayRegexError, SearchTime
from mobile_env.regex import pattern as regex

# RE2 can search for the first; the others it lacks, or means differently.
LINEAR = [
    r"(a+)+$",
    r"(a|a)+$",
    r"(a|aa)+$",
    r"(.*a){20}$",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    r"(?i)(\w+\s?)+\d",
]
RUNAWAYS = [r"(?=a)(a+)+$", r"(a+)+\1$", r"(?:a*)*b", r"(?<!b)(a|aa)+$"]


@pytest.fixture(autouse=True)
def impatience(monkeypatch):
    monkeypatch.setattr(regex, "SECONDS", 0.1)


@pytest.mark.parametrize("pattern", RUNAWAYS)
def test_a_runaway_is_ended(pattern):
    with pytest.raises(RunawayRegexError, match=r"ran away: more than 0\.1 s on a text of 41 characters"):
        Regex(pattern).search("a" * 40 + "!")


@pytest.mark.parametrize("pattern", LINEAR)
def test_what_backtracks_is_searched_for_in_linear_time(pattern, monkeypatch):
    monkeypatch.setattr(regex.WORKER, "ask", None)
    assert Regex(pattern).search("a" * 1_000_000 + "!") is None


def test_all_searches_of_a_pattern_share_an_account():
    compiled = Regex(r"(?=a)(?:a+)+$", time=SearchTime(0.3))
    with pytest.raises(RunawayRegexError):
        for length in range(40):
            compiled.search("a" * length + "!")
            compiled.search("a" * 18 + "!" * length)


def test_matches_one_after_another_are_those_of_posix_tools():
    spans = [(m.start(), m.end(), m[0]) for m in Regex("a*").finditer("baaac")]
    assert spans == [(0, 0, ""), (1, 4, "aaa"), (5, 5, "")]
    # By RE2, in a text of more bytes than characters.
    text = "é" + "aé" * 50_000
    found = list(Regex("(?:a+)+").finditer(text))
    assert len(found) == 50_000 and found[-1].start() == len(text) - 2 and found[-1][0] == "a"


def test_patterns_may_share_an_account():
    shared = SearchTime(0.3)
    with pytest.raises(RunawayRegexError):
        for number in range(1000):
            Regex(rf"(?=a)(?:a+)+{number}$", time=shared).search("a" * 18 + "!")
    shared.renew()
    assert Regex("(?=a)a", time=shared).search("a")


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("a|ab", "xabx", ["ab"]),
        ("(a|ab)(c|bcd)", "abcd", ["abcd"]),
        ("a?(ab)?", "ab", ["ab"]),
        ("one|two|onetwo", "twoonetwo", ["two", "onetwo"]),
        # Only Python can search for these.
        (r"(a|ab)\1", "ababaa", ["abab", "aa"]),
    ],
)
def test_the_longest_match_is_found_where_asked_for(pattern, text, found):
    matches = Regex(pattern, longest=True).finditer(text)
    assert [match[0] for match in matches if match[0]] == found


def test_after_a_runaway_others_are_searched():
    found = Regex(r"(?=a)(a+)+(?P<end>b)")
    with pytest.raises(RunawayRegexError):
        Regex(r"(?=a)(a+)+$").search("a" * 50 + "!")
    match = found.search("x" * 30 + "aaab\ud800")
    assert match.groups() == ("aaa", "b") and match["end"] == "b"
    assert found.search("x" * 40) is None


def test_it_is_ended_in_any_thread_and_in_a_forked_process():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(_runs_away, range(2)))
    assert results == [True, True]
    # Forking is what vectorised environments do.
    with multiprocessing.get_context("fork").Pool(1) as processes:
        assert processes.map(_runs_away, [0]) == [True]
    assert _runs_away(0)


def _runs_away(_index):
    try:
        Regex(r"(?=a)(a+)+$").search("a" * 45 + "!")
    except RunawayRegexError:
        return True
    return False


@pytest.mark.parametrize(
    "pattern",
    [
        r"mUrl is: https://www.wikihow.com/Bake-Lobster-Tails",
        r"^https://.*\?title=([^&]*)&.*$",
        r"(?i)how to \w+",
        r"a.{0,100}b",
        r"^(one|two|three)$",
    ],
)
def test_patterns_of_the_field_need_no_other_process(pattern, monkeypatch):
    monkeypatch.setattr(regex.WORKER, "ask", None)
    for text in (
        "",
        "mUrl is: https://www.wikihow.com/Bake-Lobster-Tails",
        "a" * 350,
        "https://?title=" * 23,
    ):
        expected = re.search(pattern, text)
        assert (Regex(pattern).search(text) is None) == (expected is None)
    assert Regex(pattern).safe_length >= 350


def test_anchored():
    assert Regex("b", anchored=True).search("ab") is None
    assert Regex("(b+)+", anchored=True).search("a" * 50) is None
    assert Regex("(b+)+", anchored=True).search("b" * 50).groups() == ("b" * 50,)


@pytest.mark.parametrize("pattern", ["(" * 5000 + ")" * 5000, "a" * 10_001, "(", "a{99999999999999999}"])
def test_what_python_cannot_compile_is_one_kind_of_error(pattern):
    with pytest.raises(re.error):
        Regex(pattern)


PIECES = st.sampled_from(
    [
        "a",
        "b",
        ".",
        "[ab]",
        "[^a]",
        "[A-b]",
        r"\w",
        r"\S",
        "é",
        "^",
        "$",
        r"\b",
        r"(?=a)",
        r"(a)",
        r"(?:ab|a)",
        r"(?P<n>b)?",
    ]
)
REPEATS = st.sampled_from(["", "", "*", "+", "?", "{2,3}", "*?"])


@st.composite
def patterns(draw):
    pattern, named = "", False
    for piece in draw(st.lists(PIECES, max_size=4)):
        if "?P<n>" in piece and named:
            continue
        named = named or "?P<n>" in piece
        pattern += piece + (draw(REPEATS) if piece[-1] not in "^$b?" and "=" not in piece else "")
    return pattern


FLAGS = st.sampled_from([0, re.MULTILINE, re.ASCII, re.IGNORECASE, re.IGNORECASE | re.ASCII | re.DOTALL])


@settings(max_examples=300, deadline=None)
@given(pattern=patterns(), text=st.text("abA \né\ud800", max_size=30), flags=FLAGS)
def test_here_and_elsewhere_find_the_same(pattern, text, flags):
    expected = re.compile(pattern, flags).search(text)
    compiled = Regex(pattern, flags)
    for way in ("here", "linear", "elsewhere"):
        if way != "here":
            compiled._safe, compiled._unsafe = -1, 0
        if way == "elsewhere":
            compiled._linear_pattern = False
        found = compiled.search(text)
        assert (found is None) == (expected is None)
        if found is not None:
            assert found.groups() == expected.groups() and found[0] == expected[0]
            assert (found.start(), found.end()) == expected.span()
            assert "?P<n>" not in pattern or found["n"] == expected["n"]
