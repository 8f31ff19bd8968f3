"""`ifconfig` and `ip`."""

import re

import pytest


def addresses(sh):
    return re.findall(r"inet addr:(\S+)", sh("ifconfig"))


def test_addresses_are_those_of_an_emulator(sh) -> None:
    assert addresses(sh) == ["127.0.0.1", "10.0.2.15", "10.0.2.16"]
    assert "inet addr:10.0.2.16  Bcast:10.0.2.255  Mask:255.255.255.0" in sh("ifconfig wlan0")
    assert "    inet 10.0.2.16/24 brd 10.0.2.255 scope global wlan0" in sh("ip addr show dev wlan0")
    assert "    inet 127.0.0.1/8 scope host lo" in sh("ip a")
    assert "inet" not in sh("ip link show wlan0")
    assert sh("ip route").splitlines()[-1].endswith("dev wlan0 proto kernel scope link src 10.0.2.16")


def test_switches_take_addresses_away(sh) -> None:
    sh("svc wifi disable")
    assert addresses(sh) == ["127.0.0.1", "10.0.2.15"]
    assert "state DOWN" in sh("ip link show dev wlan0")
    sh("svc data disable")
    assert addresses(sh) == ["127.0.0.1"]
    assert sh("ip route") == ""
    sh("svc wifi enable; svc data enable; settings put global airplane_mode_on 1")
    assert addresses(sh) == ["127.0.0.1"]


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("ifconfig wlan9", "ifconfig: wlan9: No such device\n"),
        ("ip addr show dev wlan9", 'Device "wlan9" does not exist.\n'),
    ],
)
def test_interfaces_that_are_not_there(phone, command, complaint) -> None:
    result = phone.shell(command)
    assert (result.stdout, result.stderr.decode(), result.exit_code) == (b"", complaint, 1)


def test_nothing_is_changed(phone) -> None:
    assert phone.shell("ifconfig wlan0 down").exit_code == 1
    assert phone.shell("ip neigh").exit_code == 255
