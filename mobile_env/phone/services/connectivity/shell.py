"""`cmd connectivity` and `cmd wifi`."""

from __future__ import annotations

from mobile_env.phone.services.connectivity.service import ConnectivityService
from mobile_env.phone.services.connectivity.wifi import SECURITIES
from mobile_env.phone.services.settings import SHELL
from mobile_env.phone.shell.call import Call


def connectivity(call: Call) -> int:
    """Shows or sets airplane mode."""
    service = call.service(ConnectivityService)
    if call.args[:1] != ["airplane-mode"]:
        call.complain(f"Unknown command: {' '.join(call.args)}")
        return 255
    if call.args[1:] in (["enable"], ["disable"]):
        service.set_airplane_mode(call.args[1] == "enable", package=SHELL)
    else:
        call.print("enabled" if service.airplane_mode else "disabled")
    return 0


def wifi(call: Call) -> int:
    """Shows or sets whether Wi-Fi is on, and the networks that the phone knows."""
    networks = call.service(ConnectivityService)
    verb, *words = call.args or [""]
    if verb == "set-wifi-enabled" and words in (["enabled"], ["disabled"]):
        networks.set_wifi(words[0] == "enabled", package=SHELL)
    elif verb == "status":
        call.print(f"Wifi is {'enabled' if networks.wifi_enabled else 'disabled'}")
    elif verb == "list-scan-results":
        call.print("    BSSID              Frequency      RSSI           Age(sec)     SSID")
        for point in networks.in_range:
            call.print(
                f"  {point.bssid}       {point.frequency}    {-90 + 10 * point.level}     1.000    {point.ssid}"
            )
    elif verb == "list-networks":
        call.print("Network Id      SSID                         Security type")
        for network in networks.saved:
            call.print(f"{network.id:<15} {network.ssid:<28} {network.security}")
    elif verb == "connect-network" and len(words) >= 2 and words[1] in SECURITIES:
        return _connect(call, networks, words)
    elif verb == "forget-network" and len(words) == 1:
        for network in networks.saved:
            if str(network.id) == words[0]:
                networks.forget(network.ssid)
    else:
        call.complain(f"Unknown command: {' '.join(call.args)}")
        return 255
    return 0


def _connect(call: Call, networks: ConnectivityService, words: list[str]) -> int:
    try:
        networks.join(words[0], words[1], words[2] if len(words) > 2 else "")
    except ValueError as error:
        call.complain(str(error))
        return 255
    call.print("Connection initiated")
    return 0
