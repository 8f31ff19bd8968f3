"""`appops`: sets and tells the modes of app operations."""

from __future__ import annotations

import re

from mobile_env.phone.services.appops.service import MODES, AppOpsService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.shell.call import Call

_USAGE = """AppOps service (appops) commands:
  set [--user <USER_ID>] [--uid] <PACKAGE> <OP> <MODE>
  get [--user <USER_ID>] <PACKAGE> [<OP>]
  reset [--user <USER_ID>] [<PACKAGE>]"""
_NAME = re.compile(r"(?:android:)?([A-Za-z][A-Za-z_]{2,60})")


def appops(call: Call) -> int:
    """Runs a verb; operations may have Android's public names (`android:camera`) or the shell's (`CAMERA`)."""
    verb, *words = call.args or ["help"]
    while words and words[0].startswith("--"):
        words = words[2:] if words[0] == "--user" else words[1:]
    if verb == "set" and len(words) >= 3:
        return _set(call, *words[:3])
    if verb == "get" and words:
        return _get(call, *words[:2])
    if verb == "reset":
        return _reset(call, *words[:1])
    call.complain(_USAGE)
    return 0 if verb == "help" else 255


def _known(call: Call, package: str) -> bool:
    known = call.service(PackageService).get(package) is not None
    if not known:
        call.complain(f"Error: No UID for {package} in user 0")
    return known


def _operation(call: Call, word: str) -> str | None:
    match = _NAME.fullmatch(word)
    if match is None:
        call.complain(f"Error: Unknown operation string: {word}")
        return None
    return match[1].upper()


def _set(call: Call, package: str, operation: str, mode: str) -> int:
    name = _operation(call, operation)
    if mode not in MODES:
        call.complain(f"Error: Mode {mode} is not valid")
        return 255
    if name is None or not _known(call, package):
        return 255
    call.service(AppOpsService).set(package, name, mode)
    return 0


def _get(call: Call, package: str, operation: str = "") -> int:
    if not _known(call, package):
        return 255
    modes = call.service(AppOpsService).modes(package)
    if operation:
        name = _operation(call, operation)
        if name is None:
            return 255
        modes = {name: modes[name]} if name in modes else {}
    for name, mode in modes.items():
        call.print(f"{name}: {mode}")
    if not modes:
        call.print("No operations.")
    return 0


def _reset(call: Call, package: str = "") -> int:
    if package and not _known(call, package):
        return 255
    for installed in call.service(PackageService).list():
        if package in ("", installed.name) and call.service(AppOpsService).modes(installed.name):
            call.service(AppOpsService).reset(installed.name)
    call.print(f"Reset all modes for: {package or 'all users, all packages'}")
    return 0
