"""Texts with `${…}`: what is filled in, what is literal, what is refused."""

import pytest

from mobile_env.tasks.parameters.expression import ExpressionError, TransformationFault
from mobile_env.tasks.parameters.moments import TaskClock
from mobile_env.tasks.parameters.texts import Text, TextFault

CLOCK = TaskClock(1697384040)
NAMES = {
    "title": "Big sale",
    "names": ["Ada", "Ben"],
    "row": {"amount": 12.0, "note": None},
    "at": 1697384040,
    "n": 7,
    "path": "it's",
}


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("no slots: $5 {}", "no slots: $5 {}"),
        ("${title}!", "Big sale!"),
        ("a${n}b${n + 1}c", "a7b8c"),
        ("${names}", "Ada, Ben"),
        ("${row.amount} ${row['note']}", "12 "),
        ("$${title}", "${title}"),
        ("$$${title}", "$${title}"),
        ("${at|%A %-d}", "Sunday 15"),
        ("${at|%d}", "15"),
        ("${n|%03d}", "007"),
        ("${n|%.2f}", "7.00"),
        ("${title|upper}", "BIG SALE"),
        ("${title|lower|capital}", "Big sale"),
        ("${path|shell_esc}", "'it'\"'\"'s'"),
        ("${'a.b'|regex_esc}", "a\\.b"),
        ("${names|regex_list}", "(Ada|Ben)"),
        ("${ {'a': 1}['a'] }", "1"),
        ("${'}' + title}", "}Big sale"),
        ("${(n | 8)}", "15"),
        ("${[x for x in names if x != 'Ada']}", "Ben"),
    ],
)
def test_what_is_filled_in(source, text):
    assert Text(source, NAMES)(NAMES, CLOCK) == text


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("${title", "without its }"),
        ("${}", "no expression"),
        ("${title|loud}", "unknown modifier `loud`"),
        ("${'a|b'|nosuch}", "unknown modifier `nosuch`"),
    ],
)
def test_what_is_refused(source, what):
    with pytest.raises(TextFault, match=what.replace("|", r"\|")):
        Text(source, NAMES)


def test_an_unknown_name_is_refused_with_the_nearest():
    with pytest.raises(TransformationFault, match="unknown name titel") as fault:
        Text("${titel}", NAMES)
    assert fault.value.mend == "did you mean `title`?"


def test_a_format_needs_a_number():
    with pytest.raises(ExpressionError, match="a format takes a number or a moment"):
        Text("${title|%d}", NAMES)(NAMES, CLOCK)


def test_what_comes_in_can_be_made_literal():
    text = Text("/sdcard/${title}/*", NAMES)
    assert text(NAMES, CLOCK, quote=lambda value: f"<{value}>") == "/sdcard/<Big sale>/*"


def test_it_tells_what_it_reads():
    assert Text("${title} ${row.amount + n}", NAMES).reads == {"title", "row", "n"}
    assert Text("nothing", NAMES).is_constant
