"""Files of a session, by digest: files that the client sent, and files that adb commands created."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from mobile_env.device_service.faults import exhausted, refused
from mobile_env.proto import device_pb2

MOST_BYTES: Final = 4 << 30
"""Maximum total size of the files of a session."""
MOST_FILES: Final = 100_000
_LARGEST_PART: Final = 4 << 20
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class SessionFiles:
    """Files by their SHA-256. Closing the session deletes them."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="mobile-env-session-"))
        # Sizes of all files that were announced, and of all complete files.
        self._announced: dict[str, int] = {}
        self._whole: dict[str, int] = {}

    def close(self) -> None:
        """Deletes all files. Calling it twice is harmless."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def write(self, digest: str, size: int, offset: int, data: bytes) -> int:
        """Appends a part to a file.

        Args:
          digest: SHA-256 of the whole file.
          size: size of the whole file in bytes.
          offset: position of the part. A part that does not continue the received bytes is ignored.
          data: the part; b"" only asks for the number of received bytes.

        Returns:
          The number of received bytes.

        Raises:
          Fault: the file does not match the digest, or the session's files are too large.
        """
        path = self._path(digest)
        if digest in self._whole:
            return self._whole[digest]
        if self._announced.get(digest, size) != size:
            raise refused(f"file {digest[:12]} was announced with another size")
        others = sum(self._announced.values()) - self._announced.get(digest, 0)
        if others + size > MOST_BYTES or len(self._announced) >= MOST_FILES:
            raise exhausted(f"the files of a session may come to {MOST_BYTES} bytes in {MOST_FILES} files")
        self._announced[digest] = size
        with path.open("ab") as file:
            here = file.tell()
            if offset == here and data:
                if here + len(data) > size:
                    raise refused(f"file {digest[:12]} is longer than it was announced")
                file.write(data)
                here += len(data)
        if here == size:
            with path.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
            if found != digest:
                path.unlink()
                raise refused(f"file {digest[:12]} arrived as {found[:12]}: send it again")
            self._whole[digest] = size
        return here

    def read(self, digest: str, offset: int, length: int) -> bytes:
        """Returns a part of a file.

        Raises:
          Fault: there is no such file, or it ends before the offset.
        """
        path = self._path(digest)
        if digest not in self._whole:
            raise refused(f"there is no file {digest[:12]}")
        if offset > self._whole[digest]:
            raise refused(f"file {digest[:12]} has {self._whole[digest]} bytes, none at {offset}")
        with path.open("rb") as file:
            file.seek(offset)
            return file.read(min(length, _LARGEST_PART))

    def place(self, file: device_pb2.LocalFile, folder: Path) -> Path:
        """Puts a file or directory of the client into `folder`, under its own name.

        Raises:
          Fault: a part was not sent, or its path leads outside.
        """
        name = Path(file.path).name
        name = name if name not in ("", "..") else "file"
        root = folder / name
        if file.is_folder:
            root.mkdir(parents=True)
        for part in file.parts:
            path = root / part.path if file.is_folder else root
            if file.is_folder and not (part.path and path.resolve().is_relative_to(root.resolve())):
                raise refused(f"{part.path!r} does not lie in {file.path!r}")
            if part.digest not in self._whole:
                raise refused(f"{file.path!r} was not sent")
            path.parent.mkdir(parents=True, exist_ok=True)
            _link(self._path(part.digest), path)
        if not root.exists():
            raise refused(f"{file.path!r} was not sent")
        return root

    def keep(self, path: Path) -> device_pb2.FilePart:
        """Keeps a file that a command created, so that the client can read it.

        Raises:
          Fault: the session's files are too large.
        """
        size = path.stat().st_size
        if sum(self._whole.values()) + size > MOST_BYTES:
            raise exhausted(f"the files of a session may come to {MOST_BYTES} bytes")
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if digest not in self._whole:
            os.replace(path, self._path(digest))
            self._announced[digest] = self._whole[digest] = size
        return device_pb2.FilePart(digest=digest, size=size)

    @contextmanager
    def workspace(self) -> Iterator[Path]:
        """A temporary directory for one command."""
        folder = Path(tempfile.mkdtemp(prefix="command-", dir=self._folder))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _path(self, digest: str) -> Path:
        if not _DIGEST.fullmatch(digest):
            raise refused(f"{digest[:80]!r} is no SHA-256 in hexadecimal")
        return self._folder / digest


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
