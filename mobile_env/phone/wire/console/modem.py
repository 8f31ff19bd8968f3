"""Console commands of the modem: calls, text messages, the mobile network."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from mobile_env.phone.services.telephony import TelephonyService
from mobile_env.phone.wire.console.table import ConsoleCall, ConsoleCommand, Handler, Refusal
from mobile_env.phone.wire.console.text import integer, unescape

_REGISTRATIONS: Final = ("unregistered", "home", "roaming", "searching", "denied", "off", "on")
# What the emulator shows for two of them.
_SHOWN: Final = {"off": "unregistered", "on": "home"}
_NO_PDU: Final = "this modem takes text only: use 'sms send <phonenumber> <message>'"
# The signal of so many bars, as the emulator sets it.
_PROFILES: Final = {"0": (0, 99), "1": (5, 99), "2": (10, 99), "3": (15, 99), "4": (31, 99)}


def _telephony(call: ConsoleCall) -> TelephonyService:
    return call.phone.service(TelephonyService)


def _list(call: ConsoleCall) -> None:
    for each in _telephony(call).modem.calls:
        way = "inbound from" if each.incoming else "outbound to "
        call.print(f"{way} {each.number[:10]:<10} : {each.state}")


def _with_number(verb: str, work: Callable[[TelephonyService, str], bool]) -> Handler:
    def run(call: ConsoleCall) -> None:
        number = call.arguments
        if not number:
            raise Refusal(f"missing argument, try 'gsm {verb} <phonenumber>'")
        if not re.fullmatch(r"[0-9+#]+", number):
            raise Refusal("bad phone number format, use digits, # and + only")
        service = _telephony(call)
        if verb != "call" and service.call(number) is None:
            raise Refusal(f"no current call to/from number '{number}'")
        if not work(service, number):
            raise Refusal("could not execute: the phone is not registered in a network")

    return run


def _busy(service: TelephonyService, number: str) -> bool:
    found = service.call(number)
    if found is None or found.incoming or found.answered_us is not None:
        raise Refusal(f"call is not outbound, or not waiting: '{number}'")
    return service.end(number)


def _hold(service: TelephonyService, number: str) -> bool:
    if not service.hold(number):
        raise Refusal(f"call is not active: '{number}'")
    return True


def _accept(service: TelephonyService, number: str) -> bool:
    return service.answer(number) or service.hold(number, held=False)


def _registration(what: str) -> Handler:
    def change(call: ConsoleCall) -> None:
        _check(call, f"gsm {what}", _REGISTRATIONS.__contains__)
        _telephony(call).set_network(**{what: _SHOWN.get(call.arguments, call.arguments)})

    return change


def _check(call: ConsoleCall, command: str, is_valid: Callable[[str], bool]) -> None:
    if not call.arguments:
        raise Refusal(f"missing argument, see 'help {command}'")
    if not is_valid(call.arguments):
        raise Refusal(f"bad argument, see 'help {command}' for valid values")


def _status(call: ConsoleCall) -> None:
    modem = _telephony(call).modem
    call.print(f"gsm voice state: {modem.voice}\ngsm data state:  {modem.data}")


def _is_signal(words: str) -> bool:
    numbers = [integer(word) for word in words.split()]
    ranges = ((*range(32), 99), (*range(8), 99))
    return 1 <= len(numbers) <= 2 and all(n in valid for n, valid in zip(numbers, ranges, strict=False))


def _signal(call: ConsoleCall) -> None:
    _check(call, "gsm signal", _is_signal)
    rssi, *ber = (integer(word) or 0 for word in call.arguments.split())
    _telephony(call).set_network(signal=(rssi, *(ber or [99])))


def _profile(call: ConsoleCall) -> None:
    _check(call, "gsm signal-profile", _PROFILES.__contains__)
    _telephony(call).set_network(signal=_PROFILES[call.arguments])


def _meter(call: ConsoleCall) -> None:
    _check(call, "gsm meter", ("on", "off").__contains__)
    raise Refusal("mobile data is always metered in this virtual device")


def _send_message(call: ConsoleCall) -> None:
    number, _, message = call.arguments.partition(" ")
    if not message:
        raise Refusal("missing argument, try 'sms send <phonenumber> <text message>'")
    if not re.fullmatch(r"\+?[0-9]*", number):
        raise Refusal("bad phone number format, must be [+](0-9)*")
    _telephony(call).receive_sms(number, unescape(message))


def _send_pdu(call: ConsoleCall) -> None:
    _check(call, "sms pdu", lambda word: re.fullmatch(r"(?:[0-9a-fA-F]{2})+", word) is not None)
    raise Refusal(_NO_PDU)


_CALLS: Final[dict[str, tuple[str, Callable[[TelephonyService, str], bool]]]] = {
    "call": ("create inbound phone call", TelephonyService.ring),
    "busy": ("close waiting outbound call as busy", _busy),
    "hold": ("put a call on hold", _hold),
    "accept": ("take a call", _accept),
    "cancel": ("end a call", TelephonyService.end),
}
GSM = ConsoleCommand(
    "GSM related commands",
    below={
        "list": ConsoleCommand("list current phone calls", _list),
        **{
            verb: ConsoleCommand(abstract, _with_number(verb, work), f"'gsm {verb} <phonenumber>'")
            for verb, (abstract, work) in _CALLS.items()
        },
        **{
            what: ConsoleCommand(
                f"change {what} connection state",
                _registration(what),
                f"'gsm {what} {'|'.join(_REGISTRATIONS)}'",
            )
            for what in ("data", "voice")
        },
        "meter": ConsoleCommand("change whether mobile data is metered", _meter, "'gsm meter on|off'"),
        "status": ConsoleCommand("display GSM status", _status),
        "signal": ConsoleCommand(
            "set signal strength",
            _signal,
            "'gsm signal <rssi> [<ber>]': 0 to 31 and 0 to 7, 99 for unknown",
        ),
        "signal-profile": ConsoleCommand(
            "set signal strength by bars", _profile, "'gsm signal-profile <0 to 4>'"
        ),
    },
)
SMS = ConsoleCommand(
    "SMS related commands",
    below={
        "send": ConsoleCommand(
            "send inbound SMS text message", _send_message, "'sms send <phonenumber> <message>'"
        ),
        "pdu": ConsoleCommand("send inbound SMS PDU", _send_pdu, "'sms pdu <hexstring>'"),
    },
)
