"""A recorded HTTP exchange, and how it is replayed."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.utils import format_datetime
from typing import NamedTuple

from mobile_env.replay.phone_time import DEFAULT_TIME, http_date

Fields = tuple[tuple[str, str], ...]
"""Header fields with their order, case and repetitions. The text is Latin-1: one character per byte sent."""

#: These fields belong to one connection (RFC 9110, 7.6.1), not to the resource, and are not stored.
_HOP_BY_HOP = frozenset(
    {
        "connection",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
_REFRESHED = frozenset({"date", "expires", "last-modified"})


def field(fields: Iterable[tuple[str, str]], name: str, default: str = "") -> str:
    """Returns the first value of a header field. Field names are case-insensitive."""
    wanted = name.lower()
    return next((value for key, value in fields if key.lower() == wanted), default)


def end_to_end(fields: Iterable[tuple[str, str]]) -> Fields:
    """Removes the fields that belong to one connection."""
    fields = tuple(fields)
    named = {
        token.strip().lower()
        for key, value in fields
        if key.lower() == "connection"
        for token in value.split(",")
    }
    return tuple((key, value) for key, value in fields if key.lower() not in _HOP_BY_HOP | named)


class Request(NamedTuple):
    """A request to replay."""

    url: str
    headers: Mapping[str, str]
    method: str = "GET"
    body: bytes = b""


class Answer(NamedTuple):
    """The response sent for a request. The body still has its content coding."""

    status: int
    reason: str
    headers: Fields
    body: bytes


@dataclass(frozen=True, slots=True)
class Exchange:
    """A recorded request and its response.

    Attributes:
      url: absolute URL without fragment.
      status: HTTP status code.
      reason: HTTP reason phrase.
      headers: end-to-end fields of the response; the transfer coding has been removed from the body.
      body: the payload, content coding (gzip, …) included.
      method: request method in capitals.
      request_headers: fields of the request; () if they are not known.
      request_body: payload of the request.
      recorded: time of the recording, UTC.
    """

    url: str
    status: int
    reason: str
    headers: Fields
    body: bytes
    method: str = "GET"
    request_headers: Fields = ()
    request_body: bytes = b""
    recorded: datetime.datetime = DEFAULT_TIME


def refreshed(fields: Fields, recorded: datetime.datetime, now: datetime.datetime) -> Fields:
    """Shifts Date, Expires and Last-Modified as if the response were made at `now`.

    Distances are kept: a page that was three days old when it was recorded is again three days old.
    Other fields, and dates that cannot be read, stay as they are.
    """
    made = http_date(field(fields, "Date")) or recorded
    shift = now - made
    moved = []
    for name, value in fields:
        moment = http_date(value) if name.lower() in _REFRESHED else None
        if moment is not None:
            with suppress(OverflowError):  # for example, an Expires in the year 9999
                value = format_datetime((moment + shift).astimezone(datetime.UTC), usegmt=True)
        moved.append((name, value))
    return tuple(moved)


def has_no_body(method: str, status: int) -> bool:
    """Whether HTTP allows no payload in this response (RFC 9110, 6.4.1)."""
    return method == "HEAD" or status < 200 or status in (204, 304)


def answer(exchange: Exchange, request: Request, now: datetime.datetime) -> Answer:
    """Returns the recorded response as it is sent at `now`.

    All fields are sent as recorded, with two exceptions: the three dates are shifted, and a missing (the
      original was
    chunked) or wrong Content-Length is corrected, because a client would wait for more bytes.
    """
    headers = refreshed(end_to_end(exchange.headers), exchange.recorded, now)
    if has_no_body(request.method, exchange.status):
        return Answer(exchange.status, exchange.reason, headers, b"")
    length = str(len(exchange.body))
    if [value for name, value in headers if name.lower() == "content-length"] != [length]:
        others = tuple(pair for pair in headers if pair[0].lower() != "content-length")
        headers = (*others, ("Content-Length", length))
    return Answer(exchange.status, exchange.reason, headers, exchange.body)
