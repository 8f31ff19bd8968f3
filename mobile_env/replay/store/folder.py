"""The directory of a replay store: WARC files, their index, and the rules for equal URLs.

STORE/archive/00000.warc.gz …   the recordings; the only required part
STORE/index.sqlite              finds the record for a URL; can be rebuilt from the archive at any time
STORE/rules.yaml                optional: `UrlRules`
"""

from __future__ import annotations

import fcntl
import logging
import os
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from mobile_env.replay.store import index as index_file
from mobile_env.replay.store.errors import StoreError
from mobile_env.replay.store.index import Index
from mobile_env.replay.store.rules import UrlRules, read_rules

logger = logging.getLogger(__name__)

ARCHIVE: Final = "archive"
LOCK_FILE: Final = ".lock"
#: Default limit of one resource, in bytes.
RESOURCE_LIMIT: Final = 64 * 2**20
WARC_NAME = re.compile(r"[\w.-]+\.warc(\.gz)?")
#: WARC files to which a `StoreWriter` may append; other WARC files were imported as a whole.
OWN_NAME = re.compile(r"(\d{5,})\.warc\.gz")

Progress = Callable[[str, int, int], object]
"""Called from time to time with: file, total bytes, bytes done."""


def archive_files(folder: Path) -> list[Path]:
    """The WARC files of a store, ordered by name."""
    archive = folder / ARCHIVE
    if not archive.is_dir():
        hint = "make one with `mobile-env replay crawl`, `record` or `import`"
        if folder.is_file():
            hint = f"bring a file into a store with `mobile-env replay import {folder} --into STORE`"
        raise StoreError(f"{folder}: no replay store is here: it has no folder `{ARCHIVE}` ({hint})")
    return sorted(path for path in archive.iterdir() if WARC_NAME.fullmatch(path.name) and path.is_file())


class WriteLock:
    """A lock that lets only one process at a time write a store.

    Args:
      folder: the store's directory.
      wait: seconds to wait for another process.

    Raises:
      StoreError: another process holds the lock, or the directory cannot be written.
    """

    def __init__(self, folder: Path, wait: float = 0.0) -> None:
        path = folder / LOCK_FILE
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
        """Releases the lock."""
        os.close(self._file)


def refuse_links(folder: Path) -> None:
    """Raises StoreError if a file that a writer would open is a symbolic link.

    A link could make a writer change files outside the store.
    """
    own = (path for path in (folder / ARCHIVE).glob("*") if OWN_NAME.fullmatch(path.name))
    databases = (folder / (index_file.FILE_NAME + ending) for ending in ("", "-journal", "-wal", "-shm"))
    for path in (folder / ARCHIVE, *databases, *own):
        if path.is_symlink():
            raise StoreError(
                f"{path}: is a link, and a store is not written outside its folder (put a copy there)"
            )


def is_stale(index: Index, files: list[Path]) -> bool:
    """Whether WARC files were added, removed, or changed in size since they were indexed."""
    return {(file.name, file.size) for file in index.files()} != {(p.name, p.stat().st_size) for p in files}


def update_index(
    folder: Path, rules: UrlRules, *, rebuild: bool = False, progress: Progress = lambda *_: None
) -> None:
    """Updates the index to the archive and the rules. The caller must hold the lock."""
    refuse_links(folder)
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
    """Updates the index of a store, or rebuilds it.

    Raises:
      StoreError: there is no store, its rules are wrong, or another process is writing it.
    """
    archive_files(folder)
    rules = read_rules(folder)
    lock = WriteLock(folder)
    try:
        update_index(folder, rules, rebuild=rebuild, progress=progress)
    finally:
        lock.release()
