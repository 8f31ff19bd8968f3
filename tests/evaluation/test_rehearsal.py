"""Rehearsals: a task is played as its author says that it goes, and as it must not go."""

import re

import pytest

from mobile_env.evaluation.rehearsal import rehearse
from mobile_env.loader import load

DEVICE = "embedded:360x640@160"
TASK = """
id: "colour"
command: "What is the colour of grass?"
event_sources { id: 1 response_event { pattern: "PATTERN" } }
event_slots {
  reward_listener { events { id: 1 } transformation: "y = 1" }
  episode_end_listener { events { id: 1 } transformation: "y = True" }
}
"""
DEMONSTRATION = 'task_id: "colour"\n'
SOUND = (
    DEMONSTRATION
    + """
actions { answer { text: "It is green." paraphrases: "Green" } }
near_misses { description: "another colour" actions { answer { text: "red" } } }
"""
)


@pytest.fixture
def faults(tmp_path):
    """What is said of a task with a demonstration, None for no demonstration."""

    def rehearsed(task, demonstration=None, check_policy=None):
        (tmp_path / "colour.textproto").write_text(task)
        if demonstration is not None:
            (tmp_path / "colour.demo.textproto").write_text(demonstration)
        with load(tmp_path, DEVICE, hierarchy=True, pixels=False, check_policy=check_policy) as env:
            return [str(fault).replace(f"{tmp_path}/", "") for fault in rehearse(env, 0, DEVICE)]

    return rehearsed


def test_a_sound_task_has_no_faults(faults):
    assert faults(TASK.replace("PATTERN", "(?i)green")) == []
    assert faults(TASK.replace("PATTERN", "(?i)green"), SOUND) == []


def test_a_demonstration_that_fails_is_all_that_is_said(faults):
    assert faults(TASK.replace("PATTERN", "blue"), SOUND) == [
        "colour.demo.textproto: the demonstration does not solve the task (truncated, reward 0) "
        "(run it with --trace to see what never fired)"
    ]
    (fault,) = faults(
        TASK.replace("PATTERN", "blue"), DEMONSTRATION + 'actions { click { text: "Nowhere" } }'
    )
    assert (
        "does not solve the task: action 1 of the demonstration: text 'Nowhere' is not on the screen" in fault
    )


def test_what_solves_and_must_not_is_said(faults):
    assert faults(TASK.replace("PATTERN", "red|It is"), SOUND) == [
        "colour.demo.textproto: the near miss 'another colour' solves the task",
        "colour.demo.textproto: the demonstration does not solve the task if it answers 'Green'",
    ]
    twice = DEMONSTRATION + 'actions { answer { text: "green" } } actions { answer { text: "green" } }'
    assert faults(TASK.replace("PATTERN", "green"), twice) == [
        "colour.demo.textproto: the task is solved without the demonstration's last action that matters "
        "(write matters: false at actions that are not needed, or make the task ask for more)"
    ]


def test_a_near_miss_that_cannot_be_made_shows_nothing(faults):
    miss = 'near_misses { description: "a tap" actions { click { text: "Nowhere" } } }'
    (fault,) = faults(TASK.replace("PATTERN", "green"), SOUND.replace('"Green"', '"green"') + miss)
    assert "the near miss 'a tap' cannot be made: action 1 of the demonstration: text 'Nowhere'" in fault


def test_a_task_that_is_solved_by_doing_nothing(faults):
    idle = """
id: "colour"
event_sources { id: 1 repeatability: UNLIMITED view_hierarchy_event { selector: "node" } }
event_slots { LISTENER { events { id: 1 } transformation: "y = 1" repeatability: UNLIMITED } }
max_num_steps: 50
"""
    (fault,) = faults(idle.replace("LISTENER", "reward_listener"), check_policy="STEP(1)")
    assert re.match(r"colour\.textproto: it pays \d+ while nothing is done \(ask for something", fault)
    (fault,) = faults(idle.replace("LISTENER", "episode_end_listener"))
    assert fault.startswith("colour.textproto: it cannot be played: task 'colour' starts solved")


FAMILY = """
id: "note"
clock { now: "2023-10-15 15:34" }
parameters { name: "query" choice { value: "lobster" value: "bread" value: "guitar" } }
reset_steps { restore: "x" }
goal { GOAL }
"""
SEARCHES = 'check { screen: "#$\\"search_src_text\\"" where: "row.text == query" }'
OPENED = (
    'task_id: "note" actions { open_app: "wikiHow" }'
    ' actions { click { selector: "#$\\"search_button\\"" } matters: false }'
)


@pytest.fixture
def family(tmp_path):
    """What is said of a family with a demonstration, seed 0."""

    def rehearsed(goal, demonstration=None, head=""):
        (tmp_path / "note.textproto").write_text(FAMILY.replace("GOAL", goal) + head)
        if demonstration is not None:
            (tmp_path / "note.demo.textproto").write_text(demonstration)
        with load(tmp_path / "note.textproto", DEVICE, hierarchy=True, pixels=False) as env:
            return [str(fault).replace(f"{tmp_path}/", "") for fault in rehearse(env, 0, DEVICE)]

    return rehearsed


TYPED = 'actions { input { target { selector: "#$\\"search_src_text\\"" } text: "${query}" enter: false } }'
MISS = (
    'near_misses { description: "another word" start: 2 actions {'
    ' input { target { selector: "#$\\"search_src_text\\"" } text: "x${query}" enter: false } } }'
)


def test_a_family_that_does_not_lie(family):
    assert family(SEARCHES, OPENED + TYPED + MISS) == []


def test_the_demonstration_of_another_seed_must_not_solve(family):
    loose = SEARCHES.replace("row.text == query", "row.text != ''").replace("row.text == query", "row.text")
    faults = family(loose, OPENED + TYPED + MISS)
    assert any("the demonstration of seed" in fault and "solves it, too" in fault for fault in faults)
    assert "note.demo.textproto: seed 0: the near miss 'another word' solves the task" in faults


def test_a_goal_that_finishing_alone_reaches(family):
    goal = 'check { holds: "True" }'
    faults = family(f"{goal} already_done: true")
    assert faults == []
    faults = family(
        'check { answer { pattern: "x" } not: true } check { happened: 1 not: true }',
        head=(
            'event_sources { id: 1 response_event { pattern: "x" } }'
            "event_slots { null_listener { events { id: 1 } } }"
        ),
    )
    assert "starts solved" in faults[0]


def test_an_instance_that_cannot_be_done(family):
    assert family(f'infeasible: "True" {SEARCHES}') == []
    ban = 'forbid { screen: "#$\\"search_src_text\\"" }'
    miss = 'near_misses { description: "searches" start: 2 actions { wait { } } }'
    assert family(f'infeasible: "True" {SEARCHES} {ban}', OPENED + TYPED + miss) == []
    (fault,) = family(f'infeasible: "True" {SEARCHES}', OPENED + TYPED + miss)
    assert "the near miss 'searches' solves the task" in fault
