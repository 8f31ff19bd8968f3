"""The index of a store, which finds the record for a URL. An SQLite file that can be rebuilt from the WARC
files."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mobile_env.replay.store.errors import StoreError
from mobile_env.replay.store.rules import UrlRules, body_digest
from mobile_env.replay.store.warc_reading import response_head, split_head, target_uri
from mobile_env.replay.store.warc_scanning import ScannedRecord, WarcFault, scan

logger = logging.getLogger(__name__)

FILE_NAME = "index.sqlite"
FORMAT = "1"
_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  indexed INTEGER NOT NULL, size INTEGER NOT NULL);
CREATE TABLE faults (file INTEGER NOT NULL, offset INTEGER NOT NULL, what TEXT NOT NULL);
CREATE TABLE resources (
  id INTEGER PRIMARY KEY,
  key INTEGER NOT NULL,
  url TEXT NOT NULL,
  method TEXT NOT NULL,
  digest TEXT NOT NULL,
  status INTEGER NOT NULL,
  kind TEXT NOT NULL,
  file INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  size INTEGER NOT NULL,
  revisit TEXT NOT NULL
);
"""
_KEY_INDEX = "CREATE INDEX IF NOT EXISTS resources_by_key ON resources (key)"
_COLUMNS = "url, method, digest, status, kind, file, offset, length, size, revisit"
# Largest distance between the records of a request and its response.
_PAIRING = 64
_BATCH = 5000


class Entry(NamedTuple):
    """A recorded resource and its position.

    Attributes:
      url, method, digest: of the request; the digest identifies its body.
      status, kind: HTTP status and media type.
      file, offset, length: id of the WARC file, and position in it.
      size: size of the body as sent, in bytes.
      revisit: the URL whose body this record repeats; "" if the record has its own body.
    """

    url: str
    method: str
    digest: str
    status: int
    kind: str
    file: int
    offset: int
    length: int
    size: int
    revisit: str = ""


class IndexedFile(NamedTuple):
    """A WARC file of a store.

    Attributes:
      id: number of the file in the index.
      name: file name in the archive's directory.
      indexed: end of the last indexed record, in bytes.
      size: size of the file at the last check, in bytes.
    """

    id: int
    name: str
    indexed: int
    size: int


def _hashed(key: str) -> int:
    """A 64-bit hash of a key, as a signed integer for SQLite. Keys with equal hashes are distinguished by
    their URLs."""
    return int.from_bytes(
        hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=8).digest(), "big", signed=True
    )


@functools.cache
def _expected_schema() -> frozenset[tuple[str, str, str, str | None]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(f"{_SCHEMA} {_KEY_INDEX};")
        return frozenset(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))


