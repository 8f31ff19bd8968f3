"""uiautomator2's own client, unmodified, against a served phone: its server, its input method, a task."""

import base64
import json

from extras import require_extra

require_extra("test", "adbutils", "uiautomator2")

import adbutils
import numpy as np
import pytest
import uiautomator2
from screen_reading import WIKIHOW, focus_search, typed
from uiautomator2.exceptions import (
    AppNotFoundError,
    HTTPError,
    LaunchUiAutomationError,
    RPCUnknownError,
    UiObjectNotFoundError,
)
from wikihow_task import FIELD, OTHER_QUERY, QUERY, SEARCH

from mobile_env.phone.formats.apk.archive import make_apk

MAIN = f"{WIKIHOW}.MainTabActivity"
LAUNCHER = "com.android.launcher3"


@pytest.fixture
def adb_device(served, adb, adb_server):
    return adbutils.AdbClient(port=adb_server.port).device(served.serial)


@pytest.fixture
def device(adb_device):
    device = uiautomator2.connect(adb_device)
    yield device
    device.stop_uiautomator()


@pytest.fixture
def wikihow(device):
    """The client, with WikiHow in front: it is offline, and says so on its page."""
    device.app_start(WIKIHOW, use_monkey=True, wait=True)
    assert device.app_current()["package"] == WIKIHOW
    return device


# The server's life.


def test_the_client_starts_and_stops_the_server(served, adb_device):
    with pytest.raises(adbutils.AdbError, match="closed"):
        adb_device.create_connection(adbutils.Network.TCP, 9008)
    device = uiautomator2.connect(adb_device)
    assert adb_device.sync.stat("/data/local/tmp/u2.jar").size > 100_000
    assert device.info["currentPackageName"] == LAUNCHER
    device.stop_uiautomator()
    with pytest.raises(adbutils.AdbError, match="closed"):
        adb_device.create_connection(adbutils.Network.TCP, 9008)
    # A call starts it again.
    assert device.info["sdkInt"] == 33
    device.stop_uiautomator()


def test_the_server_needs_its_classes(adb):
    command = "CLASSPATH=/data/local/tmp/none.jar app_process / com.wetest.uia2.Main"
    assert adb("shell", command) == (134, b"", b"Aborted \n")


def test_two_servers_cannot_have_one_port(device, adb):
    command = "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"
    code, _, error = adb("shell", command)
    assert (code, b"EADDRINUSE" in error) == (1, True)
    code, _, error = adb("shell", command.replace("9008", "99999"))
    assert (code, b"Invalid port: 99999" in error) == (1, True)


def test_paths_of_the_server(device):
    assert device.adb_device.forward_port(9008)

    def get(path):
        from uiautomator2.core import _http_request

        return _http_request(device.adb_device, 9008, "GET", path)

    assert get("/ping").content == b"pong"
    assert get("/screenshot/0").content.startswith(b"\xff\xd8")
    with pytest.raises(HTTPError, match="404"):
        get("/none")


# The device.


def test_the_device(device, served):
    assert device.device_info["model"] == "sdk_gphone64_x86_64"
    assert device.wlan_ip == "10.0.2.16"
    assert device.info == {
        "currentPackageName": LAUNCHER,
        "displayHeight": 640,
        "displayRotation": 0,
        "displaySizeDpX": 360,
        "displaySizeDpY": 640,
        "displayWidth": 360,
        "naturalOrientation": True,
        "productName": "sdk_gphone64_x86_64",
        "screenOn": True,
        "sdkInt": 33,
    }


@pytest.mark.parametrize(("name", "turns"), [("left", 1), ("right", 3), ("natural", 0)])
def test_orientation(device, served, name, turns):
    device.orientation = name
    assert (device.orientation, device.info["displayRotation"]) == (name, turns)
    assert served.phone.call(lambda phone: phone.orientation) == turns
    assert device.window_size() == ((640, 360) if turns % 2 else (360, 640))


def test_rotation_is_frozen_and_freed(device, adb_device):
    device.orientation = "left"
    device.freeze_rotation(False)
    assert adb_device.shell("settings get system accelerometer_rotation") == "1"
    device.freeze_rotation()
    assert adb_device.shell("settings get system accelerometer_rotation") == "0"


