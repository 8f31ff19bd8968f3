"""Replay without sockets: turns a source into a phone's fetcher, which returns the same bytes as the proxy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mobile_env.phone.network import NetworkError, Response
from mobile_env.replay.coding import BodyTooLarge, CodingError, decoded
from mobile_env.replay.phone_time import request_time
from mobile_env.replay.source import ReplaySource, open_source, respond, wire_url
from mobile_env.replay.store.exchange import Fields, Request
from mobile_env.replay.store.store import ReplayStore

#: Largest decoded response that a phone accepts, in bytes.
RESPONSE_LIMIT = 64 * 2**20


class DirectFetcher:
    """A fetcher that answers from a source.

    Args:
      source: a store's directory, the name of shipped content, or a source.
      seed: seed of the random choices of shipped content.

    Raises:
      StoreError: there is no such source.
    """

    def __init__(self, source: str | Path | ReplaySource, *, seed: int = 0) -> None:
        self._source = open_source(source, seed=seed)
        # A source that the caller passes is closed by the caller.
        self._opened = self._source if isinstance(source, str | Path) else None

    def __call__(self, url: str, headers: Mapping[str, str]) -> Response:
        if not url.startswith(("http://", "https://")):
            raise NetworkError("ERR_UNKNOWN_URL_SCHEME")
        answer = respond(self._source, Request(wire_url(url), headers), request_time(headers))
        return as_response(answer.status, answer.headers, answer.body)

    def close(self) -> None:
        """Closes a store that this object has opened."""
        if isinstance(self._opened, ReplayStore):
            self._opened.close()


def as_response(status: int, fields: Fields, body: bytes) -> Response:
    """Returns a response as apps see it: without content codings, with repeated fields joined (RFC 9110, 5.3).

    Raises:
      NetworkError: the body does not match its Content-Encoding, or is too large.
    """
    try:
        plain = decoded(fields, body, RESPONSE_LIMIT)
    except BodyTooLarge:
        raise NetworkError("ERR_FILE_TOO_BIG") from None
    except CodingError:
        raise NetworkError("ERR_CONTENT_DECODING_FAILED") from None
    headers: dict[str, str] = {}
    names: dict[str, str] = {}
    for name, value in fields:
        if name.lower() == "content-encoding":
            continue
        first = names.setdefault(name.lower(), name)
        headers[first] = f"{headers[first]}, {value}" if first in headers else value
    if plain is not body:
        headers[names.get("content-length", "Content-Length")] = str(len(plain))
    return Response(status, headers, plain)
