import datetime

import pytest

from mobile_env.phone.state.clock import Clock


def test_starts_at_the_documented_moment() -> None:
    assert Clock().datetime() == datetime.datetime(2023, 10, 15, 15, 34, tzinfo=datetime.UTC)


def test_moves_only_when_told() -> None:
    clock = Clock()
    clock.advance(1 / 15)
    assert clock.now_us == Clock().now_us + 66_667
    assert clock.elapsed == pytest.approx(1 / 15, abs=1e-6)


def test_setting_the_date_keeps_the_time_since_boot() -> None:
    clock = Clock()
    clock.advance(5)
    clock.set(0)
    assert (clock.seconds, clock.elapsed) == (0, 5.0)


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf")])
def test_cannot_advance_by(seconds: float) -> None:
    with pytest.raises(ValueError, match="cannot advance"):
        Clock().advance(seconds)


def test_the_calendar_does_not_end() -> None:
    clock = Clock()
    clock.advance(1e15)
    clock.advance(1e15)
    assert clock.datetime(datetime.timezone(datetime.timedelta(hours=14))).year == 9999
    clock.set(10**30)
    assert clock.datetime().year == 9999


def test_a_copy_is_independent() -> None:
    clock = Clock()
    copy = clock.copy()
    clock.advance(3)
    assert copy.elapsed == 0
