"""Lists the devices of this machine as device specs: devices that adb knows, and AVDs."""

from __future__ import annotations

from typing import NamedTuple

from android_env.components import errors

from mobile_env.simulators.adb.client import AdbClient
from mobile_env.simulators.emulator.options import AvdOptions
from mobile_env.simulators.emulator.sdk import AvdError, avd_names, find_avd_home, find_emulator, find_sdk

_EMULATOR = "emulator-"


class ListedDevice(NamedTuple):
    """A device spec, and a description of the device."""

    spec: str
    what: str


def list_devices() -> list[ListedDevice]:
    """Lists the embedded phone, the devices of the adb server, and all AVDs. Starts the adb server if it is
    not running.

    If a kind of device cannot be listed, the reason is listed instead.
    """
    found = [ListedDevice("embedded", "the embedded phone")]
    client = AdbClient("any")
    try:
        client.start_server()
        for serial, state in client.devices().items():
            found.append(_adb_device(serial, state))
    except errors.SimulatorError as error:
        found.append(ListedDevice("adb:…", str(error)))
    home = find_avd_home()
    launches = "launched when it is needed"
    try:
        find_emulator("", find_sdk())
    except AvdError as error:
        launches = str(error)
    found.extend(
        ListedDevice(AvdOptions(name).text, f"AVD in {home}, {launches}") for name in avd_names(home)
    )
    return found


def _adb_device(serial: str, state: str) -> ListedDevice:
    port = serial.removeprefix(_EMULATOR)
    if port != serial and port.isascii() and port.isdigit():
        return ListedDevice(f"emulator:{port}", f"{state}; also adb:{serial}")
    return ListedDevice(f"adb:{serial}", state)
