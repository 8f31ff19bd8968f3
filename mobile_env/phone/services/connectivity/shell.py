"""`cmd connectivity` and `cmd wifi`."""

from __future__ import annotations

from mobile_env.phone.services.settings import SHELL, SettingsService
from mobile_env.phone.shell.call import Call


def connectivity(call: Call) -> int:
    """Shows or sets airplane mode."""
    store = call.service(SettingsService)
    if call.args[:1] != ["airplane-mode"]:
        call.complain(f"Unknown command: {' '.join(call.args)}")
        return 255
    if call.args[1:] in (["enable"], ["disable"]):
        store.put("global", "airplane_mode_on", str(int(call.args[1] == "enable")), package=SHELL)
    else:
        call.print("enabled" if store.get("global", "airplane_mode_on") == "1" else "disabled")
    return 0


def wifi(call: Call) -> int:
    """Shows or sets whether Wi-Fi is on."""
    store = call.service(SettingsService)
    if call.args[:1] == ["set-wifi-enabled"] and call.args[1:] in (["enabled"], ["disabled"]):
        store.put("global", "wifi_on", str(int(call.args[1] == "enabled")), package=SHELL)
        return 0
    if call.args[:1] == ["status"]:
        call.print(f"Wifi is {'enabled' if store.get('global', 'wifi_on') == '1' else 'disabled'}")
        return 0
    call.complain(f"Unknown command: {' '.join(call.args)}")
    return 255
