"""`cmd SERVICE …`: the commands of the system services."""

from __future__ import annotations

from mobile_env.phone.shell.am import am
from mobile_env.phone.shell.call import Call, Command
from mobile_env.phone.shell.input import input_
from mobile_env.phone.shell.pm import pm
from mobile_env.phone.shell.screen import wm
from mobile_env.phone.shell.services import interfaces
from mobile_env.phone.shell.settings import PACKAGE, settings

_NOT_FOUND = 20
_NIGHT = {"auto": "0", "no": "1", "yes": "2"}


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


def _uimode(call: Call) -> int:
    store = call.phone.state.settings
    if call.args[:1] != ["night"] or (len(call.args) > 1 and call.args[1] not in _NIGHT):
        call.complain("UiModeManager service (uimode) commands:\n  help\n  night [yes|no|auto]")
        return 255
    if len(call.args) > 1:
        store.put("secure", "ui_night_mode", _NIGHT[call.args[1]], package=PACKAGE)
    names = {value: name for name, value in _NIGHT.items()}
    call.print(f"Night mode: {names.get(store.get('secure', 'ui_night_mode') or '', 'unknown')}")
    return 0


def _connectivity(call: Call) -> int:
    store = call.phone.state.settings
    if call.args[:1] != ["airplane-mode"]:
        call.complain(f"Unknown command: {' '.join(call.args)}")
        return 255
    if call.args[1:] in (["enable"], ["disable"]):
        store.put("global", "airplane_mode_on", str(int(call.args[1] == "enable")), package=PACKAGE)
    else:
        call.print("enabled" if store.get("global", "airplane_mode_on") == "1" else "disabled")
    return 0


def _wifi(call: Call) -> int:
    store = call.phone.state.settings
    if call.args[:1] == ["set-wifi-enabled"] and call.args[1:] in (["enabled"], ["disabled"]):
        store.put("global", "wifi_on", str(int(call.args[1] == "enabled")), package=PACKAGE)
        return 0
    if call.args[:1] == ["status"]:
        call.print(f"Wifi is {'enabled' if store.get('global', 'wifi_on') == '1' else 'disabled'}")
        return 0
    call.complain(f"Unknown command: {' '.join(call.args)}")
    return 255


_SERVICES: dict[str, Command] = {
    "activity": am,
    "activity_task": am,
    "connectivity": _connectivity,
    "input": input_,
    "package": pm,
    "settings": settings,
    "uimode": _uimode,
    "wifi": _wifi,
    "window": wm,
}

COMMANDS: dict[str, Command] = {"cmd": cmd}
