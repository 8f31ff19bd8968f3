"""Check policies are read, printed and refused."""

import pytest

from mobile_env.events.policy import EMBEDDED_POLICY, REAL_DEVICE_POLICY, CheckPolicy


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("LIFT|TEXT|STEP(5)", "LIFT|TEXT|STEP(5)"),
        (" change | key ", "KEY|CHANGE"),
        ("TIME(0.5)|STEP( 3 )", "STEP(3)|TIME(0.5)"),
        ("hierarchy=LIFT|CHANGE;screen=STEP(30)", "hierarchy=LIFT|CHANGE;screen=STEP(30)"),
        ("screen=KEY; hierarchy = KEY", "KEY"),
    ],
)
def test_forms(text, printed):
    policy = CheckPolicy.parse(text)
    assert str(policy) == printed
    assert CheckPolicy.parse(str(policy)) == policy


def test_each_signal_has_its_own_checks():
    policy = CheckPolicy.parse("hierarchy=LIFT|CHANGE;screen=STEP(30)")
    assert policy.hierarchy.change and not policy.screen.change
    assert (policy.hierarchy.steps, policy.screen.steps) == (0, 30)


def test_defaults():
    assert str(EMBEDDED_POLICY) == "LIFT|TEXT|KEY|CHANGE"
    assert str(REAL_DEVICE_POLICY) == "LIFT|TEXT|KEY|TIME(1)"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "unknown check ''"),
        ("LIFT|TOUCH", "unknown check 'TOUCH'"),
        ("STEP(0)", "unknown check 'STEP(0)'"),
        ("STEP(1.5)", "unknown check"),
        ("TIME(0)", "unknown check"),
        ("TIME(-1)", "unknown check"),
        ("STEP", "unknown check 'STEP'"),
        ("hierarchy=LIFT", "says nothing of the screen"),
        ("hierarchy=LIFT;hierarchy=KEY", "once"),
        ("pixels=LIFT;hierarchy=KEY", "must name each of hierarchy and screen"),
    ],
)
def test_what_is_no_policy_is_refused(text, what):
    with pytest.raises(ValueError) as error:
        CheckPolicy.parse(text)
    assert what in str(error.value)
