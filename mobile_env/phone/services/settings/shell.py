"""`settings`: reads and writes the settings tables."""

from __future__ import annotations

from mobile_env.phone.services.settings.service import SHELL, SettingsService
from mobile_env.phone.shell.call import Call
from mobile_env.phone.state.settings import NAMESPACES, RESET_MODES

_WORDS = {"get": (2,), "put": (3, 4, 5), "delete": (2,), "reset": (2, 3), "list": (1,)}


def settings(call: Call) -> int:
    """Returns exit code 255 for invalid arguments, like Android's service."""
    args = list(call.args)
    while args[:1] == ["--user"]:
        args = args[2:]
    if not args or args[0] == "help":
        call.print("Settings provider (settings) commands:\n  help\n      Print this help text.")
        for verb in _WORDS:
            call.print(f"  {verb}")
        return 0 if args else 255
    verb, *rest = args
    if rest[:1] == ["--user"]:
        rest = rest[2:]
    if verb not in _WORDS:
        call.complain(f"Invalid command: {verb}")
        return 255
    namespace = rest[0].lower() if rest else ""
    if namespace not in NAMESPACES:
        call.complain(f"Invalid namespace '{rest[0]}'" if rest else "Not enough arguments")
        return 255
    if len(rest) not in _WORDS[verb]:
        call.complain("Too few arguments" if len(rest) < _WORDS[verb][0] else "Too many arguments")
        return 255
    _run(call, verb, namespace, rest[1:])
    return 0


def _run(call: Call, verb: str, namespace: str, words: list[str]) -> None:
    store = call.service(SettingsService)
    if verb == "get":
        value = store.get(namespace, words[0])
        call.print("null" if value is None else value)
    elif verb == "list":
        for key, text in store.store.list(namespace):
            call.print(f"{key}={text}")
    elif verb == "put":
        store.put(namespace, words[0], words[1], package=SHELL, make_default="default" in words[2:])
    elif verb == "delete":
        call.print(f"Deleted {int(store.delete(namespace, words[0], package=SHELL))} rows")
    else:
        mode = words[0].lower()
        store.reset(namespace, mode if mode in RESET_MODES else words[0], package=SHELL)
