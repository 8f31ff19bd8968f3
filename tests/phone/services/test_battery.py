"""`dumpsys battery` and `cmd battery`."""

import pytest

from mobile_env.phone.services.battery import BatteryService

PLUGGED = ("AC powered: true", "level: 100", "status: 4", "temperature: 250")


def said(sh):
    return [line.strip() for line in sh("dumpsys battery").splitlines()]


def test_what_is_set_is_said_until_it_is_reset(sh) -> None:
    assert set(PLUGGED) < set(said(sh))
    sh("dumpsys battery set level 7; cmd battery set -f status 3; dumpsys battery set temp -55")
    assert "(UPDATES STOPPED -- use 'reset' to restart)" in said(sh)
    assert {"level: 7", "status: 3", "temperature: -55", "AC powered: true"} < set(said(sh))
    sh("dumpsys battery unplug; dumpsys battery set usb 1")
    assert {"AC powered: false", "USB powered: true", "level: 7"} < set(said(sh))
    sh("dumpsys battery reset")
    assert set(PLUGGED) < set(said(sh))
    assert "(UPDATES STOPPED -- use 'reset' to restart)" not in said(sh)


def test_single_values_are_asked_for(sh) -> None:
    assert sh("cmd battery get level") == "100\n"
    assert (
        sh("dumpsys battery get ac; cmd battery get present; cmd battery get counter")
        == "true\ntrue\n10000\n"
    )
    assert sh("cmd battery get nothing") == "Unknown get option: nothing\n"


def test_power_follows_the_battery(sh) -> None:
    assert "mIsPowered=true\n  mBatteryLevel=100" in sh("dumpsys power")
    sh("dumpsys battery unplug; dumpsys battery set level 20")
    assert "mIsPowered=false\n  mBatteryLevel=20" in sh("dumpsys power")


@pytest.mark.parametrize(
    ("command", "answer", "exit_code"),
    [
        ("set", "No property specified\n", 255),
        ("set level", "No value specified\n", 255),
        ("set level full", "Bad value: full\n", 255),
        ("set colour 1", "Unknown set option: colour\n", 0),
    ],
)
def test_what_cannot_be_set(phone, command, answer, exit_code) -> None:
    before = phone.service(BatteryService).reading
    result = phone.shell(f"cmd battery {command}")
    assert (result.stdout.decode(), result.exit_code) == (answer, exit_code)
    assert phone.service(BatteryService).reading == before


def test_unknown_commands_get_help(phone) -> None:
    result = phone.shell("cmd battery explode")
    assert (result.stdout[:33], result.exit_code) == (b"Battery service (battery) command", 255)
    assert phone.shell("cmd battery help").exit_code == 0


def test_the_battery_is_part_of_a_snapshot(phone, sh) -> None:
    before = phone.snapshot()
    sh("dumpsys battery set level 1")
    other = phone.fork()
    phone.restore(before)
    assert sh("cmd battery get level") == "100\n"
    assert other.shell("cmd battery get level").stdout == b"1\n"
