"""`reboot` and `svc`."""

from __future__ import annotations

from typing import Final

from mobile_env.phone.services.bluetooth import BluetoothService
from mobile_env.phone.services.connectivity import ConnectivityService
from mobile_env.phone.services.power.service import PowerService
from mobile_env.phone.services.settings import SHELL, SettingsService
from mobile_env.phone.shell.call import Call

_SWITCHES: Final = {
    "wifi": ConnectivityService.set_wifi,
    "data": ConnectivityService.set_mobile_data,
}


def svc(call: Call) -> int:
    """`svc wifi enable` and its like: what the quick settings switch."""
    args = call.args
    settings = call.service(SettingsService)
    if len(args) >= 2 and args[0] in _SWITCHES and args[1] in ("enable", "disable"):
        _SWITCHES[args[0]](call.service(ConnectivityService), args[1] == "enable", package=SHELL)
        return 0
    if args[:1] == ["bluetooth"] and args[1:2] in (["enable"], ["disable"]):
        call.service(BluetoothService).set_enabled(args[1] == "enable", package=SHELL)
        return 0
    if args[:1] == ["nfc"] and args[1:2] in (["enable"], ["disable"]):
        settings.put("global", "nfc_on", str(int(args[1] == "enable")), package=SHELL)
        return 0
    if len(args) >= 3 and args[:2] == ["power", "stayon"]:
        value = {"true": "7", "false": "0", "ac": "1", "usb": "2", "wireless": "4"}.get(args[2])
        if value is not None:
            settings.put("global", "stay_on_while_plugged_in", value, package=SHELL)
            return 0
    if args[:2] == ["power", "reboot"]:
        call.service(PowerService).reboot()
        return 0
    if args[:2] == ["power", "shutdown"]:  # nobody could switch it on again
        return 0
    call.complain(
        "Available commands:\n    help\n    power\n    data\n    wifi\n    usb\n    nfc\n    bluetooth"
    )
    return 0 if args[:1] == ["help"] else 1


def reboot(call: Call) -> int:
    """`reboot`. The phone has no boot loader, so it always boots its system, whatever the argument."""
    if "-p" not in call.args:  # nobody could switch it on again
        call.service(PowerService).reboot()
    return 0
