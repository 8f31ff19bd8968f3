"""Replay without sockets: a source as the phone's fetcher, giving the same bytes as the proxy does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mobile_env.phone.network import NetworkError, Response
from mobile_env.replay.coding import BodyTooLarge, CodingError, decoded
from mobile_env.replay.phone_time import request_time
from mobile_env.replay.source import ReplaySource, open_source, respond, wire_url
from mobile_env.replay.store.exchange import Fields, Request
from mobile_env.replay.store.store import ReplayStore

#: The most bytes of one response, decoded, that a phone takes.
RESPONSE_LIMIT = 64 * 2**20


class DirectFetcher:
    """A fetcher that answers from a source.

    Args:
      source: a store's folder, the name of shipped content, or a source.
      seed: decides whatever shipped content leaves to chance.

    Raises:
      StoreError: there is no such source.
    """

    def __init__(self, source: str | Path | ReplaySource, *, seed: int = 0) -> None:
        self._source = open_source(source, seed=seed)
        # Who gives a source keeps it.
        self._opened = self._source if isinstance(source, str | Path) else None

    def __call__(self, url: str, headers: Mapping[str, str]) -> Response:
        if not url.startswith(("http://", "https://")):
            raise NetworkError("ERR_UNKNOWN_URL_SCHEME")
        answer = respond(self._source, Request(wire_url(url), headers), request_time(headers))
        return as_response(answer.status, answer.headers, answer.body)

    def close(self) -> None:
        """Closes a store that was opened by its name."""
        if isinstance(self._opened, ReplayStore):
            self._opened.close()


def as_response(status: int, fields: Fields, body: bytes) -> Response:
    """What came over the wire as apps see it: content codings undone, repeated fields joined (RFC 9110, 5.3).

    Raises:
      NetworkError: the body is not what its Content-Encoding says, or too large.
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
