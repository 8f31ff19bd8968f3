"""The phone's SQLite databases: in memory while open, valid SQLite files in the tree whenever looked at."""

from __future__ import annotations

import sqlite3

from mobile_env.phone.state.files import FileTree
from mobile_env.phone.state.part import Part, Parts, new_version
from mobile_env.phone.state.sqlite_sandbox import SandboxedConnection, open_sandboxed


class _OpenDatabase:
    """One open connection, as the file tree sees it (`LiveFile`)."""

    def __init__(self, connection: SandboxedConnection, owner: Databases, path: str) -> None:
        self.connection = connection
        self._owner = owner
        self._path = path
        self._seen = self._told = self._marks()
        self.flushed_bytes = connection.size_bytes()

    def _marks(self) -> tuple[int, ...]:
        # total_changes counts rows only; the schema and the pragmas kept in a file are seen apart.
        execute = self.connection.execute
        return (
            self.connection.total_changes,
            execute("PRAGMA schema_version").fetchone()[0],
            execute("PRAGMA user_version").fetchone()[0],
            execute("PRAGMA application_id").fetchone()[0],
        )

    def changed(self) -> bool:
        return self._marks() != self._seen

    def moved(self) -> bool:
        """Whether the content is another than when this was asked last."""
        before, self._told = self._told, self._marks()
        return self._told != before

    def content(self) -> bytes:
        if self.connection.in_transaction:
            self.connection.commit()
        self._seen = self._marks()
        content = self.connection.serialize()
        self.flushed_bytes = len(content)
        return content

    def close(self) -> None:
        self._owner._forget(self._path)


class Databases(Part):
    """Opens databases at paths of a file tree.

    Connections are in autocommit mode, and what SQL can ask of the outside (`random()`, the current time)
    answers from the phone's clock, so that equal runs write equal bytes.
    """

    def __init__(self, files: FileTree) -> None:
        self._files = files
        self._open: dict[str, _OpenDatabase] = {}
        super().__init__()

    def open(self, path: str) -> SandboxedConnection:
        """Returns the connection to the database at `path`, which is created empty if it is not there.

        The connection stays the same while the file is neither overwritten nor removed and the phone is not
        restored: ask again rather than keep it. Do not close it.

        Raises:
          OSError: as FileTree does, such as a missing parent directory.
          sqlite3.DatabaseError: the file is there and is not a database.
        """
        path = self._files.resolve(path)
        held = self._open.get(path)
        if held is not None:
            held.connection.limit_bytes(self._room_for(held))
            return held.connection
        if not self._files.exists(path):
            self._files.write(path, b"")
        content = self._files.read(path)
        try:
            connection = open_sandboxed(content, self._files.clock)
        except sqlite3.Error as error:
            raise sqlite3.DatabaseError(f"{path}: {error}") from error
        held = self._open[path] = _OpenDatabase(connection, self, path)
        self._files.attach(path, held)
        connection.limit_bytes(self._room_for(held))
        return connection

    def _room_for(self, database: _OpenDatabase) -> int:
        """Bytes that a database may have before the phone's storage is full, those it has included."""
        unwritten = sum(
            each.connection.size_bytes() - each.flushed_bytes
            for each in self._open.values()
            if each is not database
        )
        return self._files.quota - self._files.used_bytes - unwritten + database.flushed_bytes

    @property
    def version(self) -> int:
        """Drawn anew when something was written through a connection since this was asked last."""
        moved = [held.moved() for held in self._open.values()]
        if any(moved):
            self._version = new_version()
        return self._version

    @version.setter
    def version(self, version: int) -> None:
        self._version = version

    def _forget(self, path: str) -> None:
        # Not closed here: a handler that overwrites its own database may still hold a cursor of it.
        self._open.pop(path, None)

    def flush(self) -> None:
        """Writes the databases that changed since the last flush into the file tree."""
        self._files.flush()

    def copy_into(self, parts: Parts) -> Databases:
        return self.copy(parts.part(FileTree))

    def copy(self, files: FileTree | None = None) -> Databases:
        """Returns independent databases on an independent tree, where each is read again when opened.

        Args:
          files: a copy of this object's tree, made after `flush()`. If not given, one is made here.
        """
        if files is None:
            self.flush()
            files = self._files.copy()
        databases = Databases(files)
        databases.version = self.version
        return databases

    @property
    def files(self) -> FileTree:
        """The tree that the databases lie in."""
        return self._files
