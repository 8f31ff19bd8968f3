"""MobileEnv's loop on a scripted device: rewards, ends, limits, resets, tasks, lost devices."""

import dm_env
import numpy as np
import pytest
from android_env.components import errors

from mobile_env.env import SolvedAtStartError
from mobile_env.simulators.contract import ActionType
from mobile_env.tasks.setup import SetupError

TOUCH = {"action_type": ActionType.TOUCH, "touch_position": [0.5, 0.5]}
LIFT = {"action_type": ActionType.LIFT}
WAIT = {"action_type": ActionType.REPEAT}
BACK = {"action_type": ActionType.KEY, "key": "BACK"}

# Log lines pay, end, and say something.
LOG_TASK = r"""
command: "Do it."
command: "Do it well."
vocabulary: "hide"
vocabulary: "gauges"
event_sources { id: 1 repeatability: UNLIMITED log_event { filters: "jd:D" pattern: "pay (\\d+)" } }
event_sources { id: 2 repeatability: UNLIMITED log_event { filters: "jd:D" pattern: "end (.*)" } }
event_sources { id: 3 repeatability: UNLIMITED log_event { filters: "jd:D" pattern: "say (.*)" } }
event_slots {
  reward_listener { events { id: 1 } transformation: "y = int(x[0])" }
  episode_end_listener { events { id: 2 } transformation: "y = x[0] == \"well\"" }
  instruction_listener { events { id: 3 } transformation: "y = x[0]" }
}
"""

# The text on the screen decides.
SCREEN_TASK = r"""
event_sources {
  id: 1
  view_hierarchy_event { selector: "#$\"title\"" properties { property_name: "text" pattern: "^goal$" } }
}
event_slots {
  reward_listener { events { id: 1 } transformation: "y = 1" }
  episode_end_listener { events { id: 1 } transformation: "y = True" }
  instruction_listener { events { id: 1 } transformation: "y = \"there\"" }
}
"""


def logs(simulator, messages):
    """The device logs messages[n] at the n-th action from now on (from 1)."""
    start = len(simulator.calls)

    def react(action):
        for message in messages.get(len(simulator.calls) - start, ()):
            simulator.write_log(message)

    simulator.react = react


def begin(env, messages):
    timestep = env.reset()
    logs(env.simulator, messages)
    return timestep


def test_a_reward_belongs_to_the_action_that_earned_it(make_env, simulator):
    env = make_env(LOG_TASK)
    first = begin(env, {2: ["pay 3", "pay 4"]})
    assert first.first()
    assert first.reward is None
    assert first.discount is None
    assert [env.step(WAIT).reward for _ in range(3)] == [0.0, 7.0, 0.0]
    assert env.outcome is None
    assert env.outcome_reason == ""


@pytest.mark.parametrize(("how", "outcome"), [("well", "success"), ("badly", "failure")])
def test_an_episode_end_terminates(make_env, how, outcome):
    env = make_env(LOG_TASK)
    begin(env, {1: [f"end {how}"]})
    timestep = env.step(WAIT)
    assert timestep.last()
    assert timestep.discount == 0.0
    assert env.outcome == outcome
    assert "episode end" in env.outcome_reason
    assert env.step({"what": "ever"}).first()
    assert env.outcome is None


def test_a_fresh_environment_begins_with_a_reset(make_env):
    env = make_env(LOG_TASK)
    assert env.step(WAIT).first()
    assert env.step(WAIT).mid()


def test_the_nth_action_is_the_last_when_steps_are_limited(make_env):
    env = make_env("max_num_steps: 3" + LOG_TASK)
    env.reset()
    steps = [env.step(WAIT) for _ in range(3)]
    assert [step.step_type for step in steps] == [
        dm_env.StepType.MID,
        dm_env.StepType.MID,
        dm_env.StepType.LAST,
    ]
    assert steps[-1].discount == 1.0
    assert env.outcome == "truncated"
    assert env.outcome_reason == "max_num_steps: 3 primitive actions were taken"


def test_an_end_at_the_limit_counts(make_env):
    env = make_env("max_num_steps: 1" + LOG_TASK)
    begin(env, {1: ["end well"]})
    env.step(WAIT)
    assert env.outcome == "success"


