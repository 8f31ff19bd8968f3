"""Families of tasks: base files, texts that are filled in, instances, and the places of faults."""

import pytest

import mobile_env
from mobile_env.tasks.definition import read_definition
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.loading import load_task

FAMILY = """\
id: "open"
base: "shared.base.textproto"
command: "Open ${article.title}${ending}"
parameters { name: "article" rows { column { name: "title" choice { value: "Tie a tie" value: "Boil [3] eggs" } } } }
event_sources { id: 1 view_hierarchy_event { selector: "TextView[text='${article.title}']" } }
event_sources { id: 2 log_event { pattern: "^open ${article.title|regex_esc}$$" filters: "App:D" } }
event_slots { reward_listener { type: OR events { id: 1 } events { id: 2 } } }
"""
SHARED = """\
command: "Begin."
parameters { name: "article" expression: "'replaced'" }
parameters { name: "ending" choice { value: "." value: "!" } }
reset_steps { sleep { time_sec: 1 } }
max_num_steps: 9
"""


@pytest.fixture
def family(tmp_path):
    (tmp_path / "shared.base.textproto").write_text(SHARED)
    (tmp_path / "open.textproto").write_text(FAMILY)
    return tmp_path / "open.textproto"


def instance(path, seed=0, values=None):
    return read_definition(path).instance(seed, values)


def test_texts_are_filled_in_by_seed(family):
    told = {tuple(instance(family, seed).parsed.message.command) for seed in range(20)}
    assert told == {
        ("Begin.", f"Open {title}{end}") for title in ("Tie a tie", "Boil [3] eggs") for end in ".!"
    }


def test_patterns_and_selectors_take_values_as_they_stand(family):
    message = instance(family, values={"article": {"title": "It's [3]"}}).parsed.message
    assert message.event_sources[0].view_hierarchy_event.selector == ["TextView[text='It\\'s [3]']"]
    assert message.event_sources[1].log_event.pattern == "^open It's \\[3\\]$$"


def test_base_files_are_merged_before_the_file(family):
    message = read_definition(family).parsed.message
    assert message.command == ["Begin.", "Open ${article.title}${ending}"]
    assert message.max_num_steps == 9
    assert [parameter.name for parameter in message.parameters] == ["article", "ending"]
    assert message.parameters[0].WhichOneof("draw") == "rows"


def test_base_files_are_no_tasks(family):
    assert find_tasks(family.parent) == [family]
    with pytest.raises(TaskFileError, match="is a base file, not a task"):
        find_tasks(family.parent / "shared.base.textproto")


def test_a_fault_is_told_where_it_stands(family):
    shared = family.parent / "shared.base.textproto"
    shared.write_text(SHARED.replace('value: "!"', 'value: "${nosuch}"'))
    with pytest.raises(TaskFileError) as error:
        read_definition(family)
    assert [(fault.path.name, fault.line) for fault in error.value.faults] == [("shared.base.textproto", 3)]
    shared.write_text(SHARED)
    family.write_text(family.read_text().replace("${ending}", "${ende}"))
    with pytest.raises(
        TaskFileError, match=r"open.textproto:3:10: .*unknown name ende .*did you mean `ending`\\?"
    ):
        read_definition(family)


def test_a_base_file_that_is_missing_or_goes_round_is_told_where_it_is_named(family):
    shared = family.parent / "shared.base.textproto"
    shared.write_text('base: "open.textproto"')
    with pytest.raises(TaskFileError, match=r"shared.base.textproto:1:7: .*names this file in turn"):
        read_definition(family)
    shared.unlink()
    with pytest.raises(TaskFileError, match=r"open.textproto:2:7: the base file .*there is no such file"):
        read_definition(family)


def test_paths_of_a_base_file_start_from_its_folder(family):
    (family.parent / "data").mkdir()
    (family.parent / "data" / "endings.txt").write_text("?\n")
    (family.parent / "data" / "shared.base.textproto").write_text(
        'parameters { name: "ending" choice { file: "endings.txt" } }'
    )
    family.write_text(family.read_text().replace('base: "shared', 'base: "data/shared'))
    assert instance(family).values["ending"] == "?"


def test_an_expression_that_fails_for_a_seed_names_the_text(family):
    family.write_text(family.read_text().replace("${ending}", "${1 // (ending == '.')}"))
    seeds_that_fail = []
    for seed in range(10):
        try:
            instance(family, seed)
        except TaskFileError as error:
            assert "open.textproto:3:10: seed" in str(error)
            seeds_that_fail.append(seed)
    assert 0 < len(seeds_that_fail) < 10


def test_a_file_without_parameters_means_what_it_meant(tmp_path):
    path = tmp_path / "plain.textproto"
    path.write_text('id: "plain" command: "Pay ${5}" max_num_steps: 1')
    assert instance(path, 3).parsed.message.command == ["Pay ${5}"]
    with pytest.raises(KeyError, match="has no parameters"):
        instance(path, 0, {"a": 1})


def test_a_loaded_task_knows_its_seed_and_values(family):
    task = load_task(family, seed=4)
    assert task.seed == 4
    assert list(task.values) == ["article", "ending"]
    assert task.command[1] == f"Open {task.values['article']['title']}{task.values['ending']}"


def test_an_environment_plays_the_instance_of_its_seed(family):
    commands = set()
    for seed in range(8):
        with mobile_env.load(family, seed=seed, pixels=False, hierarchy=True) as env:
            commands.add(env.task.command)
            assert env.task.seed == seed
    assert len(commands) > 1
