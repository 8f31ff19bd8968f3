"""Traces written by hand: sleep, when nodes hold and fire, what their values are, and caches."""

import pytest
from event_steps import ONE, Play, log_source, reward, slot, text_source

ABC = log_source(1, "a(.)?") + log_source(2, "b(.)?") + log_source(3, "c(.)?")


def play_of(*parts, policy="LIFT|TEXT|KEY|CHANGE"):
    play = Play("".join(parts), policy)
    play.reset()
    return play


def told(body):
    """A slot that tells values as they are."""
    return slot("extra_listener", body)


KEEP = "transformation: \"y = {'v': [x]}\""


# Sleep.


def test_a_node_whose_prerequisite_has_not_fired_is_asleep():
    play = play_of(ABC, reward(f"events {{ id: 1 }} prerequisite: 2 {ONE}"))
    assert play.rewards([["a"], ["b"], ["a"], ["a"]]) == [0, 0, 1, 1]


def test_all_prerequisites_must_have_fired_but_not_together():
    play = play_of(ABC, reward(f"events {{ id: 1 }} prerequisite: [2, 3] {ONE}"))
    assert play.rewards([["c"], ["a"], ["b"], ["a"]]) == [0, 0, 0, 1]


def test_a_gate_that_opens_in_a_step_wakes_in_that_step():
    play = play_of(ABC, reward(f"events {{ id: 1 }} prerequisite: 2 {ONE}"))
    assert play.rewards([["a", "b"]]) == [1]


def test_gates_open_one_another_until_nothing_more_opens():
    # Written so that each gate is opened by a node that is written later.
    stages = (
        f"type: OR events {{ event {{ id: 12 events {{ id: 1 }} prerequisite: 11 {ONE} }} }}"
        f" events {{ event {{ id: 11 events {{ id: 2 }} prerequisite: 10 {ONE} }} }}"
        f" events {{ event {{ id: 10 events {{ id: 3 }} {ONE} }} }}"
    )
    assert play_of(ABC, reward(stages)).rewards([["a"], ["b"], ["a", "b", "c"]]) == [0, 0, 3]


def test_an_input_is_not_spent_while_its_source_sleeps():
    task = (
        log_source(1, "a", "NONE") + log_source(2, "b") + reward(f"events {{ id: 1 }} prerequisite: 2 {ONE}")
    )
    assert play_of(task).rewards([["a"], ["b"], ["a"], ["a"]]) == [0, 0, 1, 0]


def test_last_does_not_see_inputs_while_its_source_sleeps():
    task = (
        log_source(1, "a", "LAST") + log_source(2, "b") + reward(f"events {{ id: 1 }} prerequisite: 2 {ONE}")
    )
    # The step before had `a`, but source 1 slept through it.
    assert play_of(task).rewards([["a"], ["a", "b"], ["a"]]) == [0, 1, 0]


def test_what_also_something_awake_uses_is_awake():
    task = log_source(1, "a", "NONE") + log_source(2, "b")
    task += reward(f"events {{ id: 1 }} prerequisite: 2 {ONE}") + slot("null_listener", "events { id: 1 }")
    # The null slot is awake: it spends the input that the reward slot would have needed.
    assert play_of(task).rewards([["a"], ["b"], ["a"]]) == [0, 0, 0]


def test_with_a_node_sleeps_everything_below_it():
    task = log_source(1, "a", "NONE") + log_source(2, "b")
    body = (
        f"type: OR prerequisite: 2 events {{ event {{ events {{ event {{ events {{ id: 1 }} {ONE} }} }} }} }}"
    )
    assert play_of(task, reward(body)).rewards([["a"], ["b"], ["a"]]) == [0, 0, 1]


def test_a_gate_remembers_what_fired_while_an_outer_gate_slept():
    # 3 is the gate of the inner node, 2 that of the outer one.
    inner = f"events {{ event {{ events {{ id: 1 }} prerequisite: 3 {ONE} }} }}"
    play = play_of(ABC, reward(f"{inner} prerequisite: 2"))
    assert play.rewards([["c"], ["a"], ["b"], ["a"]]) == [0, 0, 0, 1]


def test_a_node_that_a_gate_names_is_awake_but_for_its_own_gate():
    # Node 11 opens the gate of node 10, and has a gate of its own.
    outer = f"type: OR events {{ event {{ id: 10 events {{ id: 1 }} prerequisite: 11 {ONE} }} }}"
    play = play_of(
        ABC,
        reward(outer),
        slot(
            "null_listener", "events { event { id: 11 events { id: 2 } prerequisite: 3 } } prerequisite: 10"
        ),
    )
    assert play.rewards([["b"], ["c"], ["a"], ["b"], ["a"]]) == [0, 0, 0, 0, 1]


