"""Console commands for hardware: the battery, the position, and slow networks, which this phone lacks.

Commands for missing hardware check their arguments and are then refused, because a command without effect must not
answer OK.
"""

from __future__ import annotations

import re
from typing import Final

from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.services.battery.records import HEALTHS, STATUSES
from mobile_env.phone.services.location import Fix, LocationService
from mobile_env.phone.wire.console.table import ConsoleCall, ConsoleCommand, Handler, Refusal
from mobile_env.phone.wire.console.text import integer

# Power.

_STATUS_WORDS: Final = {
    "unknown": "UNKNOWN",
    "charging": "CHARGING",
    "discharging": "DISCHARGING",
    "not-charging": "NOT_CHARGING",
    "full": "FULL",
}
_HEALTH_WORDS: Final = {
    "unknown": "UNKNOWN",
    "good": "GOOD",
    "overheat": "OVERHEAT",
    "dead": "DEAD",
    "overvoltage": "OVER_VOLTAGE",
    "failure": "UNSPECIFIED_FAILURE",
}


def _display_power(call: ConsoleCall) -> None:
    battery = call.phone.service(BatteryService).hardware
    status = next(word for word, name in _STATUS_WORDS.items() if STATUSES[name] == battery.status)
    health = next(word for word, name in _HEALTH_WORDS.items() if HEALTHS[name] == battery.health)
    call.print(f"AC: {'on' if battery.ac else 'off'}line")
    call.print(f"status: {status.capitalize()}")
    call.print(f"health: {health.capitalize()}")
    call.print(f"present: {str(battery.present).lower()}")
    call.print(f"capacity: {battery.level}")


def _set_power(name: str, words: dict[str, object]) -> Handler:
    def change(call: ConsoleCall) -> None:
        word = call.arguments.lower()
        if word not in words:
            raise Refusal(f"usage: power {name} {'|'.join(words)}")
        call.phone.service(BatteryService).set_hardware(**{_FIELDS[name]: words[word]})

    return change


_FIELDS: Final = {"ac": "ac", "status": "status", "present": "present", "health": "health"}


def _capacity(call: ConsoleCall) -> None:
    level = integer(call.arguments)
    if level is None or not 0 <= level <= 100:
        raise Refusal("usage: power capacity <percentage>")
    call.phone.service(BatteryService).set_hardware(level=level)


POWER = ConsoleCommand(
    "power related commands",
    below={
        "display": ConsoleCommand("display battery and charger state", _display_power),
        "ac": ConsoleCommand(
            "set AC charging state", _set_power("ac", {"on": True, "off": False}), "'power ac on|off'"
        ),
        "status": ConsoleCommand(
            "set battery status",
            _set_power("status", {word: STATUSES[name] for word, name in _STATUS_WORDS.items()}),
            f"'power status {'|'.join(_STATUS_WORDS)}'",
        ),
        "present": ConsoleCommand(
            "set whether there is a battery",
            _set_power("present", {"true": True, "false": False}),
            "'power present true|false'",
        ),
        "health": ConsoleCommand(
            "set battery health",
            _set_power("health", {word: HEALTHS[name] for word, name in _HEALTH_WORDS.items()}),
            f"'power health {'|'.join(_HEALTH_WORDS)}'",
        ),
        "capacity": ConsoleCommand("set battery level", _capacity, "'power capacity <0 to 100>'"),
    },
)

# Network.

# Names of the emulator's option -netspeed and -netdelay (its documentation, "Networking").
_SPEEDS: Final = ("gsm", "hscsd", "gprs", "edge", "umts", "hsdpa", "lte", "evdo", "5g")
_DELAYS: Final = ("gsm", "hscsd", "gprs", "edge", "umts", "hsdpa", "lte", "evdo", "5g")
_NUMBERS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,3})?(?::[0-9]{1,9}(?:\.[0-9]{1,3})?)?")
_ZERO: Final = re.compile(r"0+(?:\.0*)?(?::0+(?:\.0*)?)?")


