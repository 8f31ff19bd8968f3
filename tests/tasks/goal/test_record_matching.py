"""Matching of expected records with rows, against a slow reference; differences of tables."""

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.tasks.goal.difference import difference
from mobile_env.tasks.goal.matching import Comparison, MissingColumnError, match
from mobile_env.tasks.parameters.records import Record

EXACT = Comparison()


def rows(*names, **columns):
    return [{"name": name, **columns} for name in names]


def test_each_record_needs_a_row_of_its_own():
    assert match(rows("a", "b"), rows("b", "a"), EXACT).holds
    assert not match(rows("a", "a"), rows("a"), EXACT).holds
    assert not match(rows("a"), rows("a", "a"), EXACT).holds
    assert match(rows("a"), rows("a", "b"), EXACT, others=True).holds
    assert match([], [], EXACT).holds


def test_order_counts_where_it_is_asked_for():
    assert match(rows("a", "b"), rows("a", "b"), EXACT, in_order=True).holds
    outcome = match(rows("a", "b"), rows("b", "a"), EXACT, in_order=True)
    assert not outcome.holds and not outcome.in_order
    assert match(rows("a", "b"), rows("x", "a", "x", "b"), EXACT, in_order=True, others=True).holds
    assert not match(rows("a", "b"), rows("b", "x", "a"), EXACT, in_order=True, others=True).holds


def test_ambiguity_is_no_trap():
    # "Milk 2l" is like both rows; only one assignment serves both records.
    alike = Comparison(like=["name"])
    expected = rows("meeting notes one", "meeting notes on")
    actual = rows("meeting notes on", "meeting notes onee")
    assert match(expected, actual, alike).holds


@pytest.mark.parametrize(
    ("expected", "actual", "equal"),
    [
        (5, 5.0, True),
        (5, "5", True),
        (5, "5.5", False),
        (5, "five", False),
        (5, None, False),
        (None, None, True),
        (None, "", False),
        ("5", 5, True),
        ("5", 5.0, False),
        ("a", "A", False),
        (True, 1, True),
    ],
)
def test_values(expected, actual, equal):
    assert EXACT.equal("x", expected, actual) is equal


def test_numbers_within_a_tolerance_and_texts_that_are_alike():
    near = Comparison(like=["name"], tolerance=0.5)
    assert near.equal("x", 1.0, 1.5)
    assert not near.equal("x", 1.0, 1.51)
    assert near.equal("name", "Weekly planning", "weekly  planning ")
    assert not near.equal("other", "Weekly planning", "weekly planning")


def test_helpers_are_not_compared_and_missing_columns_are_errors():
    record = Record({"name": "a", "hint": 1}, frozenset({"hint"}))
    assert match([record], rows("a"), EXACT).holds
    with pytest.raises(MissingColumnError, match="column hint, which is not there"):
        match([dict(record)], rows("a"), EXACT)


def test_an_outcome_tells_the_nearest_row():
    outcome = match([{"name": "Taxi", "amount": 1205}], [{"name": "Taxi", "amount": 1250}], EXACT)
    assert "amount: 1250, expected 1205" in str(outcome)
    assert "no row for name: 'Taxi'" in str(match(rows("Taxi"), [], EXACT))
    assert "too many" in str(match([], rows("Taxi"), EXACT))


LETTERS = st.lists(st.sampled_from(["aa", "ab", "b"]), max_size=5)


class OfOneLetter(Comparison):
    """Two names are the same if they share a letter: an ambiguous relation."""

    def equal(self, column, expected, actual):
        return bool(set(expected) & set(actual))


# A busy machine draws slowly; that is no fault of what is tested.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(LETTERS, LETTERS, st.booleans(), st.booleans())
def test_it_finds_an_assignment_if_there_is_one(expected, actual, in_order, others):
    relation = OfOneLetter()

    def possible():
        if not others and len(expected) != len(actual):
            return False
        chosen = itertools.permutations(range(len(actual)), len(expected))
        return any(
            all(set(name) & set(actual[place]) for name, place in zip(expected, places, strict=True))
            and (not in_order or list(places) == sorted(places))
            for places in chosen
        )

    outcome = match(rows(*expected), rows(*actual), relation, in_order=in_order, others=others)
    assert outcome.holds == possible()


def test_equal_rows_are_counted():
    added, removed = difference(rows("a", "a", "b"), rows("a", "c", "c"))
    assert added == rows("c", "c")
    assert removed == rows("a", "b")


def test_a_changed_row_is_one_removed_and_one_added():
    added, removed = difference([{"id": 1, "n": 1}], [{"id": 1, "n": 1.0}])
    assert (added, removed) == ([{"id": 1, "n": 1.0}], [{"id": 1, "n": 1}])


def test_columns_can_be_left_out():
    before = [{"path": "/a", "time": 1, "kind": "file"}]
    now = [{"path": "/a", "time": 2, "kind": "file"}]
    assert difference(before, now, ["path", "kind"]) == ([], [])
