"""Files of the client that adb commands name: uploaded before the command, downloaded after it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Final

from mobile_env.proto import device_pb2
from mobile_env.simulators.remote.connection import RemoteError
from mobile_env.simulators.remote.signals import encode_text

Transfer = Callable[[str, Any], Any]
"""Calls a method that sends or reads a part of a file: (method, request) → reply."""

PART_BYTES: Final = 1 << 20
_INSTALLS: Final = frozenset({"install", "install-multiple"})
# Options of install, push and pull that have a value.
_VALUED: Final = frozenset(
    {"-i", "-z", "--abi", "--user", "--install-location", "--pkg", "--originating-uri"}
)


class NoSuchFileError(Exception):
    """An adb command names a missing file. The text is adb's own."""


def outgoing_arguments(args: Sequence[str], transfer: Transfer) -> list[device_pb2.AdbArgument]:
    """Converts an adb command for a service. Uploads the files that the command sends to the device.

    Args:
      args: arguments of adb.
      transfer: sends a part of a file.

    Raises:
      NoSuchFileError: a file to send does not exist.
      RemoteError: the service refuses a file.
    """
    verb, rest = args[0] if args else "", list(args[1:])
    places = operands(rest)
    local: set[int] = set()
    destination = -1
    if verb in _INSTALLS:
        local = set(places)
    elif verb == "push":
        local = set(places[:-1])
    elif verb == "pull":
        if len(places) == 1:
            rest.append(".")
            places.append(len(rest) - 1)
        destination = places[-1] if places else -1
    arguments = [device_pb2.AdbArgument(word=encode_text(verb))] if args else []
    for index, word in enumerate(rest):
        if index in local:
            arguments.append(device_pb2.AdbArgument(file=_uploaded(verb, word, transfer)))
        elif index == destination:
            wanted = device_pb2.Destination(path=word, is_folder=Path(word).is_dir())
            arguments.append(device_pb2.AdbArgument(destination=wanted))
        else:
            arguments.append(device_pb2.AdbArgument(word=encode_text(word)))
    return arguments


def operands(words: Sequence[str]) -> list[int]:
    """Indices of the arguments of install, push or pull that are neither options nor values of options."""
    found: list[int] = []
    valued = False
    for index, word in enumerate(words):
        if valued:
            valued = False
        elif word.startswith("-") and word != "-":
            valued = word in _VALUED
        else:
            found.append(index)
    return found


def fetch_pulled(
    parts: Sequence[device_pb2.FilePart], destination: device_pb2.Destination, transfer: Transfer
) -> None:
    """Writes pulled files to their destination on the client.

    Args:
      parts: the files, relative to the destination.
      destination: the file or directory.
      transfer: reads a part of a file.

    Raises:
      OSError: a file cannot be written.
      RemoteError: the service names a path outside the destination, or the transfer fails.
    """
    root = Path(destination.path)
    for part in parts:
        relative = PurePosixPath(part.path)
        if relative.is_absolute() or ".." in relative.parts:
            raise RemoteError(f"the device service wants to write outside {destination.path}: {part.path!r}")
        place = root / relative
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("wb") as file:
            while (written := file.tell()) < part.size:
                request = device_pb2.ReadFileRequest(
                    digest=part.digest, offset=written, length=min(PART_BYTES, part.size - written)
                )
                data = transfer("ReadFile", request).data
                if not data:
                    raise RemoteError(
                        f"the device service ends {part.path!r} at {written} of {part.size} bytes"
                    )
                file.write(data)


def _uploaded(verb: str, word: str, transfer: Transfer) -> device_pb2.LocalFile:
    path = Path(word)
    if path.is_dir() and verb == "push":
        files = sorted(entry for entry in path.rglob("*") if entry.is_file())
        parts = [_upload(entry, entry.relative_to(path).as_posix(), transfer) for entry in files]
        return device_pb2.LocalFile(path=word, is_folder=True, parts=parts)
    if not path.is_file():
        what = "failed to stat" if verb in _INSTALLS else "error: cannot stat"
        quoted = f"{word}" if verb in _INSTALLS else f"'{word}'"
        raise NoSuchFileError(f"adb: {what} {quoted}: No such file or directory\n")
    return device_pb2.LocalFile(path=word, parts=[_upload(path, "", transfer)])


def _upload(path: Path, name: str, transfer: Transfer) -> device_pb2.FilePart:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        size = file.tell()
        # The first request sends no data, because the service may already have the file or a part of it.
        data, offset = b"", 0
        while True:
            request = device_pb2.WriteFileRequest(digest=digest, size=size, offset=offset, data=data)
            received = transfer("WriteFile", request).received
            if received >= size:
                return device_pb2.FilePart(path=name, digest=digest, size=size)
            file.seek(received)
            data, offset = file.read(PART_BYTES), received
            if not data:
                raise RemoteError(f"{path} became shorter while it was sent")
