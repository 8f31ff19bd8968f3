"""`dumpsys`: the state of the system services as text."""

from __future__ import annotations

from collections.abc import Callable

from mobile_env.phone.shell.call import Call, Command
from mobile_env.phone.shell.services import interfaces

Dump = Callable[[Call, list[str]], int]


def dumpsys(call: Call) -> int:
    """Dumps one service, or all; exit code 0 also for a service that is not there, as on a phone."""
    args = list(call.args)
    skip: list[str] = []
    while args and args[0].startswith("-"):
        word = args.pop(0)
        if word == "-l":
            call.print("Currently running services:")
            for name in interfaces(call.kernel):
                call.print(f"  {name}")
            return 0
        if word in ("-t", "-T", "--priority"):
            if not args:
                call.complain(f"Error: {word} needs a value")
                return 255
            args.pop(0)
        elif word == "--skip":
            skip = args.pop(0).split(",") if args else []
        elif word == "--help":
            call.print(
                "usage: dumpsys\n         To dump all services.\nor:\n       dumpsys [-t TIMEOUT] SERVICE [ARGS]"
            )
            return 0
        elif word not in ("--proto", "--pid", "--stability", "--thread", "--dump"):
            call.complain(f"Unknown option: {word}")
            return 255
    if args:
        service, *rest = args
        if service not in interfaces(call.kernel):
            call.complain(f"Can't find service: {service}")
            return 0
        return _dump_of(call, service)(call, [word for word in rest if word != "--proto"])
    for name in sorted(set(interfaces(call.kernel)) - set(skip)):
        call.print("-" * 79)
        call.print(f"DUMP OF SERVICE {name}:")
        _dump_of(call, name)(call, [])
        call.print(f"--------- 0.001s was the duration of dumpsys {name}, ending at: {_moment(call)}")
    return 0


def _dump_of(call: Call, service: str) -> Dump:
    entry = call.kernel.entries.get(service)
    return entry.load(entry.dump) if entry is not None and entry.dump else _empty


def _moment(call: Call) -> str:
    return call.phone.state.clock.datetime().strftime("%Y-%m-%d %H:%M:%S")


def _empty(call: Call, args: list[str]) -> int:
    return 0


COMMANDS: dict[str, Command] = {"dumpsys": dumpsys}
