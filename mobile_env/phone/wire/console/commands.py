"""All console commands by name, before and after authentication."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from mobile_env.phone.wire.console.avd import AVD, AVD_BEFORE_AUTHENTICATION
from mobile_env.phone.wire.console.events import EVENT
from mobile_env.phone.wire.console.hardware import GEO, NETWORK, POWER
from mobile_env.phone.wire.console.modem import GSM, SMS
from mobile_env.phone.wire.console.table import (
    ConsoleCall,
    ConsoleCommand,
    Refusal,
    Session,
    Table,
    describe,
    describe_all,
    run_line,
)
from mobile_env.phone.wire.console.token import TOKEN_FILE_NAME

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

HELP_PROMPT = "Android Console: type 'help' for a list of commands"


def answer_line(phone: Phone | None, session: Session, line: str) -> str:
    """Runs a command line of a client. Runs on the phone's thread, or without a phone before authentication.

    Returns:
      The lines of the answer, the last one being `OK` or `KO: …`; "" if there is none.
    """
    call = ConsoleCall(session, phone)
    try:
        run_line(line, _table(session), call)
        if not session.ended or session.switching_off:
            call.print("OK")
    except Refusal as refusal:
        if refusal.hint:
            call.print(refusal.hint)
        call.print(f"KO: {refusal}")
    return "".join(f"{each}\r\n" for each in call.lines)


def _table(session: Session) -> Table:
    return COMMANDS if session.admitted else COMMANDS_BEFORE_AUTHENTICATION


def _help(call: ConsoleCall) -> None:
    call.print(describe(call.arguments.split(), _table(call.session)))


def _help_verbose(call: ConsoleCall) -> None:
    call.print(describe_all(_table(call.session)))


def _ping(call: ConsoleCall) -> None:
    call.print("I am alive!")


def _quit(call: ConsoleCall) -> None:
    call.session.ended = True


def _authenticate(call: ConsoleCall) -> None:
    if not call.arguments:
        raise Refusal("missing authentication token")
    if not hmac.compare_digest(call.arguments.encode(), call.session.token.encode()):
        raise Refusal(f"authentication token does not match ~/{TOKEN_FILE_NAME}")
    call.session.admitted = True
    call.print(HELP_PROMPT)


def _kill(call: ConsoleCall) -> None:
    call.print("OK: killing emulator, bye bye")
    call.session.ended = call.session.switching_off = True


def _restart(call: ConsoleCall) -> None:
    call.print("OK: restarting emulator, bye bye")
    call.session.machine.restart(call.phone)


def _rotate(call: ConsoleCall) -> None:
    """A device turned clockwise shows its picture turned the other way (android.view.Display.getRotation)."""
    call.phone.set_rotation(call.phone.orientation - 1)


_GENERAL = {
    "help|h|?": ConsoleCommand("list the commands, or describe one", _help, "'help [<command>]'"),
    "help-verbose": ConsoleCommand("list the commands with descriptions", _help_verbose),
    "ping": ConsoleCommand("check if the emulator is alive", _ping),
}
_QUIT = ConsoleCommand("quit the control session", _quit)

COMMANDS_BEFORE_AUTHENTICATION: Table = {
    **_GENERAL,
    "avd": AVD_BEFORE_AUTHENTICATION,
    "auth": ConsoleCommand(
        "say the authentication token", _authenticate, "'auth <auth_token>' gives all commands"
    ),
    "quit|exit": _QUIT,
}
COMMANDS: Table = {
    **_GENERAL,
    "event": EVENT,
    "geo": GEO,
    "gsm": GSM,
    "kill": ConsoleCommand("switch the emulator off", _kill),
    "restart": ConsoleCommand("boot the phone anew", _restart),
    "network": NETWORK,
    "power": POWER,
    "quit|exit": _QUIT,
    "sms": SMS,
    "avd": AVD,
    "rotate": ConsoleCommand("rotate the screen clockwise by 90 degrees, and keep it so", _rotate),
}