def test_pictures(device, served):
    pixels = served.phone.call(lambda phone: phone.screenshot().copy())
    assert device.screenshot(display_id=0).tobytes() == pixels.tobytes()
    by_rpc = np.asarray(device.screenshot())
    assert by_rpc.shape == pixels.shape
    assert np.abs(by_rpc.astype(int) - pixels).mean() < 8  # JPEG
    half = base64.b64decode(device.jsonrpc.takeScreenshot(0.5, 90))
    assert half.startswith(b"\xff\xd8")


def test_keys(wikihow):
    assert wikihow.press("home")
    assert wikihow.app_current()["package"] == LAUNCHER
    assert wikihow.press("recent")
    assert wikihow.app_current()["package"] == WIKIHOW
    assert wikihow.press(3)
    assert wikihow.app_current()["package"] == LAUNCHER
    assert wikihow.press(9999)
    assert wikihow.jsonrpc.pressKey("nonsense") is False


def test_the_clipboard(device):
    assert device.clipboard is None
    device.clipboard = "two words"
    assert device.clipboard == "two words"


def test_toasts(device, served):
    assert device.last_toast is None
    served.phone.call(lambda phone: phone.windows.toast("android", "from the phone"))
    assert device.last_toast == "from the phone"
    device.clear_toast()
    assert device.last_toast is None
    device.make_toast("from the host", 1)
    assert device.last_toast == "from the host"


# The screen.


def test_a_dump_has_all_windows_and_who_is_visible(wikihow, adb_device):
    root = wikihow.xpath.get_page_source().root
    nodes = root.xpath("//*[@bounds]")
    assert {node.get("visible-to-user") for node in nodes} == {"true"}
    names = list(nodes[0].attrib)
    assert names[-2:] == ["visible-to-user", "bounds"]
    assert len(names) == 17  # the client makes tags of the classes
    packages = [node.get("package") for node in nodes]
    assert packages[0] == WIKIHOW
    assert "com.android.systemui" in packages
    # The active window is what `uiautomator dump` writes.
    adb_device.shell("uiautomator dump /sdcard/d.xml")
    plain = adb_device.sync.read_text("/sdcard/d.xml")
    active = wikihow.dump_hierarchy(root_in_active=True)
    assert active.replace(' visible-to-user="true"', "") == plain


def test_dumps_are_compressed_and_cut(wikihow):
    whole = wikihow.dump_hierarchy().count("<node")
    assert 0 < wikihow.dump_hierarchy(compressed=True).count("<node") < whole
    assert wikihow.dump_hierarchy(max_depth=1, root_in_active=True).count("<node") <= 3


def test_objects_by_selector(wikihow):
    assert wikihow(resourceId=SEARCH).exists
    assert not wikihow(resourceId=SEARCH, checkable=True).exists
    assert wikihow(description="Search").info == wikihow(resourceId=SEARCH).info
    info = wikihow(resourceId=SEARCH).info
    assert (info["className"], info["packageName"]) == ("android.widget.ImageView", WIKIHOW)
    assert (info["clickable"], info["checkable"], info["text"]) == (True, False, "")
    assert info["bounds"] == info["visibleBounds"]
    assert wikihow(resourceIdMatches=".*search_but.*").exists
    assert not wikihow(resourceIdMatches="search_but").exists  # the whole id has to match
    assert wikihow(descriptionStartsWith="Sea", className="android.widget.ImageView").count == 1
    assert wikihow(packageName="com.android.systemui").exists  # all windows are looked at
    images = wikihow(className="android.widget.ImageView")
    assert images.count == len(images.info_list()) > 1
    assert images[1].info == images.info_list()[1]
    assert not images[images.count].exists


def test_letters_case_counts_where_androids_matchers_have_it(wikihow):
    assert wikihow(textContains="webpage").exists
    assert not wikihow(textContains="WEBPAGE").exists  # a BySelector
    assert wikihow(textContains="WEBPAGE").count  # a UiSelector


