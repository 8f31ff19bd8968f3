"""Traces written by hand: slots, rewards from scores, ends, reset, what is fetched, and what goes wrong."""

import pytest
from event_steps import ONE, Play, answer_source, log_source, reward, slot, text_source

from mobile_env.events.engine import EngineError, EpisodeSignals

X = log_source(1, "x (.*)") + log_source(2, "y (.*)")


def play_of(*parts):
    play = Play("".join(parts))
    play.reset()
    return play


def of_group(name, transformation="y = x[0]", source=1):
    return slot(name, f'events {{ id: {source} }} transformation: "{transformation}"')


LITERAL = 'transformation: "import ast" transformation: "y = ast.literal_eval(x[0])"'


def of_literal(name, source=1):
    return slot(name, f"events {{ id: {source} }} {LITERAL}")


# Slots.


def test_rewards_are_floats_and_summed():
    play = play_of(X, of_group("reward_listener"))
    assert play("x 1.5", "x -0.25", "x 3").reward == 4.25
    assert play().reward == 0.0
    assert isinstance(play("x 2").reward, float)


def test_a_score_pays_what_it_gained():
    play = play_of(X, of_group("score_listener"))
    seen = [play(*step) for step in (["x 10"], [], ["x 12", "x 15"], ["x 4"])]
    assert [each.reward for each in seen] == [10, 0, 5, -11]
    assert [each.score for each in seen] == [10, 10, 15, 4]


def test_reward_slot_and_score_are_added():
    play = play_of(X, of_group("score_listener"), of_group("reward_listener", source=2))
    assert play("x 10", "y 1").reward == 11


def test_instructions_are_strings_or_lists_of_strings_concatenated():
    play = play_of(X, of_literal("instruction_listener"))
    assert play("x 'go'", "x ['left', 'then right']", "x ()").instructions == ["go", "left", "then right"]
    assert play().instructions == []


def test_extras_are_lists_concatenated_by_name():
    play = play_of(X, of_literal("extra_listener"))
    shown = play("x {'a': [1], 'b': [2]}", "x {'a': [3, 4], 'c': 5}")
    assert shown.extras == {"a": [1, 3, 4], "b": [2], "c": [5]}
    assert shown.json_extras == {}


def test_the_last_hundred_extras_of_a_name_are_kept():
    play = play_of(X, of_group("extra_listener", "y = {'n': list(range(int(x[0])))}"))
    assert play("x 90", "x 60").extras == {"n": [*range(50, 90), *range(60)]}


def test_json_extras_are_parsed_first():
    play = play_of(X, of_group("json_extra_listener"))
    shown = play('x {"a": [1, null], "b": 2}', 'x {"a": [true]}')
    assert shown.json_extras == {"a": [1, None, True], "b": [2]}
    assert shown.extras == {}
    # Without a transformation, the one group of a match is what is parsed.
    play = play_of(X, slot("json_extra_listener", "events { id: 1 }"))
    assert play('x {"a": [1]}').json_extras == {"a": [1]}


def test_what_an_app_logs_that_is_no_json_is_passed_over():
    play = play_of(X, of_group("json_extra_listener"))
    assert play("x {broken", "x [1]", "x " + "[" * 100_000, 'x {"a": [1]}').json_extras == {"a": [1]}


@pytest.mark.parametrize(
    ("value", "end"),
    [
        ("None", None),
        ("False", False),
        ("0", False),
        ("0.0", False),
        ("True", True),
        ("1", True),
        ("2.5", True),
        ("()", False),
        ("''", False),
        ("[]", False),
        ("{}", False),
        ("'False'", True),
        ("(None,)", True),
    ],
)
def test_what_an_episode_end_means(value, end):
    signals = play_of(X, of_literal("episode_end_listener"))(f"x {value}")
    assert signals.end is end


def test_the_last_end_of_a_step_counts():
    play = play_of(X, of_literal("episode_end_listener"))
    assert play("x True", "x False").end is False
    assert play("x False", "x None").end is None
    assert play("x None", "x 'done'").end_value == "done"
    assert play().end is None


def test_a_step_without_firings_has_its_own_lists():
    play = play_of(X, of_literal("instruction_listener"))
    first = play()
    first.instructions.append("changed by the caller")
    assert play() == EpisodeSignals()


# Reset is an evaluated step.


def test_the_reward_of_the_reset_step_is_dropped_and_its_inputs_are_spent():
    task = log_source(1, "a", "NONE") + reward(f"events {{ id: 1 }} {ONE}")
    play = Play(task)
    assert play.reset("a").reward == 0.0
    assert play("a").reward == 0.0


