"""Console commands for hardware: the battery, and hardware that this phone lacks (GPS, modem, slow networks).

Commands for missing hardware check their arguments and are then refused, because a command without effect must not
answer OK.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.services.battery.records import HEALTHS, STATUSES
from mobile_env.phone.wire.console.table import ConsoleCall, ConsoleCommand, Handler, Refusal
from mobile_env.phone.wire.console.text import integer, unescape

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
    raise Refusal("no GPS emulation in this virtual device")


def _sentence(call: ConsoleCall) -> None:
    raise Refusal("no GPS emulation in this virtual device" if call.arguments else "sentence missing")


GEO = ConsoleCommand(
    "geo-location commands (this phone has no GPS)",
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

# Modem.

_NO_MODEM: Final = "modem emulation not running"
_REGISTRATIONS: Final = ("unregistered", "home", "roaming", "searching", "denied", "off", "on")


def _no_modem(call: ConsoleCall) -> None:
    raise Refusal(_NO_MODEM)


def _with_number(verb: str) -> Handler:
    def refuse(call: ConsoleCall) -> None:
        if not call.arguments:
            raise Refusal(f"missing argument, try 'gsm {verb} <phonenumber>'")
        if not re.fullmatch(r"[0-9+#]+", call.arguments):
            raise Refusal("bad phone number format, use digits, # and + only")
        raise Refusal(_NO_MODEM)

    return refuse


def _with_word(command: str, check: Callable[[str], bool]) -> Handler:
    def refuse(call: ConsoleCall) -> None:
        if not call.arguments:
            raise Refusal(f"missing argument, see 'help {command}'")
        if not check(call.arguments):
            raise Refusal(f"bad argument, see 'help {command}' for valid values")
        raise Refusal(_NO_MODEM)

    return refuse


def _send_message(call: ConsoleCall) -> None:
    number, _, message = call.arguments.partition(" ")
    if not message:
        raise Refusal("missing argument, try 'sms send <phonenumber> <text message>'")
    if not re.fullmatch(r"\+?[0-9]*", number):
        raise Refusal("bad phone number format, must be [+](0-9)*")
    unescape(message)
    raise Refusal(_NO_MODEM)


def _is_signal(words: str) -> bool:
    numbers = [integer(word) for word in words.split()]
    ranges = ((*range(32), 99), (*range(8), 99))
    return 1 <= len(numbers) <= 2 and all(n in valid for n, valid in zip(numbers, ranges, strict=False))


GSM = ConsoleCommand(
    "GSM related commands (this phone has no modem)",
    below={
        "list": ConsoleCommand("list current phone calls", _no_modem),
        **{
            verb: ConsoleCommand(abstract, _with_number(verb), f"'gsm {verb} <phonenumber>'")
            for verb, abstract in (
                ("call", "create inbound phone call"),
                ("busy", "close waiting outbound call as busy"),
                ("hold", "put a call on hold"),
                ("accept", "take a call"),
                ("cancel", "end a call"),
            )
        },
        **{
            what: ConsoleCommand(
                f"change {what} connection state",
                _with_word(f"gsm {what}", _REGISTRATIONS.__contains__),
                f"'gsm {what} {'|'.join(_REGISTRATIONS)}'",
            )
            for what in ("data", "voice")
        },
        "meter": ConsoleCommand(
            "change whether mobile data is metered",
            _with_word("gsm meter", ("on", "off").__contains__),
            "'gsm meter on|off'",
        ),
        "status": ConsoleCommand("display GSM status", _no_modem),
        "signal": ConsoleCommand(
            "set signal strength",
            _with_word("gsm signal", _is_signal),
            "'gsm signal <rssi> [<ber>]': 0 to 31 and 0 to 7, 99 for unknown",
        ),
        "signal-profile": ConsoleCommand(
            "set signal strength by bars",
            _with_word("gsm signal-profile", tuple("01234").__contains__),
            "'gsm signal-profile <0 to 4>'",
        ),
    },
)
SMS = ConsoleCommand(
    "SMS related commands (this phone has no modem)",
    below={
        "send": ConsoleCommand(
            "send inbound SMS text message", _send_message, "'sms send <phonenumber> <message>'"
        ),
        "pdu": ConsoleCommand(
            "send inbound SMS PDU",
            _with_word("sms pdu", lambda word: re.fullmatch(r"(?:[0-9a-fA-F]{2})+", word) is not None),
            "'sms pdu <hexstring>'",
        ),
    },
)
