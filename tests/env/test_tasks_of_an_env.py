"""What an environment says of its tasks, and tasks that are added to it."""

import pytest

from mobile_env.events.sources.switched_off import SwitchedOff
from mobile_env.loader import load
from mobile_env.tasks.errors import TaskFileError
from mobile_env.wrappers.vh_io import VhIoWrapper

TEA = 'id: "tea"\nname: "Tea"\ndescription: "Make tea."\ncommand: "Make tea."\nvocabulary: "tea"\nmax_num_steps: 5\n'


@pytest.fixture
def files(tmp_path):
    (tmp_path / "tea.textproto").write_text(TEA, "utf-8")
    more = tmp_path / "more"
    more.mkdir()
    (more / "milk-10.textproto").write_text(TEA.replace("ea", "ilk").replace("tilk", "milk-10"), "utf-8")
    (more / "milk-2.textproto").write_text(TEA.replace("ea", "ilk").replace("tilk", "milk-2"), "utf-8")
    return tmp_path


@pytest.fixture
def env(files):
    with load(files / "tea.textproto", "embedded:432x768@160", pixels=False, hierarchy=True) as env:
        yield env


def described(env):
    return env.nb_tasks, env.task_index, env.task_id, env.task_name, env.task_description


def test_an_env_says_which_tasks_it_has(env):
    assert described(env) == (1, 0, "tea", "Tea", "Make tea.")
    assert described(VhIoWrapper(env)) == described(env)


def test_a_task_that_is_added_can_be_switched_to(env, files):
    env.reset()
    assert env.add_task(files / "more" / "milk-2.textproto") == 1
    assert described(env)[:3] == (2, 0, "tea")
    assert env.step({"action_type": 2}).mid()
    assert env.switch_task(1).first()
    assert described(env)[:2] == (2, 1)
    assert env.task_id == "milk-2"
    assert VhIoWrapper(env).switch_task(0).first()
    assert env.task_id == "tea"


def test_a_directory_adds_its_tasks_in_order(env, files):
    assert env.add_task(str(files / "more")) == 1
    assert [task.id for task in env.tasks] == ["tea", "milk-2", "milk-10"]


def test_a_task_that_cannot_be_added_leaves_the_others(env, files):
    with pytest.raises(ValueError, match="the id 'tea' is also that of"):
        env.add_task(files / "tea.textproto")
    broken = files / "broken.textproto"
    broken.write_text('id: "broken"\nmax_num_step: 1\n', "utf-8")
    with pytest.raises(TaskFileError, match=r"broken\.textproto:2:1"):
        env.add_task(broken)
    assert env.nb_tasks == 1


def test_a_task_is_added_under_the_options_of_the_others(files):
    screen = files / "screen.textproto"
    source = 'event_sources { id: 1 text_detect { expect: "Tea" rect { x1: 1 y1: 1 } } }\n'
    slots = "event_slots { reward_listener { events { id: 1 } transformation: 'y = 1' } }\n"
    screen.write_text(TEA.replace('"tea"', '"screen"', 1) + source + slots, "utf-8")
    with load(files / "tea.textproto", "embedded:432x768@160", without=["text"], pixels=False) as env:
        env.add_task(screen)
        (source,) = env.tasks[1].program.sources
        assert isinstance(source.source, SwitchedOff)