def test_objects_by_their_place(wikihow):
    bar = wikihow(resourceId=SEARCH).sibling(className="android.widget.ImageView")
    assert bar.exists
    assert wikihow(resourceId="android:id/content").child(resourceId=SEARCH).exists
    assert not wikihow(resourceId=SEARCH).child(className="android.widget.ImageView").exists
    assert wikihow(resourceId=SEARCH).left() is None or wikihow(resourceId=SEARCH).left().exists


def test_what_is_not_there(wikihow):
    with pytest.raises(UiObjectNotFoundError):
        wikihow(text="no such text").click(timeout=0)
    with pytest.raises(UiObjectNotFoundError):
        wikihow.jsonrpc.objInfo(wikihow(text="no such text").selector)
    assert not wikihow(text="no such text").wait(timeout=0.5)
    assert wikihow(text="no such text").wait_gone(timeout=0.5)


def test_waiting_moves_the_phones_clock(device, served):
    before = served.phone.call(lambda phone: phone.state.clock.now_us)
    assert not device(text="no such text").wait(timeout=2)
    assert served.phone.call(lambda phone: phone.state.clock.now_us) - before == pytest.approx(2e6, rel=0.01)


def test_an_object_that_comes_while_one_waits(device, served):
    served.phone.call(lambda phone: phone.windows.toast("android", "soon gone"))
    assert device(text="soon gone").exists
    assert device(text="soon gone").wait_gone(timeout=5)


def test_xpath(wikihow):
    wikihow.xpath(f'//*[@resource-id="{SEARCH}"]').click()
    assert wikihow.xpath('//*[@focused="true"]').attrib["resource-id"] == FIELD
    wikihow.xpath('//*[@focused="true"]').set_text("by path")
    assert wikihow(focused=True).get_text() == "by path"


# Input.


def test_text_is_typed_by_the_input_method(wikihow, served):
    focus_search(served)
    assert not wikihow.current_ime().startswith("com.github")
    wikihow.send_keys("tie a knot, naïve 结")
    assert typed(served) == "tie a knot, naïve 结"
    assert wikihow.current_ime() == "com.github.uiautomator/.AdbKeyboard"
    assert wikihow.is_input_ime_installed()
    wikihow.clear_text()
    assert typed(served) == ""
    wikihow.set_input_ime(False)
    assert not wikihow.current_ime().startswith("com.github")


def test_text_is_pasted(wikihow, served):
    focus_search(served)
    wikihow.clipboard = "pasted"
    wikihow.jsonrpc.pasteClipboard()
    assert typed(served) == "pasted"
    wikihow.jsonrpc.clearInputText()
    assert typed(served) == ""


def test_text_of_objects(wikihow, served):
    focus_search(served)
    field = wikihow(resourceId=FIELD)
    assert field.get_text() == "Search wikiHow"  # its hint
    field.set_text("one")
    field.set_text("two")
    assert (field.get_text(), typed(served)) == ("two", "two")
    field.clear_text()
    assert typed(served) == ""
    assert wikihow.jsonrpc.setText(wikihow(resourceId="android:id/content").selector, "x") is False


def test_gestures_reach_the_screen(device, served):
    touched = []
    touch = served.phone.call(lambda phone: phone.touch)

    def note(x, y):
        touched.append((round(x), round(y)))
        touch(x, y)

    served.phone.call(lambda phone: setattr(phone, "touch", note))
    try:
        device.swipe(180, 500, 180, 100, steps=110)
        assert (touched[0], touched[-1], len(touched)) == ((180, 500), (180, 100), 9)
        touched.clear()
        device.drag(180, 500, 20, 300, 0.2)
        assert touched.count((180, 500)) > 8
        assert touched[-1] == (20, 300)
        touched.clear()
        device.swipe_points([(10, 10), (50, 50), (10, 90)], 0.2)
        assert (touched[0], touched[-1], (50, 50) in touched) == ((10, 10), (10, 90), True)
        touched.clear()
        device.long_click(5, 100, 1.0)
        assert touched == [(5, 100)] * 16
        touched.clear()
        device.touch.down(7, 8).move(9, 10).up(9, 10)
        assert touched == [(7, 8), (9, 10)]
        touched.clear()
        device.double_click(30, 30, duration=0)
        assert touched == [(30, 30)] * 2
        touched.clear()
        device.swipe_ext("up")
        assert touched[0][1] > touched[-1][1]
        assert device.jsonrpc.click(-1, 3) is False
    finally:
        served.phone.call(lambda phone: delattr(phone, "touch"))
    assert served.phone.call(lambda phone: phone.state.finger) is None


