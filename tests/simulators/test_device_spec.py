"""Device specs: what is read, and what is refused with which words."""

import pytest

from mobile_env.phone.ui.display import Display
from mobile_env.simulators.adb_device import AdbSimulator
from mobile_env.simulators.device_spec import DeviceSpec, DeviceSpecError, make_simulator, parse_device_spec
from mobile_env.simulators.emulator import Emulator


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("embedded", DeviceSpec("embedded", "embedded", Display(1080, 1920, 400))),
        ("embedded:360x800@160", DeviceSpec("embedded", "embedded:360x800@160", Display(360, 800, 160))),
        ("emulator:5554", DeviceSpec("emulator", "emulator:5554", address="5554")),
        ("adb:192.168.0.2:5555", DeviceSpec("adb", "adb:192.168.0.2:5555", address="192.168.0.2:5555")),
        ("remote:lab:5581", DeviceSpec("remote", "remote:lab:5581", address="lab:5581")),
    ],
)
def test_specs_are_read(text, spec):
    assert parse_device_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"unknown kind ''.*write embedded"),
        ("embeded", r"unknown kind 'embeded'"),
        ("embedded:", r"expected embedded\[:WIDTHxHEIGHT@DPI\]"),
        ("embedded:360x800", r"expected embedded\[:WIDTHxHEIGHT@DPI\]"),
        ("embedded:-360x800@160", r"expected embedded\[:WIDTHxHEIGHT@DPI\]"),
        ("embedded:10x800@160", r"width 10 is not between 160 and 4096"),
        ("embedded:360x99999@160", r"height 99999 is not between"),
        ("embedded:360x800@9", r"dpi 9 is not between 80 and 800"),
        ("emulator", r"expected emulator:CONSOLE_PORT"),
        ("emulator:adb", r"expected emulator:CONSOLE_PORT"),
        ("emulator:70000", r"expected emulator:CONSOLE_PORT"),
        ("adb:", r"expected adb:SERIAL"),
        ("remote:lab", r"expected remote:HOST:PORT"),
        ("remote::5581", r"expected remote:HOST:PORT"),
    ],
)
def test_malformed_specs_are_refused(text, message):
    with pytest.raises(DeviceSpecError, match=message):
        parse_device_spec(text)


def test_a_remote_device_that_cannot_be_had_says_why(monkeypatch):
    monkeypatch.delenv("MOBILE_ENV_DEVICE_TOKEN", raising=False)
    monkeypatch.delenv("MOBILE_ENV_DEVICE_TOKEN_FILE", raising=False)
    with pytest.raises(DeviceSpecError, match=r"device 'remote:lab:5581': .*set MOBILE_ENV_DEVICE_TOKEN"):
        make_simulator("remote:lab:5581")


def test_devices_on_the_wire(adb_server, monkeypatch):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    device, emulator = make_simulator("adb:R58M1"), make_simulator("emulator:5554")
    assert isinstance(device, AdbSimulator)
    assert isinstance(emulator, Emulator)
    assert (device.adb_device_name(), emulator.adb_device_name()) == ("R58M1", "emulator-5554")
    assert device.client.server_port == emulator.client.server_port == adb_server.port
    emulator.close()
