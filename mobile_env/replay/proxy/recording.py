"""The mitmproxy addon that records exchanges into a store."""

from __future__ import annotations

import datetime
import logging
import time
from collections.abc import Callable
from typing import Any

from mitmproxy import http

from mobile_env.replay.store.errors import StoreError
from mobile_env.replay.store.exchange import Exchange, Fields, end_to_end
from mobile_env.replay.store.writer import StoreWriter

logger = logging.getLogger(__name__)

# These headers request less than the whole resource, which a replay needs.
_CONDITIONS = ("If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range")
_COMMIT_SECONDS = 2.0
_PARTS = "mobile_env.recorded"


class RecordToStore:
    """Records exchanges as they pass through. Exchanges do not wait for the store; bodies over its limit are
    not recorded.

    Args:
      writer: the store's writer; the caller closes it after the proxy has stopped.
      report: called after each recorded exchange, with the number of recorded exchanges.

    Attributes:
      recorded, left_out: number of exchanges that were recorded, and that could not be recorded.
    """

    def __init__(self, writer: StoreWriter, report: Callable[[int], object] = lambda count: None) -> None:
        self._writer = writer
        self._report = report
        self._committed = time.monotonic()
        self.recorded = 0
        self.left_out = 0

    def request(self, flow: http.HTTPFlow) -> None:
        """Removes conditions and ranges from the request, so that the server sends the whole resource."""
        for name in _CONDITIONS:
            flow.request.headers.pop(name, None)

    def responseheaders(self, flow: http.HTTPFlow) -> None:
        """Streams the body to the client, and keeps a copy if the store can take it."""
        assert flow.response is not None
        parts: list[bytes] = []
        size = 0
        limit = self._writer.resource_limit

        def keep(data: bytes) -> bytes:
            nonlocal size
            size += len(data)
            if size <= limit:
                parts.append(data)
            else:
                parts.clear()
            flow.metadata[_PARTS] = (parts, size)
            return data

        flow.metadata[_PARTS] = (parts, 0)
        flow.response.stream = keep

    def response(self, flow: http.HTTPFlow) -> None:
        """Records a complete exchange."""
        parts, size = flow.metadata.pop(_PARTS, ([], 0))
        url = flow.request.pretty_url
        if size > self._writer.resource_limit:
            self.left_out += 1
            logger.warning(
                "not recorded: %s: %d bytes are more than the limit of %d",
                url,
                size,
                self._writer.resource_limit,
            )
            return
        try:
            self._writer.add(_exchange(flow, url, b"".join(parts)))
            if time.monotonic() - self._committed >= _COMMIT_SECONDS:
                self._writer.commit()
                self._committed = time.monotonic()
        except StoreError as error:
            self.left_out += 1
            logger.error("not recorded: %s: %s", url, error)
            return
        self.recorded += 1
        self._report(self.recorded)

    def error(self, flow: http.HTTPFlow) -> None:
        """Logs an exchange that was cut off; it is not recorded."""
        self.left_out += 1
        reason = flow.error.msg if flow.error else "cut off"
        logger.warning("not recorded: %s: %s", flow.request.pretty_url, reason)


def fields_of(headers: http.Headers) -> Fields:
    """Header fields as sent, without the fields of the connection."""
    return end_to_end((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers.fields)


def _exchange(flow: http.HTTPFlow, url: str, body: bytes) -> Exchange:
    response: Any = flow.response
    return Exchange(
        url,
        response.status_code,
        response.data.reason.decode("latin-1"),
        fields_of(response.headers),
        body,
        flow.request.method.upper(),
        fields_of(flow.request.headers),
        flow.request.raw_content or b"",
        datetime.datetime.fromtimestamp(flow.request.timestamp_start, datetime.UTC),
    )
