"""load: what it makes, and how it refuses what it cannot use."""

import pytest

import mobile_env
from mobile_env.phone.network import Response
from mobile_env.simulators.device_spec import DeviceSpecError
from mobile_env.tasks.errors import TaskFileError

OPEN_WIKIHOW = """
reset_steps { adb_call { start_activity {
  full_activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" } } }
"""
SMALL = "embedded:360x640@160"


@pytest.fixture
def folder(tmp_path):
    for name in ("b", "a"):
        (tmp_path / f"{name}.textproto").write_text(f'id: "{name}"\n{OPEN_WIKIHOW}')
    return tmp_path


def test_a_folder_gives_its_tasks_in_order(folder):
    with mobile_env.load(folder, SMALL, seed=7, hierarchy=True) as env:
        assert isinstance(env, mobile_env.MobileEnv)
        assert [task.id for task in env.tasks] == ["a", "b"]
        assert env.seed == 7
        assert env.observation_spec()["pixels"].shape == (640, 360, 3)
        assert "view_hierarchy" in env.reset().observation


def test_the_shipped_content_is_on_the_network(folder):
    with mobile_env.load(folder, SMALL, hierarchy=True) as env:
        assert "Featured Articles" in env.reset().observation["view_hierarchy"]


@pytest.mark.parametrize("content", [None, lambda url, headers: Response(200, {}, b"<p>ours</p>")])
def test_other_content_can_be_given(folder, content):
    with mobile_env.load(folder, SMALL, hierarchy=True, content=content) as env:
        hierarchy = env.reset().observation["view_hierarchy"]
        assert "Featured Articles" not in hierarchy
        assert ("ours" in hierarchy) == (content is not None)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"device": "emulator:here"}, DeviceSpecError, "emulator:here"),
        ({"device": "phone"}, DeviceSpecError, "unknown kind 'phone'"),
        ({"content": "wikipedia"}, ValueError, "no content is named 'wikipedia'"),
        ({"check_policy": "SOMETIMES"}, ValueError, "unknown check 'SOMETIMES'"),
    ],
)
def test_bad_options_are_refused(folder, options, error, message):
    with pytest.raises(error, match=message):
        mobile_env.load(folder, **options)


def test_files_that_are_not_there_are_refused(tmp_path):
    with pytest.raises(TaskFileError, match=r"no-such\.textproto"):
        mobile_env.load(tmp_path / "no-such.textproto")


def test_sources_that_need_a_model_can_be_switched_off(tmp_path, monkeypatch):
    monkeypatch.setenv("MOBILE_ENV_OCR", "no-such-engine")
    path = tmp_path / "screen_text.textproto"
    path.write_text(
        'id: "screen_text"\n'
        'event_sources { id: 1 text_detect { expect: "wiki" rect { x0: 0 y0: 0 x1: 1 y1: 1 } } }\n'
        "event_slots { episode_end_listener { events { id: 1 } } }\n"
    )
    with pytest.raises(TaskFileError, match="no-such-engine"):
        mobile_env.load(path)
    with mobile_env.load(path, "embedded:360x800@160", without=("text",)) as env:
        env.reset()
        assert env.step({"action_type": 2}).mid()
    with pytest.raises(ValueError, match="cannot go without 'sound'"):
        mobile_env.load(path, without=("sound",))
