"""All commands of the shell by name: a new one is a module with `COMMANDS` and one line here."""

from __future__ import annotations

from mobile_env.phone.shell import (
    am,
    cmd,
    content,
    input,
    logcat,
    network_interfaces,
    pm,
    screen,
    settings,
    sqlite,
    system,
    users,
)
from mobile_env.phone.shell.call import Command
from mobile_env.phone.shell.dumpsys import command as dumpsys
from mobile_env.phone.shell.language import builtins
from mobile_env.phone.shell.toybox import file_changes, grep, listing, sed, text

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

WORK_PER_BYTE: dict[str, int] = {
    **dict.fromkeys(("cut", "egrep", "fgrep", "grep", "sort"), 50),
    **dict.fromkeys(("rev", "tac", "tail", "tr", "uniq", "xargs"), 20),
    "sed": 100,
}
"""What a command does with each byte that it reads, compared with a digest of it; 1 for commands not listed."""
