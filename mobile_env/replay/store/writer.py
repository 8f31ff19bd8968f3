"""Writes a replay store: appends exchanges to WARC files and updates the index."""

from __future__ import annotations

import errno
import logging
import os
import shutil
from pathlib import Path

from mobile_env.replay.store import index as index_file
from mobile_env.replay.store import warc
from mobile_env.replay.store.errors import ResourceTooLarge, StoreError
from mobile_env.replay.store.exchange import Exchange
from mobile_env.replay.store.folder import (
    ARCHIVE,
    LOCK_FILE,
    OWN_NAME,
    RESOURCE_LIMIT,
    WriteLock,
    refuse_links,
    update_index,
)
from mobile_env.replay.store.index import Entry, Index, IndexedFile
from mobile_env.replay.store.rules import body_digest, read_rules
from mobile_env.replay.store.warc_reading import GZIP_MAGIC
from mobile_env.replay.store.warc_scanning import WarcFault

logger = logging.getLogger(__name__)

#: A WARC file of this size is followed by a new one (ISO 28500, annex C: 1 GB).
SEGMENT_SIZE = 2**30
_BATCH = 1000


def _is_gzip(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(3) == GZIP_MAGIC
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None


class StoreWriter:
    """A store, opened for writing; a new one is created. Only one writer at a time may open a store. A killed
    writer loses nothing that it has committed.

    Args:
      folder: of the store.
      rules: written to `rules.yaml` if the store has none yet.
      resource_limit: largest resource, in bytes.
      segment_size: a WARC file of this size is followed by a new one; bytes.

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
        self._lock = WriteLock(self.folder)
        try:
            refuse_links(self.folder)
            if rules is not None:
                self._write_rules(rules)
            self.rules = read_rules(self.folder)
            update_index(self.folder, self.rules)
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
                if foreign not in (LOCK_FILE, "rules.yaml"):
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
        """Whether the store has a response to a GET of this URL."""
        return self.rules.key(url) in self._keys or self.index.find(url) is not None

    def __len__(self) -> int:
        return len(self.index) + len(self._pending)

    @property
    def written(self) -> int:
        """Size of the current WARC file in bytes."""
        return self._end

    def add(self, exchange: Exchange) -> None:
        """Writes an exchange, which becomes the newest answer to its request.

        Raises:
          ResourceTooLarge: the body is larger than `resource_limit`; nothing was written.
          StoreError: the exchange could not be written, for example because the disk is full. Earlier exchanges are
            kept.
        """
        if len(exchange.body) > self.resource_limit:
            raise ResourceTooLarge(
                f"{exchange.url}: {len(exchange.body)} bytes are more than the limit of {self.resource_limit}"
            )
        if not exchange.url.startswith(("http://", "https://")):
            raise StoreError(f"{exchange.url[:200]!r} is no HTTP address")
        url = warc.one_line(exchange.url)
        response, request = warc.records(exchange)
        if self._file is None or self._end >= self._segment_size:
            self._next_segment()
        assert self._file is not None
        offset = self._end
        self._append(response + request)
        kind = next((v for k, v in exchange.headers if k.lower() == "content-type"), "")
        self._pending.append(
            Entry(
                url,
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
            self._keys.add(self.rules.key(url))
        if len(self._pending) >= _BATCH:
            self.commit()

    def add_warc(self, path: Path) -> tuple[int, list[WarcFault]]:
        """Copies a WARC file into the archive, unchanged.

        Returns:
          The number of resources in the file, and the faults of its unreadable parts.

        Raises:
          StoreError: the file has no readable record, or the store cannot be written. The archive is then
            unchanged.
        """
        self.commit()
        archive = self.folder / ARCHIVE
        ending = ".warc.gz" if _is_gzip(path) else ".warc"
        number = len(list(archive.iterdir()))
        while (target := archive / f"import-{number:05}{ending}").exists():
            number += 1
        temporary = target.with_suffix(".part")
        try:
            with path.open("rb") as source, temporary.open("xb") as copy:
                shutil.copyfileobj(source, copy, 1 << 20)
                copy.flush()
                os.fsync(copy.fileno())
            temporary.replace(target)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise StoreError(f"{path}: cannot be copied into {archive}: {error.strerror}") from None
        before = len(self.index)
        file = self.index.add_file(target.name)
        self.index.scan_file(archive, file)
        faults = [fault for name, fault in self.index.faults() if name == target.name]
        taken = len(self.index) - before
        if faults and not taken:
            self.index.forget_file(file)
            target.unlink()
            raise StoreError(f"{path}: nothing in it can be read: byte {faults[0].offset}: {faults[0].what}")
        return taken, faults

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
        """Continues the last WARC file if this writer may append to it, it is complete and small enough;
        else starts a new one."""
        self.commit()
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        own = [file for file in self.index.files() if OWN_NAME.fullmatch(file.name)]
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
            # The last writer was killed while writing a record, which cannot be read.
            logger.warning(
                "%s: the last record was cut off: %d bytes removed",
                path,
                self._file.size - self._file.indexed,
            )
            os.ftruncate(self._descriptor, self._file.indexed)
            self.index.forget_faults(self._file, self._file.indexed)
        self._end = self._file.indexed

    def commit(self) -> None:
        """Saves added exchanges durably and indexes them; they then survive a kill and a power failure.

        Raises:
          StoreError: the index could not be written. The archive is complete, and opening the store again
            updates the index.
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
