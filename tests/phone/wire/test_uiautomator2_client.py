"""uiautomator2's client: what it does by adb alone works; what needs its server on the phone says that there is none.

Its constructor starts the server, a Java program that this phone cannot run. Those who want the rest of it leave
that out, as here.
"""

from extras import require_extra

require_extra("test", "adbutils", "uiautomator2")

import adbutils
import pytest
import uiautomator2
from uiautomator2.exceptions import AppNotFoundError, HTTPError, LaunchUiAutomationError

from mobile_env.phone.formats.apk.archive import make_apk

WIKIHOW = "com.wikihow.wikihowapp"
MAIN = f"{WIKIHOW}.MainTabActivity"


class AdbOnly(uiautomator2.Device):
    """The client, without its server."""

    def start_uiautomator(self):
        pass


@pytest.fixture
def adb_device(served, adb, adb_server):
    return adbutils.AdbClient(port=adb_server.port).device(served.serial)


@pytest.fixture
def device(adb_device):
    return AdbOnly(adb_device)


def test_connecting_says_that_the_server_cannot_run(adb_device):
    with pytest.raises(LaunchUiAutomationError, match="app_process: inaccessible or not found"):
        uiautomator2.connect(adb_device)
    # What it pushed arrived whole.
    assert adb_device.sync.stat("/data/local/tmp/u2.jar").size > 100_000


@pytest.mark.parametrize(
    "need",
    [
        lambda device: device.info,
        lambda device: device.click(10, 10),
        lambda device: device.press("home"),
        lambda device: device.dump_hierarchy(),
        lambda device: device.orientation,
        lambda device: device(text="wikiHow").info,
        lambda device: device.xpath("//node").exists,
        lambda device: device.screenshot(),
    ],
)
def test_what_needs_the_server_says_so(device, need):
    with pytest.raises(HTTPError, match="Unable to connect to uiautomator2 server: closed"):
        need(device)


def test_the_device(device, served):
    assert device.adb_device.serial == served.serial
    assert device.device_info["model"] == "sdk_gphone64_x86_64"
    assert (device.device_info["sdk"], device.device_info["version"]) == (33, 13)
    assert device.wlan_ip == "10.0.2.16"
    assert device.window_size() == (360, 640)
    served.phone.call(lambda phone: phone.set_rotation(1))
    assert device.window_size() == (640, 360)
    assert device.adb_device.rotation() == 1


def test_shell_and_files(device, tmp_path):
    answer = device.shell(["echo", "two  words"])
    assert (answer.output, answer.exit_code) == ("two  words\n", 0)
    assert device.shell("ls /no/such").exit_code == 1
    (tmp_path / "a").write_text("hello")
    device.push(str(tmp_path / "a"), "/sdcard/a")
    device.pull("/sdcard/a", str(tmp_path / "b"))
    assert (tmp_path / "b").read_text() == "hello"


def test_a_picture(device, served):
    pixels = served.phone.call(lambda phone: phone.screenshot().copy())
    assert device.screenshot(display_id=0).tobytes() == pixels.tobytes()
    assert (device.screenshot(display_id=0, format="opencv")[..., ::-1] == pixels).all()


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
    assert device.app_current()["package"] == "com.android.launcher3"
    device.app_clear(WIKIHOW)


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


def test_permissions_are_granted(device):
    asked = "android.permission.POST_NOTIFICATIONS: granted=false"
    assert asked in device.shell(f"dumpsys package {WIKIHOW}").output
    device.app_auto_grant_permissions(WIKIHOW)
    assert "granted=false" not in device.shell(f"dumpsys package {WIKIHOW}").output


def test_keys_by_the_shell(device):
    device.app_start(WIKIHOW)
    device.keyevent("HOME")
    assert device.app_current()["package"] == "com.android.launcher3"
    assert device.current_ime() == device.shell("settings get secure default_input_method").output.strip()
    assert not device.is_input_ime_installed()
