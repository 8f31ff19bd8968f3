"""Accessibility services: what the settings switch on, what the forwarder remembers of what it is told."""

import pytest

from mobile_env.phone import Phone
from mobile_env.phone.apps.accessibility_forwarder.flags import (
    PACKAGE,
    RECEIVER,
    SERVICE,
    ForwarderFlags,
    read_flags,
)
from mobile_env.phone.formats.apk.archive import make_apk

COMPONENT = f"{PACKAGE}/{SERVICE}"
PUT = "settings put secure enabled_accessibility_services"


@pytest.fixture(scope="module")
def booted():
    return Phone()


@pytest.fixture
def phone(booted):
    return booted.fork()


@pytest.fixture
def installed(phone):
    phone.packages.install(PACKAGE)
    return phone


def tell(phone, action, extras=""):
    command = (
        f"am broadcast -a accessibility_forwarder.intent.action.{action} {extras} -n {PACKAGE}/{RECEIVER}"
    )
    assert phone.shell(command).exit_code == 0


def test_phones_come_without_the_forwarder(phone, tmp_path):
    assert PACKAGE not in phone.shell("pm list packages").stdout.decode()
    phone.shell(f"{PUT} {COMPONENT}")
    assert list(phone.accessibility.enabled()) == []
    assert phone.shell("settings get secure accessibility_enabled").stdout == b"0\n"
    apk = tmp_path / "forwarder.apk"
    apk.write_bytes(make_apk(PACKAGE))
    assert phone.adb(["install", str(apk)]).exit_code == 0
    assert f"package:{PACKAGE}\n" in phone.shell("pm list packages -3").stdout.decode()
    # The setting named it before: it is on.
    assert phone.accessibility.enabled() == [COMPONENT]


def test_it_has_no_screen(installed):
    answer = installed.shell(f"am start {PACKAGE}")
    assert answer.exit_code == 1
    assert b"unable to resolve" in answer.output
    assert installed.packages.launch_intent(PACKAGE) is None


@pytest.mark.parametrize(
    ("value", "enabled"),
    [
        (COMPONENT, [COMPONENT]),
        (f"{PACKAGE}/.AccessibilityForwarder", [COMPONENT]),
        (f"a.b/.C:{COMPONENT}:{COMPONENT}:nonsense", [COMPONENT]),
        (f"{PACKAGE}/.Other", []),
        ("''", []),
    ],
)
def test_which_services_are_on(installed, value, enabled):
    installed.shell(f"{PUT} {value}")
    assert list(installed.accessibility.enabled()) == enabled
    running = installed.state.processes.pid(PACKAGE) is not None
    assert running == bool(enabled)
    assert installed.shell("settings get secure accessibility_enabled").stdout == b"%d\n" % bool(enabled)


def test_a_disabled_package_has_no_service(installed):
    installed.shell(f"{PUT} {COMPONENT}; pm disable {PACKAGE}")
    assert list(installed.accessibility.enabled()) == []


def told_to(phone):
    return read_flags(phone.state.processes.memory(PACKAGE))


def test_what_it_is_told(installed):
    tell(installed, "SET_GRPC", "--ei port 5000")
    assert told_to(installed) == ForwarderFlags(False, "10.0.2.2", 5000)
    tell(installed, "ENABLE_ACCESSIBILITY_TREE_LOGS")
    tell(installed, "SET_GRPC", "--ei port 5001 --es host 127.0.0.1")
    assert told_to(installed) == ForwarderFlags(True, "127.0.0.1", 5001)
    tell(installed, "DISABLE_ACCESSIBILITY_TREE_LOGS")
    tell(installed, "SET_GRPC", "--es port 5002")
    assert told_to(installed) == ForwarderFlags(False, "10.0.2.2", 0)
    tell(installed, "SOMETHING")
    entries, _ = installed.log.read(0)
    assert any("Unknown action: accessibility_forwarder" in entry.message for entry in entries)


def test_it_forgets_with_its_process_and_with_a_snapshot(installed):
    before = installed.snapshot()
    tell(installed, "SET_GRPC", "--ei port 5000")
    told = installed.snapshot()
    installed.shell(f"am force-stop {PACKAGE}")
    assert told_to(installed) == ForwarderFlags()
    installed.processes.pid(PACKAGE)
    assert told_to(installed) == ForwarderFlags()
    installed.restore(told)
    assert told_to(installed).port == 5000
    installed.restore(before)
    assert told_to(installed) == ForwarderFlags()
