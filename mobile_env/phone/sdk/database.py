"""An app's SQLite databases: rows as records, queries that fetch only what is looked at."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import resources
from typing import Any, overload

from mobile_env.phone.sdk.manifest import Database
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.sqlite_sandbox import open_sandboxed

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Record(Mapping[str, Any]):
    """One row: `row.name` and `row["name"]`; it never changes."""

    __slots__ = ("_columns", "_values")

    def __init__(self, columns: Mapping[str, int], values: tuple[Any, ...]) -> None:
        self._columns = columns
        self._values = values

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[self._columns[name]]
        except KeyError:
            raise AttributeError(
                f"the row has no column {name!r} (it has {', '.join(self._columns)})"
            ) from None

    def __getitem__(self, name: str) -> Any:
        return self._values[self._columns[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return f"Record({dict(self)!r})"

    def __reduce__(self) -> Any:
        return (Record, (dict(self._columns), self._values))


class Query(Sequence[Record]):
    """Rows of a SELECT, counted and fetched by page when they are asked for."""

    def __init__(self, connection: sqlite3.Connection, sql: str, args: tuple[Any, ...]) -> None:
        self._connection = connection
        self.sql = sql
        self.args = args
        self._count: int | None = None

    def _rows(self, sql: str, *args: Any) -> list[Record]:
        cursor = self._connection.execute(sql, (*self.args, *args))
        columns = {each[0]: place for place, each in enumerate(cursor.description)}
        return [Record(columns, row) for row in cursor]

    def __len__(self) -> int:
        if self._count is None:
            self._count = self._connection.execute(
                f"SELECT count(*) FROM ({self.sql})", self.args
            ).fetchone()[0]
        return self._count

    def __iter__(self) -> Iterator[Record]:
        return iter(self._rows(self.sql))

    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> list[Record]: ...
    def __getitem__(self, place: int | slice) -> Record | list[Record]:
        if isinstance(place, int):
            place = place if place >= 0 else len(self) + place
            rows = self._rows(f"SELECT * FROM ({self.sql}) LIMIT 1 OFFSET ?", place) if place >= 0 else []
            if not rows:
                raise IndexError(f"row {place} of {len(self)}")
            return rows[0]
        start, stop, step = place.indices(len(self))
        rows = self._rows(f"SELECT * FROM ({self.sql}) LIMIT ? OFFSET ?", max(0, stop - start), start)
        return rows[::step]


class Table:
    """The tables of one database file. Table and column names come from app code; values are always bound."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection, for SQL that the methods do not cover. Do not keep it."""
        return self._connect()

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        """Runs one statement."""
        return self._connect().execute(sql, args)

    def query(self, sql: str, *args: Any) -> Query:
        """The rows of a SELECT, lazily: see `Query`."""
        return Query(self._connect(), sql.strip().rstrip(";"), args)

    def one(self, sql: str, *args: Any) -> Any:
        """The first column of the first row; None without one."""
        row = self._connect().execute(sql, args).fetchone()
        return row[0] if row else None

    def get(self, table: str, id: Any) -> Record | None:
        """The row with that primary key; None if there is none, or `id` is None."""
        if id is None:
            return None
        rows = self.query(f"SELECT * FROM {_name(table)} WHERE {self.key(table)} = ?", id)
        return next(iter(rows), None)

    def put(self, table: str, id: Any = None, _new: Mapping[str, Any] | None = None, **values: Any) -> Any:
        """Inserts a row (`id` None) or updates the one with that key; `_new` holds values of new rows only.

        Returns:
          the row's primary key.
        """
        if id is not None:
            self.update(table, id, **values)
            return id
        values |= _new or {}
        columns, marks = ", ".join(map(_name, values)), ", ".join("?" * len(values))
        what = f"({columns}) VALUES ({marks})" if values else "DEFAULT VALUES"
        return self.execute(f"INSERT INTO {_name(table)} {what}", *values.values()).lastrowid

    def update(self, table: str, id: Any, **values: Any) -> int:
        """Changes columns of the row with that key; returns how many rows that were (0 or 1)."""
        if not values:
            return 0
        changes = ", ".join(f"{_name(column)} = ?" for column in values)
        sql = f"UPDATE {_name(table)} SET {changes} WHERE {self.key(table)} = ?"
        return self.execute(sql, *values.values(), id).rowcount

    def delete(self, table: str, ids: Any) -> int:
        """Deletes the rows with these keys (one key, or several); returns how many there were."""
        keys = list(ids) if isinstance(ids, Iterable) and not isinstance(ids, str | bytes) else [ids]
        sql = f"DELETE FROM {_name(table)} WHERE {self.key(table)} = ?"
        return sum(self.execute(sql, key).rowcount for key in keys)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside counts together, or, if something is thrown, not at all."""
        connection = self._connect()
        connection.execute("BEGIN")
        try:
            yield
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def key(self, table: str) -> str:
        """The table's primary key column; "rowid" without one."""
        for row in self._connect().execute(f"PRAGMA table_info({_name(table)})"):
            if row[5]:
                return str(row[1])
        return "rowid"


def _name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise ValueError(f"{text!r} is no name of a table or column (letters, digits, underscores)")
    return text


@lru_cache(maxsize=64)
def image(folder: str, schema: str, version: int) -> bytes:
    """The bytes of a new database: `schema` of an app's folder run once, `user_version` set."""
    connection = open_sandboxed(b"", Clock())
    try:
        if schema:
            connection.executescript((resources.files(folder) / schema).read_text("utf-8"))
        connection.execute(f"PRAGMA user_version = {int(version)}")
        return connection.serialize()
    finally:
        connection.close()


def migrate(connection: sqlite3.Connection, folder: str, database: Database) -> None:
    """Brings a database of lower `user_version` up by the app's migrations; touches nothing if it is up to date."""
    at = connection.execute("PRAGMA user_version").fetchone()[0]
    for version in range(at + 1, database.version + 1):
        step = resources.files(folder) / "migrations" / f"{version}.sql"
        if step.is_file():
            connection.executescript(step.read_text("utf-8"))
            connection.execute(f"PRAGMA user_version = {version}")
