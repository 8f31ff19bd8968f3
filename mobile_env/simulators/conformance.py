"""The tests that every simulator must pass. Subclass `SimulatorConformance` in a test module."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mobile_env.simulators.contract import ActionType, PrimitiveAction, Simulator

TEXTS = (
    "plain",
    "two words",
    "  blanks around  ",
    'it\'s a "test" of `quotes`',
    "$HOME; rm -rf / && echo | cat > x < y",
    "100%sure, %s %d 50% %",
    "back\\slash \\n #hash ~tilde *?[]{}()!",
    "-x --flag",
    "Übung, señor, 日本語, Ελληνικά",
    "emoji 😀👍🏽",
)
"""Texts that must arrive unchanged."""

LIFT = PrimitiveAction(ActionType.LIFT)
REPEAT = PrimitiveAction(ActionType.REPEAT)


def press(key: str) -> PrimitiveAction:
    """The action that presses a key."""
    return PrimitiveAction(ActionType.KEY, key=key)


def type_text(text: str) -> PrimitiveAction:
    """The action that types a text."""
    return PrimitiveAction(ActionType.TEXT, text=text)


class SimulatorConformance:
    """Tests of `mobile_env.simulators.contract.Simulator`, on a device with an app that has a text field.

    Subclasses define `make`, and may choose another app.
    """

    app = "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity"
    """The app's activity, as `package/class`."""
    field_id = "search_src_text"
    """Resource id (its last part) of a text field in the app."""

    def make(self) -> Simulator:
        """Returns a simulator that has not been launched."""
        raise NotImplementedError

    def open_field(self, simulator: Simulator) -> None:
        """Shows the empty text field and gives it the focus."""
        self.start_app(simulator)
        tap_id(simulator, "search_button")

    def start_app(self, simulator: Simulator) -> None:
        """Starts the app."""
        assert simulator.adb(["shell", "am", "start", "-W", "-n", self.app]).exit_code == 0

    @pytest.fixture(scope="class")
    @classmethod
    def launched(cls) -> Iterator[Simulator]:
        """A launched simulator that the tests share."""
        simulator = cls().make()
        simulator.launch()
        yield simulator
        simulator.close()

    @pytest.fixture
    def simulator(self, launched: Simulator) -> Simulator:
        """The simulator, upright, with its home screen in front."""
        launched.adb(["shell", "wm", "user-rotation", "lock", "0"])
        launched.adb(["shell", "am", "force-stop", self.app.partition("/")[0]])
        launched.perform(press("HOME"))
        launched.drain_log()
        return launched

    # Screen.

    def test_the_screen_has_its_size(self, simulator: Simulator) -> None:
        width, height = simulator.screen_size
        for pixels in (simulator.screen(), simulator.get_screenshot()):
            assert pixels.shape == (height, width, 3)
            assert pixels.dtype == np.uint8
            assert not pixels.flags.writeable

    def test_the_same_objects_while_nothing_changed(self, simulator: Simulator) -> None:
        assert simulator.screen() is simulator.screen()
        assert simulator.get_screenshot() is simulator.get_screenshot()
        assert simulator.hierarchy_xml() is simulator.hierarchy_xml()
        versions = simulator.hierarchy_version, simulator.screen_version
        assert (simulator.hierarchy_version, simulator.screen_version) == versions

    def test_versions_change_with_what_they_count(self, simulator: Simulator) -> None:
        versions = simulator.hierarchy_version, simulator.screen_version
        screen, hierarchy = simulator.screen(), simulator.hierarchy_xml()
        self.start_app(simulator)
        assert simulator.hierarchy_version != versions[0]
        assert simulator.screen_version != versions[1]
        assert not np.array_equal(simulator.screen(), screen)
        assert simulator.hierarchy_xml() != hierarchy

    def test_the_hierarchy_is_a_dump(self, simulator: Simulator) -> None:
        root = ElementTree.fromstring(simulator.hierarchy_xml())
        assert root.tag == "hierarchy"
        assert root.get("rotation") == "0"
        nodes = list(root.iter("node"))
        assert nodes
        for node in nodes:
            assert re.fullmatch(r"\[-?\d+,-?\d+\]\[-?\d+,-?\d+\]", node.get("bounds", ""))
            assert {"text", "resource-id", "class", "package", "content-desc", "clickable"} <= set(
                node.attrib
            )

    @pytest.mark.parametrize("turns", [1, 2, 3])
    def test_a_turned_screen(self, simulator: Simulator, turns: int) -> None:
        width, height = simulator.screen_size
        simulator.adb(["shell", "wm", "user-rotation", "lock", str(turns)])
        assert simulator.orientation() == turns
        assert simulator.screen_size == (width, height)
        upright, natural = simulator.screen(), simulator.get_screenshot()
        assert upright.shape[:2] == ((width, height) if turns % 2 else (height, width))
        assert natural.shape[:2] == (height, width)
        # A quarter turn to the left for each quarter turn of the screen.
        assert np.array_equal(np.rot90(upright, turns), natural)
        assert simulator.get_screenshot() is natural
        assert ElementTree.fromstring(simulator.hierarchy_xml()).get("rotation") == str(turns)

    # Input.

    def test_a_tap_on_a_turned_screen_meets_what_it_is_aimed_at(self, simulator: Simulator) -> None:
        self.start_app(simulator)
        simulator.adb(["shell", "wm", "user-rotation", "lock", "1"])
        tap_id(simulator, "search_button")
        assert attribute(simulator, self.field_id, "text") is not None

    def test_keys(self, simulator: Simulator) -> None:
        self.start_app(simulator)
        assert simulator.foreground() == self.app
        simulator.perform(press("HOME"))
        assert simulator.foreground().partition("/")[0] != self.app.partition("/")[0]
        self.open_field(simulator)
        for key in ("A", "B", "DEL", "SPACE", "7"):
            simulator.perform(press(key))
        assert attribute(simulator, self.field_id, "text") == "a 7"

    @pytest.mark.parametrize("text", TEXTS)
    def test_text_arrives_as_it_is(self, simulator: Simulator, text: str) -> None:
        self.open_field(simulator)
        simulator.perform(type_text(text))
        assert attribute(simulator, self.field_id, "text") == text

    def test_a_line_feed_is_the_enter_key(self, simulator: Simulator) -> None:
        self.open_field(simulator)
        simulator.perform(type_text("banana"))
        before = simulator.hierarchy_xml()
        simulator.perform(type_text("\n"))
        assert simulator.hierarchy_xml() != before

    def test_a_tab_is_a_key_that_types_nothing(self, simulator: Simulator) -> None:
        self.open_field(simulator)
        simulator.perform(type_text("a\tb"))
        # Where Android has a next field, the rest is typed there.
        assert attribute(simulator, self.field_id, "text") in ("ab", "a")

    def test_the_edges_of_the_screen_are_on_it(self, simulator: Simulator) -> None:
        for x, y in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)):
            simulator.perform(PrimitiveAction(ActionType.TOUCH, x, y))
            simulator.perform(LIFT)

    def test_a_lift_without_a_touch_does_nothing(self, simulator: Simulator) -> None:
        before = simulator.hierarchy_xml()
        simulator.perform(LIFT)
        simulator.perform(REPEAT)
        assert simulator.hierarchy_xml() == before

    # Log.

    def test_what_an_action_logged_is_there_when_it_is_over(self, simulator: Simulator) -> None:
        for number in range(5):
            simulator.adb(["shell", f"log -p w -t Conformance 'line {number}: a  b'"])
            lines = [line for line in simulator.drain_log() if line.tag == "Conformance"]
            assert [(line.level, line.message) for line in lines] == [("W", f"line {number}: a  b")]
        assert not simulator.drain_log()

    def test_log_lines_come_in_order_and_once(self, simulator: Simulator) -> None:
        simulator.adb(["shell", "for i in 1 2 3 4 5 6 7 8 9; do log -t Conformance $i; done"])
        lines = [line for line in simulator.drain_log() if line.tag == "Conformance"]
        assert [line.message for line in lines] == list("123456789")
        assert [line.time for line in lines] == sorted(line.time for line in lines)

    def test_starting_an_app_is_logged(self, simulator: Simulator) -> None:
        self.start_app(simulator)
        assert any("START" in line.message for line in simulator.drain_log() if "Activity" in line.tag)

    # adb and time.

    def test_adb_answers_with_output_and_exit_code(self, simulator: Simulator, tmp_path: Any) -> None:
        assert simulator.adb(["shell", "echo", "a;", "exit", "3"]) == (b"a\n", 3)
        assert simulator.adb(["shell", "echo oops >&2"]) == (b"oops\n", 0)
        source, target = tmp_path / "source", tmp_path / "target"
        source.write_bytes(bytes(range(256)))
        assert simulator.adb(["push", str(source), "/sdcard/conformance"]).exit_code == 0
        assert simulator.adb(["pull", "/sdcard/conformance", str(target)]).exit_code == 0
        assert target.read_bytes() == source.read_bytes()
        assert simulator.adb(["pull", "/no/such/file", str(target)]).exit_code == 1

    def test_time_goes_on(self, simulator: Simulator) -> None:
        start = simulator.clock()
        simulator.perform(REPEAT)
        middle = simulator.clock()
        simulator.sleep(0.01)
        assert start < middle < simulator.clock()

    # Launching and closing.

    def test_it_can_be_launched_anew_and_closed_twice(self) -> None:
        simulator = self.make()
        simulator.launch()
        simulator.perform(press("HOME"))
        simulator.launch()
        simulator.perform(press("HOME"))
        assert simulator.hierarchy_xml()
        simulator.close()
        simulator.close()


