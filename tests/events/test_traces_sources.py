"""Traces written by hand: when sources are evaluated, and what repeatability is about."""

import pytest
from event_steps import ONE, Play, answer_source, compile_text, line, log_source, reward, slot, text_source

SINGLE_1 = reward(f"events {{ id: 1 }} {ONE}")


# When sources are evaluated.


def test_log_is_input_whenever_it_arrives():
    play = Play(log_source(1, "load") + SINGLE_1, policy="LIFT")
    play.reset()
    assert play.rewards([[], ["load"], ["other"], ["other", "load"]]) == [0, 1, 0, 1]


def test_answers_are_input_whenever_they_arrive():
    play = Play(answer_source(1, "salt") + SINGLE_1, policy="LIFT")
    play.reset()
    assert [play().reward, play(say=["salt"]).reward, play(say=["sugar"]).reward] == [0, 1, 0]


@pytest.mark.parametrize(
    ("policy", "looks"),
    [
        ("LIFT", [4]),
        ("TEXT", [5]),
        ("KEY", [6]),
        ("LIFT|KEY", [4, 6]),
        ("CHANGE", [2, 7]),
        ("STEP(3)", [3, 6]),
        ("TIME(0.4)", [4]),
        ("KEY|TIME(0.3)", [3, 6]),
        ("LIFT|CHANGE", [2, 4, 7]),
    ],
)
def test_the_hierarchy_is_looked_at_when_the_policy_says(policy, looks):
    play = Play(text_source(1, "node", "Home") + SINGLE_1, policy)
    play.reset(show=["Home"], time=0.0)
    steps = [
        {},
        {"show": ["Home", "new"]},
        {},
        {"completed": ["LIFT"]},
        {"completed": ["TEXT"]},
        {"completed": ["KEY"]},
        {"show": ["Home"]},
    ]
    paid = [play(**step, time=0.1 * (number + 1)).reward for number, step in enumerate(steps)]
    assert [number + 1 for number, each in enumerate(paid) if each] == looks


def test_the_policy_of_the_screen_is_not_that_of_the_hierarchy():
    play = Play(text_source(1, "node", "Home") + SINGLE_1, "hierarchy=KEY;screen=LIFT")
    play.reset(show=["Home"])
    assert [play(completed=["LIFT"]).reward, play(completed=["KEY"]).reward] == [0, 1]


def test_an_unchanged_hierarchy_counts_as_evaluated_without_being_fetched_again():
    play = Play(text_source(1, "node", "Home") + SINGLE_1)
    play.reset(show=["Home"])
    assert [play(completed=["LIFT"]).reward for _ in range(3)] == [1, 1, 1]
    assert play.fetches == [("hierarchy", 0)]


# Source repeatability is about inputs.


def test_none_fires_once_for_each_input():
    play = Play(log_source(1, "load (.)", "NONE") + SINGLE_1)
    play.reset()
    assert play.rewards([["load a"], ["load a"], ["load b"], ["load a", "load b"], ["load c"]]) == [
        1,
        0,
        1,
        0,
        1,
    ]


def test_none_fires_once_even_for_an_input_that_comes_twice_in_a_step():
    play = Play(log_source(1, "load (.)", "NONE") + SINGLE_1)
    play.reset()
    assert play.rewards([["load a", "load a", "load b"]]) == [2]


def test_none_of_the_hierarchy_is_about_the_list_of_property_values():
    play = Play(text_source(1, "node", "^Step", "NONE") + SINGLE_1)
    play.reset(show=["Home"])
    assert play(show=["Step 1"]).reward == 1
    assert play(show=["Home"]).reward == 0
    assert play(show=["Step 1"]).reward == 0
    assert play(show=["Step 1", "Step 2"]).reward == 1


def test_last_does_not_fire_for_an_input_of_the_step_before():
    play = Play(log_source(1, "load (.)", "LAST") + SINGLE_1)
    play.reset()
    steps = [["load a"], ["load a"], ["load b"], ["load a"], ["load a", "load b"]]
    assert play.rewards(steps) == [1, 0, 1, 1, 1]


def test_last_looks_back_to_the_latest_step_that_had_inputs():
    play = Play(log_source(1, "load (.)", "LAST") + SINGLE_1)
    play.reset()
    assert play.rewards([["load a"], [], [], ["load a"]]) == [1, 0, 0, 0]


def test_last_an_input_that_did_not_match_takes_its_place_too():
    play = Play(log_source(1, "load (.)", "LAST") + SINGLE_1)
    play.reset()
    assert play.rewards([["load a"], ["other"], ["load a"]]) == [1, 0, 1]


def test_last_an_input_that_comes_twice_in_a_step_fires_twice():
    play = Play(log_source(1, "load (.)", "LAST") + SINGLE_1)
    play.reset()
    assert play.rewards([["load a", "load a"], ["load a"]]) == [2, 0]


