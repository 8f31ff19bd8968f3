"""The one way to open SQLite for the phone: SQL and database files of others run with rules and bounds.

SQLite runs inside this process. Without bounds a statement of a task file could call native code (`fts3_tokenizer`,
`load_extension`), open files of the host (ATTACH), or take all memory and time.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterable, Iterator
from typing import Any, Final

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.sql_functions import register_deterministic, register_refusals
from mobile_env.phone.state.sql_rules import authorizer, creates_virtual_table, reader

MAX_DATABASE_BYTES: Final = 64 << 20
"""No database of the phone grows beyond this, whatever the phone's quota leaves."""

MAX_VALUE_BYTES: Final = 2 << 20
"""Longest text, blob and row: what Android's CursorWindow holds, so no app reads longer ones."""

MAX_STEPS: Final = 20_000_000
"""Steps of SQLite's virtual machine that one statement may take: about a second."""

MAX_CPU_SECONDS: Final = 10.0
"""A statement of few but slow steps ends after that much time of its thread."""

MAX_RESULT_BYTES: Final = 64 << 20
"""Bytes of all rows that one statement may return."""

# Of all SQLite connections of the process together. SQLite offers no bound for one connection.
_HEAP_BYTES = 1 << 30
_STEPS_PER_TICK = 250
_PAGE_BYTES = 4096
# Of the database file's header (sqlite.org/fileformat.html, 1.3): write and read version, 2 means a log.
_WRITE_VERSION, _READ_VERSION = 18, 19

_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: MAX_VALUE_BYTES,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1 << 20,
    sqlite3.SQLITE_LIMIT_COLUMN: 500,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 100,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 250_000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 100,
    sqlite3.SQLITE_LIMIT_ATTACHED: 1,  # VACUUM needs one
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1_000,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 10_000,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
# Python 3.12 and newer can set these; on 3.11 the authorizer and the replaced functions stand alone.
_SWITCHES = {
    "SQLITE_DBCONFIG_DEFENSIVE": True,
    "SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER": False,
    "SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION": False,
    "SQLITE_DBCONFIG_WRITABLE_SCHEMA": False,
}


class _Meter:
    """What the statement that runs now has used up."""

    def __init__(self) -> None:
        self.statement = ""
        self.steps = 0
        self.all_steps = 0
        self.bytes = 0
        self._end = 0.0

    def begin(self, statement: str) -> None:
        self.statement = statement
        self.steps = 0
        self.bytes = 0
        self._end = time.thread_time() + MAX_CPU_SECONDS

    def tick(self) -> int:
        """SQLite's progress handler: not 0 ends the statement with "interrupted"."""
        self.steps += _STEPS_PER_TICK
        self.all_steps += _STEPS_PER_TICK
        return int(self.steps > MAX_STEPS or time.thread_time() > self._end)

    def weigh(self, row: Any) -> None:
        self.bytes += 64 + sum(len(value) for value in row if isinstance(value, (str, bytes)))
        if self.bytes > MAX_RESULT_BYTES:
            raise sqlite3.OperationalError(f"a result of more than {MAX_RESULT_BYTES >> 20} MiB")


class SandboxedCursor(sqlite3.Cursor):
    """A cursor that applies the bounds to each statement separately."""

    connection: SandboxedConnection

    def execute(self, sql: str, parameters: Any = (), /) -> SandboxedCursor:
        with self._bounded(sql):
            super().execute(sql, parameters)
        return self

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> SandboxedCursor:
        with self._bounded(sql):
            super().executemany(sql, parameters)
        return self

    def executescript(self, sql: str, /) -> SandboxedCursor:
        with self._bounded(sql):
            super().executescript(sql)
        return self

    @contextlib.contextmanager
    def _bounded(self, sql: str) -> Iterator[None]:
        self.connection.meter.begin(sql)
        with _errors_of_sql():
            yield

    def __next__(self) -> Any:
        with _errors_of_sql():
            row = super().__next__()
        self.connection.meter.weigh(row)
        return row

    def fetchone(self) -> Any:
        return next(self, None)

    def fetchmany(self, size: int | None = None) -> list[Any]:
        rows = zip(range(self.arraysize if size is None else size), self, strict=False)
        return [row for _, row in rows]

    def fetchall(self) -> list[Any]:
        return list(self)


