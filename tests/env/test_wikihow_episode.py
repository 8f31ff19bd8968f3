"""The whole path on real parts: a task in the published style, the embedded phone, its WikiHow app, the wrapper."""

import pytest

from mobile_env.loader import load
from mobile_env.simulators.contract import ActionType
from mobile_env.wrappers.vh_io import VhIoWrapper

TASK = r"""
id: "search-and-open"
command: "Search for filet mignon."
max_num_steps: 200
setup_steps {
  adb_call { install_apk { filesystem { path: "wikihow.apk" } } }
  success_condition { check_install { package_name: "com.wikihow.wikihowapp" timeout_sec: 10 } }
}
reset_steps { adb_call { force_stop { package_name: "com.wikihow.wikihowapp" } } }
reset_steps { adb_call { clear_cache { package_name: "com.wikihow.wikihowapp" } } }
reset_steps {
  adb_call { start_activity { full_activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" } }
  success_condition {
    wait_for_app_screen {
      app_screen { activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" }
      timeout_sec: 10
    }
  }
}
expected_app_screen { activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" }
event_sources { id: 1 log_event { filters: "jd:D" pattern: "\\bmUrl is: .*wikiHowTo\\?search=filet" } }
event_sources {
  id: 2
  view_hierarchy_event {
    selector: "#\"section_0\">.$\"TextView\""
    properties { property_name: "text" pattern: "^How to Grill Filet Mignon$" }
  }
}
event_slots {
  reward_listener {
    type: OR
    events { event { id: 5 events { id: 1 } transformation: "y = 1" repeatability: NONE } }
    events { event { id: 6 events { id: 2 } prerequisite: 5 transformation: "y = 1" repeatability: NONE } }
  }
  instruction_listener { events { id: 5 } transformation: "y = [\'Open \"Grill Filet Mignon\".\']" }
  episode_end_listener { events { id: 6 } transformation: "y = True" }
}
"""


@pytest.fixture(scope="module")
def env(tmp_path_factory):
    path = tmp_path_factory.mktemp("tasks") / "search-and-open.textproto"
    path.write_text(TASK, encoding="utf-8")
    with VhIoWrapper(load(path, "embedded:360x640@160", hierarchy=True)) as made:
        yield made


def element(env, part):
    return next(element.id for element in env.elements if part in element.html)


def test_a_task_is_solved(env):
    assert env.reset().first()
    assert env.command() == ["Search for filet mignon."]
    assert [str(warning) for warning in env.task.warnings] != []  # the APK is not there, its stand-in is
    assert env.step(f"CLICK({element(env, 'search button')})").reward == 0.0
    timestep = env.step(f"INPUT({element(env, '<input')}, filet mignon)")
    assert timestep.reward == 1.0
    assert env.task_instructions() == ['Open "Grill Filet Mignon".']
    assert env.events_fired == (1, 5)
    timestep = env.step(f"CLICK({element(env, 'How to Grill Filet Mignon')})")
    assert (timestep.reward, timestep.discount, env.outcome) == (1.0, 0.0, "success")
    assert "2" in str(env.explain())
    assert env.primitive_steps == 4 + 6 + 4


def test_the_wrong_article_earns_nothing(env):
    env.reset()
    env.step(f"CLICK({element(env, 'search button')})")
    assert env.step(f"INPUT({element(env, '<input')}, filet mignon)").reward == 1.0
    assert env.step(f"CLICK({element(env, 'How to Cook Filet Mignon')})").reward == 0.0
    assert env.outcome is None


def test_scrolling_shows_what_is_below_and_nothing_is_flung_past(env):
    env.reset()
    article = next(number for number, e in enumerate(env.elements) if ">How to " in e.html)
    env.step(f"CLICK({article})")

    def tops():
        return {e.html.partition(" id=")[0] + e.html.partition(">")[2]: e.bounds[1] for e in env.elements}

    before = tops()
    env.step("SCROLL(DOWN)")
    after = tops()
    shifts = {before[what] - after[what] for what in before.keys() & after.keys() if before[what] > 300}
    # A drag of 0.6 of 640 pixels, less what tells a drag from a tap.
    assert len(shifts) == 1
    assert 340 <= shifts.pop() <= 384
    env.step("SCROLL(UP)")
    assert tops() == before


def test_leaving_the_app_truncates(env):
    env.reset()
    home = {"action_type": ActionType.KEY, "key": "HOME"}
    assert env.unwrapped.play([home, home]).mid()
    assert env.unwrapped.step(home).last()
    assert env.outcome == "truncated"
    assert env.outcome_reason.startswith("app exit: com.android.launcher3/")


def test_doing_nothing_reaches_the_limit(env):
    env.reset()
    while not env.step("NOTHING").last():
        pass
    assert (env.outcome, env.primitive_steps) == ("truncated", 200)