# Source or node 1 (10) opens the gate of one node, and is a child of another, whose gate is 2.
def heard_by_a_gate(number):
    gate = f"events {{ event {{ events {{ id: 3 }} prerequisite: {number} {ONE} }} }}"
    return reward(f"type: OR {gate} events {{ event {{ events {{ id: {number} }} prerequisite: 2 {ONE} }} }}")


def test_last_misses_no_firing_of_what_a_gate_has_heard_before():
    task = log_source(1, "a", "LAST") + log_source(2, "b") + log_source(3, "c")
    # `a` fired source 1 in the first step; the latest step with any input before the last had none of it.
    assert play_of(task, heard_by_a_gate(1)).rewards([["a"], ["x"], ["a", "b"]]) == [0, 0, 1]


def test_last_fires_no_second_time_what_a_gate_has_heard_before():
    task = log_source(1, "a", "LAST") + log_source(2, "b") + log_source(3, "c")
    # `aa` came in the step before, and fired source 1 there.
    assert play_of(task, heard_by_a_gate(1)).rewards([["a"], ["aa"], ["aa", "b"]]) == [0, 0, 0]


def test_a_run_of_a_node_that_a_gate_names_goes_on_while_another_user_sleeps():
    node = slot(
        "null_listener", "events { event { id: 10 repeatability: LAST events { id: 1 } } } prerequisite: 2"
    )
    play = play_of(ABC, heard_by_a_gate(10), node)
    assert play.rewards([["a"], ["a"], ["a", "b"], [], ["a"]]) == [0, 0, 0, 0, 1]


def test_what_ends_a_cache_is_heard_while_the_node_sleeps():
    task = log_source(1, "a", "NONE") + log_source(2, "b") + log_source(3, "c")
    play = play_of(task, reward(f"events {{ id: 3 }} prerequisite: 2 cache_until: 1 {ONE}"))
    # Source 1 spent its input in the first step: the cache is never cleared.
    assert play.rewards([["a"], ["b"], ["c"], ["a"], []]) == [0, 0, 1, 1, 1]


def test_a_sleeping_source_does_not_need_its_signal():
    task = (
        text_source(1, "node", "Home")
        + log_source(2, "b")
        + reward(f"events {{ id: 1 }} prerequisite: 2 {ONE}")
    )
    play = Play(task)
    play.reset(show=["Home"])
    play(completed=["LIFT"])
    play(show=["Home", "more"], completed=["LIFT"])
    assert not play.fetches
    assert play("b", completed=["LIFT"]).reward == 1
    assert play.fetches == [("hierarchy", 3)]


@pytest.mark.parametrize("policy", ["LIFT", "CHANGE", "TIME(1000)"])
def test_what_wakes_up_is_evaluated_on_the_signals_of_that_step(policy):
    task = text_source(1, "node", "Home", "NONE") + log_source(2, "b")
    play = Play(task + reward(f"events {{ id: 1 }} prerequisite: 2 {ONE}"), policy)
    play.reset(show=["Home"])
    assert [play().reward, play("b").reward, play().reward] == [0, 1, 0]


def test_a_prerequisite_may_be_written_later_and_in_another_slot():
    task = ABC + reward(f"events {{ id: 1 }} prerequisite: 20 {ONE}")
    task += slot("null_listener", "type: AND id: 20 events { id: 2 } events { id: 3 }")
    assert play_of(task).rewards([["a"], ["a", "b"], ["b", "c"], ["a"]]) == [0, 0, 0, 1]


# When a node holds.


@pytest.mark.parametrize(
    ("type_", "paid"),
    [("SINGLE", [1, 0, 0, 1, 1]), ("AND", [0, 0, 0, 1, 0]), ("OR", [1, 1, 0, 1, 1])],
)
def test_types(type_, paid):
    inner = f"type: {type_} events {{ id: 1 }} events {{ id: 2 }} transformation: 'y = 1'"
    play = play_of(ABC, reward(f"events {{ event {{ {inner} }} }}"))
    assert play.rewards([["a"], ["b"], ["c"], ["a", "b"], ["a", "c"]]) == paid


def test_a_node_without_events_never_fires():
    nothing = "events { event { } }"
    assert play_of(ABC, reward("")).rewards([["a"]]) == [0]
    assert play_of(ABC, reward(nothing + nothing)).rewards([["a"]]) == [0]
    assert play_of(ABC, reward(f"type: AND {nothing} events {{ id: 1 }} {ONE}")).rewards([["a"]]) == [0]
    assert play_of(ABC, reward(f"type: OR {nothing} events {{ id: 1 }} {ONE}")).rewards([["a"]]) == [1]


