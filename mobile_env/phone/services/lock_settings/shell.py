"""`locksettings`."""

from __future__ import annotations

from mobile_env.phone.services.lock_settings.service import LockSettingsService
from mobile_env.phone.services.settings import SHELL
from mobile_env.phone.shell.call import Call


def locksettings(call: Call) -> int:
    """Sets, checks and clears what keeps the screen locked; `--old PIN` is asked for while there is one."""
    lock, words = call.service(LockSettingsService), list(call.args)
    verb = words.pop(0) if words else "help"
    old = ""
    if words[:1] == ["--old"] and len(words) > 1:
        old, words = words[1], words[2:]
    if verb == "get-disabled":
        call.print(str(lock.kind == "none").lower())
    elif verb == "set-disabled" and words[:1] in (["true"], ["false"]):
        lock.set_disabled(words[0] == "true", package=SHELL)
        call.print(f"Lock screen disabled set to {words[0]}")
    elif verb in ("set-pin", "clear", "verify"):
        return _with_credential(call, lock, verb, old, words)
    else:
        call.print(
            "lockSettings service commands:\n  help\n  get-disabled\n  set-disabled <true|false>\n"
            "  set-pin [--old <CREDENTIAL>] <PIN>\n  clear [--old <CREDENTIAL>]\n  verify [--old <CREDENTIAL>]"
        )
        return 0 if verb in ("help", "-h") else 255
    return 0


def _with_credential(call: Call, lock: LockSettingsService, verb: str, old: str, words: list[str]) -> int:
    if not lock.check(old):
        call.print(f"Old password '{old}' didn't match")
        return 255
    if verb == "verify":
        call.print("Lock credential verified successfully")
    elif verb == "clear":
        lock.clear()
        call.print("Lock credential cleared")
    else:
        try:
            lock.set_pin(words[0] if words else "", package=SHELL)
        except ValueError as error:
            call.print(f"New credential doesn't satisfy admin policies: {error}")
            return 255
        call.print(f"Pin set to '{words[0]}'")
    return 0
