"""`dumpsys battery` and `cmd battery`: prints the battery's state, and changes what Android reports."""

from __future__ import annotations

import re
from typing import Any, Final

from mobile_env.phone.services.battery.service import BatteryService
from mobile_env.phone.shell.call import Call

# Key of `set` and `get` → field of a reading (com.android.server.BatteryService).
_FLAGS: Final = {"ac": "ac", "usb": "usb", "wireless": "wireless", "dock": "dock", "present": "present"}
_NUMBERS: Final = {"status": "status", "level": "level", "counter": "counter", "temp": "temperature"}
_HELP: Final = """Battery service (battery) commands:
  help
  get [ac|usb|wireless|dock|status|level|temp|present|counter]
  set [ac|usb|wireless|dock|status|level|temp|present|counter] <value>
  unplug
  reset"""


def dump_battery(call: Call, args: list[str]) -> int:
    """Writes the battery's state, or carries out a command of the service."""
    if args and args[0] != "-a":
        return _command(call, args)
    battery = call.service(BatteryService)
    reading = battery.reading
    call.print("Current Battery Service state:")
    if battery.overridden:
        call.print("  (UPDATES STOPPED -- use 'reset' to restart)")
    for name, value in (
        ("AC powered", _word(reading.ac)),
        ("USB powered", _word(reading.usb)),
        ("Wireless powered", _word(reading.wireless)),
        ("Dock powered", _word(reading.dock)),
        ("Max charging current", 0),
        ("Max charging voltage", 0),
        ("Charge counter", reading.counter),
        ("status", reading.status),
        ("health", reading.health),
        ("present", _word(reading.present)),
        ("level", reading.level),
        ("scale", 100),
        ("voltage", 5000),
        ("temperature", reading.temperature),
        ("technology", "Li-ion"),
    ):
        call.print(f"  {name}: {value}")
    return 0


def battery_command(call: Call) -> int:
    """`cmd battery …`."""
    return _command(call, list(call.args))


def _command(call: Call, args: list[str]) -> int:
    words = [word for word in args if word != "-f"]
    verb = words[0] if words else ""
    battery = call.service(BatteryService)
    if verb == "get" and len(words) > 1:
        return _get(call, words[1])
    if verb == "set":
        return _set(call, words[1:])
    if verb == "unplug":
        battery.set_override(ac=False, usb=False, wireless=False, dock=False)
    elif verb == "reset":
        battery.reset()
    else:
        call.print(_HELP)
        return 0 if verb in ("help", "-h") else 255
    return 0


def _get(call: Call, key: str) -> int:
    reading = call.service(BatteryService).reading
    if key in _FLAGS:
        call.print(_word(getattr(reading, _FLAGS[key])))
    elif key in _NUMBERS:
        call.print(str(getattr(reading, _NUMBERS[key])))
    else:
        call.print(f"Unknown get option: {key}")
    return 0


def _set(call: Call, words: list[str]) -> int:
    if len(words) < 2:
        call.print("No value specified" if words else "No property specified")
        return 255
    key, value = words[:2]
    if key not in _FLAGS and key not in _NUMBERS:
        call.print(f"Unknown set option: {key}")
        return 0
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", value):
        call.print(f"Bad value: {value}")
        return 255
    number = int(value)
    change: dict[str, Any] = {_FLAGS[key]: number != 0} if key in _FLAGS else {_NUMBERS[key]: number}
    call.service(BatteryService).set_override(**change)
    return 0


def _word(flag: bool) -> str:
    return "true" if flag else "false"
