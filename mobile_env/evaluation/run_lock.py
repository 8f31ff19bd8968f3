"""A run's folder belongs to one process at a time: two would write each episode twice."""

from __future__ import annotations

import datetime
import fcntl
import json
import os
import socket
from pathlib import Path
from typing import IO

FILE_NAME = "run.lock"


class FolderLockedError(ValueError):
    """Another run writes to the folder; says which."""


class RunLock:
    """Held from when it is made until `close`, or until its process ends, however it ends.

    The file says who holds the lock; the lock itself is the operating system's, so that one of a dead process
    holds nobody up.
    """

    def __init__(self, folder: Path) -> None:
        """Takes the lock of a folder.

        Raises:
          FolderLockedError: another run holds it.
          OSError: the folder cannot be written.
        """
        self._path = folder / FILE_NAME
        self._stream = _locked(self._path)
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        holder = {"pid": os.getpid(), "host": socket.gethostname(), "since": now}
        self._stream.truncate(0)
        self._stream.write(json.dumps(holder) + "\n")
        self._stream.flush()

    def close(self) -> None:
        """Gives the lock back; harmless when called twice."""
        if not self._stream.closed:
            # While it is still held: afterwards it may be somebody else's.
            self._path.unlink(missing_ok=True)
            self._stream.close()


def _locked(path: Path) -> IO[str]:
    while True:
        stream = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever held it may have removed the file meanwhile.
            if path.exists() and os.path.samestat(os.fstat(stream.fileno()), path.stat()):
                return stream
        except BlockingIOError:
            holder = _holder(stream)
            stream.close()
            raise FolderLockedError(
                f"{path.parent} is being written by another run: {holder} (wait for it, or take another --out)"
            ) from None
        except BaseException:
            stream.close()
            raise
        stream.close()


def _holder(stream: IO[str]) -> str:
    stream.seek(0)
    try:
        found = json.loads(stream.read(4096))
        return f"process {found['pid']} on {found['host']}, since {found['since']}"
    except (ValueError, KeyError, TypeError, RecursionError):
        return "a process that has not said yet who it is"