def _network_status(call: ConsoleCall) -> None:
    """The emulator shows a speed of 0 for a network without limit."""
    call.print("Current network status:")
    call.print(f"  download speed:   {0:8d} bits/s (0.0 KB/s)")
    call.print(f"  upload speed:     {0:8d} bits/s (0.0 KB/s)")
    call.print("  minimum latency:  0 ms\n  maximum latency:  0 ms")


def _shaping(what: str, unlimited: str, names: tuple[str, ...]) -> Handler:
    def change(call: ConsoleCall) -> None:
        word = call.arguments
        if not word:
            raise Refusal(f"missing <{what}> argument, see 'help network {what}'")
        if word == unlimited or _ZERO.fullmatch(word):
            return
        if word in names or _NUMBERS.fullmatch(word):
            raise Refusal(f"no network emulation in this virtual device: its {what} is always '{unlimited}'")
        raise Refusal(f"invalid <{what}> argument, see 'help network {what}' for valid values")

    return change


def _capture(call: ConsoleCall) -> None:
    raise Refusal("no network emulation in this virtual device: there are no packets to capture")


NETWORK = ConsoleCommand(
    "manage network settings",
    below={
        "status": ConsoleCommand("show the network's speed and latency", _network_status),
        "speed": ConsoleCommand(
            "change network speed",
            _shaping("speed", "full", _SPEEDS),
            f"'network speed <speed>': this phone knows 'full' only, not {', '.join(_SPEEDS)}, <num> or <up>:<down>",
        ),
        "delay": ConsoleCommand(
            "change network latency",
            _shaping("delay", "none", _DELAYS),
            f"'network delay <latency>': this phone knows 'none' only, not {', '.join(_DELAYS)} or <min>:<max>",
        ),
        "capture": ConsoleCommand("dump network packets to a file", _capture),
    },
)

# Position.

_COORDINATES: Final = (("longitude", 180.0), ("latitude", 90.0))
_MOST_SATELLITES: Final = 12
_METRES_PER_SECOND: Final = 0.514444
"""A knot, in which the console has velocities."""


def _fix(call: ConsoleCall) -> None:
    numbers = []
    for word in call.arguments.split()[:5]:
        if not re.fullmatch(r"[+-]?(?:[0-9]{1,9}\.?[0-9]{0,15}|\.[0-9]{1,15})", word):
            raise Refusal(f"argument '{word[:40]}' is not a number")
        numbers.append(float(word))
    if len(numbers) < 2:
        raise Refusal("not enough arguments: see 'help geo fix' for details")
    for value, (name, most) in zip(numbers, _COORDINATES, strict=False):
        if abs(value) > most:
            raise Refusal(f"invalid {name} value. Should be in [-{most:.0f},+{most:.0f}] range")
    if len(numbers) > 3 and not (numbers[3].is_integer() and 1 <= numbers[3] <= _MOST_SATELLITES):
        raise Refusal(f"invalid number of satellites. Must be an integer between 1 and {_MOST_SATELLITES}")
    altitude = numbers[2] if len(numbers) > 2 else 0.0
    satellites = int(numbers[3]) if len(numbers) > 3 else 1
    knots = numbers[4] if len(numbers) > 4 else 0.0
    fix = Fix(numbers[1], numbers[0], altitude, knots * _METRES_PER_SECOND, satellites=satellites)
    call.phone.service(LocationService).move(fix)


def _sentence(call: ConsoleCall) -> None:
    raise Refusal("this receiver takes fixes only: use 'geo fix'" if call.arguments else "sentence missing")


GEO = ConsoleCommand(
    "geo-location commands",
    below={
        "fix": ConsoleCommand(
            "send a simple GPS fix",
            _fix,
            "'geo fix <longitude> <latitude> [<altitude> [<satellites> [<velocity>]]]'",
        ),
        "nmea": ConsoleCommand("send a GPS NMEA sentence", _sentence),
        "gnss": ConsoleCommand("send a GNSS sentence", _sentence),
    },
)
