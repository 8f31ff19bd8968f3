"""`cmd role` and `dumpsys role`."""

from __future__ import annotations

from mobile_env.phone.services.role.service import ROLES, RoleService
from mobile_env.phone.shell.call import Call

_HELP = """Role (role) commands:
  help or -h
    Print this help text.

  get-role-holders [--user USER_ID] ROLE
  add-role-holder [--user USER_ID] ROLE PACKAGE [FLAGS]
  remove-role-holder [--user USER_ID] ROLE PACKAGE [FLAGS]
  clear-role-holders [--user USER_ID] ROLE [FLAGS]"""


def role(call: Call) -> int:
    """Shows or changes who holds a role."""
    verb, *words = call.args or ["help"]
    if words[:1] == ["--user"]:
        words = words[2:]
    service = call.service(RoleService)
    if verb in ("help", "-h"):
        call.print(_HELP)
        return 0
    if verb not in ("get-role-holders", "add-role-holder", "remove-role-holder", "clear-role-holders"):
        call.complain(f"Unknown command: {verb}")
        return 255
    if len(words) < (2 if verb in ("add-role-holder", "remove-role-holder") else 1):
        call.complain(f"Error: {verb} needs more arguments")
        return 255
    if verb == "get-role-holders":
        holder = service.holder(words[0])
        if holder is not None:
            call.print(holder)
    elif verb == "add-role-holder":
        if not service.give(words[0], words[1]):
            call.complain("Error: see logcat for details.\nfailed")
            return 255
    elif verb == "clear-role-holders" or service.holder(words[0]) == words[1]:
        service.clear(words[0])
    return 0


def dump_role(call: Call, args: list[str]) -> int:
    """Writes who holds which role."""
    service = call.service(RoleService)
    call.print("ROLE MANAGER STATE (dumpsys role):\n{\n  user_states={\n    user_id=0\n    roles=[")
    for name in ROLES:
        call.print(f"      {{\n        name={name}\n        holders={service.holder(name) or ''}\n      }}")
    call.print("    ]\n  }\n}")
    return 0
