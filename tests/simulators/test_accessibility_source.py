"""View hierarchies by AndroidEnv's accessibility forwarder: converted exactly, never old, left when it is silent."""

import logging
import random
import re
import time
import types

import pytest
from android_env.proto.a11y.a11y_pb2 import EventRequest
from android_env.proto.a11y.android_accessibility_forest_pb2 import AndroidAccessibilityForest

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.env import MobileEnv
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.phone import Display, Phone
from mobile_env.phone.apps.accessibility_forwarder.flags import PACKAGE
from mobile_env.phone.wire.accessibility.messages import forest_message
from mobile_env.replay.content import fetcher_for
from mobile_env.simulators.adb import forwarder as device_forwarder
from mobile_env.simulators.adb.accessibility_forest import forest_xml
from mobile_env.simulators.adb.accessibility_server import ForestServer
from mobile_env.simulators.adb.client import AdbClient, AdbError, AdbResult
from mobile_env.simulators.adb.device import AdbSimulator
from mobile_env.simulators.adb.forwarder import AccessibilityForwarder
from mobile_env.simulators.adb.hierarchy import choose_hierarchy_source
from mobile_env.simulators.contract import ActionType, PrimitiveAction
from mobile_env.simulators.emulator.attached import Emulator
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.loading import load_tasks

