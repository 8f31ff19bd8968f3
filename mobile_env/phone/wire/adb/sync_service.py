"""`sync:`: files pushed, pulled, listed and looked at (packages/modules/adb/SYNC.TXT, both versions)."""

from __future__ import annotations

import struct
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from mobile_env.phone.state.files import Stat
from mobile_env.phone.wire.adb.service import Request
from mobile_env.phone.wire.adb.stream import AdbStream, ProtocolError, StreamClosed

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

MOST_FILE_BYTES: Final = 512 << 20
"""Most bytes of files that are being pushed, over all streams of this process."""
_LONGEST_PATH: Final = 1024
_DATA_BYTES: Final = 64 << 10
# Parts of a file that are sent in one write: each write waits until the host has taken the one before.
_PARTS_IN_A_WRITE: Final = 16
_TYPE_BITS: Final = {"directory": 0o040000, "file": 0o100000, "link": 0o120000}
_LINK_TYPE, _TYPE_MASK = 0o120000, 0o170000

_HEADER: Final = struct.Struct("<4sI")
_STAT_1: Final = struct.Struct("<3I")
_DENT_1: Final = struct.Struct("<4I")
# error, dev, ino, mode, nlink, uid, gid, size, atime, mtime, ctime
_STAT_2: Final = struct.Struct("<IQQIIIIQqqq")
_OPTIONS: Final = struct.Struct("<4sI")
_SEND_OPTIONS: Final = struct.Struct("<4sII")


async def sync_service(stream: AdbStream, request: Request) -> None:
    """Carries out request after request until the host quits."""
    sync = _Sync(stream, request)
    while True:
        try:
            kind, length = _HEADER.unpack(await stream.read_exactly(_HEADER.size))
        except StreamClosed:
            return
        handler = _HANDLERS.get(kind)
        if handler is None or length > _LONGEST_PATH:
            if kind != b"QUIT":
                raise ProtocolError(f"no sync request: {kind!r} with {length} bytes")
            return
        path = (await stream.read_exactly(length)).decode("utf-8", "surrogateescape")
        await handler(sync, path)


