"""SQL functions of the phone: time and chance from the phone's clock, bounds on quadratic ones, refusals."""

from __future__ import annotations

import datetime
import hashlib
import re
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.sql_rules import refused_functions

_TIME_FUNCTIONS = ("date", "time", "datetime", "julianday", "unixepoch", "strftime")
# What SQLite evaluates CURRENT_DATE and its like to.
_KEYWORDS = {"current_date": "%Y-%m-%d", "current_time": "%H:%M:%S", "current_timestamp": "%Y-%m-%d %H:%M:%S"}
# strftime's first argument is a format, the others begin with the time.
_TIME_POSITION = {"strftime": 1}

# Functions that compare each part of one argument with each of another, in one step of SQLite: (name, arguments).
_QUADRATIC = (
    ("instr", 2),
    ("json_patch", 2),
    ("ltrim", 2),
    ("replace", 3),
    ("rtrim", 2),
    ("trim", 2),
)
_MAX_PRODUCT = 1 << 27
_MAX_LENGTH = 2 << 20
# Directives of a printf format times the widest field.
_MAX_FIELDS = 1 << 23

# Computes what the replaced functions compute for ordinary arguments. One for the process: it holds no data.
_evaluator: sqlite3.Connection | None = None


def _evaluate(name: str, values: Sequence[Any]) -> Any:
    """The value of SQLite's own function of that name."""
    global _evaluator
    if _evaluator is None:
        _evaluator = sqlite3.connect(":memory:", check_same_thread=False)
        _evaluator.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_LENGTH)
    marks = ", ".join("?" * len(values))
    return _evaluator.execute(f"SELECT {name}({marks})", values).fetchone()[0]


def _now(clock: Clock) -> str:
    return clock.datetime(datetime.UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]


def _time_function(name: str, clock: Clock) -> Callable[..., Any]:
    position = _TIME_POSITION.get(name, 0)

    def call(*arguments: Any) -> Any:
        values = list(arguments)
        if len(values) == position:
            values.append("now")
        if len(values) > position and isinstance(values[position], str) and values[position].lower() == "now":
            values[position] = _now(clock)
        # The host's time zone must not show: the phone's zone is UTC.
        values = [v for v in values if not (isinstance(v, str) and v.lower() in ("localtime", "utc"))]
        return _evaluate(name, values)

    return call


def register_deterministic(connection: sqlite3.Connection, clock: Clock) -> None:
    """Replaces SQLite's time and random functions on a connection by ones that depend on `clock` alone."""
    for name in _TIME_FUNCTIONS:
        connection.create_function(name, -1, _time_function(name, clock))
    for name, form in _KEYWORDS.items():
        connection.create_function(name, 0, lambda form=form: clock.datetime().strftime(form))

    drawn = [0, 0]  # the time of the last draw and how many came before it at that time

    def draw(size: int) -> bytes:
        drawn[:] = [clock.now_us, drawn[1] + 1 if drawn[0] == clock.now_us else 0]
        seed = f"{drawn[0]}:{drawn[1]}".encode()
        return hashlib.shake_128(seed).digest(size)

    connection.create_function("random", 0, lambda: int.from_bytes(draw(8), "big", signed=True))
    connection.create_function("randomblob", 1, lambda size: draw(max(1, min(int(size), 1_000_000))))


def _refuse(*_: Any) -> None:
    raise sqlite3.OperationalError("not authorized")


def _bounded(name: str) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        first, second = (len(value) if isinstance(value, (str, bytes)) else 20 for value in arguments[:2])
        if first * second > _MAX_PRODUCT:
            raise sqlite3.DataError("string or blob too big")
        return _evaluate(name, arguments)

    return call


def _printf(*arguments: Any) -> Any:
    """SQLite's printf(), which otherwise counts to a field's width even where the result is too long to be made."""
    form = arguments[0] if arguments else None
    if isinstance(form, bytes):
        form = form.decode("utf-8", "replace")
    if isinstance(form, str):
        widths = [int(digits[:9]) for digits in re.findall("[0-9]+", form)]
        if "*" in form:
            widths += [_magnitude(value) for value in arguments[1:]]
        if form.count("%") * max(widths, default=0) > _MAX_FIELDS:
            raise sqlite3.DataError("string or blob too big")
    return _evaluate("printf", arguments)


def _magnitude(value: Any) -> int:
    """Returns the absolute value of the number that SQLite may convert a value to."""
    if isinstance(value, (int, float)):
        return int(min(abs(value), _MAX_FIELDS + 1))
    return max((int(digits[:9]) for digits in re.findall("[0-9]+", str(value)[:99])), default=0)


def register_refusals(connection: sqlite3.Connection) -> None:
    """Replaces functions of native code or of the host by ones that raise, and bounds the quadratic ones.

    The authorizer is not asked about functions in a schema that a file brings along, so it alone is not enough.
    """
    for name, count in refused_functions():
        connection.create_function(name, count, _refuse)
    for name, count in _QUADRATIC:
        connection.create_function(name, count, _bounded(name), deterministic=True)
    for name in ("printf", "format"):
        connection.create_function(name, -1, _printf, deterministic=True)