def test_time_is_limited_on_the_devices_clock(make_env, simulator):
    env = make_env("max_duration_sec: 10" + LOG_TASK)
    simulator.now = 5e6
    env.reset()
    simulator.now += 9
    assert env.step(WAIT).mid()
    simulator.now += 1
    assert env.step(WAIT).last()
    assert (env.outcome, env.outcome_reason) == ("truncated", "max_duration_sec: 10 s are over")


EXPECTED = 'expected_app_screen { activity: "com.app/com.app.Main" }'


def test_three_inputs_in_another_app_truncate(make_env, simulator):
    env = make_env(EXPECTED + LOG_TASK)
    env.reset()
    simulator.front = "com.launcher/.Home"
    actions = [BACK, TOUCH, TOUCH, WAIT, LIFT, LIFT, BACK]
    ended = [env.step(action).last() for action in actions]
    assert ended == [False] * 6 + [True]
    assert env.outcome == "truncated"
    assert env.outcome_reason == "app exit: com.launcher/.Home in front of com.app/com.app.Main for 3 inputs"


def test_coming_back_in_time_is_no_exit(make_env, simulator):
    env = make_env(EXPECTED + LOG_TASK)
    env.reset()
    for front in ("b/.B", "b/.B", "com.app/.Other", "b/.B", "b/.B", "com.app/.Main"):
        simulator.front = front
        assert env.step(BACK).mid()


def test_app_exit_comes_before_the_episode_end(make_env, simulator):
    env = make_env(EXPECTED + LOG_TASK)
    begin(env, {3: ["end well"]})
    simulator.front = "b/.B"
    env.play([BACK] * 3)
    assert env.outcome == "truncated"


def test_without_an_expected_app_anything_may_be_in_front(make_env, simulator):
    env = make_env(LOG_TASK)
    env.reset()
    simulator.front = "b/.B"
    assert env.play([BACK] * 9).mid()


STEPS = """
setup_steps { adb_call { shell_command { command: "echo setup" } } }
reset_steps { adb_call { shell_command { command: "echo reset" } } }
"""


def told(simulator):
    calls = ["setup" if "setup" in call else "reset" for call in simulator.adb_calls]
    simulator.adb_calls.clear()
    return calls


def test_setup_steps_run_once_a_launch_and_reset_steps_each_time(make_env, simulator):
    env = make_env(STEPS + LOG_TASK, STEPS + LOG_TASK)
    env.reset()
    env.reset()
    assert told(simulator) == ["setup", "reset", "reset"]
    env.switch_task(1)
    env.switch_task(0)
    assert told(simulator) == ["setup", "reset", "reset"]
    simulator.react = lambda action: raise_(errors.SimulatorError("pulled the plug"))
    env.step(WAIT)
    simulator.react = lambda action: None
    env.reset()
    assert told(simulator) == ["setup", "reset"]
    assert simulator.launches == 2


def raise_(error):
    raise error


def test_what_reset_steps_log_is_no_input(make_env, simulator):
    env = make_env(STEPS + LOG_TASK)
    simulator.on_adb = lambda args: simulator.write_log("say hello")
    env.reset()
    assert env.task_instructions() == []
    assert env.step(WAIT).mid()
    assert env.task_instructions() == []


def test_instructions_come_with_first_and_rewards_do_not(make_env, simulator):
    task = SCREEN_TASK.replace("episode_end_listener", "null_listener")
    env = make_env(task)
    simulator.launch = lambda: simulator.show("goal")
    assert env.reset().reward is None
    assert env.task_instructions() == ["there"]
    assert env.events_fired == (1,)
    assert env.step(BACK).reward == 0.0
    assert env.task_instructions() == []


def test_a_task_that_starts_solved_is_reset_again(make_env, simulator):
    env = make_env(STEPS + SCREEN_TASK)
    resets = []

    def on_adb(args):
        if "reset" in " ".join(args):
            resets.append(args)
            simulator.show("goal" if len(resets) < 4 else "start")

    simulator.on_adb = on_adb
    assert env.reset().first()
    assert len(resets) == 4
    assert env.task_instructions() == []
    simulator.react = lambda action: simulator.show("goal")
    timestep = env.step(BACK)
    assert (timestep.reward, env.outcome) == (1.0, "success")