def test_last_of_the_hierarchy_fires_when_a_page_comes_back():
    play = Play(text_source(1, "node", "Cart", "LAST") + SINGLE_1)
    play.reset(show=["Home"])
    steps = [{"show": ["Cart"]}, {"completed": ["LIFT"]}, {"show": ["Cart", "more"]}, {"show": ["Home"]}]
    assert [play(**step).reward for step in steps] == [1, 0, 0, 0]
    assert play(show=["Cart"]).reward == 1


def test_last_a_screen_without_the_node_is_a_step_without_inputs():
    play = Play(text_source(1, '[text=\\"Cart\\"]', None, "LAST") + SINGLE_1)
    play.reset(show=["Home"])
    assert [play(show=[text]).reward for text in ("Cart", "Home", "Cart")] == [1, 0, 0]


def test_unlimited_fires_whenever_it_matches():
    play = Play(log_source(1, "load") + SINGLE_1)
    play.reset()
    assert play.rewards([["load"], ["load"], ["load", "load"]]) == [1, 1, 2]


def test_several_matches_give_several_values_in_order():
    task = (
        text_source(1, "node", "^Step")
        + log_source(2, "url (.)")
        + slot(
            "instruction_listener", 'type: OR events { id: 2 } events { id: 1 } transformation: "y = x[0]"'
        )
    )
    play = Play(task)
    play.reset()
    assert play("url b", "url a", show=["Step 2", "Home", "Step 1"]).instructions == [
        "b",
        "a",
        "Step 2",
        "Step 1",
    ]


# What a source takes and gives.


def test_a_log_source_searches_the_message_and_gives_groups():
    play = Play(
        log_source(1, r"(\\w)=(\\d)?")
        + slot("extra_listener", "events { id: 1 } transformation: \"y = {'v': [x]}\"")
    )
    play.reset()
    assert play("url a=1 b=2").extras == {"v": [("a", "1")]}
    assert play("a=").extras == {"v": [("a", None)]}


def test_an_anchored_log_source_matches_at_the_beginning():
    play = Play(log_source(1, "load", extra="anchored: true") + SINGLE_1)
    play.reset()
    assert play.rewards([["re load"], ["load it"]]) == [0, 1]


def test_lines_that_no_filter_of_the_task_names_are_not_seen():
    task = (
        log_source(1, "load")
        + 'event_sources { id: 2 log_event { filters: "web:W" filters: "all" pattern: "no" } }'
    )
    play = Play(task + SINGLE_1)
    play.reset()
    lines = {
        line("load"): 1,  # of another source's filter or its own: filters are the task's
        line("load", "jd", "V"): 0,
        line("load", "jd", "E"): 1,
        line("load", "web", "I"): 0,
        line("load", "web", "F"): 1,
        line("load", "all", "V"): 1,
        line("load", "other", "E"): 0,
    }
    assert [play(each).reward for each in lines] == list(lines.values())
    assert play.engine.program.log_filters.texts == ("jd:D", "web:W", "all:V")


def test_the_least_severe_filter_of_a_tag_counts():
    program, _, _ = compile_text(
        'event_sources { id: 1 log_event { filters: "jd:W" filters: "jd:D" filters: "jd:E" pattern: "a" } }'
    )
    assert program.log_filters.texts == ("jd:D",)


def test_a_hierarchy_source_gives_the_values_of_each_node():
    task = """event_sources { id: 1 repeatability: UNLIMITED view_hierarchy_event {
      selector: '#"row"' selector: '#"last"'
      properties { property_name: "text" pattern: "^[A-Z]" }
      properties { property_name: "top" sign: LE floating: 0.1 }
      properties { property_name: "index" sign: GT integer: 3 }
      properties { property_name: "content-desc" } } }"""
    play = Play(task + slot("extra_listener", "events { id: 1 } transformation: \"y = {'v': [x]}\""))
    play.reset()
    shown = play(show=["row=Apples", "row=Beans", "row=carrots", "last=Dates"])
    # Apples are too high (0.1 <= 0.0), carrots are lower case, Dates have index 3 (3 > 3).
    assert shown.extras == {"v": [["Beans", 0.1, "1", None]]}


def test_an_answer_is_compared_by_its_mode():
    task = answer_source(1, "4 cups", extra="mode: FUZZ threshold: 60") + slot(
        "score_listener", "events { id: 1 }"
    )
    play = Play(task)
    play.reset()
    assert play(say=["4 cups"]).score == 100
    assert 60 <= play(say=["four cups"]).score < 100
    assert play(say=["nothing of that"]).score < 100
    assert not play(say=["nothing of that"]).fired


def test_a_source_may_transform_each_of_its_values():
    source = """event_sources { id: 1 repeatability: UNLIMITED
      log_event { pattern: "r (.+)" } transformation: "y = float(x[0])" }"""
    play = Play(source + reward("events { id: 1 }"))
    play.reset()
    assert play("r 1.5", "r 2").reward == 3.5
