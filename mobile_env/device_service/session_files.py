"""Files of a session: what its client sent, and what its adb commands made, by digest in a folder of its own."""

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
"""Most that the files of one session may come to."""
MOST_FILES: Final = 100_000
_LARGEST_PART: Final = 4 << 20
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class SessionFiles:
    """Files by their SHA-256. They are gone when the session is closed."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="mobile-env-session-"))
        # Sizes: of all files that were begun, and of those that are whole.
        self._announced: dict[str, int] = {}
        self._whole: dict[str, int] = {}

    def close(self) -> None:
        """Removes all files; harmless when called twice."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def write(self, digest: str, size: int, offset: int, data: bytes) -> int:
        """Takes a part of a file.

        Args:
          digest: of the whole file.
          size: of the whole file.
          offset: where the part begins; a part that does not follow what is here is not taken.
          data: the part; b"" to ask how much is here.

        Returns:
          How many bytes are here.

        Raises:
          Fault: the file is not what the digest says, or too much.
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
        """A part of a file.

        Raises:
          Fault: there is no such file.
        """
        path = self._path(digest)
        if digest not in self._whole:
            raise refused(f"there is no file {digest[:12]}")
        with path.open("rb") as file:
            file.seek(offset)
            return file.read(min(length, _LARGEST_PART))

    def place(self, file: device_pb2.LocalFile, folder: Path) -> Path:
        """Puts a file or folder of the client into a folder, under its own name.

        Raises:
          Fault: a part of it was not sent, or lies outside of it.
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
        """Keeps a file that a command made, for the client to read.

        Raises:
          Fault: it is too much.
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
        """A folder for one command."""
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
