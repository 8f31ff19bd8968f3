"""`dumpsys connectivity` and `dumpsys wifi`."""

from __future__ import annotations

from mobile_env.phone.services.connectivity.service import ConnectivityService
from mobile_env.phone.shell.call import Call


def dump_connectivity(call: Call, args: list[str]) -> int:
    """Writes the networks that are there."""
    networks = call.service(ConnectivityService)
    wifi, mobile = networks.wifi, networks.mobile
    call.print("Current Networks:")
    if wifi:
        call.print("  NetworkAgentInfo{network{100} ni{WIFI CONNECTED} validated}")
    if mobile:
        call.print("  NetworkAgentInfo{network{101} ni{MOBILE[LTE] CONNECTED} validated}")
    active = "100" if wifi else "101" if mobile else "none"
    call.print(f"Active default network: {active}")
    return 0


def dump_wifi(call: Call, args: list[str]) -> int:
    """Writes whether Wi-Fi is on."""
    on = call.service(ConnectivityService).wifi_enabled
    call.print(f"Wi-Fi is {'enabled' if on else 'disabled'}")
    return 0
