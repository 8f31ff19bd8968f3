"""`cmd SERVICE …`: the commands of the system services."""

from __future__ import annotations

from mobile_env.phone.shell.call import Call, Command
from mobile_env.phone.shell.input import input_
from mobile_env.phone.shell.screen import wm
from mobile_env.phone.shell.services import interfaces

_NOT_FOUND = 20


def cmd(call: Call) -> int:
    """Passes the rest of the command line to a service."""
    args = [word for word in call.args if word != "-w"]
    if args[:1] == ["-l"]:
        call.print("Currently running services:")
        for name in interfaces(call.kernel):
            call.print(f"  {name}")
        return 0
    if not args:
        call.complain(
            "cmd: No service specified; use -l to list all running services. Use -w to start and wait."
        )
        return _NOT_FOUND
    service, *rest = args
    if service not in interfaces(call.kernel):
        call.complain(f"cmd: Can't find service: {service}")
        return _NOT_FOUND
    entry = call.kernel.entries.get(service)
    found = entry.load(entry.cmd) if entry is not None and entry.cmd else _SERVICES.get(service)
    if found is None:
        call.complain("No shell command implementation.")
        return 255
    return found(Call(call.shell, service, rest, call.input, call.out, call.err))


_SERVICES: dict[str, Command] = {
    "input": input_,
    "window": wm,
}

COMMANDS: dict[str, Command] = {"cmd": cmd}
