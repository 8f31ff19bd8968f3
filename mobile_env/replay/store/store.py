"""Reads a replay store: finds the recording for a request."""

from __future__ import annotations

import datetime
import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from mobile_env.replay.store import index as index_file
from mobile_env.replay.store.errors import ResourceTooLarge, StoreError
from mobile_env.replay.store.exchange import Answer, Exchange, Request, answer
from mobile_env.replay.store.folder import (
    ARCHIVE,
    RESOURCE_LIMIT,
    WARC_NAME,
    WriteLock,
    archive_files,
    is_stale,
    update_index,
)
from mobile_env.replay.store.index import Entry, Index
from mobile_env.replay.store.rules import body_digest, read_rules
from mobile_env.replay.store.warc_reading import read_record, to_exchange
from mobile_env.replay.store.warc_scanning import WarcFault

_CACHED = 16 * 2**20
_WAIT = 600.0


class ReplayStore:
    """A store, opened for reading. Threads may share it, and it may be used after a fork.

    Opening a store updates its index.

    Args:
      folder: the store's directory.
      resource_limit: largest resource, in bytes.

    Raises:
      StoreError: there is no store, its rules are invalid, or its index cannot be made.
    """

    def __init__(self, folder: str | Path, *, resource_limit: int = RESOURCE_LIMIT) -> None:
        self.folder = Path(folder)
        self.resource_limit = resource_limit
        files = archive_files(self.folder)
        self.rules = read_rules(self.folder)
        self.index = self._open_index(files)
        self._names = {file.id: file.name for file in self.index.files()}
        self._descriptors: dict[int, int] = {}
        self._lock = threading.Lock()
        self._cache: OrderedDict[tuple[int, int], Exchange] = OrderedDict()
        self._cached = 0

    def _open_index(self, files: list[Path]) -> Index:
        path = self.folder / index_file.FILE_NAME
        if path.is_file():
            try:
                index = Index(path, self.rules)
            except StoreError:
                index = None
            if index is not None:
                if index.usable and not is_stale(index, files):
                    return index
                usable = index.usable
                index.close()
                if usable and self._being_written():
                    return Index(path, self.rules)
        lock = WriteLock(self.folder, wait=_WAIT)
        try:
            update_index(self.folder, self.rules)
        finally:
            lock.release()
        return Index(path, self.rules)

    def _being_written(self) -> bool:
        try:
            WriteLock(self.folder).release()
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
        """All recorded resources in the order of recording, including older versions."""
        return self.index.entries()

    def faults(self) -> list[tuple[str, WarcFault]]:
        """File name and fault of each part of the archive that could not be read."""
        return self.index.faults()

    def lookup(self, url: str, method: str = "GET", body: bytes = b"") -> Entry | None:
        """The newest record that answers a request."""
        return self.index.find(url, method, body_digest(body))

    def read(self, entry: Entry) -> Exchange:
        """Reads the recorded exchange of an entry.

        Raises:
          ResourceTooLarge: the resource is larger than `resource_limit`.
          StoreError: the record is damaged.
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
        # An index may come from elsewhere and contain arbitrary file names.
        if not WARC_NAME.fullmatch(name):
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
        """Returns the recorded response to a request, with its dates shifted to `now`; None if there is no
        recording.

        Raises:
          StoreError: the record is damaged or too large.
        """
        entry = self.lookup(request.url, request.method, request.body)
        return None if entry is None else answer(self.read(entry), request, now)
