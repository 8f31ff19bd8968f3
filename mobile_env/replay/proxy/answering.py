"""The mitmproxy addon that answers every request from a source and lets no connection out."""

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
    # Nobody upstream is connected to, or asked for the names in its certificate.
    "connection_strategy": "lazy",
    "upstream_cert": False,
}
"""Options of mitmproxy under which it needs no network."""


class AnswerFromSource:
    """Answers from a source.

    Args:
      source: where answers come from.
      moment: what time it is, from a request's headers.
    """

    def __init__(
        self, source: ReplaySource, moment: Callable[[Mapping[str, str]], datetime.datetime]
    ) -> None:
        self._source = source
        self._moment = moment

    def request(self, flow: http.HTTPFlow) -> None:
        """Answers; mitmproxy then asks nobody else."""
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
        """Refuses what is no HTTP, too: nothing leaves this machine."""
        logger.warning("not replayed: a connection to %s", data.server.address)
        data.server.error = "a replay proxy never asks the network"

    def tcp_start(self, flow: tcp.TCPFlow) -> None:
        """Ends what is neither HTTP nor TLS."""
        flow.kill()

    def udp_start(self, flow: udp.UDPFlow) -> None:
        """Ends datagrams."""
        flow.kill()