def test_a_screen_of_one_finger_refuses_two(wikihow):
    assert wikihow(resourceId=SEARCH).pinch_in() is False
    with pytest.raises(UiObjectNotFoundError):
        wikihow.jsonrpc.pinchOut(wikihow(text="none").selector, 50, 5)


def test_bad_calls_are_answered(device):
    for method, params in [
        ("noSuchMethod", []),
        ("click", [1, "b"]),
        ("objInfo", [7]),
        ("objInfo", [{"mask": "x"}]),
        ("exist", [{"mask": 4, "textMatches": "("}]),
        ("swipe", [1, 2]),
        ("count", [{"mask": 0, "childOrSibling": ["child"]}]),
    ]:
        with pytest.raises(RPCUnknownError):
            device.jsonrpc_call(method, params)
    assert device.jsonrpc_call("ping") == "pong"


def test_a_regular_expression_that_runs_away_is_answered(device, monkeypatch):
    selector = {"mask": 4, "textMatches": "(a*)*(?<!b)$", "childOrSibling": [], "childOrSiblingSelector": []}
    assert device.jsonrpc_call("exist", [selector]) is True  # an empty text matches


# Scrolling.

ARTICLE = "https://www.wikihow.com/Bake-Shortbread"


@pytest.fixture
def article(task, adb_server):
    device = uiautomator2.connect(adbutils.AdbClient(port=adb_server.port).device(task.serial))
    device.shell(["am", "start", "-a", "android.intent.action.VIEW", "-d", ARTICLE, WIKIHOW])
    assert device(scrollable=True).wait(timeout=5)
    yield device
    device.stop_uiautomator()


def test_scrolling(article):
    page = article(scrollable=True)
    first = article.dump_hierarchy()
    assert page.scroll.forward() is True
    assert article.dump_hierarchy() != first
    assert page.scroll.toEnd(max_swipes=100) is True
    last = article.dump_hierarchy()
    assert page.scroll.forward() is False
    assert article.dump_hierarchy() == last
    assert page.fling.toBeginning(max_swipes=100) is True
    assert article.dump_hierarchy() == first
    assert page.scroll.backward() is False
    assert page.fling.forward() in (True, False)
    assert article.dump_hierarchy() != first
    assert page.scroll.to(text="no such text") is False
    with pytest.raises(UiObjectNotFoundError):
        article(text="none").scroll.forward()


def test_scrolling_to_something(article):
    text = _far_text(article)
    assert article(scrollable=True).scroll.to(text=text) is True
    assert article(text=text).exists


def _far_text(article):
    page = article(scrollable=True)
    near = {node.text for node in article.xpath("//*[string-length(@text) > 3]").all()}
    page.scroll.toEnd(max_swipes=100)
    far = [
        node.text for node in article.xpath("//*[string-length(@text) > 3]").all() if node.text not in near
    ]
    page.scroll.toBeginning(max_swipes=100)
    assert far
    assert not article(text=far[-1]).exists
    return far[-1]


def test_children_of_collections(article):
    window = article(resourceId="android:id/content")
    texts = [node.text for node in article.xpath("//*[string-length(@text) > 3]").all()]
    row = window.child_by_text(texts[1], allow_scroll_search=False, className="android.view.View")
    assert row.exists
    assert row.info["className"] == "android.view.View"
    assert window.child_by_instance(0, className="android.view.View").exists
    assert not window.child_by_instance(10_000, className="android.view.View").exists
    with pytest.raises(UiObjectNotFoundError):
        window.child_by_text("no such text", allow_scroll_search=False, className="android.view.View")


# Apps, by adb.


