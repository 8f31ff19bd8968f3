"""All commands by name. A module of shell commands has `COMMANDS` and a line here; services register their own."""

from __future__ import annotations

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.shell import (
    cmd,
    logcat,
    sqlite,
    system,
    users,
)
from mobile_env.phone.shell.call import Command
from mobile_env.phone.shell.dumpsys import command as dumpsys
from mobile_env.phone.shell.language import builtins
from mobile_env.phone.shell.toybox import file_changes, grep, listing, sed, text

_MODULES = (
    builtins,
    cmd,
    dumpsys,
    file_changes,
    grep,
    listing,
    logcat,
    sed,
    sqlite,
    system,
    text,
    users,
)

_OWN: dict[str, Command] = {name: command for module in _MODULES for name, command in module.COMMANDS.items()}


def find(kernel: Kernel, name: str) -> Command | None:
    """Returns the command of a name: a command of the shell, or a program of one of the phone's services."""
    return _OWN.get(name) or kernel.tool(name)


def names(kernel: Kernel) -> list[str]:
    """All names that `find` knows, sorted."""
    return sorted({*_OWN, *kernel.tools})


WORK_PER_BYTE: dict[str, int] = {
    **dict.fromkeys(("cut", "egrep", "fgrep", "grep", "sort"), 50),
    **dict.fromkeys(("rev", "tac", "tail", "tr", "uniq", "xargs"), 20),
    "sed": 100,
}
"""What a command does with each byte that it reads, compared with a digest of it; 1 for commands not listed."""
