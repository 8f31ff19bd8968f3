"""Any pattern of grep, sed and logcat -e is searched for or refused, in bounded time, and nothing leaves the shell."""

import shlex

import pytest
from corpus import LONG, lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.phone import Phone
from mobile_env.phone.shell.toybox import patterns
from mobile_env.regex import pattern as regex

CALM = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
CORPUS = lines("shell_regexes.jsonl") + lines("regexes.jsonl")
PIECES = st.sampled_from(
    [
        "a", "b", "aa", ".", "*", "+", "?", "\\+", "\\?", "\\|", "|", "(", ")", "\\(", "\\)", "{2}", "\\{2,\\}", "{,3}",
        "{1,999}", "{1001}", "[", "]", "[^", "[ab]", "[[:alpha:]]", "[[:nope:]]", "[]a]", "[a-", "^", "$", "\\<", "\\>",
        "\\b", "\\w", "\\d", "\\1", "\\2", "\\", "\\\\", "\\.", "\\n", "(a+)+", "\\(a*\\)*\\1", "(?=a)", "(?<!a)", "é",
        "\\x", "&", "/", "-", " ", "'", "$(", "\n",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(["", "a" * 60 + "!", "ab" * 400, "aé" * 50 + "\n" + "b" * 9, "a\n\nab\nb"]),
    st.text("ab!é \n", max_size=60),
)
COMMANDS = st.sampled_from(
    [
        "grep -e {} {}", "grep -E -e {} {}", "grep -oE -e {} {}", "grep -wE -e {} {}", "grep -xiE -e {} {}",
        "grep -cve {} {}", "grep -Fe {} {}", "sed -e s/{}/[\\&\\1]/g {}", "sed -E -e 's/'{}'/<&>/2' {}",
        "sed -nE -e /{}/p {}", "logcat -d -e {} #{}",
    ]
)  # fmt: skip


@pytest.fixture(scope="module")
def phone():
    return Phone()


@pytest.fixture(autouse=True)
def impatience(monkeypatch):
    monkeypatch.setattr(regex, "SECONDS", 0.02)
    monkeypatch.setattr(patterns, "SECONDS", 0.02)


@st.composite
def shell_patterns(draw):
    if draw(st.booleans()):
        return "".join(draw(st.lists(PIECES, min_size=1, max_size=8)))
    text = draw(st.sampled_from(CORPUS))
    place = draw(st.integers(0, len(text)))
    return text[:place] + draw(PIECES) + text[place + draw(st.integers(0, 2)) :]


def check(phone, command, pattern, text):
    phone.state.files.write("/sdcard/text", text.encode("utf-8", "surrogateescape"))
    result = phone.shell(command.replace("{}", shlex.quote(pattern), 1).replace("{}", "/sdcard/text"))
    assert result.exit_code in (0, 1, 2)
    assert result.stderr or result.exit_code != 2


@pytest.mark.parametrize("pattern", CORPUS)
def test_the_corpus(phone, pattern):
    for command in ("grep -E -e {} {}", "grep -e {} {}", "sed -E -e s/{}/x/g {}", "logcat -d -e {} #{}"):
        check(phone, command, pattern, "a" * 60 + "!\nab")


@settings(CALM, max_examples=400)
@given(COMMANDS, shell_patterns(), TEXTS)
def test_shell_regexes(phone, command, pattern, text):
    check(phone, command, pattern, text)


@pytest.mark.long
@settings(CALM, max_examples=LONG)
@given(COMMANDS, shell_patterns(), TEXTS)
def test_shell_regexes_at_length(phone, command, pattern, text):
    check(phone, command, pattern, text)
