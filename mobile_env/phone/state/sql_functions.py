"""SQL functions that would ask the host for time or chance, answered from the phone's clock instead."""

from __future__ import annotations

import datetime
import hashlib
import sqlite3
from collections.abc import Callable
from typing import Any

from mobile_env.phone.state.clock import Clock

_TIME_FUNCTIONS = ("date", "time", "datetime", "julianday", "unixepoch", "strftime")
# What SQLite evaluates CURRENT_DATE and its like to.
_KEYWORDS = {"current_date": "%Y-%m-%d", "current_time": "%H:%M:%S", "current_timestamp": "%Y-%m-%d %H:%M:%S"}
# strftime's first argument is a format, the others begin with the time.
_TIME_POSITION = {"strftime": 1}

# Computes dates once the word "now" is gone; one for the process, it holds no data.
_calendar: sqlite3.Connection | None = None


def _calendar_connection() -> sqlite3.Connection:
    global _calendar
    if _calendar is None:
        _calendar = sqlite3.connect(":memory:", check_same_thread=False)
    return _calendar


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
        marks = ", ".join("?" * len(values))
        return _calendar_connection().execute(f"SELECT {name}({marks})", values).fetchone()[0]

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
