"""All commands of the shell by name: a new one is a module with `COMMANDS` and one line here."""

from __future__ import annotations

from mobile_env.phone.shell import (
    am,
    builtins,
    cmd,
    content,
    dumpsys,
    file_changes,
    grep,
    input,
    listing,
    logcat,
    network_interfaces,
    pm,
    screen,
    sed,
    settings,
    sqlite,
    system,
    text,
    users,
)
from mobile_env.phone.shell.call import Command

_MODULES = (
    am,
    builtins,
    cmd,
    content,
    dumpsys,
    file_changes,
    grep,
    input,
    listing,
    logcat,
    network_interfaces,
    pm,
    screen,
    sed,
    settings,
    sqlite,
    system,
    text,
    users,
)

COMMANDS: dict[str, Command] = {
    name: command for module in _MODULES for name, command in module.COMMANDS.items()
}
