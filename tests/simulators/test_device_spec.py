"""Device specs: what is read, and what is refused with which words."""

import dataclasses
from pathlib import Path

import pytest

from mobile_env.phone.ui.display import Display
from mobile_env.simulators.adb.device import AdbSimulator
from mobile_env.simulators.device_spec import (
    DeviceSpec,
    DeviceSpecError,
    device_spec,
    make_simulator,
    parse_device_spec,
)
from mobile_env.simulators.emulator.attached import Emulator
from mobile_env.simulators.emulator.options import AvdOptions


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("embedded", DeviceSpec("embedded", "embedded", Display(1080, 1920, 400))),
        ("embedded:360x800@160", DeviceSpec("embedded", "embedded:360x800@160", Display(360, 800, 160))),
        ("emulator:5554", DeviceSpec("emulator", "emulator:5554", address="5554")),
        (
            "emulator:5554,grpc_port=9000,adb=/bin/adb",
            DeviceSpec(
                "emulator",
                "emulator:5554,grpc_port=9000,adb=/bin/adb",
                address="5554",
                grpc_port=9000,
                adb="/bin/adb",
            ),
        ),
        (
            "emulator:avd=Pixel_3a",
            DeviceSpec("emulator", "emulator:avd=Pixel_3a", avd=AvdOptions("Pixel_3a")),
        ),
        ("adb:192.168.0.2:5555", DeviceSpec("adb", "adb:192.168.0.2:5555", address="192.168.0.2:5555")),
        (
            "adb:R58M1,hierarchy=forwarder",
            DeviceSpec("adb", "adb:R58M1,hierarchy=forwarder", address="R58M1", hierarchy="forwarder"),
        ),
        (
            "emulator:5554,hierarchy=uiautomator",
            DeviceSpec(
                "emulator", "emulator:5554,hierarchy=uiautomator", address="5554", hierarchy="uiautomator"
            ),
        ),
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
        ("emulator:", r"expected emulator:CONSOLE_PORT.*emulator:avd=NAME"),
        ("emulator:5554,", r"unknown option '' \(there are: grpc_port, adb, hierarchy\)"),
        ("emulator:5554,grpc=9000", r"unknown option 'grpc' \(did you mean `grpc_port`\?\)"),
        ("emulator:5554,grpc_port=0", r"port 0 is not between 1 and 65535"),
        ("emulator:avd=", r"option 'avd' has no value \(write avd=…\)"),
        ("emulator:avd=a/b", r"avd=a/b: expected the name of an AVD"),
        ("emulator:headless=no", r"which AVD\? write avd=NAME"),
        ("emulator:avd=a,head=no", r"unknown option 'head'"),
        ("emulator:avd=a,headles=no", r"unknown option 'headles' \(did you mean `headless`\?\)"),
        ("emulator:avd=a,headless", r"option 'headless' has no value"),
        ("emulator:avd=a,headless=true", r"headless=true: expected yes or no"),
        ("emulator:avd=a,avd=b", r"option 'avd' is there twice"),
        ("emulator:avd=a,gpu=-x", r"gpu=-x: expected a GPU mode"),
        ("emulator:avd=a,boot_timeout=0", r"boot_timeout=0: expected more than 0 seconds"),
        ("emulator:avd=a,boot_timeout=soon", r"boot_timeout=soon: expected seconds"),
        ("emulator:avd=a,console_port=x", r"console_port=x: expected a port"),
        ("emulator:avd=a,console_port=70000", r"port 70000 is not between 1 and 65535"),
        ("emulator:avd=a,adb_port=1,grpc_port=1", r"must differ"),
        (
            "emulator:avd=a,console_port=5554,adb_port=5557",
            r"adb_port=5557: .*write console_port=5556, or leave it out",
        ),
        ("adb:", r"expected adb:SERIAL"),
        ("adb:,hierarchy=auto", r"expected adb:SERIAL"),
        ("adb:R58M1,hierachy=auto", r"unknown option 'hierachy' \(did you mean `hierarchy`\?\)"),
        (
            "adb:R58M1,hierarchy=fast",
            r"hierarchy=fast: write one of auto, uiautomator, uiautomator2, forwarder",
        ),
        ("remote:lab", r"expected remote:HOST:PORT"),
        ("remote::5581", r"expected remote:HOST:PORT"),
    ],
)
def test_malformed_specs_are_refused(text, message):
    with pytest.raises(DeviceSpecError, match=message):
        parse_device_spec(text)


def test_options_of_an_avd_are_read_and_written():
    text = (
        "emulator:avd=Pixel_3a,sdk=/opt/sdk,avd_home=/avd=s,headless=no,gpu=host,snapshot=ready,kvm=none,"
        "restrict_network=yes,console_port=5580,grpc_port=8600,boot_timeout=12.5"
    )
    options = AvdOptions(
        "Pixel_3a",
        sdk=Path("/opt/sdk"),
        avd_home="/avd=s",
        headless=False,
        gpu="host",
        snapshot="ready",
        kvm="none",
        restrict_network=True,
        console_port=5580,
        grpc_port=8600,
        boot_timeout=12.5,
    )
    assert options.text == text
    read = parse_device_spec(text).avd
    assert read == dataclasses.replace(options, sdk="/opt/sdk")
    assert device_spec(options) == DeviceSpec("emulator", text, avd=options)


def test_a_remote_device_that_cannot_be_had_says_why(monkeypatch):
    monkeypatch.delenv("MOBILE_ENV_DEVICE_TOKEN", raising=False)
    monkeypatch.delenv("MOBILE_ENV_DEVICE_TOKEN_FILE", raising=False)
    with pytest.raises(DeviceSpecError, match=r"device 'remote:lab:5581': .*set MOBILE_ENV_DEVICE_TOKEN"):
        make_simulator("remote:lab:5581")


def test_devices_on_the_wire(adb_server, monkeypatch):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    device, emulator = make_simulator("adb:R58M1"), make_simulator("emulator:5554,hierarchy=forwarder")
    assert (device.hierarchy_way, emulator.hierarchy_way) == ("auto", "forwarder")
    assert isinstance(device, AdbSimulator)
    assert isinstance(emulator, Emulator)
    assert (device.adb_device_name(), emulator.adb_device_name()) == ("R58M1", "emulator-5554")
    assert device.client.server_port == emulator.client.server_port == adb_server.port
    emulator.close()
