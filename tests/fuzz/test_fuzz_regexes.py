"""Any pattern is refused, or searched for as Python does it, by RE2 too; up to its safe length it comes to an end."""

import re
import warnings

import pytest
from corpus import LONG, lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.regex import Regex, RunawayRegexError
from mobile_env.regex import pattern as regex

CALM = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
CORPUS = lines("regexes.jsonl")
PIECES = st.sampled_from(
    [
        "a", "b", ".", r"\w", r"\d", r"\s", "[ab]", "[^a]", "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?P<n>",
        "(?P=n)", r"\1", "(?(1)", "(?>", "(?i)", "(?i:", "(?#", "|", "*", "+", "?", "*?", "+?", "??", "*+", "++", "?+",
        "{2}", "{1,}", "{,3}", "{2,5}", "{0,100}", "{100}", "{99999}", "{4294967296}", "^", "$", r"\b", r"\B", r"\A",
        r"\Z", "[", "]", "[[", r"\x", r"\u0061", r"\N{DIGIT ONE}", "\\", "é", "\n", "\0", "-", ",",
    ]
)  # fmt: skip
GROUPS = st.recursive(
    st.sampled_from(["a", "ab", ".", "[ab]", r"\w", "a?", r"\b", "(?=a)", ""]),
    lambda inner: st.one_of(
        st.builds("({}){}".format, inner, st.sampled_from(["", "*", "+", "?", "{2,}", "{3}", "{0,9}", "*?", "*+"])),
        st.builds("(?:{}|{})".format, inner, inner),
        st.builds("(?>{}){}".format, inner, st.sampled_from(["", "*"])),
        st.builds("{}{}".format, inner, inner),
        st.builds(r"({})\1".format, inner),
    ),
    max_leaves=8,
)  # fmt: skip
TAILS = st.sampled_from(["", "$", "!", "c", r"\b"])


@st.composite
def patterns(draw):
    kind = draw(st.integers(0, 2))
    if kind == 0:
        return "".join(draw(st.lists(PIECES, max_size=10)))
    if kind == 1:
        return draw(GROUPS) + draw(TAILS)
    text = draw(st.sampled_from(CORPUS))
    place = draw(st.integers(0, len(text)))
    return text[:place] + draw(PIECES) + text[place + draw(st.integers(0, 2)) :]


def check(pattern, unit):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expected = re.compile(pattern)
        except (re.error, OverflowError, RecursionError):
            expected = None
        try:
            compiled = Regex(pattern)
        except re.error:
            assert expected is None or len(pattern) > regex.LONGEST_PATTERN
            return
    assert expected is not None
    # The hardest texts that are searched for here: the test would not come to an end if one ran away.
    length = min(compiled.safe_length, 400)
    for text in ("", (unit * length)[:length], (unit * length)[: max(length - 1, 0)] + "!"):
        if len(text) <= length:
            found, wanted = compiled.search(text), expected.search(text)
            assert (found and found.groups()) == (wanted and wanted.groups())
    agree_with_re2(compiled, expected, unit)


def agree_with_re2(compiled, expected, unit):
    """Short texts, which Python can search for most patterns, are searched by RE2, too."""
    if compiled.safe_length < 12:
        return
    texts = ["", unit * 2, f"{unit}\né{unit}!", f"Aé{unit.upper()} {unit}1", f"{unit}\n"]
    wanted = [expected.search(text) for text in texts]
    compiled._safe, compiled._unsafe = -1, 0
    for text, match in zip(texts, wanted, strict=True):
        if compiled._linear(text) is not None:
            found = compiled.search(text)
            assert (found and (found.start(), found.end(), found.groups())) == (
                match and (*match.span(), match.groups())
            )


@pytest.mark.parametrize("pattern", CORPUS)
def test_the_corpus(pattern, monkeypatch):
    monkeypatch.setattr(regex, "SECONDS", 0.05)
    check(pattern, "a")
    try:
        Regex(pattern).search("a" * 60 + "!")
    except (re.error, RunawayRegexError):
        return


@settings(CALM, max_examples=400)
@given(patterns(), st.sampled_from(["a", "ab", "b", "aab"]))
def test_regexes(pattern, unit):
    check(pattern, unit)


@pytest.mark.long
@settings(CALM, max_examples=LONG)
@given(patterns(), st.sampled_from(["a", "ab", "b", "aab"]))
def test_regexes_at_length(pattern, unit):
    check(pattern, unit)
