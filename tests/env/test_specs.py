"""Specs: what actions mean, and which are refused."""

import numpy as np
import pytest

from mobile_env.simulators.contract import PrimitiveAction
from mobile_env.specs import ActionType, action_spec, observation_spec, parse_action

VOCABULARY = ("hide", "gauges")


def test_action_types_have_the_agreed_numbers():
    assert [(kind.name, int(kind)) for kind in ActionType] == [
        ("TOUCH", 0),
        ("LIFT", 1),
        ("REPEAT", 2),
        ("TEXT", 3),
        ("KEY", 4),
        ("FINISH", 5),
    ]
    assert ActionType.TOKEN is ActionType.TEXT


@pytest.mark.parametrize(
    ("action", "primitive", "response"),
    [
        ({"action_type": 0, "touch_position": [0.25, 1]}, PrimitiveAction(ActionType.TOUCH, 0.25, 1.0), ""),
        (
            {
                "action_type": np.array(ActionType.TOUCH),
                "touch_position": np.array([0.5, 0.0], np.float32),
                "input_token": np.int32(9),  # of no use to TOUCH
            },
            PrimitiveAction(ActionType.TOUCH, 0.5, 0.0),
            "",
        ),
        ({"action_type": 1, "touch_position": [7, 7]}, PrimitiveAction(ActionType.LIFT), ""),
        ({"action_type": 2, "response": "42"}, PrimitiveAction(ActionType.REPEAT), "42"),
        ({"action_type": 2, "response": np.array("42", object)}, PrimitiveAction(ActionType.REPEAT), "42"),
        (
            {"action_type": 3, "input_token": np.array(1)},
            PrimitiveAction(ActionType.TEXT, text="gauges "),
            "",
        ),
        (
            {"action_type": 3, "input_token": 1, "text": ""},
            PrimitiveAction(ActionType.TEXT, text="gauges "),
            "",
        ),
        (
            {"action_type": 3, "input_token": 1, "text": "é b"},
            PrimitiveAction(ActionType.TEXT, text="é b"),
            "",
        ),
        ({"action_type": 3, "text": np.str_("x")}, PrimitiveAction(ActionType.TEXT, text="x"), ""),
        ({"action_type": 4, "key": "BACK"}, PrimitiveAction(ActionType.KEY, key="BACK"), ""),
        ({"action_type": 4, "key": "keycode_enter"}, PrimitiveAction(ActionType.KEY, key="ENTER"), ""),
    ],
)
def test_actions_are_read(action, primitive, response):
    assert parse_action(action, VOCABULARY) == ((primitive,), response, "")


@pytest.mark.parametrize("status", ["complete", "infeasible"])
def test_the_agent_declares_the_end(status):
    action = {"action_type": 5, "finish": status, "response": "42"}
    assert parse_action(action, VOCABULARY) == ((), "42", status)
    assert parse_action({"action_type": 5}, VOCABULARY).finish == "complete"


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ([0], r"expected a dict .*got list"),
        ({}, r"no action_type \(expected 0 to 5"),
        ({"action_type": 6}, r"action_type is 6, expected 0 to 5 \(TOUCH 0, .*KEY 4, FINISH 5\)"),
        ({"action_type": 5, "finish": "soon"}, r"finish is 'soon', expected one of complete, infeasible"),
        ({"action_type": -1}, r"action_type is -1"),
        ({"action_type": 1.0}, r"action_type is 1\.0"),
        ({"action_type": "LIFT"}, r"action_type is 'LIFT'"),
        ({"action_type": 0}, r"TOUCH without touch_position"),
        (
            {"action_type": 0, "touch_position": [0.5, 1.01]},
            r"touch_position is \[0\.5, 1\.01\].*from 0 to 1",
        ),
        ({"action_type": 0, "touch_position": [-0.1, 0]}, r"touch_position is \[-0\.1, 0\]"),
        ({"action_type": 0, "touch_position": [np.nan, 0]}, r"touch_position is \[nan, 0\]"),
        ({"action_type": 0, "touch_position": [0.5]}, r"touch_position is \[0\.5\]"),
        ({"action_type": 0, "touch_position": [0, 0, 0]}, r"touch_position is \[0, 0, 0\]"),
        ({"action_type": 0, "touch_position": 0.5}, r"touch_position is 0\.5"),
        ({"action_type": 3}, r"TEXT needs `text` or `input_token` \(an index below 2\)"),
        ({"action_type": 3, "input_token": 2}, r"input_token is 2, expected 0 to 1"),
        ({"action_type": 3, "text": b"x"}, r"text is b'x', expected a string"),
        ({"action_type": 3, "text": "\ud83d"}, r"text is '\\ud83d', expected Unicode text"),
        ({"action_type": 2, "response": "\ude00"}, r"response is '\\ude00', expected Unicode text"),
        ({"action_type": 4}, r"unknown key '' .*BACK, HOME"),
        ({"action_type": 4, "key": "BAKC"}, r"unknown key 'BAKC'"),
        ({"action_type": 1, "response": 3}, r"response is 3, expected a string"),
        (
            {"action_type": 1, "positoin": 3},
            r"unknown key 'positoin' \(known: action_type, .*touch_position\)",
        ),
    ],
)
def test_bad_actions_are_refused_with_what_is_allowed(action, message):
    with pytest.raises(ValueError, match=message):
        parse_action(action, VOCABULARY)


def test_every_generated_action_is_accepted():
    for vocabulary in ((), VOCABULARY):
        action = {name: spec.generate_value() for name, spec in action_spec(vocabulary).items()}
        assert [each.type for each in parse_action(action, vocabulary).primitives] == [ActionType.TOUCH]
        (typed,) = parse_action(action | {"action_type": 3}, vocabulary).primitives
        assert typed.text == "".join(f"{token} " for token in vocabulary[:1])


def test_an_empty_vocabulary_counts_as_one_empty_token():
    assert action_spec(())["input_token"].num_values == 1
    assert action_spec(VOCABULARY)["input_token"].num_values == 2


def test_observations_hold_what_was_asked_for():
    assert list(observation_spec(800, 360)) == ["pixels", "timedelta", "orientation"]
    assert list(observation_spec(8, 4, pixels=False, hierarchy=True)) == [
        "timedelta",
        "orientation",
        "view_hierarchy",
    ]
    assert observation_spec(800, 360)["pixels"].shape == (800, 360, 3)
