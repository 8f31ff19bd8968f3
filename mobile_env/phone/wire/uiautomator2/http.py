"""HTTP/1.1 on a stream of adb: what programs on the phone answer that listen on one of its ports."""

from __future__ import annotations

import json
import logging
import urllib.parse
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mobile_env.phone.wire.adb.stream import AdbStream, StreamClosed

_log = logging.getLogger(__name__)

MOST_HEAD: Final = 64 << 10
"""Bytes of a request's line and headers."""
MOST_BODY: Final = 256 << 20
_REASONS: Final = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    410: "Gone",
    413: "Content Too Large",
    500: "Internal Server Error",
    502: "Bad Gateway",
}


@dataclass(frozen=True)
class HttpRequest:
    """A request. `path` has no query and is unescaped; names of `headers` are in small letters."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes

    def form(self) -> dict[str, str]:
        """The fields of a form, or of the query if the body is none."""
        if "x-www-form-urlencoded" in self.headers.get("content-type", ""):
            return dict(urllib.parse.parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True))
        return dict(self.query)


@dataclass(frozen=True)
class HttpResponse:
    """An answer."""

    body: bytes
    content_type: str = "text/plain"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


Answer = Callable[[HttpRequest], Awaitable[HttpResponse]]


class HttpError(Exception):
    """Ends a request with an answer other than 200."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.response = HttpResponse(text.encode(), status=status)


def text_response(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text.encode(), status=status)


def json_response(value: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(json.dumps(value).encode(), "application/json", status)


async def serve_http(stream: AdbStream, answer: Answer) -> None:
    """Answers the requests of one connection until its other side closes it or speaks no HTTP."""
    buffer = bytearray()
    try:
        while (head := await _head(stream, buffer)) is not None:
            keep = await _serve_one(stream, buffer, head, answer)
            if not keep:
                return
    except StreamClosed:
        pass


async def _serve_one(stream: AdbStream, buffer: bytearray, head: bytes, answer: Answer) -> bool:
    """Answers a request whose head is read; returns whether the connection goes on."""
    keep = False
    try:
        method, target, version, headers = _parse_head(head)
        if headers.get("expect", "").lower() == "100-continue":
            await stream.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await _body(stream, buffer, headers)
        keep = version != "HTTP/1.0" and headers.get("connection", "").lower() != "close"
        parts = urllib.parse.urlsplit(target)
        query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))
        response = await answer(HttpRequest(method, urllib.parse.unquote(parts.path), query, headers, body))
    except HttpError as error:
        response = error.response
    except ConnectionError:
        raise
    except Exception as error:
        _log.exception("a request to a program of the phone failed")
        response = text_response(f"{type(error).__name__}: {error}", 500)
    await stream.write(_encoded(response, keep=keep))
    return keep


def _encoded(response: HttpResponse, *, keep: bool) -> bytes:
    headers = {
        "Content-Type": response.content_type,
        "Content-Length": str(len(response.body)),
        "Connection": "keep-alive" if keep else "close",
        **response.headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    reason = _REASONS.get(response.status, "")
    return f"HTTP/1.1 {response.status} {reason}\r\n{lines}\r\n".encode() + response.body


async def _head(stream: AdbStream, buffer: bytearray) -> bytes | None:
    """The line and headers of the next request; None when there is no further one."""
    while (end := buffer.find(b"\r\n\r\n")) < 0:
        if len(buffer) > MOST_HEAD:
            return None
        part = await stream.read()
        if not part:
            return None
        buffer += part
    head = bytes(buffer[:end])
    del buffer[: end + 4]
    return head


def _parse_head(head: bytes) -> tuple[str, str, str, dict[str, str]]:
    line, *rest = head.decode("latin-1").split("\r\n")
    words = line.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/"):
        raise HttpError(400, f"not a request line: {line[:200]}")
    pairs = (header.partition(":") for header in rest)
    return words[0], words[1], words[2], {name.strip().lower(): value.strip() for name, _, value in pairs}


async def _body(stream: AdbStream, buffer: bytearray, headers: Mapping[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return await _chunks(stream, buffer)
    length = headers.get("content-length", "0")
    if not length.isdecimal():
        raise HttpError(400, f"Content-Length is no number: {length[:100]}")
    return await _take(stream, buffer, int(length))


async def _chunks(stream: AdbStream, buffer: bytearray) -> bytes:
    body = bytearray()
    while True:
        while (end := buffer.find(b"\r\n")) < 0:
            await _more(stream, buffer)
        try:
            size = int(bytes(buffer[:end]).split(b";")[0], 16)
        except ValueError:
            raise HttpError(400, "a chunk without a size") from None
        del buffer[: end + 2]
        if size < 0 or len(body) + size > MOST_BODY:
            raise HttpError(413, f"more than {MOST_BODY >> 20} MiB")
        body += await _take(stream, buffer, size)
        await _take(stream, buffer, 2)
        if size == 0:
            return bytes(body)


async def _take(stream: AdbStream, buffer: bytearray, count: int) -> bytes:
    if count > MOST_BODY:
        raise HttpError(413, f"more than {MOST_BODY >> 20} MiB")
    while len(buffer) < count:
        await _more(stream, buffer)
    taken = bytes(buffer[:count])
    del buffer[:count]
    return taken


async def _more(stream: AdbStream, buffer: bytearray) -> None:
    part = await stream.read()
    if not part:
        raise StreamClosed("the request ends in its middle")
    buffer += part