def test_apps(device):
    device.app_start(WIKIHOW, wait=True)
    assert device.app_current()["package"] == WIKIHOW
    pid = device.app_wait(WIKIHOW, front=True)
    assert pid == int(device.shell(f"pidof {WIKIHOW}").output)
    assert device.wait_activity(MAIN, timeout=1)
    assert WIKIHOW in device.app_list_running()
    device.app_start(WIKIHOW, ".MainTabActivity", stop=True, wait=True)
    assert device.app_wait(WIKIHOW) != pid
    device.app_stop(WIKIHOW)
    assert WIKIHOW not in device.app_list_running()
    assert device.app_current()["package"] == LAUNCHER
    device.app_clear(WIKIHOW)
    device.app_start(WIKIHOW)
    assert WIKIHOW in device.app_stop_all()


def test_installed_apps(device, tmp_path):
    assert device.app_info(WIKIHOW) == {"versionName": "2.9.6", "versionCode": 156}
    with pytest.raises(AppNotFoundError, match=r"no\.such"):
        device.app_info("no.such")
    assert WIKIHOW in device.app_list("-3")
    assert device.app_uninstall(WIKIHOW)
    assert WIKIHOW not in device.app_list()
    (tmp_path / "x.apk").write_bytes(make_apk(WIKIHOW))
    device.app_install(str(tmp_path / "x.apk"))
    assert WIKIHOW in device.app_list()


def test_the_client_installs_its_input_method_anew(device, adb):
    adb("shell", "pm uninstall com.github.uiautomator")
    assert not device.is_input_ime_installed()
    device.set_input_ime()
    assert device.is_input_ime_installed()


def test_permissions_are_granted(device):
    asked = "android.permission.POST_NOTIFICATIONS: granted=false"
    assert asked in device.shell(f"dumpsys package {WIKIHOW}").output
    device.app_auto_grant_permissions(WIKIHOW)
    assert "granted=false" not in device.shell(f"dumpsys package {WIKIHOW}").output


def test_shell_and_files(device, tmp_path):
    answer = device.shell(["echo", "two  words"])
    assert (answer.output, answer.exit_code) == ("two  words\n", 0)
    assert device.shell("ls /no/such").exit_code == 1
    (tmp_path / "a").write_text("hello")
    device.push(str(tmp_path / "a"), "/sdcard/a")
    device.pull("/sdcard/a", str(tmp_path / "b"))
    assert (tmp_path / "b").read_text() == "hello"


# A task.


@pytest.mark.parametrize(("query", "solved"), [(QUERY, True), (OTHER_QUERY, False)])
def test_a_task(task, adb_server, query, solved):
    device = uiautomator2.connect(adbutils.AdbClient(port=adb_server.port).device(task.serial))
    assert task.judge() == (0.0, False)
    device(resourceId=SEARCH).click()
    device.send_keys(query)
    assert task.judge() == (float(solved), solved)
    device.stop_uiautomator()


def test_json_of_the_table_has_no_method_that_is_missing(device):
    """All methods that the client can call are answered, whatever comes of it."""
    methods = """
        deviceInfo dumpWindowHierarchy takeScreenshot click swipe drag swipePoints injectInputEvent pressKey
        pressKeyCode wakeUp sleep setOrientation freezeRotation openNotification openQuickSettings setClipboard
        getClipboard pasteClipboard clearInputText getLastToast clearLastToast makeToast getLastTraversedText
        clearLastTraversedText exist count waitForExists waitUntilGone objInfo objInfoOfAllInstances setText getText
        clearTextField dragTo gesture pinchIn pinchOut flingForward flingBackward flingToBeginning flingToEnd
        scrollForward scrollBackward scrollToBeginning scrollToEnd scrollTo childByText childByDescription
        childByInstance"""
    for method in methods.split():
        try:
            device.jsonrpc_call(method, [])
        except RPCUnknownError as error:
            assert "method not found" not in json.dumps(str(error))


def test_a_connection_that_cannot_be(adb_device):
    class Broken(uiautomator2.Device):
        def _setup_jar(self):
            pass

    adb_device.shell("rm -f /data/local/tmp/u2.jar")
    with pytest.raises(LaunchUiAutomationError):
        Broken(adb_device)
