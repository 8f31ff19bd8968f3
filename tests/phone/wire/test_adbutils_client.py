"""Every method of adbutils' device that makes sense on a phone without hardware, over the real adb server."""

import contextlib
import datetime
import socket
import threading

from extras import require_extra

require_extra("devices")

import adbutils
import pytest
from adbutils import AdbError, Network
from screen_reading import WIKIHOW, focus_search, middle, on_phone, typed
from transport import wait_for

from mobile_env.phone.formats.apk.archive import make_apk
from mobile_env.phone.services.input import InputService

MAIN = f"{WIKIHOW}.MainTabActivity"
LAUNCHER = "com.android.launcher3"


@pytest.fixture
def device(served, adb, adb_server):
    return adbutils.AdbClient(port=adb_server.port).device(served.serial)


@pytest.fixture
def apk(tmp_path):
    path = tmp_path / "wikihow.apk"
    path.write_bytes(make_apk(WIKIHOW))
    return path


# Who it is.


def test_identity(device, served):
    assert device.get_state() == "device"
    assert device.get_serialno() == served.serial
    assert device.info["serialno"] == served.serial
    assert "shell_v2" in device.get_features().split(",")
    assert str(device.prop) == "product:sdk_gphone64_x86_64 model:sdk_gphone64_x86_64 device:emu64xa"
    assert device.getprop("ro.build.version.release") == "13"


def test_shell(device):
    assert device.shell(["echo", "two  words", "it's"]) == "two  words it's"
    assert device.shell("printf 'a\\0b'", encoding=None) == b"a\0b"
    old = device.shell2("echo out; false")
    assert (old.returncode, old.output) == (1, "out\n")
    new = device.shell2("echo out; echo err >&2; exit 4", v2=True)
    assert (new.returncode, new.stdout, new.stderr) == (4, "out\n", "err\n")
    with contextlib.closing(device.shell("echo streamed", stream=True)) as stream:
        assert stream.read_until_close() == "streamed\n"


# The screen.


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_rotation_and_size(device, served, turns):
    on_phone(served, lambda phone: phone.set_rotation(turns))
    assert device.rotation() == turns
    size = (640, 360) if turns % 2 else (360, 640)
    assert device.window_size() == size
    assert device.screenshot(error_ok=False).size == size
    assert device.screenshot(display_id=0, error_ok=False).size == size


def test_pictures_are_the_screen(device, served):
    pixels = on_phone(served, lambda phone: phone.screenshot().tobytes())
    assert device.screenshot(error_ok=False).tobytes() == pixels
    assert device.screenshot(display_id=0, error_ok=False).tobytes() == pixels
    assert device.framebuffer().convert("RGB").tobytes() == pixels
    with pytest.raises(AdbError, match="Invalid display_id"):
        device.screenshot(display_id=1)


def test_the_screen_is_on(device):
    assert device.is_screen_on()
    device.switch_screen(True)
    assert device.is_screen_on()


def test_brightness(device):
    device.brightness_value = 77
    device.brightness_mode = adbutils.BrightnessMode.MANUAL
    assert (device.brightness_value, device.brightness_mode) == (77, adbutils.BrightnessMode.MANUAL)
    device.brightness_mode = adbutils.BrightnessMode.AUTO
    assert device.brightness_mode == adbutils.BrightnessMode.AUTO


def test_the_hierarchy(device, served):
    assert device.dump_hierarchy() == on_phone(served, lambda phone: phone.view_hierarchy())


# Input.


def test_clicks(device, served):
    x, y = middle(served, "content-desc", "wikiHow")
    device.click(x, y)
    assert device.app_current().package == WIKIHOW
    device.keyevent("HOME")
    assert device.app_current().package == LAUNCHER
    device.click((x + 0.5) / 360, (y + 0.5) / 640)
    assert device.app_current().package == WIKIHOW
    device.keyevent(3)
    device.click(x, y, display_id=0)
    assert device.app_current().package == WIKIHOW


def test_keys_are_typed(device, served):
    focus_search(served)
    device.send_keys("tie a knot")
    assert typed(served) == "tie a knot"
    device.keyevent("DEL")
    assert typed(served) == "tie a kno"


