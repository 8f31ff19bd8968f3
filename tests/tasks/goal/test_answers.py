"""Answers: likeness, numbers, lists, moments."""

import pytest

from mobile_env.tasks.goal.answers import is_like, is_list, is_moment, is_number
from mobile_env.tasks.parameters.moments import TaskClock

CLOCK = TaskClock(TaskClock().moment("2023-10-15 15:34"))


@pytest.mark.parametrize(
    ("answer", "expected", "right"),
    [
        ("1205", 1205, True),
        ("It is 1,205 km.", 1205, True),
        ("1 205", 1205, True),
        ("12.5%", 12.5, True),
        ("-3 °C", -3, True),
        ("between 3 and 4", 3, False),
        ("none", 0, False),
        ("1206", 1205, False),
    ],
)
def test_numbers(answer, expected, right):
    assert is_number(answer, expected) is right


def test_numbers_within_a_tolerance():
    assert is_number("about 98", 100, 2)
    assert not is_number("about 97", 100, 2)


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("Ada Lovelace, Ben", True),
        ("ben; ada lovelace", True),
        ("- Ben\n- Ada Lovelace", True),
        ("Ben and Ada Lovelace.", True),
        ("Ben", False),
        ("Ben, Ben", False),
        ("Ben, Ada Lovelace, Cy", False),
    ],
)
def test_lists(answer, right):
    assert is_list(answer, ["Ada Lovelace", "Ben"]) is right


def test_lists_of_numbers():
    assert is_list("12 km, 3 km", [3, 12])
    assert not is_list("12 km, 4 km", [3, 12])


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("October 18 2023, 13:30", True),
        ("2023-10-18 13:30", True),
        ("18th of October at 1:30 pm", True),
        ("Wednesday 13:30", True),
        ("October 18, 1:30 PM", True),
        ("October 19 2023 13:30", False),  # Alike to 0.95: why moments are read.
        ("October 18 2023", False),
        ("13:30", False),
        ("October 18 2024, 13:30", False),
        ("October 18, 13:30 or 14:00", False),
        ("soon", False),
    ],
)
def test_moments(answer, right):
    assert is_moment(answer, CLOCK.moment("2023-10-18 13:30"), CLOCK) is right


def test_a_date_alone():
    assert is_moment("tomorrow", CLOCK.moment("2023-10-16"), CLOCK)
    assert is_moment("16 Oct", CLOCK.moment("2023-10-16"), CLOCK)
    assert not is_moment("17 Oct", CLOCK.moment("2023-10-16"), CLOCK)


def test_likeness():
    assert is_like("weekly planning", "Weekly planning ")
    assert not is_like("The answer is weekly planning", "Weekly planning")