class Index:
    """An index. Threads may share it; a forked process opens the file again.

    Args:
      path: the SQLite file.
      rules: decide which URLs are equal.
      writable: False opens an existing index read-only; True creates the file if it is missing.

    Raises:
      StoreError: the file is not an index or cannot be opened.
    """

    def __init__(self, path: Path, rules: UrlRules, *, writable: bool = False) -> None:
        self.path = path
        self.rules = rules
        self._writable = writable
        self._lock = threading.Lock()
        self._connect()
        with self._explained():
            if writable:
                self._prepare()
            # Views and triggers of a file from elsewhere could compute for ever.
            ours = self._is_ours()
            self.format = self._meta("format") if ours else ""
            self.fingerprint = self._meta("rules") if ours else ""

    def _connect(self) -> None:
        mode = "rwc" if self._writable else "ro"
        self._process = os.getpid()
        with self._explained():
            self._connection = sqlite3.connect(
                f"{self.path.resolve().as_uri()}?mode={mode}",
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                timeout=30,
            )
            self._connection.execute("PRAGMA mmap_size = 1073741824")
            self._connection.execute("PRAGMA trusted_schema = OFF")
            if self._writable:
                self._connection.execute("PRAGMA synchronous = NORMAL")

    def _explained(self) -> _Explained:
        return _Explained(self.path)

    def _prepare(self) -> None:
        tables = self._connection.execute("SELECT name FROM sqlite_master").fetchall()
        if not tables:
            self._connection.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
            self._set_meta("format", FORMAT)
            self._set_meta("rules", self.rules.fingerprint)
            self._connection.execute(_KEY_INDEX)

    def _is_ours(self) -> bool:
        """Whether the file has no tables, views or triggers but those of an index."""
        rows = self._connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT 100")
        return set(rows) <= _expected_schema()

    def _meta(self, name: str) -> str:
        row = self._connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return row[0] if row else ""

    def _set_meta(self, name: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    @property
    def usable(self) -> bool:
        """Whether this version of the program made the index, with the current rules."""
        return self.format == FORMAT and self.fingerprint == self.rules.fingerprint

    # Reading.

    def find(self, url: str, method: str = "GET", digest: str = "") -> Entry | None:
        """The newest entry that answers a request."""
        return next(iter(self.find_all(url, method, digest)), None)

    def find_all(self, url: str, method: str = "GET", digest: str = "") -> list[Entry]:
        """All entries that answer a request, newest first."""
        key = self.rules.key(url, method, digest)
        query = f"SELECT {_COLUMNS} FROM resources WHERE key = ? ORDER BY id DESC"
        entries = [Entry(*row) for row in self._rows(query, (_hashed(key),))]
        # Among 10⁶ resources, the probability of a collision of 64 bits is 10⁻¹³: only several entries are
        # compared.
        if len(entries) < 2:
            return entries
        return [e for e in entries if self.rules.key(e.url, e.method, e.digest) == key]

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple]:
        if self._process != os.getpid():
            self._connect()
            self._lock = threading.Lock()
        with self._lock, self._explained():
            return self._connection.execute(query, values).fetchall()

    def __len__(self) -> int:
        return int(self._rows("SELECT count(*) FROM resources")[0][0])

    def count(self, *, status: int, kinds: Iterable[str]) -> int:
        """Number of entries with a status and one of several media types."""
        wanted = tuple(kinds)
        marks = ", ".join("?" for _ in wanted)
        query = f"SELECT count(*) FROM resources WHERE status = ? AND kind IN ({marks})"
        return int(self._rows(query, (status, *wanted))[0][0])

    def entries(self) -> Iterator[Entry]:
        """All entries in the order of recording."""
        last = -1
        while rows := self._rows(
            f"SELECT id, {_COLUMNS} FROM resources WHERE id > ? ORDER BY id LIMIT {_BATCH}", (last,)
        ):
            last = rows[-1][0]
            for row in rows:
                yield Entry(*row[1:])

    def files(self) -> list[IndexedFile]:
        """The WARC files in the order in which they were first indexed."""
        return [
            IndexedFile(*row) for row in self._rows("SELECT id, name, indexed, size FROM files ORDER BY id")
        ]

    def faults(self) -> list[tuple[str, WarcFault]]:
        """File name and fault of each part that could not be read."""
        rows = self._rows(
            "SELECT name, offset, what FROM faults JOIN files ON files.id = file ORDER BY file, offset"
        )
        return [(name, WarcFault(offset, what)) for name, offset, what in rows]

    # Writing.

    def add(self, file: IndexedFile, entries: Iterable[Entry], indexed: int) -> None:
        """Adds entries of a file and marks its bytes up to `indexed` as indexed, in one transaction."""
        rows = [(_hashed(self.rules.key(e.url, e.method, e.digest)), *e) for e in entries]
        with self._explained(), self._transaction():
            self._insert(rows)
            self._connection.execute(
                "UPDATE files SET indexed = ?, size = ? WHERE id = ?", (indexed, indexed, file.id)
            )

    def _insert(self, rows: list[tuple]) -> None:
        self._connection.executemany(
            f"INSERT INTO resources (key, {_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)", rows
        )

    def _transaction(self) -> _Transaction:
        return _Transaction(self._connection)

    def add_file(self, name: str) -> IndexedFile:
        """Returns the file with this name; adds the file if it is new."""
        with self._explained():
            self._connection.execute(
                "INSERT OR IGNORE INTO files (name, indexed, size) VALUES (?, 0, 0)", (name,)
            )
        return next(file for file in self.files() if file.name == name)

    def forget_file(self, file: IndexedFile) -> None:
        """Removes a file's entries."""
        with self._explained(), self._transaction():
            for statement in (
                "DELETE FROM resources WHERE file = ?",
                "DELETE FROM faults WHERE file = ?",
                "DELETE FROM files WHERE id = ?",
            ):
                self._connection.execute(statement, (file.id,))

    def forget_faults(self, file: IndexedFile, offset: int) -> None:
        """Removes the faults of a file from an offset on."""
        with self._explained():
            self._connection.execute("DELETE FROM faults WHERE file = ? AND offset >= ?", (file.id, offset))

    def rekey(self) -> None:
        """Computes all keys again, after the rules have changed."""
        with self._explained(), self._transaction():
            self._connection.execute("DROP INDEX IF EXISTS resources_by_key")
            last = -1
            while rows := self._connection.execute(
                f"SELECT id, url, method, digest FROM resources WHERE id > ? ORDER BY id LIMIT {_BATCH}",
                (last,),
            ).fetchall():
                last = rows[-1][0]
                keys = [(_hashed(self.rules.key(*row[1:])), row[0]) for row in rows]
                self._connection.executemany("UPDATE resources SET key = ? WHERE id = ?", keys)
            self._connection.execute(_KEY_INDEX)
            self._set_meta("rules", self.rules.fingerprint)
        self.fingerprint = self.rules.fingerprint

    def scan_file(
        self, folder: Path, file: IndexedFile, progress: Callable[[int], object] = lambda count: None
    ) -> IndexedFile:
        """Indexes the part of a file that is not indexed yet. Parts that cannot be read are stored as faults.

        Args:
          folder: directory of the file.
          file: the file, with the position from which to continue.
          progress: called from time to time with the number of processed bytes.
        """
        path = folder / file.name
        pairing = _Pairing()
        indexed, rows = file.indexed, []
        faults: list[WarcFault] = []
        with self._explained(), self._transaction():
            for record in scan(path, file.indexed):
                if isinstance(record, WarcFault):
                    faults.append(record)
                    continue
                indexed = record.offset + record.length
                try:
                    rows += pairing.take(record, file.id)
                except (StoreError, ValueError) as error:
                    faults.append(WarcFault(record.offset, str(error)))
                if len(rows) >= _BATCH:
                    self._insert([(_hashed(self.rules.key(*row[:3])), *row) for row in rows])
                    rows = []
                    progress(indexed)
            rows += pairing.rest()
            self._insert([(_hashed(self.rules.key(*row[:3])), *row) for row in rows])
            size = path.stat().st_size
            self._connection.execute(
                "UPDATE files SET indexed = ?, size = ? WHERE id = ?", (indexed, size, file.id)
            )
            self._connection.execute(
                "DELETE FROM faults WHERE file = ? AND offset >= ?", (file.id, file.indexed)
            )
            self._connection.executemany(
                "INSERT INTO faults VALUES (?, ?, ?)",
                [(file.id, fault.offset, fault.what) for fault in faults],
            )
        for fault in faults:
            logger.warning("%s: byte %d: %s", path, fault.offset, fault.what)
        return file._replace(indexed=indexed, size=size)


