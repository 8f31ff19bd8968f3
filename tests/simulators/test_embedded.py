"""EmbeddedSimulator: a real phone behind our contract and AndroidEnv's."""

import re

import numpy as np
import pytest
from android_env.components import adb_call_parser, errors
from android_env.proto import adb_pb2, state_pb2

from mobile_env.phone.ui.display import Display
from mobile_env.simulators.contract import ActionType, PrimitiveAction
from mobile_env.simulators.embedded import EmbeddedSimulator

DISPLAY = Display(360, 640, 160)
HOME = PrimitiveAction(ActionType.KEY, key="HOME")
LIFT = PrimitiveAction(ActionType.LIFT)
WIKIHOW = "com.wikihow.wikihowapp"


@pytest.fixture
def simulator():
    made = EmbeddedSimulator(DISPLAY)
    made.launch()
    yield made
    made.close()


def middle_of(simulator, text):
    """The middle of the node that says something, as fractions of the screen (upright phones only)."""
    box = r'[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"'
    bounds = re.search(rf'(?:text|content-desc)="{text}"{box}', simulator.hierarchy_xml())
    left, top, right, bottom = map(int, bounds.groups())
    width, height = simulator.screen_size
    return (left + right) / 2 / width, (top + bottom) / 2 / height


def tap(simulator, x, y):
    for _ in range(3):
        simulator.perform(PrimitiveAction(ActionType.TOUCH, x, y))
    simulator.perform(LIFT)


def test_nothing_works_before_launch_and_the_error_says_so():
    simulator = EmbeddedSimulator(DISPLAY)
    assert simulator.screen_size == (360, 640)
    with pytest.raises(errors.SimulatorError, match=r"call launch\(\) first"):
        simulator.screen()
    simulator.close()


def test_each_primitive_action_takes_a_fifteenth_of_a_second(simulator):
    start = simulator.clock()
    for kind in (ActionType.TOUCH, ActionType.REPEAT, ActionType.LIFT):
        simulator.perform(PrimitiveAction(kind, 0.5, 0.9))
    assert simulator.clock() - start == pytest.approx(3 / 15, abs=1e-5)
    simulator.sleep(10)
    assert simulator.clock() - start == pytest.approx(10.2, abs=1e-5)


def test_a_tap_starts_an_app(simulator):
    versions = simulator.hierarchy_version, simulator.screen_version
    tap(simulator, *middle_of(simulator, "wikiHow"))
    assert simulator.foreground() == f"{WIKIHOW}/{WIKIHOW}.MainTabActivity"
    assert simulator.hierarchy_version != versions[0]
    assert simulator.screen_version != versions[1]
    assert WIKIHOW in simulator.hierarchy_xml()
    simulator.perform(HOME)
    assert "launcher" in simulator.foreground()


def test_what_has_not_changed_is_the_same_object(simulator):
    screen, xml = simulator.get_screenshot(), simulator.hierarchy_xml()
    versions = simulator.hierarchy_version, simulator.screen_version
    simulator.perform(LIFT)
    assert simulator.get_screenshot() is screen
    assert simulator.hierarchy_xml() is xml
    assert (simulator.hierarchy_version, simulator.screen_version) == versions
    assert screen.shape == (640, 360, 3)
    assert not screen.flags.writeable


def test_a_launch_makes_a_new_phone(simulator):
    first = simulator.screen().copy()
    tap(simulator, *middle_of(simulator, "wikiHow"))
    simulator.launch()
    np.testing.assert_array_equal(simulator.screen(), first)


def test_the_log_is_drained_once_and_line_by_line(simulator):
    simulator.drain_log()
    simulator.phone.log.write("D", "jd", "one\ntwo", pid=5)
    simulator.phone.log.write("D", "jd", "not logcat's", buffer="radio")
    lines = simulator.drain_log()
    assert [(line.tag, line.level, line.pid, line.message) for line in lines] == [
        ("jd", "D", 5, "one"),
        ("jd", "D", 5, "two"),
    ]
    assert lines[0].time == pytest.approx(simulator.clock(), abs=1)
    assert simulator.drain_log() == []