def test_swipes(device, served):
    touched = []
    touch = on_phone(served, lambda phone: phone.service(InputService).touch)

    def note(x, y):
        touched.append((round(x), round(y)))
        touch(x, y)

    on_phone(served, lambda phone: setattr(phone.service(InputService), "touch", note))
    try:
        device.swipe(0.5, 0.8, 180, 64, 0.4)
        assert (touched[0], touched[-1]) == ((180, 512), (180, 64))
        assert len(touched) == 7  # one primitive action is 1/15 s
        touched.clear()
        device.drag(180, 500, 20, 300, 0.2)
        assert touched.count((180, 500)) > 3  # held before it moves
        assert touched[-1] == (20, 300)
    finally:
        on_phone(served, lambda phone: delattr(phone.service(InputService), "touch"))
    assert on_phone(served, lambda phone: phone.state.finger) is None


def test_volume_keys(device, served):
    typed_keys = []
    on_phone(served, lambda phone: setattr(phone.service(InputService), "key", typed_keys.append))
    try:
        device.volume_up(times=2)
        device.volume_down()
        device.volume_mute()
    finally:
        on_phone(served, lambda phone: delattr(phone.service(InputService), "key"))
    assert typed_keys == ["VOLUME_UP", "VOLUME_UP", "VOLUME_DOWN", "VOLUME_MUTE"]


# Apps.


def test_apps_start_and_stop(device):
    assert device.app_current().package == LAUNCHER
    device.app_start(WIKIHOW)
    assert device.app_current() == adbutils.RunningAppInfo(WIKIHOW, MAIN)
    device.app_stop(WIKIHOW)
    assert device.app_current().package == LAUNCHER
    device.app_start(WIKIHOW, ".MainTabActivity")
    assert device.app_current().activity == MAIN


def test_clearing_an_app_forgets_its_files(device):
    device.app_start(WIKIHOW)
    device.shell(f"su 0 touch /data/data/{WIKIHOW}/files/mine")
    device.app_clear(WIKIHOW)
    assert device.shell2(f"su 0 ls /data/data/{WIKIHOW}/files/mine").returncode == 1
    assert device.app_current().package == LAUNCHER


def test_app_info(device):
    info = device.app_info(WIKIHOW)
    assert (info.package_name, info.version_name, info.version_code) == (WIKIHOW, "2.9.6", 156)
    assert "ALLOW_CLEAR_USER_DATA" in info.flags
    assert "SYSTEM" in device.app_info(LAUNCHER).flags
    assert info.first_install_time == info.last_update_time == datetime.datetime(2023, 10, 15, 15, 34)
    assert info.signature != device.app_info(LAUNCHER).signature
    assert info.path == f"/data/app/{WIKIHOW}-1/base.apk"
    assert info.sub_apk_paths == []
    assert device.package_info(WIKIHOW)["version_code"] == 156
    assert device.app_info("no.such") is None


def test_packages(device):
    everything = device.list_packages()
    assert set(device.list_packages(["-3"])) == {
        WIKIHOW,
        "com.github.uiautomator",
        "com.github.uiautomator.test",
    }
    assert sorted(device.list_packages(["-s"]) + device.list_packages(["-3"])) == everything
    assert device.list_packages(["-d"]) == []
    assert device.list_packages(["-e"]) == everything


def test_install_and_uninstall(device, apk):
    assert device.uninstall(WIKIHOW) == "Success"
    assert device.app_info(WIKIHOW) is None
    seen = []
    device.install(str(apk), silent=True, callback=seen.append)
    assert seen == ["BEFORE_INSTALL", "FINALLY"]
    assert WIKIHOW in device.list_packages()
    device.sync.push(str(apk), "/data/local/tmp/x.apk")
    device.install_remote("/data/local/tmp/x.apk", clean=True)
    assert not device.sync.exists("/data/local/tmp/x.apk")
    with pytest.raises(adbutils.AdbInstallError, match=r"INSTALL_FAILED|INSTALL_PARSE_FAILED|Unable to open"):
        device.install_remote("/data/local/tmp/x.apk")


def test_a_browser_that_is_not_there_opens_nothing(device):
    device.open_browser("example.org")
    assert device.app_current().package == LAUNCHER


# Radio and power.


def test_switches(device):
    device.switch_airplane(True)
    assert device.shell("settings get global airplane_mode_on") == "1"
    with pytest.raises(AdbError, match="wlan ip"):
        device.wlan_ip()
    device.switch_airplane(False)
    assert device.wlan_ip() == "10.0.2.16"
    device.switch_wifi(False)
    assert device.shell("settings get global wifi_on") == "0"
    assert device.wlan_ip() == "10.0.2.15"  # of mobile data, as an emulator has it
    device.switch_wifi(True)
    assert device.wlan_ip() == "10.0.2.16"