class _Pairing:
    """Finds the request of each response, because its method and body are part of the key."""

    def __init__(self) -> None:
        self._requests: dict[str, tuple[str, str]] = {}
        self._waiting: deque[tuple[str, str, Entry]] = deque()

    def take(self, record: ScannedRecord, file: int) -> list[Entry]:
        """Takes a record. Returns entries whose request was found, or did not appear within the allowed
        distance."""
        headers = record.headers
        kind = headers.get("warc-type")
        if kind == "request":
            line, body = split_head(record.head)
            method = line.partition(b" ")[0].decode("latin-1").upper()
            if method != "GET":
                for name in (headers.get("warc-concurrent-to", ""), headers.get("warc-record-id", "")):
                    self._requests[name] = (
                        method,
                        body_digest(body, record.size - (len(record.head) - len(body))),
                    )
                for name in list(self._requests)[: -4 * _PAIRING]:
                    del self._requests[name]
        entry = _entry(record, file) if kind in ("response", "resource", "revisit") else None
        if entry is not None:
            self._waiting.append(
                (headers.get("warc-record-id", ""), headers.get("warc-concurrent-to", ""), entry)
            )
        return [self._resolved() for _ in range(len(self._waiting) - _PAIRING)]

    def rest(self) -> list[Entry]:
        """The entries still waiting for a request."""
        return [self._resolved() for _ in range(len(self._waiting))]

    def _resolved(self) -> Entry:
        own, concurrent, entry = self._waiting.popleft()
        request = self._requests.get(own) or self._requests.get(concurrent or "-")
        return entry._replace(method=request[0], digest=request[1]) if request else entry


def _entry(record: ScannedRecord, file: int) -> Entry | None:
    """Returns the index entry of a response; None if the record is not HTTP (for example, a DNS lookup)."""
    headers, url = record.headers, target_uri(record.headers)
    if not url.startswith(("http://", "https://")):
        return None
    if headers.get("warc-type") == "resource":
        status, kind, body = 200, headers.get("content-type", "").partition(";")[0], record.head
    else:
        status, kind = response_head(record.head)
        body = split_head(record.head)[1]
    revisit = ""
    if headers.get("warc-type") == "revisit":
        revisit = headers.get("warc-refers-to-target-uri", "").strip("<>") or url
    size = record.size - (len(record.head) - len(body))
    return Entry(url, "GET", "", status, kind, file, record.offset, record.length, size, revisit)


class _Explained:
    """Turns SQLite errors into StoreError."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.DatabaseError):
            code = getattr(error, "sqlite_errorcode", 0)
            if code == sqlite3.SQLITE_FULL:
                mend = "free some space and start again: what is in the archive is kept"
            elif code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
                mend = "delete it: it is made anew from the archive"
            else:
                mend = "is the folder there, and may you write to it?"
            raise StoreError(f"{self._path}: {error} ({mend})") from error


class _Transaction:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            try:
                self._connection.execute("COMMIT")
                return
            except sqlite3.DatabaseError:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
