"""A replay store: a folder of WARC files, their index, and the rules by which URLs are the same.

STORE/archive/00000.warc.gz …   what was recorded; nothing else is needed
STORE/index.sqlite              which record answers a URL; made anew from the archive at any time
STORE/rules.yaml                optional: `UrlRules`
"""

from __future__ import annotations

import datetime
import errno
import fcntl
import logging
import os
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from mobile_env.replay.store import index as index_file
from mobile_env.replay.store import warc
from mobile_env.replay.store.errors import ResourceTooLarge, StoreError
from mobile_env.replay.store.exchange import Answer, Exchange, Request, answer
from mobile_env.replay.store.index import Entry, Index, IndexedFile
from mobile_env.replay.store.rules import UrlRules, body_digest, read_rules
from mobile_env.replay.store.warc_reading import read_record, to_exchange
from mobile_env.replay.store.warc_scanning import WarcFault

logger = logging.getLogger(__name__)

ARCHIVE = "archive"
#: The most bytes of one resource, unless a reader or writer is told otherwise.
RESOURCE_LIMIT = 64 * 2**20
#: A WARC file that is as large is followed by another (ISO 28500, annex C: 1 GB).
SEGMENT_SIZE = 2**30
_NAME = re.compile(r"[\w.-]+\.warc(\.gz)?")
_OWN_NAME = re.compile(r"(\d{5,})\.warc\.gz")
_LOCK = ".lock"
_BATCH = 1000
_CACHED = 16 * 2**20
_WAIT = 600.0

Progress = Callable[[str, int, int], object]
"""Told now and then: file, bytes in all, bytes done."""


def archive_files(folder: Path) -> list[Path]:
    """The WARC files of a store, by name."""
    archive = folder / ARCHIVE
    if not archive.is_dir():
        hint = "make one with `mobile-env replay crawl`, `record` or `import`"
        if folder.is_file():
            hint = f"bring a file into a store with `mobile-env replay import {folder} --into STORE`"
        raise StoreError(f"{folder}: no replay store is here: it has no folder `{ARCHIVE}` ({hint})")
    return sorted(path for path in archive.iterdir() if _NAME.fullmatch(path.name) and path.is_file())


class _WriteLock:
    """One process at a time writes a store."""

    def __init__(self, folder: Path, wait: float = 0.0) -> None:
        path = folder / _LOCK
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StoreError(
                f"{path}: {error.strerror} (a store must be a folder that you may write to)"
            ) from None
        deadline = time.monotonic() + wait
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except OSError:
                if time.monotonic() >= deadline:
                    os.close(self._file)
                    raise StoreError(
                        f"{folder}: another process is writing this store (wait for it, or stop it)"
                    ) from None
                time.sleep(0.05)

    def release(self) -> None:
        os.close(self._file)


def _refuse_links(folder: Path) -> None:
    """What is written must stay in the folder, so nothing of it may be a link to elsewhere."""
    own = (path for path in (folder / ARCHIVE).glob("*") if _OWN_NAME.fullmatch(path.name))
    databases = (folder / (index_file.FILE_NAME + ending) for ending in ("", "-journal", "-wal", "-shm"))
    for path in (folder / ARCHIVE, *databases, *own):
        if path.is_symlink():
            raise StoreError(
                f"{path}: is a link, and a store is not written outside its folder (put a copy there)"
            )


def _stale(index: Index, files: list[Path]) -> bool:
    return {(file.name, file.size) for file in index.files()} != {(p.name, p.stat().st_size) for p in files}


