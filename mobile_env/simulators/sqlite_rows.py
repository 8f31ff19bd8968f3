"""Reads rows and columns of an open database, whatever device it came from."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from mobile_env.phone.state.sqlite_sandbox import SandboxedConnection
from mobile_env.signals.state import MOST_ROWS, ColumnInfo, StateError, Table


def read_rows(connection: SandboxedConnection, select: str, values: Mapping[str, Any]) -> Table:
    """What a SELECT gives, nothing written.

    Raises:
      StateError: SQLite refuses it, two columns have one name, or it gives too many rows.
    """
    try:
        with connection.read_only():
            cursor = connection.execute(select, dict(values))
            names = [column[0] for column in cursor.description or ()]
            rows = cursor.fetchmany(MOST_ROWS + 1)
    except sqlite3.Error as error:
        raise StateError(f"SQLite refuses it: {error}") from None
    if len(set(names)) < len(names):
        raise StateError("two columns of one name: name them by AS")
    if len(rows) > MOST_ROWS:
        raise StateError(f"more than {MOST_ROWS} rows")
    return Table(names, [dict(zip(names, row, strict=True)) for row in rows])


def columns_of(connection: SandboxedConnection, table: str) -> Sequence[ColumnInfo] | None:
    """The columns of a table; None if there is no such table."""
    quoted = table.replace('"', '""')
    try:
        found = connection.execute(f'PRAGMA table_info("{quoted}")').fetchall()
    except sqlite3.Error as error:
        raise StateError(f"SQLite refuses it: {error}") from None
    keys = [row for row in found if row[5]]
    alone = len(keys) == 1 and str(keys[0][2]).upper() == "INTEGER"
    return [
        ColumnInfo(name, kind, bool(not_null), default is not None, alone and bool(key))
        for _, name, kind, not_null, default, key in found
    ] or None