def test_a_task_that_always_starts_solved_is_an_error_naming_the_event(make_env, simulator):
    env = make_env(SCREEN_TASK)
    simulator.launch = lambda: simulator.show("goal")
    with pytest.raises(
        SolvedAtStartError, match=r"task 'task-0' starts solved: .*\(events 1\), 4 times in a row"
    ):
        env.reset()


def test_a_lost_device_truncates_and_is_launched_anew(make_env, simulator):
    env = make_env(LOG_TASK)
    first = env.reset()
    simulator.react = lambda action: raise_(errors.SendActionError("pulled the plug"))
    timestep = env.step(WAIT)
    assert timestep.last()
    assert timestep.observation is first.observation
    assert timestep.reward == 0.0
    assert (env.outcome, env.outcome_reason) == ("truncated", "the device failed: pulled the plug")
    simulator.react = lambda action: None
    assert env.step(WAIT).first()
    assert simulator.launches == 2


def test_a_device_that_cannot_be_looked_at_is_lost(make_env, simulator):
    env = make_env(LOG_TASK, hierarchy=True)
    env.reset()
    simulator.hierarchy_xml = lambda: raise_(errors.ReadObservationError("black screen"))
    assert env.step(WAIT).last()
    assert env.outcome_reason == "the device failed: black screen"


def test_launching_is_tried_three_times(make_env, simulator):
    simulator.failing_launches = 2
    env = make_env(LOG_TASK)
    assert env.reset().first()
    simulator.failing_launches = 9
    env._launched = False
    with pytest.raises(errors.SimulatorError, match="no power"):
        env.reset()
    assert simulator.launches == 6


def test_a_reset_step_that_keeps_failing_is_an_error(make_env, simulator):
    env = make_env(STEPS + LOG_TASK)
    simulator.adb = lambda args, timeout=None: type("Result", (), {"output": b"nope", "exit_code": 1})
    with pytest.raises(SetupError, match="nope"):
        env.reset()
    assert simulator.launches == 3


def test_a_transformation_that_fails_truncates(make_env):
    env = make_env(LOG_TASK.replace("int(x[0])", "int(x[0]) / 0"))
    begin(env, {1: ["pay 1"]})
    assert env.step(WAIT).last()
    assert env.outcome == "truncated"
    assert "could not be evaluated" in env.outcome_reason


def test_a_bad_action_is_refused_and_nothing_is_sent(make_env, simulator):
    env = make_env(LOG_TASK)
    env.reset()
    sent = len(simulator.calls)
    with pytest.raises(ValueError, match="action_type is 9"):
        env.step({"action_type": 9})
    with pytest.raises(ValueError, match="touch_position"):
        env.play([WAIT, TOUCH | {"touch_position": [2, 2]}])
    assert len(simulator.calls) == sent
    assert env.step(WAIT).mid()
    assert env.primitive_steps == 1


def test_play_gathers_what_its_actions_bring(make_env):
    env = make_env(LOG_TASK)
    begin(env, {1: ["pay 1", "say a"], 2: ["say b", "say c"], 3: ["pay 2"], 5: ["pay 4"]})
    timestep = env.play([WAIT] * 4)
    assert timestep.reward == 3.0
    assert env.task_instructions() == ["a", "b", "c"]
    assert env.task_instructions(latest_only=True) == "c"
    assert env.events_fired == (1, 3)
    assert len(env.last_actions) == 4
    assert env.step(WAIT).reward == 4.0
    assert env.task_instructions() == []
    assert env.task_instructions(latest_only=True) == ""
    assert env.primitive_steps == 5


def test_play_stops_at_the_end_of_the_episode(make_env, simulator):
    env = make_env(LOG_TASK)
    begin(env, {2: ["pay 1", "end well"], 3: ["pay 9"]})
    sent = len(simulator.calls)
    timestep = env.play([WAIT] * 5)
    assert timestep.last()
    assert timestep.reward == 1.0
    assert len(simulator.calls) == sent + 2


def test_text_comes_from_the_vocabulary_or_the_action(make_env, simulator):
    env = make_env(LOG_TASK)
    env.reset()
    env.play([{"action_type": 3, "input_token": 1}, {"action_type": 3, "text": "x"}])
    assert [action.text for action in env.last_actions] == ["gauges ", "x"]
    assert env.vocabulary() == ["hide", "gauges"]
    assert env.action_spec()["input_token"].num_values == 2


