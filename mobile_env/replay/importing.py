"""Imports recordings of other tools into a store: WARC files, mitmproxy flow files, HAR files."""

from __future__ import annotations

import base64
import binascii
import datetime
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from mobile_env.phone.ui.html_source import ENCODINGS
from mobile_env.replay.phone_time import DEFAULT_TIME
from mobile_env.replay.store.errors import ResourceTooLarge, StoreError
from mobile_env.replay.store.exchange import Exchange, Fields, field
from mobile_env.replay.store.warc_reading import GZIP_MAGIC
from mobile_env.replay.store.writer import StoreWriter

_CHARSET = re.compile(r";\s*charset=[\"']?([\w.:-]+)[\"']?", re.IGNORECASE)
# A HAR file stores decoded bodies, so these fields no longer apply (HAR 1.2 specification, *content*).
_UNTRUE_IN_HAR = frozenset({"content-encoding", "content-length", "transfer-encoding"})


_CHARSETS = ENCODINGS | {"utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii", "latin1"}
# What mitmproxy's reader raises for a file that was not written by mitmproxy.
_WRONG_FLOWS = (ValueError, TypeError, LookupError, AttributeError, OverflowError, OSError, RecursionError)


class ImportCount(NamedTuple):
    """Result of an import.

    Attributes:
      taken: number of imported exchanges.
      faults: descriptions of what could not be imported.
    """

    taken: int
    faults: list[str]


def import_file(path: Path, writer: StoreWriter) -> ImportCount:
    """Imports a file into a store. The file's content determines its type.

    A WARC file is copied unchanged. Damaged or missing parts are reported in `faults`; the rest is imported.

    Raises:
      StoreError: the file cannot be read or has another type, or the store cannot be written.
    """
    try:
        with path.open("rb") as file:
            start = file.read(4096)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    if start.startswith((GZIP_MAGIC, b"WARC/")):
        taken, faults = writer.add_warc(path)
        return ImportCount(taken, [f"{path}: byte {fault.offset}: {fault.what}" for fault in faults])
    if start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _import(path, _har_exchanges(path), writer)
    if start[:1].isdigit() and b":" in start[:12]:
        return _import(path, _flow_exchanges(path), writer)
    raise StoreError(f"{path}: neither a WARC, nor a HAR, nor a mitmproxy flow file")


def _import(path: Path, exchanges: Iterator[Exchange | str], writer: StoreWriter) -> ImportCount:
    taken, faults = 0, []
    for found in exchanges:
        if isinstance(found, str):
            faults.append(f"{path}: {found}")
            continue
        try:
            writer.add(found)
            taken += 1
        except ResourceTooLarge as error:
            faults.append(f"{path}: {error}")
    writer.commit()
    return ImportCount(taken, faults)


def _flow_exchanges(path: Path) -> Iterator[Exchange | str]:
    """Yields the exchanges of a mitmproxy flow file, and a description of each flow that cannot be imported."""
    try:
        from mitmproxy import exceptions, http
        from mitmproxy.io import FlowReader
    except ImportError:
        raise StoreError(
            f"{path}: reading flow files needs mitmproxy (pip install 'mobile-env[replay]')"
        ) from None
    from mobile_env.replay.proxy.recording import fields_of

    with path.open("rb") as file:
        try:
            for flow in FlowReader(file).stream():
                if not isinstance(flow, http.HTTPFlow):
                    continue
                request, response = flow.request, flow.response
                if response is None or response.raw_content is None:
                    yield f"{request.method} {request.pretty_url}: has no complete response"
                    continue
                yield Exchange(
                    request.pretty_url,
                    response.status_code,
                    response.data.reason.decode("latin-1"),
                    fields_of(response.headers),
                    response.raw_content,
                    request.method.upper(),
                    fields_of(request.headers),
                    request.raw_content or b"",
                    datetime.datetime.fromtimestamp(request.timestamp_start, datetime.UTC),
                )
        except (exceptions.FlowReadException, *_WRONG_FLOWS) as error:
            yield f"cut off or damaged ({error}): what comes after is lost"


def _har_exchanges(path: Path) -> Iterator[Exchange | str]:
    """Yields the exchanges of a HAR file, and a description of each entry that cannot be imported."""
    try:
        entries = json.loads(path.read_text("utf-8-sig"))["log"]["entries"]
        if not isinstance(entries, list):
            raise TypeError
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise StoreError(f"{path}: not a HAR file, or cut off{where}: no list log.entries") from None
    for number, entry in enumerate(entries):
        try:
            yield _har_exchange(entry)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            reason = (
                error if isinstance(error, _NoResponse) else f"malformed ({type(error).__name__}: {error})"
            )
            yield f"entry {number}: {reason}"


class _NoResponse(ValueError):
    """An entry has no response that can be replayed."""


def _har_exchange(entry: Any) -> Exchange:
    request, response = entry["request"], entry["response"]
    url, status = str(request["url"]).partition("#")[0], int(response["status"])
    if not url.startswith(("http://", "https://")):
        raise _NoResponse(f"{url[:80]}: is no HTTP address")
    if not 100 <= status <= 599:
        raise _NoResponse(f"{url}: has no response")
    content = response.get("content", {})
    text = content.get("text")
    sent = field(_har_fields(response), "Content-Length")
    promised = sent.isdigit() and int(sent) > 0 and status == 200 and request.get("method") != "HEAD"
    if not text and (int(content.get("size") or 0) > 0 or promised):
        raise _NoResponse(f"{url}: its content was not saved (save the HAR *with content*)")
    posted = request.get("postData") or {}
    headers = tuple(pair for pair in _har_fields(response) if pair[0].lower() not in _UNTRUE_IN_HAR)
    if content.get("encoding") == "base64":
        try:
            body = base64.b64decode(text or "", validate=True)
        except binascii.Error:
            raise _NoResponse(f"{url}: its content is no Base64") from None
    else:
        body, headers = _har_text(text or "", headers)
    return Exchange(
        url,
        status,
        str(response.get("statusText", "")),
        headers,
        body,
        str(request.get("method", "GET")).upper(),
        _har_fields(request),
        str(posted.get("text", "")).encode("utf-8", "surrogatepass"),
        _har_time(entry.get("startedDateTime")),
    )


def _har_text(text: str, headers: Fields) -> tuple[bytes, Fields]:
    """Encodes a HAR file's decoded text with the charset of its Content-Type, else as UTF-8.

    Non-ASCII text encoded as UTF-8 gets a matching Content-Type, because a page may name another charset inside.
    """
    kind = field(headers, "Content-Type")
    charset = _CHARSET.search(kind)
    # Encodings such as punycode take quadratic time.
    if charset is not None and charset[1].lower() in _CHARSETS:
        with suppress(LookupError, UnicodeError):
            return text.encode(charset[1]), headers
    body = text.encode("utf-8", "surrogatepass")
    if text.isascii() or not kind.lower().startswith("text/"):
        return body, headers
    told = f"{_CHARSET.sub('', kind)}; charset=utf-8"
    return body, tuple((n, told if n.lower() == "content-type" else v) for n, v in headers)


def _har_fields(message: Any) -> Fields:
    # HTTP/2 and 3 have fields such as `:status`, which HTTP/1.1 does not have.
    pairs = ((str(field["name"]), str(field["value"])) for field in message.get("headers", ()))
    return tuple((name, value) for name, value in pairs if not name.startswith(":"))


def _har_time(text: Any) -> datetime.datetime:
    try:
        moment = datetime.datetime.fromisoformat(str(text))
    except ValueError:
        return DEFAULT_TIME
    return moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