def test_the_battery(device):
    battery = device.battery()
    assert (battery.ac_powered, battery.usb_powered, battery.dock_powered) == (True, False, False)
    assert (battery.level, battery.scale, battery.present) == (100, 100, True)
    assert (battery.temperature, battery.technology) == (25.0, "Li-ion")
    device.shell("dumpsys battery unplug; dumpsys battery set level 3; dumpsys battery set status 3")
    battery = device.battery()
    assert (battery.ac_powered, battery.level, battery.status) == (False, 3, 3)
    device.shell("dumpsys battery reset")
    assert device.battery().level == 100


# Files.


def test_files(device, tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 100_000)
    assert device.sync.push(tmp_path / "a", "/sdcard/deep/a", check=True) == 100_000
    device.sync.push(b"bytes", "/sdcard/deep/er/b")
    info = device.sync.stat("/sdcard/deep/a")
    assert (info.size, info.path) == (100_000, "/sdcard/deep/a")
    assert device.sync.stat("/no/such").mtime is None
    assert {entry.path for entry in device.sync.list("/sdcard/deep")} == {".", "..", "a", "er"}
    assert device.sync.exists("/sdcard/deep/er/b")
    assert device.sync.read_bytes("/sdcard/deep/er/b") == b"bytes"
    assert device.sync.read_text("/sdcard/deep/er/b") == "bytes"
    assert b"".join(device.sync.iter_content("/sdcard/deep/a")) == b"x" * 100_000
    assert device.sync.pull("/sdcard/deep/a", tmp_path / "back") == 100_000
    assert (tmp_path / "back").read_bytes() == b"x" * 100_000
    device.sync.pull_dir("/sdcard/deep", tmp_path / "all")
    assert (tmp_path / "all" / "er" / "b").read_bytes() == b"bytes"
    device.remove("/sdcard/deep/a")
    assert not device.sync.exists("/sdcard/deep/a")
    device.rmtree("/sdcard/deep")
    assert not device.sync.exists("/sdcard/deep")


# Ports.


def test_forwards(device, served):
    port = device.forward_port(9008)
    assert device.forward_port("tcp:9008") == port
    assert adbutils.ForwardItem(served.serial, f"tcp:{port}", "tcp:9008") in device.forward_list()
    device.forward_remove(f"tcp:{port}")
    with pytest.raises(AdbError, match="not found"):
        device.forward_remove(f"tcp:{port}")
    device.forward_port(9009)
    device.forward_remove_all()
    assert device.forward_list() == []


def test_reverses_lead_to_the_host(device):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        local = f"tcp:{listener.getsockname()[1]}"
        device.reverse("tcp:7777", local)
        assert device.reverse_list() == [adbutils.ReverseItem("tcp:7777", local)]
        with pytest.raises(AdbError, match="cannot rebind"):
            device.reverse("tcp:7777", local, norebind=True)

        def answer():
            connection, _ = listener.accept()
            with connection:
                connection.sendall(connection.recv(100).upper())

        thread = threading.Thread(target=answer)
        thread.start()
        with device.create_connection(Network.TCP, 7777) as connection:
            connection.sendall(b"hello")
            assert connection.recv(100) == b"HELLO"
        thread.join(10)
    device.reverse_remove("tcp:7777")
    assert device.reverse_list() == []
    device.reverse("tcp:7777", local)
    device.reverse_remove_all()
    assert device.reverse_list() == []


@pytest.mark.parametrize(("network", "address"), [(Network.TCP, 9008), (Network.LOCAL_ABSTRACT, "scrcpy")])
def test_what_listens_nowhere_is_refused(device, network, address):
    with pytest.raises(AdbError, match="closed"):
        device.create_connection(network, address)


# The rest.


def test_the_log(device, tmp_path):
    path = tmp_path / "log"
    following = device.logcat(path, clear=True, re_filter="Marked")
    device.shell("log -t Other one; log -t Marked two")
    wait_for(lambda: b"two" in path.read_bytes())
    following.stop_nowait()
    device.shell("log -t Other three")  # what follows ends with the next line
    assert "one" not in path.read_text()


def test_root_and_reboot(device, adb):
    assert device.root() == "restarting adbd as root\n"
    assert adb("wait-for-device", "shell", "id -u")[1] == b"0\n"
    adb("unroot")
    adb("wait-for-device")
    device.app_start(WIKIHOW)
    device.reboot()
    adb("wait-for-device")
    assert device.app_current().package == LAUNCHER


def test_recording_needs_a_program_that_is_not_there(device, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))  # nor scrcpy on the host
    with pytest.raises(AdbError, match="no valid screenrecord client"):
        device.start_recording(str(tmp_path / "video.mp4"))
    with pytest.raises(AdbError, match="closed"):
        device.tcpip(5555)
