"""`cmd bluetooth_manager`."""

from __future__ import annotations

from mobile_env.phone.services.bluetooth.service import BluetoothService
from mobile_env.phone.services.settings import SHELL
from mobile_env.phone.shell.call import Call


def bluetooth_manager(call: Call) -> int:
    """Switches Bluetooth on or off."""
    if call.args[:1] in (["enable"], ["disable"]):
        call.service(BluetoothService).set_enabled(call.args[0] == "enable", package=SHELL)
        return 0
    call.print("Bluetooth Manager Commands:\n  help or -h\n  enable\n  disable")
    return 0 if call.args[:1] in (["help"], ["-h"]) else 255