def test_a_snapshot_comes_back_without_its_log_being_new(simulator):
    simulator.phone.log.write("D", "jd", "before")
    snapshot = simulator.snapshot()
    before = simulator.screen().copy()
    tap(simulator, *middle_of(simulator, "wikiHow"))
    simulator.restore(snapshot)
    assert "launcher" in simulator.foreground()
    np.testing.assert_array_equal(simulator.screen(), before)
    assert simulator.drain_log() == []


def test_androidenvs_states_have_names(simulator):
    saved = simulator.save_state(state_pb2.SaveStateRequest(args={"snapshot_name": "home"}))
    assert saved.status == state_pb2.SaveStateResponse.Status.OK
    tap(simulator, *middle_of(simulator, "wikiHow"))
    missing = simulator.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": "hom"}))
    assert missing.status == state_pb2.LoadStateResponse.Status.NOT_FOUND
    assert missing.error_message == "no snapshot 'hom' (saved: 'home')"
    assert simulator.foreground().startswith(WIKIHOW)
    loaded = simulator.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": "home"}))
    assert loaded.status == state_pb2.LoadStateResponse.Status.OK
    assert "launcher" in simulator.foreground()


@pytest.mark.parametrize("turns", range(4))
def test_touches_are_where_the_natural_screen_shows_them(simulator, turns):
    simulator.phone.set_rotation(turns)
    assert simulator.orientation() == turns
    assert simulator.get_screenshot().shape == (640, 360, 3)
    assert simulator.screen().shape[:2] == ((640, 360) if turns % 2 == 0 else (360, 640))
    simulator.send_touch([(30, 500, True, 0), (9, 9, True, 1)])
    finger = simulator.phone.state.finger
    natural = np.zeros((640, 360))
    natural[500, 30] = 1
    upright = {0: natural, 1: natural.T[:, ::-1], 2: natural[::-1, ::-1], 3: natural.T[::-1]}[turns]
    ((row, column),) = np.argwhere(upright)
    assert (int(finger.x), int(finger.y)) == (column, row)
    simulator.send_touch([(30, 500, False, 0)])
    assert simulator.phone.state.finger is None


def test_androidenvs_key_codes_are_xkb(simulator):
    tap(simulator, *middle_of(simulator, "wikiHow"))
    simulator.send_key(np.int32(172 + 8), "keyup")
    assert simulator.foreground().startswith(WIKIHOW)
    simulator.send_key(np.int32(172 + 8), "keydown")
    assert "launcher" in simulator.foreground()
    with pytest.raises(errors.SendActionError, match="keypress of key code 9999"):
        simulator.send_key(np.int32(9999), "keypress")
    with pytest.raises(errors.SendActionError, match="smash of key code 180"):
        simulator.send_key(np.int32(180), "smash")


def test_adb_answers_within_the_process(simulator):
    result = simulator.adb(
        ["shell", "settings put system user_rotation 1; settings get system user_rotation"]
    )
    assert result == (b"1\n", 0)
    assert simulator.adb(["shell", "nosuchthing"]).exit_code == 127


def test_a_failing_command_is_androidenvs_error_at_once(simulator):
    controller = simulator.create_adb_controller()
    assert controller.execute_command(["shell", "echo", "hi"]) == b"hi\n"
    with pytest.raises(
        errors.AdbControllerError, match=r"adb shell nosuchthing\]\nexit code 127: .*not found"
    ):
        controller.execute_command(["shell", "nosuchthing"])


def test_androidenvs_call_parser_works_on_it(simulator):
    parser = adb_call_parser.AdbCallParser(simulator.create_adb_controller())
    orientation = parser.parse(adb_pb2.AdbRequest(get_orientation={}))
    assert orientation.status == adb_pb2.AdbResponse.Status.OK
    assert orientation.get_orientation.orientation == 0
    started = parser.parse(
        adb_pb2.AdbRequest(start_activity={"full_activity": f"{WIKIHOW}/{WIKIHOW}.MainTabActivity"})
    )
    assert started.status == adb_pb2.AdbResponse.Status.OK
    current = parser.parse(adb_pb2.AdbRequest(get_current_activity={}))
    assert current.get_current_activity.full_activity == f"{WIKIHOW}/{WIKIHOW}.MainTabActivity"
