"""The embedded phone's state, read and written directly: no shell, no parsing."""

from __future__ import annotations

import shlex
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from mobile_env.phone.phone import Phone
from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.services.content import ContentService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.logcat import LogBuffer
from mobile_env.phone.state.phone_state import PhoneState
from mobile_env.phone.state.sqlite_sandbox import SandboxedConnection
from mobile_env.signals.globs import has_wildcard, name_pattern
from mobile_env.signals.state import (
    MOST_ROWS,
    MOST_TEXT_BYTES,
    SERVICE_LISTS,
    Change,
    ColumnInfo,
    FileEntry,
    Row,
    StateError,
    Table,
)
from mobile_env.simulators import embedded_facts
from mobile_env.simulators.sqlite_rows import columns_of, read_rows

# Parts that change of themselves, and that no method here reads.
_MOVING = (Clock, LogBuffer)


class EmbeddedState:
    """`DeviceState` of an embedded phone. The phone is asked for at each call: a launch makes a new one."""

    is_exact = True

    def __init__(self, phone: Callable[[], Phone]) -> None:
        self._running = phone

    @property
    def _phone(self) -> Phone:
        return self._running()

    def clock(self) -> int:
        return self._phone.state.clock.seconds

    def setting(self, namespace: str, key: str) -> str | None:
        return self._phone.state.settings.get(namespace, key)

    def query(self, database: str, select: str, values: Mapping[str, Any]) -> Table | None:
        connection = self._opened(database)
        return None if connection is None else read_rows(connection, select, values)

    def table_columns(self, database: str, table: str) -> Sequence[ColumnInfo] | None:
        connection = self._opened(database)
        return None if connection is None else columns_of(connection, table)

    def files(self, pattern: str) -> Sequence[FileEntry]:
        tree = self._phone.state.files
        found = []
        for path in sorted(set(_glob(tree, pattern))):
            stat = tree.stat(path)
            kind = "folder" if stat.kind == "directory" else "file"
            found.append(
                FileEntry(path, kind, stat.size if kind == "file" else 0, stat.mtime_us // 1_000_000)
            )
            if len(found) > MOST_ROWS:
                raise StateError(f"more than {MOST_ROWS} files")
        return found

    def read_file(self, path: str) -> bytes | None:
        tree = self._phone.state.files
        if not tree.is_file(path):
            return None
        if tree.stat(path).size > MOST_TEXT_BYTES:
            raise StateError(f"{path} is larger than {MOST_TEXT_BYTES} bytes")
        return tree.read(path)

    def provider(self, uri: str) -> Sequence[Row]:
        with _refusals(uri):
            rows = self._phone.service(ContentService).query(uri)[: MOST_ROWS + 1]
            found = [dict(row) for row in rows]
        if len(found) > MOST_ROWS:
            raise StateError(f"more than {MOST_ROWS} rows")
        return found

    def service_list(self, name: str) -> Sequence[Row]:
        phone = self._phone
        if name == "foreground":
            package, _, activity = phone.foreground_activity.partition("/")
            return [{"package": package, "activity": activity}]
        if name == "clipboard":
            text = phone.service(ClipboardService).text
            return [{"text": text}] if text else []
        if name == "packages":
            return [
                {"package": name} for name in sorted(package.name for package in phone.state.packages.list())
            ]
        rows = phone.kernel.rows(name)
        if rows is None:
            raise StateError(f"this device has no list {name}; it has {', '.join(SERVICE_LISTS)}")
        return rows

    def app_label(self, package: str) -> str:
        app = self._phone.packages.app(package)
        return "" if app is None else app.label

    def shell(self, command: str) -> str:
        return self._phone.shell(command).stdout.decode("utf-8", "replace")

    def set_clock(self, now: int, zone: str) -> None:
        state = self._phone.state
        self._phone.kernel.set_time(now * 1_000_000)
        state.properties.set("persist.sys.timezone", zone)

    def put_setting(self, namespace: str, key: str, value: str) -> None:
        self._phone.kernel.service(SettingsService).put(namespace, key, value)

    def execute(self, database: str, statements: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        connection = self._opened(database)
        if connection is None:
            raise StateError(f"there is no database {database}: open its app first")
        try:
            connection.execute("BEGIN")
            try:
                for statement, values in statements:
                    connection.execute(statement, dict(values))
                connection.execute("COMMIT")
            except BaseException:
                connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise StateError(f"SQLite refuses it: {error}") from None

    def write_file(self, path: str, content: bytes, time: int | None = None) -> None:
        tree = self._phone.state.files
        try:
            tree.make_directory(path.rpartition("/")[0] or "/", parents=True)
            tree.write(path, content)
            if time is not None:
                tree.set_mtime(path, time * 1_000_000)
        except OSError as error:
            raise StateError(f"{path} cannot be written: {error.strerror}") from None

    def delete_files(self, pattern: str) -> None:
        tree = self._phone.state.files
        # The deepest first: a folder that goes takes what is in it along.
        for path in sorted(set(_glob(tree, pattern)), reverse=True):
            if tree.exists(path):
                tree.remove(path, recursive=True)

    def version(self) -> Any:
        return tuple([part.version for part in self._phone.state if type(part) not in _MOVING])

    def keep(self) -> PhoneState:
        return self._phone.snapshot().state

    def changes(self, kept: Any) -> Sequence[Change]:
        return embedded_facts.changes(kept, self._phone.state)

    def insert(self, uri: str, values: Row) -> int:
        with _refusals(uri):
            key = self._phone.service(ContentService).insert(uri, values).rpartition("/")[2]
        return int(key) if key.isdecimal() else 0

    def index_media(self, path: str) -> None:
        """Nothing to do: the index is brought up to date with the files whenever somebody asks it."""

    def set_clipboard(self, text: str) -> None:
        self._phone.kernel.service(ClipboardService).copy(text)

    def stop_app(self, package: str) -> None:
        self._phone.shell(f"am force-stop {shlex.quote(package)}")

    def _opened(self, database: str) -> SandboxedConnection | None:
        """The connection to a database; None if there is none."""
        state = self._phone.state
        if not state.files.is_file(database):
            return None
        try:
            return state.databases.open(database)
        except sqlite3.Error as error:
            raise StateError(f"{database} is no database that can be read: {error}") from None

    def go_home(self) -> None:
        phone = self._phone
        for package in {task.root.component.partition("/")[0]: None for task in phone.state.tasks}:
            self.stop_app(package)
        phone.key("HOME")


@contextmanager
def _refusals(uri: str) -> Iterator[None]:
    """What the content provider at `uri` refuses, as a `StateError`."""
    try:
        yield
    except (LookupError, ValueError, TypeError, sqlite3.Error) as error:
        raise StateError(f"{uri}: {error.args[0] if error.args else error}") from None


def _glob(tree: Any, pattern: str) -> Iterator[str]:
    """Paths that match a glob of absolute paths; `**` stands for any number of folders, none included."""
    if not pattern.startswith("/"):
        raise StateError(f"{pattern!r} is no absolute path")
    parts = [part for part in pattern.split("/") if part]
    yield from _below(tree, "", parts)


def _below(tree: Any, folder: str, parts: Sequence[str]) -> Iterator[str]:
    if not parts:
        if tree.exists(folder or "/"):
            yield folder or "/"
        return
    first, rest = parts[0], parts[1:]
    if not has_wildcard(first):
        if rest or tree.exists(f"{folder}/{first}"):
            yield from _below(tree, f"{folder}/{first}", rest)
        return
    if not tree.is_directory(folder or "/"):
        return
    if first == "**":
        if rest:
            yield from _below(tree, folder, rest)
        for name in tree.list(folder or "/"):
            if not rest:
                yield f"{folder}/{name}"
            if tree.is_directory(f"{folder}/{name}"):
                yield from _below(tree, f"{folder}/{name}", parts)
        return
    matches = name_pattern(first).fullmatch
    for name in tree.list(folder or "/"):
        if matches(name):
            yield from _below(tree, f"{folder}/{name}", rest)
