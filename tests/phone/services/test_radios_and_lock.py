"""Wi-Fi networks, Bluetooth devices and the lock: their commands, airplane mode, snapshots."""

import pytest

from mobile_env.phone import Phone
from mobile_env.phone.services.bluetooth import BluetoothService
from mobile_env.phone.services.connectivity import ConnectivityService


@pytest.fixture
def phone():
    return Phone()


def run(phone, command):
    done = phone.shell(command)
    return done.exit_code, done.stdout.decode()


def test_wifi_networks_by_command(phone):
    assert run(phone, "cmd wifi connect-network 'NETGEAR-47' wpa2 short")[0] != 0
    assert run(phone, "cmd wifi connect-network 'NETGEAR-47' wpa2 long-enough") == (
        0,
        "Connection initiated\n",
    )
    networks = phone.service(ConnectivityService)
    assert networks.joined == "NETGEAR-47"
    assert run(phone, "cmd wifi forget-network 1")[0] == 0
    assert networks.joined == "" and not networks.wifi
    assert "Corner Cafe" in run(phone, "cmd wifi list-scan-results")[1]
    run(phone, "svc wifi disable")
    assert "Corner Cafe" not in run(phone, "cmd wifi list-scan-results")[1]
    run(phone, "svc wifi enable")
    assert networks.joined == "AndroidWifi"


def test_airplane_mode_keeps_what_was_off_off(phone):
    run(phone, "svc bluetooth disable")
    run(phone, "cmd connectivity airplane-mode enable")
    networks = phone.service(ConnectivityService)
    assert not networks.wifi and not networks.mobile
    run(phone, "cmd connectivity airplane-mode disable")
    assert networks.wifi and networks.mobile
    assert run(phone, "settings get global bluetooth_on") == (0, "0\n")


def test_bluetooth_devices_are_state_and_lose_their_connection_when_it_is_off(phone):
    bluetooth = phone.service(BluetoothService)
    before = phone.snapshot()
    device = bluetooth.nearby[0]
    bluetooth.pair(device.address)
    assert bluetooth.device(device.address).connected
    assert run(phone, "cmd bluetooth_manager disable")[0] == 0
    assert not bluetooth.device(device.address).connected and not bluetooth.nearby
    phone.restore(before)
    assert not phone.service(BluetoothService).paired


def test_the_lock_s_command_asks_for_the_pin(phone):
    assert run(phone, "locksettings get-disabled") == (0, "true\n")
    assert run(phone, "locksettings set-pin 12")[0] != 0
    assert run(phone, "locksettings set-pin 1234") == (0, "Pin set to '1234'\n")
    assert run(phone, "locksettings get-disabled") == (0, "false\n")
    assert run(phone, "locksettings clear")[0] != 0
    assert run(phone, "locksettings clear --old 1234")[0] == 0
    assert run(phone, "locksettings verify")[0] == 0