def test_instructions_of_the_reset_step_are_given():
    play = Play(text_source(1, "node", "Home") + slot(
        "instruction_listener", "events { id: 1 } transformation: 'y = \"Search first.\"'"
    ))  # fmt: skip
    assert play.reset(show=["Home"]).instructions == ["Search first."]


def test_the_score_starts_from_what_reset_saw():
    play = Play(X + of_group("score_listener"))
    assert (play.reset("x 40").reward, play("x 43").reward) == (0, 3)
    play.reset()
    assert play("x 43").reward == 43


def test_every_signal_is_looked_at_at_reset_whatever_the_policy():
    play = Play(text_source(1, "node", "Home") + slot("score_listener", f"events {{ id: 1 }} {ONE}"), "KEY")
    assert play.reset(show=["Home"]).score == 1


def test_an_end_at_reset_is_told():
    play = Play(text_source(1, "node", "Done") + slot("episode_end_listener", "events { id: 1 }"))
    signals = play.reset(show=["Done"])
    assert (signals.end, signals.fired) == (True, (1,))
    # Tried again, on another screen.
    assert play.reset(show=["Home"]).end is None


def test_a_new_episode_looks_again_though_versions_begin_anew():
    play = Play(text_source(1, "node", "Home", "NONE") + reward(f"events {{ id: 1 }} {ONE}"))
    play.reset(show=["Start"])
    assert play(show=["Home"]).reward == 1
    play._version = 0
    play.reset(show=["Start"])
    assert play(show=["Home"]).reward == 1


# Demand.

OPEN = "type: OR events { id: 1 } events { id: 2 }"


def test_a_task_with_only_log_and_answers_fetches_nothing():
    task = log_source(1, "a") + answer_source(2, "b")
    play = Play(task + reward(f"{OPEN} {ONE}"))
    play.reset(show=["Home"])
    for number in range(5):
        play("a", say=["b"], show=["Home", str(number)], completed=["LIFT", "TEXT", "KEY"])
    assert play.fetches == []


def test_all_sources_share_one_fetch_a_step():
    task = (
        text_source(1, "node", "Home") + text_source(2, "node", "Cart", "LAST") + text_source(3, "node", "x")
    )
    play = Play(task + reward(f"{OPEN} events {{ id: 3 }} {ONE}"))
    play.reset(show=["Home"])
    for number in range(3):
        play(show=["Home", str(number)], completed=["LIFT"])
    assert play.fetches == [("hierarchy", step) for step in range(4)]


def test_what_nothing_uses_is_not_fetched():
    play = Play(text_source(1, "node", "Home") + log_source(2, "b") + reward(f"events {{ id: 2 }} {ONE}"))
    play.reset(show=["Home"])
    play(show=["Cart"])
    assert play.fetches == []


def test_what_can_fire_no_more_is_not_fetched():
    task = log_source(1, "a") + text_source(2, "node", "Home")
    play = Play(task + reward(f"repeatability: NONE {OPEN} {ONE}"))
    play.reset(show=["Start"])
    assert play("a", show=["Home"]).reward == 2
    assert play("a", show=["Home", "more"], completed=["LIFT"]).reward == 0
    assert play.fetches == [("hierarchy", 0), ("hierarchy", 1)]


def test_a_source_that_fired_once_is_not_used_up():
    play = Play(text_source(1, "node", "Step", "NONE") + reward(f"events {{ id: 1 }} {ONE}"))
    play.reset(show=["Home"])
    assert [play(show=[f"Step {number}"]).reward for number in range(3)] == [1, 1, 1]


def test_a_gate_that_is_open_needs_its_prerequisite_no_more():
    task = text_source(1, "node", "Home") + log_source(2, "b")
    play = Play(task + reward(f"events {{ id: 2 }} prerequisite: 1 {ONE}"))
    play.reset(show=["Start"])
    play(show=["Home"])
    assert play("b", show=["Cart"]).reward == 1
    assert play.fetches == [("hierarchy", 0), ("hierarchy", 1)]


def test_a_history_that_a_sleeper_will_need_is_kept_though_its_user_can_fire_no_more():
    # Source 1 serves a node that is done, and one that sleeps: the done one still spends inputs.
    task = text_source(1, "node", "^Step", "NONE") + log_source(2, "b")
    done = f"events {{ event {{ repeatability: NONE events {{ id: 1 }} {ONE} }} }}"
    sleeper = "events { event { events { id: 1 } prerequisite: 2 transformation: 'y = 10' } }"
    play = Play(task + reward(f"type: OR {done} {sleeper}"))
    play.reset(show=["Home"])
    assert play(show=["Step 1"]).reward == 1
    assert play(show=["Step 2"]).reward == 0
    assert play("b", show=["Home"]).reward == 0
    assert play(show=["Step 2"]).reward == 0
    assert play(show=["Step 3"]).reward == 10