def test_responses_reach_the_task(make_env):
    env = make_env(r"""
event_sources { id: 1 response_event { pattern: "^4(\\d)$" } }
event_slots { reward_listener { events { id: 1 } transformation: "y = int(x[0])" } }
""")
    env.reset()
    assert env.step(WAIT | {"response": "42"}).reward == 2.0
    assert env.step(WAIT | {"response": "no"}).reward == 0.0


def test_a_task_of_logs_alone_looks_at_no_screen(make_env, simulator):
    env = make_env(LOG_TASK, pixels=False)
    env.reset()
    env.play([TOUCH, LIFT, BACK])
    env.step(WAIT)
    assert simulator.fetched == []
    assert "pixels" not in env.observation_spec()


def test_a_screen_task_fetches_the_hierarchy_only_when_it_changed(make_env, simulator):
    env = make_env(SCREEN_TASK, pixels=False)
    env.reset()
    simulator.fetched.clear()
    env.play([TOUCH, TOUCH, WAIT])
    assert simulator.fetched == []
    simulator.react = lambda action: simulator.show("elsewhere")
    env.step(WAIT)
    assert simulator.fetched == ["hierarchy"]


def test_the_check_policy_can_be_chosen(make_env, simulator):
    env = make_env(SCREEN_TASK, check_policy="KEY")
    env.reset()
    simulator.show("goal")
    assert env.play([TOUCH, LIFT]).reward == 0.0
    assert env.step(BACK).reward == 1.0


def test_observations_are_shared_while_nothing_changed(make_env, simulator):
    env = make_env(LOG_TASK, hierarchy=True)
    one, two = env.reset().observation, env.step(WAIT).observation
    assert one["pixels"] is two["pixels"]
    assert one["view_hierarchy"] is two["view_hierarchy"]
    assert (int(one["timedelta"]), int(two["timedelta"])) == (0, 66667)
    simulator.turn = 3
    assert env.step(WAIT).observation["orientation"].tolist() == [0, 0, 0, 1]


def test_extras_are_arrays(make_env):
    env = make_env(r"""
event_sources { id: 1 repeatability: UNLIMITED log_event { filters: "jd:D" pattern: "at (\\d+)" } }
event_sources { id: 2 repeatability: UNLIMITED log_event { filters: "jd:D" pattern: "json (.*)" } }
event_slots {
  extra_listener { events { id: 1 } transformation: "y = {\"at\": [int(x[0])]}" }
  json_extra_listener { events { id: 2 } transformation: "y = x[0]" }
}
""")
    begin(env, {1: ["at 1", "at 2", 'json {"grid": [1, 2]}']})
    env.play([WAIT])
    extras = env.task_extras(latest_only=False)
    assert extras["at"].tolist() == [1, 2]
    assert int(env.task_extras()["at"]) == 2
    assert "grid" in extras
    env.step(WAIT)
    assert env.task_extras() == {}


def test_switching_tasks(make_env):
    env = make_env(LOG_TASK, "command: 'Other.'" + SCREEN_TASK)
    assert [task.id for task in env.tasks] == ["task-0", "task-1"]
    assert env.command() == ["Do it.", "Do it well."]
    env.reset()
    assert env.switch_task(1).first()
    assert env.task_id == "task-1"
    assert env.command() == ["Other."]
    assert env.vocabulary() == []
    for index in (2, -1):
        with pytest.raises(ValueError, match=f"no task {index}: there are 2, from 0 to 1"):
            env.switch_task(index)


def test_closing(make_env, simulator):
    with make_env(LOG_TASK) as env:
        env.reset()
    assert simulator.closed
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.step(WAIT)


def test_an_environment_needs_tasks(make_env):
    with pytest.raises(ValueError, match="at least one task"):
        make_env()


def test_rewards_are_floats(make_env):
    env = make_env(LOG_TASK)
    begin(env, {1: ["pay 1"]})
    reward = env.step(WAIT).reward
    assert isinstance(reward, float)
    env.reward_spec().validate(np.asarray(reward))
