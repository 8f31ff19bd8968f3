"""`cmd SERVICE …`: the commands of the system services."""

from __future__ import annotations

from mobile_env.phone.shell.call import Call, Command
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
    if entry is None or not entry.cmd:
        call.complain("No shell command implementation.")
        return 255
    command: Command = entry.load(entry.cmd)
    return command(Call(call.shell, service, rest, call.input, call.out, call.err))


COMMANDS: dict[str, Command] = {"cmd": cmd}
