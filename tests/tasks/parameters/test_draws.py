"""Draws: the same numbers everywhere, for ever; a key of its own for everything that is drawn."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mobile_env.tasks.parameters.draws import Draws

GOLDEN = [814, 214, 482, 193, 477, 886, 562, 474]
GOLDEN_CHILD = 738285748643306864174934678933


def test_the_numbers_never_change():
    # Golden: shipped tasks and published results depend on these.
    draws = Draws("task", 7, "parameter")
    assert [draws.below(1000) for _ in range(8)] == GOLDEN
    assert Draws("task", 7).child("rows", 3).below(10**30) == GOLDEN_CHILD


def test_keys_that_read_alike_are_different_streams():
    firsts = {
        Draws(*key).below(2**60)
        for key in (("ab", "c"), ("a", "bc"), ("abc",), ("1",), (1,), ("a", "b", "c"))
    }
    assert len(firsts) == 6


@given(st.integers(1, 2**200), st.integers())
def test_integers_are_below_their_bound(bound, seed):
    assert 0 <= Draws("x", seed).below(bound) < bound


def test_integers_are_uniform():
    draws = Draws("uniform")
    counts = Counter(draws.below(6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(850 < count < 1150 for count in counts.values())


@given(st.lists(st.integers(), unique=True), st.integers())
def test_shuffling_keeps_the_items(items, seed):
    assert sorted(Draws(seed).shuffled(items)) == sorted(items)


def test_every_order_comes_up():
    orders = Counter(tuple(Draws("order", seed).shuffled("abc")) for seed in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60


def test_what_cannot_be_drawn_is_refused():
    for wrong in (lambda: Draws().below(0), lambda: Draws().choice([]), lambda: Draws().shuffled("ab", 3)):
        with pytest.raises(ValueError, match="cannot draw"):
            wrong()


def test_what_a_stream_gave_before_does_not_change_its_children():
    fresh, used = Draws("a"), Draws("a")
    used.below(100)
    assert fresh.child("b").below(10**12) == used.child("b").below(10**12)
