"""Reads files of this machine that data of others names: regular files only, up to a size, without ever waiting."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


class UnfitFileError(OSError):
    """A path that is not read: a device, a pipe, a socket, or a file that is too large.

    Attributes:
      strerror: what is wrong with it, after its name: `is a pipe, …`.
    """

    def __init__(self, what: str, path: Path):
        super().__init__(errno.EINVAL, what, str(path))


def read_regular(path: Path, most_bytes: int) -> bytes:
    """The content of a regular file.

    Opening a pipe would wait until somebody writes to it, and a device such as `/dev/zero` has no end.

    Args:
      path: the file; symbolic links are followed.
      most_bytes: the largest file that is read.

    Raises:
      UnfitFileError: the path is no regular file, or the file is larger.
      OSError: it cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except ValueError:  # a null character in the path
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path)) from None
    with open(descriptor, "rb") as file:
        kind = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(kind):
            raise UnfitFileError("is a pipe, a socket or a device, not a file", path)
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise UnfitFileError(f"is bigger than {_size(most_bytes)}", path)
    return content


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count} bytes"
