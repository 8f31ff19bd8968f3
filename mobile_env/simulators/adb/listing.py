"""What devices there are on this machine, as device specs: those that adb knows, and AVDs."""

from __future__ import annotations

from typing import NamedTuple

from android_env.components import errors

from mobile_env.simulators.adb.client import AdbClient
from mobile_env.simulators.emulator.options import AvdOptions
from mobile_env.simulators.emulator.sdk import AvdError, avd_names, find_avd_home, find_emulator, find_sdk

_EMULATOR = "emulator-"


class ListedDevice(NamedTuple):
    """A device: the spec that names it, and what is known of it."""

    spec: str
    what: str


def list_devices() -> list[ListedDevice]:
    """The embedded phone, the devices of the adb server, which is started if it does not run, and all AVDs.

    What cannot be looked for is said in place of what would have been found.
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