def test_all_awake_children_are_evaluated_without_short_cuts():
    # Source 2 spends its `b` in the first step, though `a` had decided the OR already.
    task = log_source(1, "a") + log_source(2, "b", "NONE") + reward("type: OR events { id: 1 } events { id: 2 }"
        " transformation: 'y = 1'")  # fmt: skip
    assert play_of(task).rewards([["a", "b"], ["b"]]) == [2, 0]


def test_children_fire_together_or_not_at_all_for_and():
    play = play_of(ABC, reward(f"type: AND events {{ id: 1 }} events {{ id: 2 }} {ONE}"))
    assert play.rewards([["a"], ["b"], ["b", "a"]]) == [0, 0, 1]


# Whether a holding node fires.

HELD = [["a", "b"], ["a", "b"], [], ["a", "b"], ["a", "b"]]


@pytest.mark.parametrize("type_", ["SINGLE", "AND", "OR"])
@pytest.mark.parametrize(
    ("repeatability", "paid"),
    [("UNLIMITED", [1, 1, 0, 1, 1]), ("LAST", [1, 0, 0, 1, 0]), ("NONE", [1, 0, 0, 0, 0])],
)
def test_repeatability(type_, repeatability, paid):
    events = "events { id: 1 } events { id: 2 }" if type_ == "AND" else "events { id: 1 }"
    play = play_of(ABC, reward(f"type: {type_} repeatability: {repeatability} {events} {ONE}"))
    assert play.rewards(HELD) == paid


def test_a_run_begins_when_the_node_wakes():
    play = play_of(ABC, reward(f"repeatability: LAST events {{ id: 1 }} prerequisite: 2 {ONE}"))
    assert play.rewards([["a"], ["a", "b"], ["a"], ["a"]]) == [0, 1, 0, 0]


def test_a_run_goes_on_only_in_steps_that_the_signal_is_evaluated():
    task = text_source(1, "node", "Home") + reward(f"repeatability: LAST events {{ id: 1 }} {ONE}")
    play = Play(task)
    play.reset(show=["Home"])
    steps = [["LIFT"], ["LIFT"], [], ["LIFT"]]
    assert [play(completed=each).reward for each in steps] == [0, 0, 0, 1]


def test_an_id_names_a_firing():
    # Node 10 holds in both steps, and fires in the first.
    task = ABC + slot("null_listener", "id: 10 repeatability: NONE events { id: 1 }")
    assert play_of(task, reward(f"events {{ id: 10 }} {ONE}")).rewards([["a"], ["a"]]) == [1, 0]


def test_an_id_may_be_used_before_its_node_is_written():
    task = ABC + slot("score_listener", f"events {{ id: 10 }} {ONE}")
    play = play_of(task, slot("instruction_listener", "id: 10 events { id: 1 } transformation: 'y = \"go\"'"))
    signals = play("a")
    assert (signals.score, signals.instructions) == (1, ["go"])


def test_reset_clears_everything():
    task = log_source(1, "a", "NONE") + log_source(2, "b") + log_source(3, "c", "LAST")
    task += reward(f"events {{ id: 1 }} prerequisite: 2 repeatability: NONE {ONE}")
    task += slot(
        "score_listener", "events { event { cache_until: -1 events { id: 3 } transformation: 'y = 5' } }"
    )
    play = Play(task)
    for _ in range(2):
        play.reset()
        assert play.rewards([["a"], ["b"], ["a"], ["a"], ["c"], []]) == [0, 0, 1, 0, 5, 0]


# Values.


def test_single_and_or_transform_values_one_by_one():
    body = f"type: OR events {{ id: 2 }} events {{ id: 1 }} {KEEP}"
    assert play_of(ABC, told(body))("a1", "b2", "a3").extras == {"v": [("2",), ("1",), ("3",)]}
    assert play_of(ABC, told(f"events {{ id: 1 }} {KEEP}"))("a1", "a2").extras == {"v": [("1",), ("2",)]}


def test_and_hands_over_a_list_for_each_child():
    body = f"type: AND events {{ id: 2 }} events {{ id: 1 }} {KEEP}"
    assert play_of(ABC, told(body))("a1", "b2", "a3").extras == {"v": [[[("2",)], [("1",), ("3",)]]]}


def test_inside_the_last_value_wins():
    inner = "events { event { type: OR events { id: 1 } events { id: 2 } transformation: 'y = x[0]' } }"
    assert play_of(ABC, told(f"{inner} {KEEP}"))("b9", "a1", "a2").extras == {"v": ["9"]}
    both = f"type: AND {inner} events {{ id: 1 }} {KEEP}"
    assert play_of(ABC, told(both))("a1", "a2").extras == {"v": [[["2"], [("1",), ("2",)]]]}


def test_statements_run_in_order_and_none_is_identity():
    body = "events { id: 1 } transformation: 'z = x[0]' transformation: \"y = {'v': [z]}\""
    assert play_of(ABC, told(body))("a1").extras == {"v": ["1"]}
    identity = f"events {{ event {{ events {{ id: 1 }} }} }} {KEEP}"
    assert play_of(ABC, told(identity))("a1").extras == {"v": [("1",)]}


