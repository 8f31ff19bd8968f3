"""Demonstrations of families: filled in for a seed, rounds spread out, a finish at the end."""

import pytest

from mobile_env.agents.demonstration_file import demonstration_path, read_demonstration
from mobile_env.agents.demonstration_instance import filler_of
from mobile_env.agents.variations import near_misses, without_last_that_matters
from mobile_env.tasks.errors import TaskFileError

TASK = """
id: "a"
parameters { name: "names" expression: "['Ada', 'Ben']" }
parameters { name: "many" expression: "len(names) > 1" }
parameters { name: "none" expression: "[]" }
goal { check { holds: "False" } %s }
"""


@pytest.fixture
def filled(tmp_path):
    """The filler and the demonstration of a task with a goal."""

    def filled(demonstration, goal=""):
        path = tmp_path / f"a{len(list(tmp_path.iterdir()))}.textproto"
        path.write_text(TASK % goal)
        demonstration_path(path).write_text(f'task_id: "a" {demonstration}')
        return filler_of(path, 0), read_demonstration(demonstration_path(path), "a")

    return filled


def told(actions):
    words = []
    for action in actions:
        kind = action.WhichOneof("action")
        if kind == "repeat":
            words.append(told(action.repeat.actions))
        elif kind == "finish":
            words.append("INFEASIBLE" if action.finish.status else "COMPLETE")
        else:
            words.append(getattr(action, kind).text)
    return words


def test_texts_rounds_and_conditions(filled):
    filler, demonstration = filled(
        """
        actions { click { text: "${names[0]|upper}" } }
        actions { repeat { each: "names" actions { click { text: "${index}: ${row}" } }
                           actions { answer { text: "last" } only_if: "index == len(names) - 1" } } }
        actions { click { text: "never" } only_if: "not many" }
        """
    )
    assert told(filler.actions(demonstration.actions)) == ["ADA", ["0: Ada"], ["1: Ben", "last"], "COMPLETE"]


def test_a_demonstration_cut_short_lacks_the_last_round(filled):
    filler, demonstration = filled(
        'actions { repeat { each: "names" actions { click { text: "${row}" } } } }'
        'actions { click { text: "spare" } matters: false }'
    )
    cut = without_last_that_matters(demonstration, filler.actions)
    assert told(cut.actions) == [["Ada"], "spare", "COMPLETE"]


def test_an_instance_without_actions_cannot_be_cut(filled):
    filler, demonstration = filled('actions { repeat { each: "none" actions { click { text: "${row}" } } } }')
    assert without_last_that_matters(demonstration, filler.actions) is None


def test_near_misses_after_all_actions_and_those_that_an_instance_lacks(filled):
    filler, demonstration = filled(
        'actions { click { text: "a" } }'
        'near_misses { description: "too much" start: -1 actions { click { text: "${names[1]}" } } }'
        'near_misses { description: "not here" start: -1 actions { click { text: "c" } only_if: "not many" } }'
        'near_misses { description: "gives up" actions { finish { status: INFEASIBLE } } }'
    )
    assert [told(miss.actions) for miss in near_misses(demonstration, filler.actions)] == [
        ["a", "Ben", "COMPLETE"],
        ["INFEASIBLE"],
    ]


@pytest.mark.parametrize(
    ("goal", "end"), [("", "COMPLETE"), ('infeasible: "many"', "INFEASIBLE"), ("when: EVERY_STEP", None)]
)
def test_the_right_finish_is_added(filled, goal, end):
    filler, demonstration = filled('actions { click { text: "a" } }', goal)
    assert told(filler.actions(demonstration.actions)) == ["a", *([end] if end else [])]


@pytest.mark.parametrize(
    ("action", "what"),
    [
        ('click { text: "${nobody}" }', "nobody"),
        ('repeat { each: "many" actions { goback {} } }', "not a list"),
        ('click { pattern: "(${names[0]}" }', "not a regular expression"),
        ('key { name: "${names[0]}" }', "unknown key 'Ada'"),
        ("answer { text: \"${''}\" }", "empty answer"),
    ],
)
def test_what_cannot_be_filled_in_is_told(filled, action, what):
    filler, demonstration = filled(f"actions {{ {action} }}")
    with pytest.raises(TaskFileError, match=what):
        filler.actions(demonstration.actions)
