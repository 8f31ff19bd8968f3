"""Gestures read back from primitive actions."""

from typing import Any

from mobile_env.evaluation.report.gestures import Gesture, gestures

LIFT: dict[str, Any] = {"action_type": "LIFT"}
REPEAT: dict[str, Any] = {"action_type": "REPEAT"}


def touch(x: float, y: float) -> dict[str, Any]:
    return {"action_type": "TOUCH", "touch_position": [x, y]}


def test_three_touches_in_one_place_are_a_tap() -> None:
    assert gestures([touch(0.5, 0.25)] * 3 + [LIFT]) == [Gesture("tap", (0.5, 0.25), (0.5, 0.25))]


def test_a_second_of_touches_is_a_long_press_also_by_repeat() -> None:
    expected = [Gesture("long press", (0.5, 0.25), (0.5, 0.25))]
    assert gestures([touch(0.5, 0.25)] * 16 + [LIFT]) == expected
    assert gestures([touch(0.5, 0.25)] + [REPEAT] * 15 + [LIFT]) == expected


def test_a_moving_finger_swipes_from_where_it_came_down_to_where_it_left() -> None:
    path = [touch(0.5, 0.8 - 0.1 * step) for step in range(7)]
    (swipe,) = gestures([*path, LIFT])
    assert swipe.kind == "swipe"
    assert swipe.start == (0.5, 0.8)
    assert abs(swipe.end[1] - 0.2) < 1e-9


def test_a_trembling_finger_still_taps() -> None:
    assert [g.kind for g in gestures([touch(0.5, 0.5), touch(0.51, 0.505), LIFT])] == ["tap"]


def test_fingers_that_never_lift_count_and_idle_actions_do_not() -> None:
    key = {"action_type": "KEY", "key": "BACK"}
    assert [g.kind for g in gestures([REPEAT, LIFT, touch(0.1, 0.1), key, touch(0.9, 0.9)])] == ["tap", "tap"]
    assert gestures([REPEAT, LIFT, key]) == []
