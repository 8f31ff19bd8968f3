"""Actions of text agents, read from text."""

import pytest

from mobile_env.wrappers.vh_actions import (
    Answer,
    Click,
    Direction,
    Finish,
    GoBack,
    Input,
    LongClick,
    Nothing,
    Scroll,
    parse_action,
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("CLICK(3)", Click(3)),
        (" click( 3 )\n", Click(3)),
        ("CLICK('3')", Click(3)),
        ("LONG_CLICK(12)", LongClick(12)),
        ("INPUT(2, hide gauges)", Input(2, "hide gauges")),
        ('INPUT(2, "hide, gauges (all)")', Input(2, "hide, gauges (all)")),
        ("INPUT(2,)", Input(2, "")),
        ("SCROLL(DOWN)", Scroll(Direction.DOWN)),
        ("SCROLL(left)", Scroll(Direction.LEFT)),
        ("ANSWER(it is (nearly) 42)", Answer("it is (nearly) 42")),
        ("ANSWER(two\nlines)", Answer("two\nlines")),
        ("ANSWER()", Answer("")),
        ("GOBACK", GoBack()),
        ("goback()", GoBack()),
        ("NOTHING", Nothing()),
        ("complete", Finish("complete")),
        ("INFEASIBLE()", Finish("infeasible")),
    ],
)
def test_actions_are_read(text, action):
    assert parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an action"),
        ("I would CLICK(3)", "not an action"),
        ("CLICK(3", "not an action"),
        ("CLICK(3) then GOBACK", "not an action"),
        ("READ(4)", r"unknown action 'READ' \(write one of CLICK\(id\)"),
        ("CLICK", "CLICK needs its argument"),
        ("CLICK()", "an element id is a whole number, found ''"),
        ("CLICK(search)", "found 'search'"),
        ("CLICK(-1)", "found '-1'"),
        ("CLICK(²)", "found '²'"),
        ("CLICK(99999999999999999999)", "an element id is a whole number"),
        ("INPUT(2)", "INPUT needs an element id and a text"),
        ("SCROLL(BELOW)", r"unknown direction 'BELOW' \(UP, DOWN, LEFT or RIGHT\)"),
        ("GOBACK(2)", "GOBACK takes no argument"),
    ],
)
def test_what_is_no_action_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        parse_action(text)


def test_a_direction_may_be_named():
    assert Scroll("up") == Scroll(Direction.UP) == Scroll(1)
    with pytest.raises(ValueError, match="unknown direction"):
        Scroll("sideways")
