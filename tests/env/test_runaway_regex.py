"""A regular expression that runs away ends the episode as truncated, and says which it was."""

import pytest

from mobile_env.regex import pattern as regex
from mobile_env.simulators.contract import ActionType

WAIT = {"action_type": ActionType.REPEAT}
LONG = "a" * 60 + "!"


@pytest.fixture(autouse=True)
def impatience(monkeypatch):
    monkeypatch.setattr(regex, "SECONDS", 0.1)


def slots(source):
    return (
        f"event_sources {{ id: 7 repeatability: UNLIMITED {source} }}\n"
        'event_slots { reward_listener { events { id: 7 } transformation: "y = 1" } }'
    )


def test_in_the_log(make_env, simulator):
    env = make_env(slots('log_event { filters: "jd:D" pattern: "(?=a)(a+)+$" }'))
    env.reset()
    simulator.react = lambda action: simulator.write_log("aaa")
    assert env.step(WAIT).reward == 1
    simulator.react = lambda action: simulator.write_log(LONG)
    assert env.step(WAIT).last()
    assert env.outcome == "truncated"
    assert "event source 7: the regular expression '(?=a)(a+)+$' ran away" in env.outcome_reason
    simulator.react = lambda action: simulator.write_log("aaa")
    assert env.step(WAIT).first()
    assert env.step(WAIT).reward == 1


def test_in_what_the_agent_says(make_env):
    env = make_env(slots('response_event { pattern: "(?=a)(a+)+$" }'))
    env.reset()
    assert env.step({**WAIT, "response": LONG}).last()
    assert env.outcome == "truncated" and "ran away" in env.outcome_reason


def test_on_the_screen(make_env, simulator):
    test = 'properties { property_name: "text" pattern: "(?=a)(a+)+$" }'
    env = make_env(slots(f'view_hierarchy_event {{ selector: "node" {test} }}'))
    env.reset()
    simulator.react = lambda action: simulator.show(LONG)
    assert env.step(WAIT).last()
    assert env.outcome == "truncated" and "ran away" in env.outcome_reason
