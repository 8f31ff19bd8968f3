"""Writes WARC files (ISO 28500): one HTTP exchange as records, each of them a gzip member.

warcio is not used, because it changes non-ASCII header bytes. The tests read the files with warcio.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import re
import uuid
import zlib

from mobile_env.replay.store.exchange import Exchange, Fields, end_to_end


def _digest(data: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode()


def _record(kind: str, record_id: str, fields: list[tuple[str, str]], block: bytes) -> bytes:
    lines = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: {record_id}",
        *(f"{name}: {value}" for name, value in fields),
        f"Content-Length: {len(block)}",
        "\r\n",
    ]
    compressor = zlib.compressobj(6, zlib.DEFLATED, 31)
    plain = "\r\n".join(lines).encode() + block + b"\r\n\r\n"
    return compressor.compress(plain) + compressor.flush()


def _message(first_line: str, fields: Fields, body: bytes) -> bytes:
    # A line break in a value would end the header early or add a field.
    lines = [first_line, *(f"{name}: {value}" for name, value in fields)]
    text = "\r\n".join(re.sub(r"[\r\n]+\s*", " ", line) for line in lines)
    return text.encode("latin-1", "replace") + b"\r\n\r\n" + body


def _warc_date(moment: datetime.datetime) -> str:
    return moment.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _record_id(*parts: str) -> str:
    # The id is computed from the content, so that equal exchanges are written as equal bytes.
    return f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, ' '.join(parts))}>"


def records(exchange: Exchange) -> tuple[bytes, bytes]:
    """Returns the response and the request as records, each of them a gzip member.

    The request record is empty if it adds nothing to the response: a GET without known headers.
    """
    date = _warc_date(exchange.recorded)
    common = [("WARC-Target-URI", one_line(exchange.url)), ("WARC-Date", date)]
    block = _message(
        f"HTTP/1.1 {exchange.status} {exchange.reason}", end_to_end(exchange.headers), exchange.body
    )
    digest = _digest(block)
    response_id = _record_id("response", exchange.method, exchange.url, date, digest)
    response = _record(
        "response",
        response_id,
        [
            *common,
            ("Content-Type", "application/http; msgtype=response"),
            ("WARC-Payload-Digest", _digest(exchange.body)),
            ("WARC-Block-Digest", digest),
        ],
        block,
    )
    if exchange.method == "GET" and not exchange.request_headers:
        return response, b""
    block = _message(
        f"{exchange.method} {_target(exchange.url)} HTTP/1.1",
        end_to_end(exchange.request_headers),
        exchange.request_body,
    )
    request = _record(
        "request",
        _record_id("request", response_id),
        [
            *common,
            ("WARC-Concurrent-To", response_id),
            ("Content-Type", "application/http; msgtype=request"),
            ("WARC-Block-Digest", _digest(block)),
        ],
        block,
    )
    return response, request


def one_line(url: str) -> str:
    """Escapes spaces and control characters of a URL, for a WARC field."""
    return re.sub(r"[\x00-\x20\x7f]", lambda match: f"%{ord(match[0]):02X}", url)


def _target(url: str) -> str:
    address = one_line(url).partition("//")[2]
    return "/" + address.partition("/")[2]