class SandboxedConnection(sqlite3.Connection):
    """A connection in autocommit mode to a database in memory. Make one by `open_sandboxed`."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.meter = _Meter()

    def cursor(self, factory: Any = None) -> Any:
        return super().cursor(factory or SandboxedCursor)

    # sqlite3's own methods take a plain cursor, which is not bounded.

    def execute(self, sql: str, parameters: Any = (), /) -> SandboxedCursor:
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> SandboxedCursor:
        return self.cursor().executemany(sql, parameters)

    def executescript(self, sql: str, /) -> SandboxedCursor:
        return self.cursor().executescript(sql)

    @property
    def steps(self) -> int:
        """Steps of SQLite's virtual machine that all statements together have taken so far."""
        return self.meter.all_steps

    def limit_bytes(self, most: int) -> None:
        """Bounds the database; a statement that needs more raises OperationalError ("database or disk is full")."""
        size = self._ask("page_size")
        pages = max(1, min(most, MAX_DATABASE_BYTES) // size)
        with self._trusted(), _errors_of_sql():
            # SQLite keeps the present size if that is more.
            super().execute(f"PRAGMA main.max_page_count = {pages}").fetchone()

    def size_bytes(self) -> int:
        """Bytes of the database now."""
        return self._ask("page_count") * self._ask("page_size")

    def _ask(self, pragma: str) -> int:
        with _errors_of_sql():
            return super().execute(f"PRAGMA {pragma}").fetchone()[0]

    @contextlib.contextmanager
    def _trusted(self) -> Iterator[None]:
        """Runs statements of this module without the authorizer."""
        self.set_authorizer(None)
        try:
            yield
        finally:
            self._guard()

    @contextlib.contextmanager
    def read_only(self) -> Iterator[None]:
        """Statements within may only read; any other raises DatabaseError ("not authorized")."""
        self.set_authorizer(reader)
        try:
            yield
        finally:
            self._guard()

    def _guard(self) -> None:
        meter = self.meter
        self.set_authorizer(authorizer(lambda: meter.statement))


@contextlib.contextmanager
def _errors_of_sql() -> Iterator[None]:
    """Turns MemoryError and UnicodeDecodeError, which SQL or a database file may cause, into errors of sqlite3."""
    try:
        yield
    except MemoryError as error:
        raise sqlite3.OperationalError("out of memory") from error
    except UnicodeDecodeError as error:
        # SQLite's message quotes a damaged file, and sqlite3 cannot decode it.
        raise sqlite3.DatabaseError(bytes(error.object).decode("utf-8", "replace")) from error


def open_sandboxed(content: bytes, clock: Clock, max_bytes: int = MAX_DATABASE_BYTES) -> SandboxedConnection:
    """Opens a database in memory.

    Args:
      content: a database file; b"" for a new database.
      clock: answers what SQL asks of time and chance.
      max_bytes: how large the database may grow.

    Raises:
      sqlite3.DatabaseError: `content` is not a database, or has virtual tables, whose modules are native code that
        trusts what it reads.
    """
    connection = sqlite3.connect(
        ":memory:", isolation_level=None, check_same_thread=False, factory=SandboxedConnection
    )
    try:
        _configure(connection, clock)
        if content:
            with _errors_of_sql():
                connection.deserialize(_without_log(content))  # attaches, so before the authorizer
        connection._guard()
        connection.set_progress_handler(connection.meter.tick, _STEPS_PER_TICK)
        connection.limit_bytes(max_bytes)
        _refuse_virtual_tables(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _configure(connection: SandboxedConnection, clock: Clock) -> None:
    for limit, value in _LIMITS.items():
        connection.setlimit(limit, value)
    for name, value in _SWITCHES.items():
        option = getattr(sqlite3, name, None)
        if option is not None and hasattr(connection, "setconfig"):
            connection.setconfig(option, value)
    register_refusals(connection)
    register_deterministic(connection, clock)
    # As Android: what is no UTF-8 reads as U+FFFD.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    # trusted_schema stays on: off, it forbids every function made from Python to defaults, triggers and views, and the
    # clock's are such (DEFAULT CURRENT_TIMESTAMP). What it protects from cannot be called here at all: functions
    # outside the allow-list are replaced, and there are no virtual tables.
    settings = (
        "trusted_schema = ON",
        "temp_store = MEMORY",
        f"temp.max_page_count = {MAX_DATABASE_BYTES // _PAGE_BYTES}",
        f"hard_heap_limit = {_HEAP_BYTES}",
    )
    for setting in settings:
        sqlite3.Connection.execute(connection, f"PRAGMA {setting}").fetchall()


def _refuse_virtual_tables(connection: SandboxedConnection) -> None:
    # Reading the schema parses it and calls no module.
    for (sql,) in connection.execute("SELECT CAST(sql AS TEXT) FROM sqlite_master WHERE sql IS NOT NULL"):
        if creates_virtual_table(sql):
            module = sql.partition("(")[0].split()[-1][:40]
            raise sqlite3.OperationalError(f"no such module: {module}")


def _without_log(content: bytes) -> bytes:
    """A file in write-ahead-log mode cannot be opened in memory: its header is set to a journal."""
    if len(content) > _READ_VERSION and content[_WRITE_VERSION] == 2:
        return content[:_WRITE_VERSION] + b"\x01\x01" + content[_READ_VERSION + 1 :]
    return content
