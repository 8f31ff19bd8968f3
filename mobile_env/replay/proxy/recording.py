"""The mitmproxy addon that writes what passes through it into a store."""

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

# They ask for less than the whole resource, which is what a replay needs.
_CONDITIONS = ("If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range")
_COMMIT_SECONDS = 2.0
_PARTS = "mobile_env.recorded"


class RecordToStore:
    """Records exchanges while they pass: nothing waits for the store, and bodies over its limit pass unrecorded.

    Args:
      writer: of the store; the caller closes it when the proxy has stopped.
      report: told how many exchanges have been recorded, after each.

    Attributes:
      recorded, left_out: how many exchanges were recorded, and how many could not be.
    """

    def __init__(self, writer: StoreWriter, report: Callable[[int], object] = lambda count: None) -> None:
        self._writer = writer
        self._report = report
        self._committed = time.monotonic()
        self.recorded = 0
        self.left_out = 0

    def request(self, flow: http.HTTPFlow) -> None:
        """Asks for all of a resource, also when the phone has a part or a copy of it."""
        for name in _CONDITIONS:
            flow.request.headers.pop(name, None)

    def responseheaders(self, flow: http.HTTPFlow) -> None:
        """Lets the body through as it comes, keeping a copy of what the store can take."""
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
        """Records an exchange that is complete."""
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
        """Says what was cut off: it is not recorded."""
        self.left_out += 1
        reason = flow.error.msg if flow.error else "cut off"
        logger.warning("not recorded: %s: %s", flow.request.pretty_url, reason)


def fields_of(headers: http.Headers) -> Fields:
    """Header fields as they were on the wire, without those of the connection."""
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
