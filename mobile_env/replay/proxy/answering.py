"""The mitmproxy addon that answers every request from a source and opens no connection to the network."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from mitmproxy import http, tcp, udp
from mitmproxy.proxy.server_hooks import ServerConnectionHookData

from mobile_env.replay.source import ReplaySource, respond
from mobile_env.replay.store.exchange import Request

logger = logging.getLogger(__name__)

OFFLINE: Final[dict[str, Any]] = {
    # mitmproxy neither connects to a server nor asks it for the names in its certificate.
    "connection_strategy": "lazy",
    "upstream_cert": False,
}
"""Options with which mitmproxy needs no network."""


class AnswerFromSource:
    """A mitmproxy addon that answers from a source.

    Args:
      source: gives the answers.
      moment: returns the current time, given a request's headers.
    """

    def __init__(
        self, source: ReplaySource, moment: Callable[[Mapping[str, str]], datetime.datetime]
    ) -> None:
        self._source = source
        self._moment = moment

    def request(self, flow: http.HTTPFlow) -> None:
        """Answers the request, so that mitmproxy contacts no server."""
        asked = flow.request
        headers = dict(asked.headers.items())
        request = Request(asked.pretty_url, headers, asked.method.upper(), asked.raw_content or b"")
        answer = respond(self._source, request, self._moment(headers))
        fields = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
        flow.response = http.Response(
            b"HTTP/1.1",
            answer.status,
            answer.reason.encode("latin-1"),
            http.Headers(fields),
            answer.body,
            None,
            0.0,
            0.0,
        )

    def server_connect(self, data: ServerConnectionHookData) -> None:
        """Refuses connections for other protocols than HTTP, so that nothing leaves this machine."""
        logger.warning("not replayed: a connection to %s", data.server.address)
        data.server.error = "a replay proxy never asks the network"

    def tcp_start(self, flow: tcp.TCPFlow) -> None:
        """Ends connections that are neither HTTP nor TLS."""
        flow.kill()

    def udp_start(self, flow: udp.UDPFlow) -> None:
        """Ends datagram flows."""
        flow.kill()