def _update(
    folder: Path, rules: UrlRules, *, rebuild: bool = False, progress: Progress = lambda *_: None
) -> None:
    """Brings the index up to date with archive and rules; the lock must be held."""
    _refuse_links(folder)
    path = folder / index_file.FILE_NAME
    if rebuild:
        path.unlink(missing_ok=True)
    index = Index(path, rules, writable=True)
    if index.format != index_file.FORMAT:
        index.close()
        path.unlink()
        index = Index(path, rules, writable=True)
    try:
        if not index.usable:
            index.rekey()
        files = {file.name: file for file in archive_files(folder)}
        for known in index.files():
            here = files.get(known.name)
            if here is None or here.stat().st_size < known.indexed:
                what = "is gone" if here is None else "is shorter than it was"
                logger.warning("%s: %s %s: its index is made anew", folder, known.name, what)
                index.forget_file(known)
        for name, file in files.items():
            known, size = index.add_file(name), file.stat().st_size
            if known.size != size:
                index.scan_file(folder / ARCHIVE, known, partial(progress, name, size))
                progress(name, size, size)
    finally:
        index.close()


def make_index(folder: Path, *, rebuild: bool = False, progress: Progress = lambda *_: None) -> None:
    """Brings the index of a store up to date, or makes it anew.

    Raises:
      StoreError: there is no store, its rules are wrong, or another process is writing it.
    """
    archive_files(folder)
    rules = read_rules(folder)
    lock = _WriteLock(folder)
    try:
        _update(folder, rules, rebuild=rebuild, progress=progress)
    finally:
        lock.release()


