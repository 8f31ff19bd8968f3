"""What changed beside what the checks read: settings, rows, files, preferences, the clipboard."""

import pytest

import mobile_env
from mobile_env.simulators.state_conformance import DATABASE, empty_database

GOAL = """
id: "task" max_num_steps: 9
goal {{
  check {{ table {{ database: "{database}" table: "note" }} where: "row.title == 'new'" }}
  check {{ files: "/sdcard/Pictures/*" }}
  {more}
}}
"""


@pytest.fixture
def played(tmp_path):
    """The environment after an episode in which a function changed the phone's state."""
    environments = []

    def played(change, more=""):
        path = tmp_path / "task.textproto"
        path.write_text(GOAL.format(database=DATABASE, more=more))
        env = mobile_env.load(path, "embedded:360x640@160", pixels=False, keep_state=True)
        environments.append(env)
        env.simulator.launch()
        env.reset()
        env.simulator.state.write_file(DATABASE, empty_database())
        env.reset()
        change(env.simulator.state)
        env.step({"action_type": 5})
        return env

    yield played
    for env in environments:
        env.close()


def as_wanted(state):
    state.execute(DATABASE, [("INSERT INTO note (title) VALUES ('new')", {})])
    state.write_file("/sdcard/Pictures/a.png", b"x")


def test_what_the_checks_read_is_no_side_effect(played):
    env = played(as_wanted)
    assert (env.outcome, env.side_effects()) == ("success", [])


def test_what_else_changed_is_told(played):
    def change(state):
        as_wanted(state)
        state.put_setting("global", "wifi_on", "0")
        state.set_clipboard("x")
        state.write_file("/sdcard/Download/a.txt", b"x")
        state.write_file("/data/data/com.wikihow.wikihowapp/cache/a", b"x")
        prefs = b"<map><int name='a' value='1'/></map>"
        state.write_file("/data/data/com.wikihow.wikihowapp/shared_prefs/p.xml", prefs)

    env = played(change)
    assert env.outcome == "success"
    assert [change.fact for change in env.side_effects()] == [
        "clipboard",
        "file/sdcard/Download/a.txt",
        "preference/com.wikihow.wikihowapp/p/a",
        "setting/global/wifi_on",
    ]


@pytest.mark.parametrize(
    ("exceptions", "outcome"),
    [
        ('except: "setting/global/wifi_on"', "failure"),
        (
            f'except: "setting/global/*" except: "database{DATABASE}" except: "file/storage/emulated/0/**"',
            "success",
        ),
    ],
)
def test_nothing_else_may_have_changed(played, exceptions, outcome):
    def change(state):
        as_wanted(state)
        state.put_setting("global", "wifi_on", "0")

    env = played(change, f"check {{ unchanged {{ {exceptions} }} }}")
    assert env.outcome == outcome
    if outcome == "failure":
        assert f"changed: database{DATABASE}/note/1, file/sdcard/Pictures/a.png" in env.outcome_reason
