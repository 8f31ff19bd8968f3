"""Families are checked by drawing many seeds."""

import pytest

from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.families import check_family

GOAL = 'goal { check { files: "/sdcard/${name}" } }'


@pytest.fixture
def checked(tmp_path):
    def checked(text):
        path = tmp_path / "task.textproto"
        path.write_text(f'id: "task"\n{text}')
        return check_family(path)

    return checked


def test_a_sound_family_has_twenty_instances(checked):
    family = checked(f'command: "Make ${{name}}." parameters {{ name: "name" text: "????????" }} {GOAL}')
    assert [task.seed for task in family.instances] == list(range(20))
    assert (family.faults, family.warnings) == ([], [])


def test_a_fault_of_some_seeds_names_the_first(checked):
    family = checked(
        "parameters { name: \"name\" choice { from: \"['a', 'b']\" } }"
        "goal { check { files: \"${'/sdcard/a' if name == 'a' else name}\" } }"
    )
    (fault,) = family.faults
    assert fault.what.startswith("seed ") and "'b' is no absolute path" in fault.what
    assert fault.line == 2
    assert 0 < len(family.instances) < 20


def test_a_seed_that_cannot_be_drawn_is_a_fault(checked):
    family = checked(f'parameters {{ name: "name" choice {{ from: "[]" }} }} {GOAL}')
    assert not family.instances
    assert [fault.what.partition(",")[0] for fault in family.faults] == ["seed 0", "seed 1"]


def test_equal_instances_are_warned_of(checked):
    family = checked(f'parameters {{ name: "name" expression: "\'a\'" }} {GOAL}')
    assert [warning.what for warning in family.warnings] == ["all 20 instances are equal"]


def test_what_is_wrong_whatever_is_drawn_is_an_error(checked):
    with pytest.raises(TaskFileError, match="unknown"):
        checked('parameters { name: "name" expression: "unknown" }')


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('event_sources { id: 1 log_event { filters: "a:D" pattern: "is ${name}" } }', "part of the pattern"),
        ('event_sources { id: 1 log_event { filters: "a:D" pattern: "is ${name|regex_esc}" } }', ""),
        ('event_sources { id: 1 response_event { mode: DIFFLIB threshold: 0.5 pattern: "${name}" } }', ""),
        ('reset_steps { adb_call { shell_command { command: "touch ${name}" } } }', "the shell reads 'name'"),
        ('reset_steps { adb_call { shell_command { command: "touch ${name|shell_esc}" } } }', ""),
        ('command: "Before ${time}"', "told as seconds since 1970"),
        ('command: "Before ${time|%A}"', ""),
    ],
)
def test_parameters_in_texts(checked, text, what):
    slots = "event_slots { null_listener { events { id: 1 } } }" if "event_sources" in text else ""
    family = checked(
        f'{text} {slots} parameters {{ name: "name" text: "????????" }}'
        'parameters { name: "time" moment { low: "2023-10-01" high: "2023-10-09" step: "1d" } }'
        f"{GOAL}"
    )
    assert not family.faults
    assert [what in warning.what for warning in family.warnings] == ([True] if what else [])