class ReplayStore:
    """A store that is read. May be shared by threads and used after a fork.

    Its index is brought up to date when it is opened.

    Args:
      folder: of the store.
      resource_limit: the most bytes of one resource.

    Raises:
      StoreError: there is no store, its rules are wrong, or its index cannot be made.
    """

    def __init__(self, folder: str | Path, *, resource_limit: int = RESOURCE_LIMIT) -> None:
        self.folder = Path(folder)
        self.resource_limit = resource_limit
        self.rules = read_rules(self.folder)
        self.index = self._open_index()
        self._names = {file.id: file.name for file in self.index.files()}
        self._descriptors: dict[int, int] = {}
        self._lock = threading.Lock()
        self._cache: OrderedDict[tuple[int, int], Exchange] = OrderedDict()
        self._cached = 0

    def _open_index(self) -> Index:
        path = self.folder / index_file.FILE_NAME
        files = archive_files(self.folder)
        if path.is_file():
            try:
                index = Index(path, self.rules)
            except StoreError:
                index = None
            if index is not None:
                if index.usable and not _stale(index, files):
                    return index
                usable = index.usable
                index.close()
                if usable and self._being_written():
                    return Index(path, self.rules)
        lock = _WriteLock(self.folder, wait=_WAIT)
        try:
            _update(self.folder, self.rules)
        finally:
            lock.release()
        return Index(path, self.rules)

    def _being_written(self) -> bool:
        try:
            _WriteLock(self.folder).release()
        except StoreError:
            return True
        return False

    def __enter__(self) -> ReplayStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the files."""
        self.index.close()
        for descriptor in self._descriptors.values():
            os.close(descriptor)
        self._descriptors.clear()

    def __len__(self) -> int:
        return len(self.index)

    def entries(self) -> Iterator[Entry]:
        """All recorded resources in the order of recording, older versions too."""
        return self.index.entries()

    def faults(self) -> list[tuple[str, WarcFault]]:
        """What of the archive could not be read: file name, place and reason."""
        return self.index.faults()

    def lookup(self, url: str, method: str = "GET", body: bytes = b"") -> Entry | None:
        """The newest record that answers a request."""
        return self.index.find(url, method, body_digest(body))

    def read(self, entry: Entry) -> Exchange:
        """The recorded exchange.

        Raises:
          ResourceTooLarge: it is larger than `resource_limit`.
          StoreError: its record is damaged.
        """
        place = (entry.file, entry.offset)
        with self._lock:
            cached = self._cache.get(place)
            if cached is not None:
                self._cache.move_to_end(place)
                return cached
        exchange = self._read(entry)
        with self._lock:
            if len(exchange.body) <= _CACHED // 16 and place not in self._cache:
                self._cache[place] = exchange
                self._cached += len(exchange.body)
                while self._cached > _CACHED:
                    self._cached -= len(self._cache.popitem(last=False)[1].body)
        return exchange

    def _read(self, entry: Entry) -> Exchange:
        name = self._name(entry.file)
        try:
            headers, block = read_record(
                self._descriptor(entry.file), entry.offset, entry.length, self.resource_limit + 2**20
            )
            exchange = to_exchange(headers, block, entry.method)
        except StoreError as error:
            raise type(error)(f"{self.folder / ARCHIVE / name}: {error}") from None
        if len(exchange.body) > self.resource_limit:
            raise ResourceTooLarge(
                f"{entry.url}: {len(exchange.body)} bytes are more than the limit of {self.resource_limit}"
            )
        if not entry.revisit:
            return exchange
        original = next((found for found in self.index.find_all(entry.revisit) if not found.revisit), None)
        if original is None:
            raise StoreError(f"{entry.url}: repeats {entry.revisit}, which is not in the archive")
        return replace(exchange, body=self._read(original).body)

    def _name(self, file: int) -> str:
        if file not in self._names:
            self._names = {known.id: known.name for known in self.index.files()}
        name = self._names.get(file, "")
        # An index may come from elsewhere, with names that lead anywhere.
        if not _NAME.fullmatch(name):
            raise StoreError(f"{self.index.path}: names the file {name!r} (delete it: it is made anew)")
        return name

    def _descriptor(self, file: int) -> int:
        with self._lock:
            if file not in self._descriptors:
                path = self.folder / ARCHIVE / self._name(file)
                try:
                    self._descriptors[file] = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                except OSError as error:
                    raise StoreError(f"{path}: {error.strerror}") from None
            return self._descriptors[file]

    def answer(self, request: Request, now: datetime.datetime) -> Answer | None:
        """What was recorded for a request, its dates moved to `now`; None if nothing was.

        Raises:
          StoreError: the record is damaged or too large.
        """
        entry = self.lookup(request.url, request.method, request.body)
        return None if entry is None else answer(self.read(entry), request, now)


class StoreWriter:
    """A store that is written, made if it is not there. One writer at a time; a killed one loses nothing it committed.

    Args:
      folder: of the store.
      rules: written to `rules.yaml` if the store has none yet.
      resource_limit: the most bytes of one resource.
      segment_size: a WARC file that is as large is followed by another.

    Raises:
      StoreError: the folder cannot be written, or another process is writing it.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        rules: str | None = None,
        resource_limit: int = RESOURCE_LIMIT,
        segment_size: int = SEGMENT_SIZE,
    ) -> None:
        self.folder = Path(folder)
        self.resource_limit = resource_limit
        self._segment_size = segment_size
        self._make_folders()
        self._lock = _WriteLock(self.folder)
        try:
            _refuse_links(self.folder)
            if rules is not None:
                self._write_rules(rules)
            self.rules = read_rules(self.folder)
            _update(self.folder, self.rules)
            self.index = Index(self.folder / index_file.FILE_NAME, self.rules, writable=True)
        except BaseException:
            self._lock.release()
            raise
        self._descriptor = -1
        self._end = 0
        self._file: IndexedFile | None = None
        self._pending: list[Entry] = []
        self._keys: set[str] = set()

    def _make_folders(self) -> None:
        archive = self.folder / ARCHIVE
        try:
            if self.folder.is_dir() and not archive.is_dir() and any(self.folder.iterdir()):
                foreign = sorted(path.name for path in self.folder.iterdir())[0]
                if foreign not in (_LOCK, "rules.yaml"):
                    raise StoreError(
                        f"{self.folder}: is a folder with other things in it, such as {foreign} (name a new folder)"
                    )
            archive.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"{error.filename}: {error.strerror} (name a folder that you may write to)"
            ) from None

    def _write_rules(self, text: str) -> None:
        path = self.folder / "rules.yaml"
        if not path.exists():
            temporary = path.with_suffix(".part")
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(path)

    def __enter__(self) -> StoreWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __contains__(self, url: str) -> bool:
        """Whether the response to a GET is recorded."""
        return self.rules.key(url) in self._keys or self.index.find(url) is not None

    def __len__(self) -> int:
        return len(self.index) + len(self._pending)

    @property
    def written(self) -> int:
        """Bytes in the WARC file that is being written."""
        return self._end

    def add(self, exchange: Exchange) -> None:
        """Writes an exchange; it is the newest answer to its request from now on.

        Raises:
          ResourceTooLarge: it is larger than `resource_limit`; nothing was written.
          StoreError: it could not be written (the disk is full, say); what was written before is kept.
        """
        if len(exchange.body) > self.resource_limit:
            raise ResourceTooLarge(
                f"{exchange.url}: {len(exchange.body)} bytes are more than the limit of {self.resource_limit}"
            )
        if not exchange.url.startswith(("http://", "https://")):
            raise StoreError(f"{exchange.url[:200]!r} is no HTTP address")
        response, request = warc.records(exchange)
        if self._file is None or self._end >= self._segment_size:
            self._next_segment()
        assert self._file is not None
        offset = self._end
        self._append(response + request)
        kind = next((v for k, v in exchange.headers if k.lower() == "content-type"), "")
        self._pending.append(
            Entry(
                exchange.url,
                exchange.method,
                body_digest(exchange.request_body) if exchange.method != "GET" else "",
                exchange.status,
                kind.partition(";")[0].strip().lower(),
                self._file.id,
                offset,
                len(response),
                len(exchange.body),
            )
        )
        if exchange.method == "GET":
            self._keys.add(self.rules.key(exchange.url))
        if len(self._pending) >= _BATCH:
            self.commit()

    def _append(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._descriptor, view) :]
        except OSError as error:
            os.ftruncate(self._descriptor, self._end)
            mend = "free some space, then start again" if error.errno == errno.ENOSPC else "start again"
            raise StoreError(
                f"{self.folder}: {error.strerror} ({mend}: the {len(self)} resources so far are kept)"
            ) from None
        self._end += len(data)

    def _next_segment(self) -> None:
        """Goes on with the last WARC file if it is ours, whole and small enough; else begins another."""
        self.commit()
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        own = [file for file in self.index.files() if _OWN_NAME.fullmatch(file.name)]
        last = max(own, key=lambda file: int(file.name.partition(".")[0]), default=None)
        flags = os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
        if last is not None and last.indexed < self._segment_size:
            name = last.name
        else:
            name = f"{int(last.name.partition('.')[0]) + 1 if last else 0:05}.warc.gz"
            flags |= os.O_CREAT | os.O_EXCL
        path = self.folder / ARCHIVE / name
        try:
            self._descriptor = os.open(path, flags, 0o644)
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror} (may you write there, and is there space?)") from None
        self._file = self.index.add_file(name)
        if self._file.size > self._file.indexed:
            # The last writer was killed in the middle of a record: no part of it can be read.
            logger.warning(
                "%s: the last record was cut off: %d bytes removed",
                path,
                self._file.size - self._file.indexed,
            )
            os.ftruncate(self._descriptor, self._file.indexed)
            self.index.forget_faults(self._file, self._file.indexed)
        self._end = self._file.indexed

    def commit(self) -> None:
        """Makes what was added part of the index; from here on it survives a kill and a loss of power.

        Raises:
          StoreError: the index could not be written. The archive has everything; the index follows when the
            store is opened again.
        """
        if not self._pending or self._file is None:
            return
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            raise StoreError(f"{self.folder}: {error.strerror}") from None
        self.index.add(self._file, self._pending, self._end)
        self._pending = []
        self._keys = set()

    def close(self) -> None:
        """Commits and closes; harmless when called twice."""
        if self._lock is None:
            return
        try:
            self.commit()
        finally:
            if self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = -1
            self.index.close()
            self._lock.release()
            self._lock = None  # type: ignore[assignment]
