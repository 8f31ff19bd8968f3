"""Expressions of a family: records, its own functions, bounded work."""

import pytest

from mobile_env.tasks.parameters.expression import Expression, ExpressionError, TransformationFault, like
from mobile_env.tasks.parameters.moments import TaskClock

CLOCK = TaskClock(1697384040)


def value(source, **names):
    return Expression(source, names)(names, CLOCK)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("3", 3),
        ("row.name + row['name']", "AdaAda"),
        ("[r.name for r in rows if r.n > 1]", ["Ben", "Cy"]),
        ("sum(r.n for r in rows)", 6),
        ("like('Buy milk ', 'buy  milk')", True),
        ("like('2 servings', '3 servings')", True),
        ("like(None, '')", False),
        ("digits('+1 555-0100')", "15550100"),
        ("moment('today') == day(moment('now'))", True),
        ("written(moment('2023-10-18'), '%A')", "Wednesday"),
        ("{'title': row.name}", {"title": "Ada"}),
        ("list(range(3))", [0, 1, 2]),
    ],
)
def test_values(source, expected):
    rows = [{"name": "Ada", "n": 1}, {"name": "Ben", "n": 2}, {"name": "Cy", "n": 3}]
    assert value(source, row=rows[0], rows=rows) == expected


@pytest.mark.parametrize(
    "source",
    [
        "row.__class__",
        "open('/etc/passwd')",
        "(lambda: 1)()",
        "",
        "x = 1",
        "like",
        "row.name.upper.x()",
        "__import__('os')",
    ],
)
def test_what_is_outside_the_language_is_refused(source):
    with pytest.raises(TransformationFault):
        Expression(source, {"row"})


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("row.nmae", "no field nmae; it has name"),
        ("1 / 0", "ZeroDivisionError"),
        ("moment('soon')", "no moment"),
        ("like('a' * 20000, 'b' * 20000)", "10000 characters"),
        ("[0 for a in range(2000) for b in range(2000)]", "steps"),
    ],
)
def test_what_fails_says_why(source, why):
    with pytest.raises(ExpressionError, match=why):
        value(source, row={"name": "Ada"})


def test_a_comparison_of_hours_is_not_made():
    assert not like("a" * 100_000, "a" * 99_999 + "b")


def test_likeness_is_the_papers():
    assert like("Recording 13", "recording 12")  # 0.92: why numbers are compared exactly.
    assert not like("cat", "car")
    assert like(12, "12")


def test_it_tells_which_fields_of_a_record_it_reads():
    assert Expression("row.a + row['b']", {"row"}).fields_read("row") == {"a", "b"}
    assert Expression("len(row)", {"row"}).fields_read("row") is None