DISPLAY = Display(432, 768, 160)
_CLICKABLE = re.compile(r'clickable="true"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"')
PATHS = find_tasks(["wikihow"])
SAMPLE = PATHS[:: max(1, len(PATHS) // 4)][:4]


def random_action(chance, xml, display=DISPLAY):
    """What somebody might do next on a screen: mostly taps, as primitive actions."""
    kind = chance.random()
    places = [tuple(map(int, match)) for match in _CLICKABLE.findall(xml)]
    if kind < 0.6 and places:
        left, top, right, bottom = chance.choice(places)
        x, y = (left + right) / 2 / display.width_px, (top + bottom) / 2 / display.height_px
        return [PrimitiveAction(ActionType.TOUCH, x, y), PrimitiveAction(ActionType.LIFT)]
    if kind < 0.8:
        first, last = (0.8, 0.2) if chance.random() < 0.7 else (0.2, 0.8)
        heights = [first + (last - first) * step / 4 for step in range(5)]
        return [
            *(PrimitiveAction(ActionType.TOUCH, 0.5, y) for y in heights),
            PrimitiveAction(ActionType.LIFT),
        ]
    if kind < 0.9:
        return [PrimitiveAction(ActionType.TEXT, text=chance.choice(["a", "how to ", 'é & <b> "q" 😀']))]
    return [PrimitiveAction(ActionType.KEY, key=chance.choice(["BACK", "ENTER", "DEL"]))]


def open_app(phone):
    phone.shell("am start -n com.wikihow.wikihowapp/.MainTabActivity")


# The conversion.


def test_forests_of_many_screens_are_the_compressed_dump():
    phone = Phone(DISPLAY, fetch=fetcher_for("wikihow"))
    chance = random.Random(7)
    seen = set()
    for number in range(150):
        if number % 10 == 0:
            phone.key("HOME")
            open_app(phone)
            phone.set_rotation(number // 40)
        xml = phone.screen.compressed_hierarchy()
        forest = forest_message(phone.screen.accessibility_windows())
        # As it comes over the wire.
        forest = AndroidAccessibilityForest.FromString(forest.SerializeToString())
        size = phone.display.width_px, phone.display.height_px
        assert forest_xml(forest, phone.orientation, *size) == xml
        seen.add(xml)
        for action in random_action(chance, xml, phone.display):
            play(phone, action)
    assert len(seen) > 40
    assert any('focused="true"' in xml for xml in seen)
    assert any('rotation="1"' in xml for xml in seen)


def play(phone, action):
    display = phone.display
    if action.type is ActionType.TOUCH:
        phone.touch(action.x * display.width_px, action.y * display.height_px)
    elif action.type is ActionType.LIFT:
        phone.lift()
    elif action.type is ActionType.TEXT:
        phone.type_text(action.text)
    else:
        phone.key(action.key)


def forest_of(*nodes, **window):
    forest = AndroidAccessibilityForest()
    made = forest.windows.add(**{"is_active": True, **window})
    for number, values in enumerate(nodes):
        made.tree.nodes.add(**{"unique_id": number, "is_visible_to_user": True, **values})
    return forest


def test_what_is_invisible_is_left_out_with_all_below_it_and_keeps_its_index():
    forest = forest_of(
        {"child_ids": [1, 2, 9]},
        {"text": "hidden", "is_visible_to_user": False, "child_ids": [3]},
        {"text": "a\nb"},
        {"text": "below"},
    )
    assert re.findall(r'index="(\d)" text="([^"]*)"', forest_xml(forest, 0, 10, 10)) == [
        ("0", ""),
        ("1", "a&#10;b"),
    ]


@pytest.mark.parametrize(
    ("bounds", "written"),
    [
        ((-5, 2, 20, 8), "[0,2][10,8]"),
        ((2, 2, 4, 4), "[2,2][4,4]"),
        # Rect.intersect leaves alone what does not meet.
        ((20, 0, 30, 10), "[20,0][30,10]"),
    ],
)
def test_bounds_are_cut_to_the_screen(bounds, written):
    rect = dict(zip(("left", "top", "right", "bottom"), bounds, strict=True))
    assert f'bounds="{written}"' in forest_xml(forest_of({"bounds_in_screen": rect}), 0, 10, 10)


def test_a_nameless_button_is_marked_unless_something_below_it_has_a_name():
    button = {"is_clickable": True, "is_enabled": True, "child_ids": [1]}
    assert 'NAF="true"' in forest_xml(forest_of(button, {}), 0, 10, 10)
    hidden = {"text": "x", "is_visible_to_user": False}
    assert "NAF" not in forest_xml(forest_of(button, hidden), 0, 10, 10)
    assert "NAF" not in forest_xml(
        forest_of({**button, "class_name": "android.widget.GridView"}, {}), 0, 10, 10
    )


def test_no_active_window_is_no_hierarchy():
    assert forest_xml(AndroidAccessibilityForest(), 0, 10, 10) is None
    assert forest_xml(forest_of(), 0, 10, 10) is None
    assert forest_xml(forest_of({}, is_active=False), 0, 10, 10) is None


def test_nodes_that_go_round_in_a_circle_are_written_once():
    assert forest_xml(forest_of({"child_ids": [1, 1]}, {"child_ids": [0, 1]}), 0, 10, 10).count("<node") == 2


def test_a_very_deep_tree_is_no_harm():
    nodes = [{"child_ids": [number + 1]} for number in range(5000)]
    assert forest_xml(forest_of(*nodes), 0, 10, 10).count("<node") == 5000


# Which forest is new.

ACTIVE = types.SimpleNamespace(is_active=lambda: True)
GIVEN_UP = types.SimpleNamespace(is_active=lambda: False)


@pytest.fixture
def server():
    made = ForestServer()
    yield made
    made.close()


def send(server, text, context=ACTIVE):
    server.SendForest(forest_of({"text": text}), context)


def newest(server, since, quiet=0.0):
    forest = server.wait_for_forest(since, quiet, 0.0)
    return forest.windows[0].tree.nodes[0].text if forest is not None else None


def test_only_a_forest_begun_after_the_action_is_new(server):
    send(server, "a")
    # Nobody knows when the first was begun.
    assert newest(server, float("-inf")) is None
    send(server, "b")
    assert newest(server, float("-inf")) == "b"
    action = time.monotonic()
    assert newest(server, action) is None
    # On its way during the action.
    send(server, "c")
    assert newest(server, action) is None
    send(server, "d")
    assert newest(server, action) == "d"


def test_a_forest_after_one_that_was_given_up_is_of_no_known_time(server):
    action = time.monotonic()
    send(server, "a")
    send(server, "b", GIVEN_UP)
    send(server, "c")
    assert newest(server, action) == "b"
    assert newest(server, time.monotonic()) is None
    send(server, "d")
    assert newest(server, action) == "d"


def test_forests_of_a_service_that_was_left_behind_do_not_count(server):
    send(server, "a")
    action = time.monotonic()
    server.SendForest(AndroidAccessibilityForest(), ACTIVE)
    send(server, "b")
    assert newest(server, action) is None


def test_the_screen_must_rest_first_but_not_for_ever(server):
    send(server, "a")
    send(server, "b")
    since = server._answered
    server.SendEvent(EventRequest(event={"event_type": "TYPE_VIEW_SCROLLED"}), ACTIVE)
    send(server, "c")
    server._event = server._answered
    send(server, "d")
    # Begun together with the last event.
    assert newest(server, since, quiet=0.0) == "d"
    started = server._latest.began
    server._event = started + 1.0
    # Events go on: it will do, for want of a better one, when the time is over.
    assert newest(server, since, quiet=0.5) == "d"
    assert newest(server, started + 0.1, quiet=0.5) is None


# On devices.


@pytest.fixture(scope="module")
def served(serve):
    with serve(DISPLAY, fetch=fetcher_for("wikihow")) as made:
        made.phone.call(lambda phone: phone.packages.install(PACKAGE))
        made._forwarder._period = 0.01
        yield made


@pytest.fixture(scope="module")
def fresh(served):
    return served.phone.call(lambda phone: phone.snapshot())


@pytest.fixture(params=["adb", "emulator"])
def device(request, served, fresh, adb_server, monkeypatch):
    # The phone tells of everything at once.
    monkeypatch.setattr(device_forwarder, "QUIET_SECONDS", 0.0)
    served.phone.call(lambda phone: phone.restore(fresh))
    adb = {"server_port": adb_server.port, "adb_path": adb_server.path}
    made = (
        AdbSimulator(served.serial, **adb)
        if request.param == "adb"
        else Emulator(served.console_port, grpc_port=served.grpc_port, **adb)
    )
    made.hierarchy_way = "forwarder"
    made.launch()
    yield made
    made.close()


def compressed_dump(device):
    answer = device.client.exec_out("uiautomator dump --compressed /dev/tty").decode()
    return answer.partition("UI hierchary")[0]


def test_both_sources_agree_on_many_screens(device, served, caplog):
    with caplog.at_level(logging.INFO):
        chance = random.Random(3)
        seen = set()
        for number in range(40):
            if number % 10 == 0:
                device.adb(
                    ["shell", "input keyevent HOME; am start -n com.wikihow.wikihowapp/.MainTabActivity"]
                )
            xml = device.hierarchy_xml()
            assert xml == compressed_dump(device)
            seen.add(xml)
            for action in random_action(chance, xml):
                device.perform(action)
    assert len(seen) > 15
    chosen = [message for message in caplog.messages if "view hierarchies come from" in message]
    assert chosen == [f"device {served.serial}: view hierarchies come from accessibility forwarder"]


def test_the_device_is_left_as_it_was_found(device, served):
    other = "com.example/.Service"
    device.adb(["shell", f"settings put secure enabled_accessibility_services {other}"])
    setting = "settings get secure enabled_accessibility_services"
    device.hierarchy_xml()
    assert other in device.adb(["shell", setting]).output.decode()
    assert "AccessibilityForwarder" in device.adb(["shell", setting]).output.decode()
    assert device.adb(["reverse", "--list"]).output.strip()
    device.close()
    shell = AdbClient(served.serial, server_port=device.client.server_port).shell
    assert shell(setting).output.decode() == f"{other}\n"
    assert (
        not AdbClient(served.serial, server_port=device.client.server_port)
        .run(["reverse", "--list"])
        .output.strip()
    )


def test_a_forwarder_that_falls_silent_is_left_for_uiautomator(device, served, caplog, monkeypatch):
    monkeypatch.setattr(device_forwarder, "WAIT_SECONDS", 0.5)
    device.hierarchy_xml()
    device.adb(["shell", f"am force-stop {PACKAGE}"])
    with caplog.at_level(logging.WARNING):
        for key in ("HOME", "BACK"):
            device.perform(PrimitiveAction(ActionType.KEY, key=key))
            assert device.hierarchy_xml() == served.phone.call(lambda phone: phone.view_hierarchy())
    (said,) = [message for message in caplog.messages if "view hierarchies" in message]
    assert "come from uiautomator dump now" in said
    assert "no forest for 0.5 s" in said


def test_without_the_app_there_is_uiautomator(device, served, caplog):
    device.adb(["shell", f"pm uninstall {PACKAGE}"])
    with caplog.at_level(logging.INFO):
        assert device.hierarchy_xml() == served.phone.call(lambda phone: phone.view_hierarchy())
    assert "install AndroidEnv's accessibility_forwarder.apk" in caplog.text
    assert "view hierarchies come from uiautomator dump" in caplog.text


class _WithoutReverse(AdbClient):
    def run(self, args, timeout=None):
        return AdbResult(b"error: closed\n", 1) if args[0] == "reverse" else super().run(args, timeout)


def test_an_emulator_needs_no_reverse(served, fresh, adb_server):
    served.phone.call(lambda phone: phone.restore(fresh))
    client = _WithoutReverse(served.serial, server_port=adb_server.port, adb_path=adb_server.path)
    source = AccessibilityForwarder(client, lambda: (0, 432, 768), quiet=0.0)
    assert source.dump() == served.phone.call(lambda phone: phone.screen.compressed_hierarchy())
    source.close()
    source.close()


def test_an_unknown_way_is_refused():
    with pytest.raises(ValueError, match="no view hierarchies come by 'magic' \\(write auto, uiautomator"):
        choose_hierarchy_source(AdbClient("x", server_port=1), "magic")


def test_a_named_source_that_is_not_there_says_so(served, adb_server):
    source = choose_hierarchy_source(AdbClient(served.serial, server_port=adb_server.port), "uiautomator2")
    with pytest.raises(AdbError):
        source.dump()


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_demonstrations_succeed(device, path):
    with MobileEnv(
        device,
        load_tasks([path], device_kind="adb"),
        hierarchy=True,
        pixels=False,
        check_policy="LIFT|TEXT|KEY",
    ) as env:
        agent = DemonstrationAgent()
        agent.prepare(path.stem, path)
        result = EpisodePlayer(env, agent, "forwarder").play(0)
        assert device._source.name == "accessibility forwarder"
        assert (result.outcome, result.error) == ("success", None)
        reward = result.reward
        device.hierarchy_way = "uiautomator"
        device.launch()
        again = EpisodePlayer(env, agent, "uiautomator").play(0)
        assert device._source.name == "uiautomator dump"
        assert (again.outcome, again.reward, again.steps) == ("success", reward, result.steps)


def test_selectors_that_name_a_mere_layout_find_nothing(device, served):
    """Why the forwarder is not chosen by itself: tasks may speak of views that its service does not ask for."""
    device.adb(["shell", "am start -n com.wikihow.wikihowapp/.MainTabActivity"])
    search = re.search(r'search_button"[^>]*bounds="\[(\d+),(\d+)\]', device.hierarchy_xml())
    x, y = (int(edge) + 10 for edge in search.groups())
    device.perform(PrimitiveAction(ActionType.TOUCH, x / 432, y / 768))
    device.perform(PrimitiveAction(ActionType.LIFT))
    xml = device.hierarchy_xml()
    assert "search_src_text" in xml
    assert "search_plate" not in xml
    assert "search_plate" in served.phone.call(lambda phone: phone.view_hierarchy())