class _Account:
    """Counts the bytes that are held of files which are being pushed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held = 0

    def take(self, count: int) -> bool:
        """Whether so many bytes more may be held."""
        with self._lock:
            if self._held + count > MOST_FILE_BYTES:
                return False
            self._held += count
            return True

    def give_back(self, count: int) -> None:
        with self._lock:
            self._held -= count


_PUSHED: Final = _Account()


class _Sync:
    def __init__(self, stream: AdbStream, request: Request) -> None:
        self._stream = stream
        self._request = request

    # Looking.

    async def stat_1(self, path: str) -> None:
        _, stat = await self._stat(path, follow=False)
        await self._stream.write(b"STAT" + _STAT_1.pack(*_facts_1(stat)))

    async def stat_2(self, path: str) -> None:
        error, stat = await self._stat(path, follow=True)
        await self._stream.write(b"STA2" + _STAT_2.pack(*_facts_2(error, stat)))

    async def lstat_2(self, path: str) -> None:
        error, stat = await self._stat(path, follow=False)
        await self._stream.write(b"LST2" + _STAT_2.pack(*_facts_2(error, stat)))

    async def list_1(self, path: str) -> None:
        answer = bytearray()
        for name, _, stat in await self._request.on_phone(lambda phone: _entries(phone, path)):
            encoded = name.encode("utf-8", "surrogateescape")
            answer += b"DENT" + _DENT_1.pack(*_facts_1(stat), len(encoded)) + encoded
        answer += b"DONE" + bytes(_DENT_1.size)
        await self._stream.write(bytes(answer))

    async def list_2(self, path: str) -> None:
        answer = bytearray()
        for name, error, stat in await self._request.on_phone(lambda phone: _entries(phone, path)):
            encoded = name.encode("utf-8", "surrogateescape")
            answer += (
                b"DNT2" + _STAT_2.pack(*_facts_2(error, stat)) + struct.pack("<I", len(encoded)) + encoded
            )
        answer += b"DONE" + bytes(_STAT_2.size + 4)
        await self._stream.write(bytes(answer))

    async def _stat(self, path: str, *, follow: bool) -> tuple[int, Stat | None]:
        return await self._request.on_phone(lambda phone: _stat(phone, path, follow=follow))

    # Pulling.

    async def receive_1(self, path: str) -> None:
        await self._give(path)

    async def receive_2(self, path: str) -> None:
        kind, flags = _OPTIONS.unpack(await self._stream.read_exactly(_OPTIONS.size))
        if kind != b"RCV2":
            raise ProtocolError(f"expected RCV2, found {kind!r}")
        if flags:
            await self._fail(f"compression is not supported (flags {flags:#x})")
        else:
            await self._give(path)

    async def _give(self, path: str) -> None:
        try:
            data = await self._request.on_phone(lambda phone: phone.state.files.read(_absolute(path)))
        except OSError as error:
            await self._fail(f"open failed: {error.strerror}")
            return
        # The file's own bytes are shared; only what is on its way is copied.
        answer = bytearray()
        for number, start in enumerate(range(0, len(data), _DATA_BYTES), 1):
            part = data[start : start + _DATA_BYTES]
            answer += _HEADER.pack(b"DATA", len(part)) + part
            if number % _PARTS_IN_A_WRITE == 0:
                await self._stream.write(bytes(answer))
                answer.clear()
        await self._stream.write(bytes(answer) + _HEADER.pack(b"DONE", 0))

    # Pushing.

    async def send_1(self, argument: str) -> None:
        path, comma, mode = argument.rpartition(",")
        if not comma or not mode.isdecimal():
            path, mode = argument, str(0o100644)
        await self._take(path, int(mode))

    async def send_2(self, path: str) -> None:
        kind, mode, flags = _SEND_OPTIONS.unpack(await self._stream.read_exactly(_SEND_OPTIONS.size))
        if kind != b"SND2":
            raise ProtocolError(f"expected SND2, found {kind!r}")
        await self._take(path, mode, f"compression is not supported (flags {flags:#x})" if flags else "")

    async def _take(self, path: str, mode: int, refusal: str = "") -> None:
        """Takes a file; nothing is written before all of it is there."""
        data = bytearray()
        held = 0
        try:
            while True:
                kind, length = _HEADER.unpack(await self._stream.read_exactly(_HEADER.size))
                if kind == b"DONE":
                    break
                if kind != b"DATA" or length > _DATA_BYTES:
                    raise ProtocolError(f"expected DATA or DONE, found {kind!r} with {length} bytes")
                part = await self._stream.read_exactly(length)
                if refusal:
                    continue
                if _PUSHED.take(length):
                    held += length
                    data += part
                else:
                    data.clear()
                    _PUSHED.give_back(held)
                    held = 0
                    refusal = f"files of more than {MOST_FILE_BYTES >> 20} MiB are being pushed"
            if not refusal:
                content = bytes(data)
                data.clear()
                refusal = await self._request.on_phone(
                    lambda phone: _write(phone, path, mode, content, length)
                )
        finally:
            _PUSHED.give_back(held)
        if refusal:
            await self._fail(refusal)
        else:
            await self._stream.write(_HEADER.pack(b"OKAY", 0))

    async def _fail(self, reason: str) -> None:
        text = reason.encode("utf-8", "surrogateescape")
        await self._stream.write(_HEADER.pack(b"FAIL", len(text)) + text)


_HANDLERS: Final[dict[bytes, Callable[[_Sync, str], Awaitable[None]]]] = {
    b"STAT": _Sync.stat_1,
    b"STA2": _Sync.stat_2,
    b"LST2": _Sync.lstat_2,
    b"LIST": _Sync.list_1,
    b"LIS2": _Sync.list_2,
    b"RECV": _Sync.receive_1,
    b"RCV2": _Sync.receive_2,
    b"SEND": _Sync.send_1,
    b"SND2": _Sync.send_2,
}


def _absolute(path: str) -> str:
    return path if path.startswith("/") else f"/{path}"


def _stat(phone: Phone, path: str, *, follow: bool) -> tuple[int, Stat | None]:
    """An error number, 0 if there is none, and what is known of a path."""
    try:
        return 0, phone.state.files.stat(_absolute(path), follow=follow)
    except OSError as error:
        return error.errno or 0, None


def _entries(phone: Phone, path: str) -> list[tuple[str, int, Stat | None]]:
    """The entries of a directory, beginning with `.` and `..`; empty if the directory does not exist."""
    files = phone.state.files
    try:
        names = files.list(_absolute(path))
    except OSError:
        return []
    base = _absolute(path).rstrip("/")
    return [(name, *_stat(phone, f"{base}/{name}", follow=False)) for name in (".", "..", *names)]


def _facts_1(stat: Stat | None) -> tuple[int, int, int]:
    """Mode, size and modification time; zeros stand for a path that is not there."""
    if stat is None:
        return 0, 0, 0
    return _mode(stat), stat.size & 0xFFFFFFFF, stat.mtime_us // 1_000_000 & 0xFFFFFFFF


def _facts_2(error: int, stat: Stat | None) -> tuple[int, ...]:
    if stat is None:
        return (error, *(0,) * 10)
    seconds = stat.mtime_us // 1_000_000
    return (0, 1, 0, _mode(stat), 1, stat.owner, stat.group, stat.size, seconds, seconds, seconds)


def _mode(stat: Stat) -> int:
    return _TYPE_BITS[stat.kind] | stat.mode


def _write(phone: Phone, path: str, mode: int, data: bytes, seconds: int) -> str:
    """Puts a pushed file or link into its place; returns why it cannot be, or ""."""
    files, path = phone.state.files, _absolute(path)
    try:
        if mode & _TYPE_MASK == _LINK_TYPE:
            files.make_directory(path.rpartition("/")[0] or "/", parents=True)
            if _stat(phone, path, follow=False)[1] is not None:
                files.remove(path)
            files.make_link(data.rstrip(b"\0").decode("utf-8", "surrogateescape"), path)
        else:
            # As adbd: the owner's rights are the group's and everybody's, too.
            bits = mode & 0o777
            bits |= bits >> 3 & 0o070
            bits |= bits >> 3 & 0o007
            files.write(path, data, mode=bits, mtime_us=seconds * 1_000_000, parents=True)
    except OSError as error:
        return f"couldn't create file: {error.strerror}"
    except ValueError as error:
        return f"couldn't create file: {error}"
    return ""
