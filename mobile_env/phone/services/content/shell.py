"""`content`: rows of content providers on the command line."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mobile_env.phone.kernel.permissions import PermissionDenied
from mobile_env.phone.services.content.service import ContentService, ProviderNotFound
from mobile_env.phone.shell.call import Call

_USAGE: Final = """usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...]
  <URI> a content provider URI.
  <BINDING> binds a typed value to a column and is formatted:
  <COLUMN_NAME>:<TYPE>:<COLUMN_VALUE> where:
  <TYPE> specifies data type such as:
  b - boolean, s - string, i - integer, l - long, f - float, d - double, n - null
  Note: Omit the value for passing an empty string, e.g column:s:
  Example:
  # Add "new_setting" secure setting with value "new_value".
  adb shell content insert --uri content://settings/secure --bind name:s:new_setting --bind value:s:new_value

usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>] [--extra <BINDING>...]
  <WHERE> is a SQL style where clause in quotes (You have to escape single quotes - see example below).
  Example:
  # Change "new_setting" secure setting to "newer_value".
  adb shell content update --uri content://settings/secure --bind value:s:newer_value --where "name='new_setting'"

usage: adb shell content delete --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--where <WHERE>]
  Example:
  # Remove "new_setting" secure setting.
  adb shell content delete --uri content://settings/secure --where "name='new_setting'"

usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>] \
[--sort <SORT>]
  <PROJECTION> is a list of colon separated column names and is formatted:
  <COLUMN_NAME>[:<COLUMN_NAME>...]
  <SORT> is the order in which rows in the result should be sorted.
  Example:
  # Select "name" and "value" columns from secure settings where "name" is equal to "new_setting" and sort by name.
  adb shell content query --uri content://settings/secure --projection name:value --where "name='new_setting'" \
--sort "name ASC"

usage: adb shell content call --uri <URI> --method <METHOD> [--arg <ARG>]
       [--extra <BINDING> ...]
  <METHOD> is the name of a provider-defined method
  <ARG> is an optional string argument
  <BINDING> is like --bind above, typed data of the form <KEY>:{b,s,i,l,f,d}:<VAL>
"""
_OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "insert": ("--bind", "--extra"),
    "update": ("--bind", "--where", "--extra"),
    "delete": ("--where", "--extra"),
    "query": ("--projection", "--where", "--sort", "--extra"),
    "call": ("--method", "--arg", "--extra"),
}


class _UsageError(Exception):
    """The command line is wrong; the text follows `[ERROR]`."""


@dataclass
class _Request:
    uri: str = ""
    projection: tuple[str, ...] = ()
    where: str = ""
    sort: str = ""
    method: str = ""
    arg: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    extras: dict[str, Any] = field(default_factory=dict)


def content(call: Call) -> int:
    """Runs a verb. As on a phone the exit code is 0 whatever goes wrong."""
    verb, *words = call.args or [""]
    try:
        if verb not in _VERBS:
            raise _UsageError(f"Unsupported operation: {verb or 'null'}")
        request = _parse(verb, words)
    except _UsageError as error:
        call.print(_USAGE)
        call.print(f"[ERROR] {error}")
        return 0
    authority = request.uri.removeprefix("content://").partition("/")[0]
    try:
        _VERBS[verb](call, request)
    except (LookupError, ValueError, TypeError, PermissionDenied, sqlite3.Error, OSError) as error:
        call.complain(f"Error while accessing provider:{authority}\n{_exception(error)}")
    return 0


def _exception(error: Exception) -> str:
    if isinstance(error, ProviderNotFound):
        kind = "java.lang.IllegalStateException"
    elif isinstance(error, PermissionDenied):
        kind = "java.lang.SecurityException"
    elif isinstance(error, sqlite3.Error):
        kind = "android.database.sqlite.SQLiteException"
    else:
        kind = "java.lang.IllegalArgumentException"
    return f"{kind}: {error.args[0] if error.args else error}"


def _parse(verb: str, words: list[str]) -> _Request:
    request = _Request()
    rest = words[::-1]
    while rest:
        word = rest.pop()
        if word not in ("--uri", "--user", *_OPTIONS[verb]):
            raise _UsageError(f"Unsupported argument: {word}")
        value = rest.pop() if rest else ""
        if word in ("--bind", "--extra"):
            name, bound = _bind(value)
            (request.values if word == "--bind" else request.extras)[name] = bound
            continue
        if not value or value.startswith("--"):
            raise _UsageError(f"No value for argument: {word}")
        if word == "--projection":
            request.projection = tuple(re.split(r"\s*:\s*", value))
        elif word != "--user":
            setattr(request, word[2:], value)
    if not request.uri:
        raise _UsageError("Content provider URI not specified. Did you specify --uri argument?")
    if verb in ("insert", "update") and not request.values:
        raise _UsageError("Bindings not specified. Did you specify --bind argument(s)?")
    if verb == "call" and not request.method:
        raise _UsageError("Content provider method not specified.")
    return request


def _bind(text: str) -> tuple[str, Any]:
    name, first, typed = text.partition(":")
    kind, second, value = typed.partition(":")
    if not first or not second:
        raise _UsageError(f"Binding not well formed: {text}")
    try:
        if kind == "s":
            return name, value
        if kind in ("b", "B"):
            return name, int(value.lower() == "true")
        if kind in ("i", "l", "I", "L"):
            return name, int(value)
        if kind in ("f", "d", "F", "D"):
            return name, float(value)
    except ValueError:
        raise _UsageError(f'For input string: "{value}"') from None
    if kind == "n":
        return name, None
    raise _UsageError(f"Unsupported type: {kind}")


def _query(call: Call, request: _Request) -> None:
    rows = call.service(ContentService).query(
        request.uri, request.projection, request.where, (), request.sort
    )
    number = -1
    for number, row in enumerate(rows):
        call.print(f"Row: {number} " + ", ".join(f"{name}={_shown(value)}" for name, value in row.items()))
    if number < 0:
        call.print("No result found.")


def _shown(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return "BLOB"
    return str(value)


def _insert(call: Call, request: _Request) -> None:
    call.service(ContentService).insert(request.uri, request.values)


def _update(call: Call, request: _Request) -> None:
    call.service(ContentService).update(request.uri, request.values, request.where)


def _delete(call: Call, request: _Request) -> None:
    call.service(ContentService).delete(request.uri, request.where)


def _call(call: Call, request: _Request) -> None:
    result = call.service(ContentService).call(request.uri, request.method, request.arg, request.extras)
    call.print(f"Result: {'null' if result is None else _bundle(result)}")


def _bundle(values: Mapping[str, Any]) -> str:
    return "Bundle[{" + ", ".join(f"{name}={_shown(value)}" for name, value in values.items()) + "}]"


_VERBS: Final[dict[str, Callable[[Call, _Request], None]]] = {
    "insert": _insert,
    "update": _update,
    "delete": _delete,
    "query": _query,
    "call": _call,
}