def test_the_list_that_clears_a_cache_is_watched_while_it_matters():
    task = log_source(1, "a") + text_source(2, "node", "Home")
    body = f"events {{ event {{ cache_until: 2 repeatability: NONE events {{ id: 1 }} }} }} {ONE}"
    play = Play(task + reward(body))
    play.reset(show=["Start"])
    assert [play("a").reward, play(show=["Home"]).reward, play(show=["Cart"]).reward] == [1, 1, 0]
    fetched = len(play.fetches)
    play(show=["Home", "x"])
    assert len(play.fetches) == fetched


# What goes wrong.


@pytest.mark.parametrize(
    ("task", "message", "what"),
    [
        (of_group("reward_listener"), "x much", "reward_listener: needs a number and got 'much'"),
        (slot("reward_listener", "events { id: 1 } transformation: 'y = [1, 2]'"), "x", "needs a number"),
        (of_group("reward_listener"), "x nan", "needs a finite number"),
        (of_group("score_listener"), "x many", "score_listener: needs a number"),
        (
            of_literal("instruction_listener"),
            "x 3",
            "instruction_listener: needs a string or a list of strings",
        ),
        (of_literal("instruction_listener"), "x ['a', 3]", "instruction_listener: needs"),
        (of_literal("extra_listener"), "x [1]", "extra_listener: needs a dict of lists and got [1]"),
        (
            of_group("reward_listener", "y = x[5]"),
            "x",
            "event reward_listener: transformation 'y = x[5]' failed on",
        ),
        (
            slot(
                "reward_listener", "events { event { id: 9 events { id: 1 } transformation: 'y = 1 / 0' } }"
            ),
            "x ",
            "event 9: transformation 'y = 1 / 0' failed",
        ),
    ],
)
def test_failures_name_the_slot_or_event_and_the_reason(task, message, what):
    play = play_of(X, task)
    with pytest.raises(EngineError) as error:
        play(f"{message} " if message == "x" else message)
    assert what in str(error.value)
    # The next episode is not harmed.
    assert play.reset().fired == ()


def test_a_failing_transformation_of_a_source_names_it():
    play = play_of('event_sources { id: 4 log_event { pattern: "x" } transformation: "y = x[0]" }',
        reward("events { id: 4 }"))  # fmt: skip
    with pytest.raises(EngineError, match=r"event source 4: transformation 'y = x\[0\]' failed"):
        play("x")


# Explanations.


def test_an_explanation_of_a_step():
    task = X + text_source(3, "node", "Home") + log_source(4, "z")
    body = (
        "type: OR events { event { id: 10 events { id: 1 } repeatability: LAST transformation: 'y = 1' } }"
        " events { event { id: 11 events { id: 3 } prerequisite: 2 } }"
        " events { event { id: 12 cache_until: -1 events { id: 4 } transformation: 'y = 2' } }"
    )
    play = play_of(task, reward(body))
    play("x 1", "z")
    assert str(play.engine.explain()) == "\n  ".join(
        [
            "step 1",
            "source 1 (log_event): fired ('1',)",
            "source 2 (log_event): silent, saw 'x 1' 'z'",
            "source 3 (view_hierarchy_event): asleep",
            "source 4 (log_event): fired ('',)".replace("('',)", "()"),
            "node 10: fired 1",
            "node 11: asleep, waiting for 2",
            "node 12: fired 2",
            "node reward_listener: fired 1 2",
            "reward_listener: 3.0",
        ]
    )
    assert play.engine.explain().nodes[1].waiting_numbers == (1,)
    play("x 2")
    states = {each.label: each.state for each in play.engine.explain().nodes}
    assert states == {"10": "held", "11": "asleep", "12": "cached", "reward_listener": "fired"}
    play()
    assert [each.state for each in play.engine.explain().sources] == ["not evaluated"] * 2 + [
        "asleep",
        "not evaluated",
    ]
    assert play.engine.explain().paid == {"reward_listener": 2.0}


@pytest.mark.parametrize("repeatability", ["NONE", "LAST"])
def test_an_input_that_is_spent_is_told_from_one_that_does_not_match(repeatability):
    play = play_of(log_source(1, "x", repeatability), reward("events { id: 1 } transformation: 'y = 1'"))
    states = []
    for message in ("x", "x", "y"):
        play(message)
        states += [each.state for each in play.engine.explain().sources]
    assert states == ["fired", "spent", "silent"]
