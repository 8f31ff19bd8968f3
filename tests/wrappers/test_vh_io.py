"""VhIoWrapper: element-wise actions become primitive ones; mistakes become errors that an agent sees."""

import dm_env
import numpy as np
import pytest
from dm_env import specs

from mobile_env.simulators.contract import ActionType
from mobile_env.wrappers.vh_actions import Answer, Click, Finish, GoBack, Input, LongClick, Nothing, Scroll
from mobile_env.wrappers.vh_io import VhIoWrapper

DUMP = """<hierarchy rotation="0">
  <node class="android.widget.FrameLayout" bounds="[0,0][100,200]">
    <node class="android.widget.EditText" resource-id="a:id/search_src_text" text="" clickable="true"
      bounds="[0,0][80,20]"/>
    <node class="android.widget.TextView" text="How to" bounds="[0,20][100,60]"/>
    <node class="android.widget.TextView" text="gone" bounds="[0,0][0,0]"/>
  </node>
</hierarchy>"""
OTHER = '<hierarchy><node class="a.Button" text="only" clickable="true" bounds="[0,0][10,10]"/></hierarchy>'


class ScriptedEnv(dm_env.Environment):
    """Shows DUMP, then OTHER once something was played; ends after `length` primitive actions."""

    screen_size = (100, 200)

    def __init__(self, length=1000, turn=0):
        self.length = length
        self.orientation = np.eye(4, dtype=np.uint8)[turn]
        self.dump = DUMP
        self.played = []
        self.reset_next_step = True
        self.outcome = None

    def observation(self):
        return {"orientation": self.orientation, "view_hierarchy": self.dump}

    def reset(self):
        self.played.clear()
        self.dump = DUMP
        self.reset_next_step = False
        return dm_env.restart(self.observation())

    def switch_task(self, index):
        return self.reset()

    def step(self, action):
        raise AssertionError("wrappers play")

    def play(self, actions):
        self.played.append(list(actions))
        self.dump = OTHER
        if sum(map(len, self.played)) >= self.length:
            self.reset_next_step = True
            return dm_env.termination(1.0, self.observation())
        return dm_env.transition(0.5, self.observation())

    def observation_spec(self):
        return {
            "orientation": specs.BoundedArray((4,), np.uint8, 0, 1),
            "view_hierarchy": specs.StringArray(()),
        }

    def action_spec(self):
        raise AssertionError("the wrapper has its own")


@pytest.fixture
def env():
    wrapper = VhIoWrapper(ScriptedEnv())
    wrapper.reset()
    return wrapper


def played(env):
    (actions,) = env.unwrapped.played
    return [
        (
            ActionType(int(action["action_type"])).name,
            *(
                np.round(action["touch_position"].astype(float), 4).tolist()
                if "touch_position" in action
                else ()
            ),
            *(action[name] for name in ("text", "key", "response") if name in action),
        )
        for action in actions
    ]


def test_observations_get_the_list_of_elements(env):
    observation = env.reset().observation
    assert observation["html"].splitlines() == [
        '<input class="search src text" type="text" value="" id="0" clickable="true">',
        '<p id="1" clickable="false">How to</p>',
    ]
    assert observation["error"] == ""
    assert [element.bounds for element in env.elements] == [(0, 0, 80, 20), (0, 20, 100, 60)]
    assert observation.keys() == env.observation_spec().keys()


def test_the_list_follows_the_screen(env):
    observation = env.step(Click(0)).observation
    assert observation["html"] == '<button id="0" clickable="true">only</button>'
    assert env.action_spec()["element_id"].num_values == 1


def test_a_click_is_three_touches_on_the_middle_and_a_lift(env):
    env.step(Click(0))
    assert played(env) == [("TOUCH", 0.4, 0.05)] * 3 + [("LIFT",)]


def test_a_box_can_be_clicked(env):
    env.step(Click((0, 0, 100, 100)))
    assert played(env)[0] == ("TOUCH", 0.5, 0.25)


def test_a_long_click_lasts_over_fifteen_touches(env):
    env.step(LongClick(1))
    assert played(env) == [("TOUCH", 0.5, 0.2)] * 16 + [("LIFT",)]


def test_input_clicks_types_and_enters(env):
    env.step(Input(0, "hide gauges"))
    assert played(env)[3:] == [("LIFT",), ("TEXT", "hide gauges"), ("KEY", "ENTER")]


def test_input_can_leave_enter_out(env):
    env.step(Input(0, "x", enter=False))
    assert played(env)[3:] == [("LIFT",), ("TEXT", "x")]


@pytest.mark.parametrize(
    ("direction", "first", "last"),
    [
        ("DOWN", (0.5, 0.8), (0.5, 0.2)),
        ("UP", (0.5, 0.2), (0.5, 0.8)),
        ("RIGHT", (0.8, 0.5), (0.2, 0.5)),
        ("LEFT", (0.2, 0.5), (0.8, 0.5)),
    ],
)
def test_a_scroll_drags_the_other_way(env, direction, first, last):
    env.step(Scroll(direction))
    actions = played(env)
    assert actions[0] == ("TOUCH", *first)
    assert actions[-3:] == [("TOUCH", *last), ("TOUCH", *last), ("LIFT",)]