def test_the_top_node_as_a_child_of_others_has_its_last_value_unfolded():
    task = ABC + reward("id: 10 events { id: 1 } transformation: 'y = int(x[0])'")
    play = play_of(task, told(f"events {{ id: 10 }} {KEEP}"))
    signals = play("a2", "a3")
    assert (signals.reward, signals.extras) == (5, {"v": [3]})


# cache_until.


def cached(until, value="x[0]", rest="events { id: 1 }"):
    return f"event {{ id: 10 cache_until: {until} {rest} transformation: 'y = {value}' }}"


def test_a_cache_lets_an_and_see_children_of_different_steps():
    body = f"type: AND events {{ {cached(-1)} }} events {{ id: 2 }} {KEEP}"
    play = play_of(ABC, told(body))
    assert play("a1").extras == {}
    assert play().extras == {}
    assert play("b7").extras == {"v": [[["1"], [("7",)]]]}


def test_never_keeps_the_cache_to_the_end_of_the_episode():
    body = f"events {{ {cached(-1)} }} {KEEP}"
    play = play_of(ABC, told(body))
    play("a1")
    assert [play(*step).extras for step in ([], ["b"], ["c"])] == [{"v": ["1"]}] * 3


def test_nothing_is_kept_by_zero():
    play = play_of(ABC, told(f"events {{ {cached(0)} }} {KEEP}"))
    assert play("a1").extras == {"v": ["1"]}
    assert play().extras == {}


def test_a_cache_is_cleared_after_the_step_in_which_all_that_is_listed_fires():
    play = play_of(ABC, told(f"events {{ {cached('[2, 3]')} }} {KEEP}"))
    steps = [["a1"], ["b"], ["c"], ["b", "c"], [], ["b", "c"]]
    seen = [play(*step).extras.get("v") for step in steps]
    assert seen == [["1"], ["1"], ["1"], ["1"], None, None]


def test_the_step_that_fires_and_clears_is_not_kept():
    play = play_of(ABC, told(f"events {{ {cached(2)} }} {KEEP}"))
    assert play("a1", "b").extras == {"v": ["1"]}
    assert play().extras == {}


def test_a_cached_value_is_renewed_when_the_node_holds_again():
    for repeatability in ("UNLIMITED", "LAST", "NONE"):
        rest = f"repeatability: {repeatability} events {{ id: 1 }}"
        play = play_of(ABC, told(f"events {{ {cached(-1, rest=rest)} }} {KEEP}"))
        seen = [play(*step).extras["v"] for step in (["a1"], ["a2"], [], ["a3"])]
        assert seen == [["1"], ["2"], ["2"], ["3"]], repeatability


def test_a_cleared_node_that_fires_once_does_not_come_back():
    rest = "repeatability: NONE events { id: 1 }"
    play = play_of(ABC, told(f"events {{ {cached(2, rest=rest)} }} {KEEP}"))
    assert [play(*step).extras.get("v") for step in (["a1"], ["b"], ["a2"], [])] == [["1"], ["1"], None, None]


def test_an_and_may_clear_the_caches_of_its_children():
    first = "event { id: 10 cache_until: 20 events { id: 1 } }"
    second = "event { id: 11 cache_until: 20 events { id: 2 } }"
    play = play_of(ABC, reward(f"type: AND id: 20 events {{ {first} }} events {{ {second} }} {ONE}"))
    assert play.rewards([["a"], ["b"], ["b"], ["a"], []]) == [0, 1, 0, 1, 0]


def test_a_cached_top_node_fires_in_every_step():
    play = play_of(ABC, reward("cache_until: 2 events { id: 1 } transformation: 'y = int(x[0])'"))
    assert play.rewards([["a1", "a2"], [], ["b"], []]) == [3, 3, 3, 0]


def test_a_cached_firing_counts_as_a_firing_of_its_id():
    task = ABC + slot("null_listener", "id: 10 cache_until: 3 events { id: 1 }")
    play = play_of(task, reward(f"type: AND events {{ id: 10 }} events {{ id: 2 }} {ONE}"))
    assert play.rewards([["a"], ["b"], ["c"], ["b"]]) == [0, 1, 0, 0]
    assert play("a").fired == (1, 10)
    assert play().fired == (10,)


def test_an_unbroken_run_of_a_parent_goes_on_with_a_cached_child():
    body = f"repeatability: LAST events {{ {cached(2, '1')} }} {ONE}"
    assert play_of(ABC, reward(body)).rewards([["a"], [], ["a"], ["b"], [], ["a"]]) == [1, 0, 0, 0, 0, 1]