def node(simulator: Simulator, resource_id: str) -> ElementTree.Element | None:
    """The first node whose resource id ends in `/resource_id`."""
    for found in ElementTree.fromstring(simulator.hierarchy_xml()).iter("node"):
        if found.get("resource-id", "").rpartition("/")[2] == resource_id:
            return found
    return None


def attribute(simulator: Simulator, resource_id: str, name: str) -> str | None:
    """An attribute of the node with a resource id; None if there is no such node."""
    found = node(simulator, resource_id)
    return None if found is None else found.get(name)


def tap_id(simulator: Simulator, resource_id: str) -> None:
    """Taps the middle of the node with a resource id, in any orientation of the screen."""
    found = node(simulator, resource_id)
    assert found is not None, f"nothing on the screen has the id {resource_id}"
    left, top, right, bottom = map(int, re.findall(r"-?\d+", found.attrib["bounds"]))
    width, height = simulator.screen_size
    turns = simulator.orientation()
    if turns % 2:
        width, height = height, width
    x, y = (left + right) / 2 / width, (top + bottom) / 2 / height
    x, y = ((x, y), (y, 1.0 - x), (1.0 - x, 1.0 - y), (1.0 - y, x))[turns]
    for _ in range(3):
        simulator.perform(PrimitiveAction(ActionType.TOUCH, x, y))
    simulator.perform(LIFT)
