"""`content`: rows of content providers; the phone's shell reaches the settings provider."""

from __future__ import annotations

import re

from mobile_env.phone.services.settings import SHELL, SettingsService
from mobile_env.phone.shell.call import Call, CommandError
from mobile_env.phone.state.settings import NAMESPACES

_WITH_VALUE = (
    "--uri",
    "--user",
    "--projection",
    "--where",
    "--sort",
    "--bind",
    "--extra",
    "--method",
    "--arg",
)


def content(call: Call) -> int:
    """query, insert, update and delete on `content://settings/<table>[/<name>]`."""
    verb, *words = call.args or ["help"]
    if verb not in ("query", "insert", "update", "delete"):
        call.complain(
            f"[ERROR] Unsupported command: {verb}"
            if verb != "help"
            else "usage: adb shell content [subcommand] [options]"
        )
        return 0 if verb == "help" else 1
    options: dict[str, list[str]] = {}
    pending = words[::-1]
    while pending:
        word = pending.pop()
        if word not in _WITH_VALUE or not pending:
            raise CommandError(f"[ERROR] Unsupported argument: {word}\n")
        options.setdefault(word, []).append(pending.pop())
    uri = options.get("--uri", [""])[-1]
    match = re.fullmatch(r"content://([^/]+)/?([^/?]*)/?([^/?]*).*", uri)
    if not match:
        raise CommandError("[ERROR] Content provider URI not specified. Did you specify --uri argument?\n")
    if match[1] != "settings" or match[2] not in NAMESPACES:
        raise CommandError(f"[ERROR] Could not find provider: {match[1]}\n")
    key = match[3] or _name_in(options.get("--where", [""])[-1])
    _run(call, verb, match[2], key, options)
    return 0


def _name_in(where: str) -> str:
    match = re.search(r"\bname\s*=\s*['\"]([^'\"]*)['\"]", where)
    if where and not match:
        raise CommandError(f"[ERROR] Unsupported condition: {where} (use name='…')\n")
    return match[1] if match else ""


def _run(call: Call, verb: str, table: str, key: str, options: dict[str, list[str]]) -> None:
    store = call.service(SettingsService)
    if verb == "query":
        columns = options.get("--projection", ["_id:name:value"])[-1].split(":")
        rows = [
            (str(n), name, value)
            for n, (name, value) in enumerate(store.store.list(table), 1)
            if key in ("", name)
        ]
        if not rows:
            call.print("No result found.")
        for number, row in enumerate(rows):
            cells = dict(zip(("_id", "name", "value"), row, strict=True))
            shown = ", ".join(f"{column}={cells.get(column, 'NULL')}" for column in columns)
            call.print(f"Row: {number} {shown}")
        return
    values: dict[str, str] = {}
    for bind in options.get("--bind", []):
        name, _, typed = bind.partition(":")
        kind, colon, value = typed.partition(":")
        if not colon or kind not in ("b", "s", "i", "l", "f", "d", "n"):
            raise CommandError(f"[ERROR] Binding not well formed: {bind}\n")
        values[name] = value
    name = values.get("name", key)
    if verb == "delete":
        if name:
            store.delete(table, name)
    elif not name or "value" not in values:
        raise CommandError("[ERROR] Bindings not specified. Did you specify --bind argument(s)?\n")
    else:
        store.put(table, name, values["value"], package=SHELL)