def test_answer_goback_and_nothing_are_one_action_each(env):
    env.step(Answer("42"))
    env.step(GoBack())
    env.step(Nothing())
    assert env.unwrapped.played == [
        [{"action_type": ActionType.REPEAT, "response": "42"}],
        [{"action_type": ActionType.KEY, "key": "BACK"}],
        [{"action_type": ActionType.REPEAT}],
    ]


@pytest.mark.parametrize(
    ("action", "same"),
    [
        ("CLICK(1)", Click(1)),
        ({"action_type": 1, "element_id": np.array(1)}, Click(1)),
        ({"action_type": "long_click", "element_id": 1}, LongClick(1)),
        ({"action_type": 2, "element_id": 0, "text": "a"}, Input(0, "a")),
        ({"action_type": 2, "element_id": 0, "text": np.array("a"), "enter": 0}, Input(0, "a", enter=False)),
        ({"action_type": 3, "direction": np.array(3)}, Scroll("DOWN")),
        ({"action_type": 3, "direction": "up"}, Scroll("UP")),
        ({"action_type": 4}, GoBack()),
        ({"action_type": 6, "response": "42"}, Answer("42")),
        ({"action_type": 6, "text": "42"}, Answer("42")),
        ({"action_type": 0, "response": "42"}, Answer("42")),
        ({"action_type": 7}, Finish()),
        ({"action_type": "finish", "finish": "infeasible"}, "INFEASIBLE"),
        ({"action_type": 0}, Nothing()),
    ],
)
def test_texts_and_dicts_mean_the_same_as_dataclasses(env, action, same):
    env.step(action)
    one = played(env)
    env.reset()
    env.step(same)
    assert one == played(env)


def test_a_response_may_go_with_any_action(env):
    env.step({"action_type": 1, "element_id": 0, "response": "there"})
    assert played(env)[-1] == ("LIFT", "there")
    assert played(env)[0] == ("TOUCH", 0.4, 0.05)


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (Click(2), "no element 2 on the screen (ids: 0 to 1)"),
        (Input(-1, "x"), "no element -1 on the screen (ids: 0 to 1)"),
        ("CLICK(7)", "no element 7 on the screen (ids: 0 to 1)"),
        (Click((90, 0, 130, 10)), "the middle of [90, 0, 130, 10] is outside the screen of 100x200"),
        ("FLY()", "unknown action 'FLY'"),
    ],
)
def test_a_mistake_is_a_step_in_which_nothing_is_done(env, action, error):
    observation = env.step(action).observation
    assert observation["error"].startswith(error)
    assert played(env) == [("REPEAT",)]
    assert env.step(GoBack()).observation["error"] == ""


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ({"action_type": 9}, "action_type is 9, expected one of NOTHING 0, CLICK 1"),
        ({}, "action_type is None"),
        ({"action_type": 3, "direction": 4}, "direction is 4, expected one of LEFT 0"),
        ({"action_type": 3}, "direction is None"),
        ({"action_type": 1}, "element_id is None, expected an integer"),
        ({"action_type": 1, "element_id": "x"}, "element_id is 'x', expected an integer"),
        ({"action_type": 1, "element": 1}, "unknown key 'element'"),
        ({"action_type": 6, "text": 3}, "text is 3, expected a string"),
    ],
)
def test_dicts_outside_the_spec_are_refused(env, action, message):
    with pytest.raises(ValueError, match=message):
        env.step(action)
    assert env.unwrapped.played == []


def test_what_is_no_action_at_all_is_refused(env):
    with pytest.raises(TypeError, match="not an action of VhIoWrapper: 3"):
        env.step(3)


def test_a_step_after_the_end_begins_an_episode_whatever_the_action():
    env = VhIoWrapper(ScriptedEnv(length=4))
    assert env.step("nonsense").first()
    assert env.step(Click(0)).last()
    assert env.step(Click(99)).first()


def test_boxes_turn_with_the_screen():
    env = VhIoWrapper(ScriptedEnv(turn=1))
    env.reset()
    # Upright the screen is 200 wide and 100 high: the middle of element 0 is at (0.2, 0.1).
    env.step(Click(0))
    assert played(env)[0] == ("TOUCH", 0.1, 0.8)


def test_it_needs_the_hierarchy():
    env = ScriptedEnv()
    env.observation_spec = dict
    with pytest.raises(ValueError, match="hierarchy=True"):
        VhIoWrapper(env)


def test_everything_else_is_handed_through(env):
    assert env.screen_size == (100, 200)
    assert env.outcome is None
    with pytest.raises(AttributeError):
        _ = env.no_such_thing


def test_finishing_is_one_action_that_may_carry_an_answer(env):
    env.step(Finish("infeasible"))
    env.step({"action_type": "FINISH", "response": "42"})
    assert env.unwrapped.played == [
        [{"action_type": ActionType.FINISH, "finish": "infeasible"}],
        [{"action_type": ActionType.FINISH, "finish": "complete", "response": "42"}],
    ]
    with pytest.raises(ValueError, match="unknown status 'done'"):
        env.step({"action_type": "FINISH", "finish": "done"})
