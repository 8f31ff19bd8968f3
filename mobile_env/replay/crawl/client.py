"""Clients with which a crawler requests resources: over HTTP, or from a `Fetcher`."""

from __future__ import annotations

import datetime
import http.client
import importlib.util
import ssl
import threading
import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Protocol
from urllib.parse import urlsplit

from mobile_env.phone.network import Fetcher, NetworkError
from mobile_env.replay.phone_time import DEFAULT_TIME
from mobile_env.replay.store.exchange import Exchange, end_to_end

_CHUNK = 1 << 16
_SLOWEST = 600.0


class FetchFailed(Exception):
    """A request has no response worth recording.

    Attributes:
      again: whether a retry may succeed.
      wait: seconds to wait before a retry, if the server said so.
      status: HTTP status, if there was a response.
    """

    def __init__(self, reason: str, *, again: bool = True, wait: float = 0.0, status: int = 0) -> None:
        super().__init__(reason)
        self.again = again
        self.wait = wait
        self.status = status


class CrawlClient(Protocol):
    """Requests single resources."""

    def get(self, url: str, limit: int) -> Exchange:
        """Returns the response to a GET request. Does not follow redirects.

        Args:
          url: absolute URL.
          limit: the largest allowed body in bytes. A larger body is refused before all of it is read.

        Raises:
          FetchFailed: there is no usable response.
        """


def web_view_headers() -> dict[str, str]:
    """Headers of Android's web view, with the content codings that `coding.decoded` supports here."""
    codings = "gzip, deflate, br" if importlib.util.find_spec("brotli") else "gzip, deflate"
    return {
        "User-Agent": (
            "Mozilla/5.0 (Linux; Android 13; sdk_gphone64_x86_64; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Version/4.0 Chrome/117.0.0.0 Mobile Safari/537.36"
        ),
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/*,*/*;q=0.8",
        "Accept-Language": "en-US,en;q=0.9",
        "Accept-Encoding": codings,
    }


class HttpClient:
    """An HTTP client. It keeps one connection per thread and server, and leaves content codings on bodies.

    Args:
      headers: headers of every request; `Host` and `Connection` are added.
      timeout: seconds without a received byte after which the request fails.
      verify: whether certificates are checked.
    """

    def __init__(self, headers: Mapping[str, str], *, timeout: float = 30.0, verify: bool = True) -> None:
        self._headers = dict(headers)
        self._timeout = timeout
        self._context = ssl.create_default_context()
        if not verify:
            self._context.check_hostname = False
            self._context.verify_mode = ssl.CERT_NONE
        self._local = threading.local()

    def get(self, url: str, limit: int) -> Exchange:
        """See `CrawlClient.get`."""
        parts = urlsplit(url)
        try:
            server = (parts.scheme, parts.hostname or "", parts.port)
        except ValueError as error:
            raise FetchFailed(str(error), again=False) from None
        connections = self._local.__dict__.setdefault("connections", {})
        reused = server in connections
        try:
            return self._get(connections, server, url, limit)
        except (ConnectionError, http.client.BadStatusLine) as error:
            if not reused:
                raise FetchFailed(f"{type(error).__name__}: {error}") from None
        except (OSError, http.client.HTTPException) as error:
            raise _failure(error) from None
        try:  # the server has closed the kept-alive connection
            return self._get(connections, server, url, limit)
        except (OSError, http.client.HTTPException) as error:
            raise _failure(error) from None

    def _get(self, connections: dict, server: tuple[str, str, int | None], url: str, limit: int) -> Exchange:
        connection = connections.pop(server, None) or self._connect(*server)
        keep = False
        try:
            parts = urlsplit(url)
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("GET", target, headers=self._headers)
            response = connection.getresponse()
            length = response.getheader("Content-Length", "")
            if length.isdigit() and int(length) > limit:
                raise FetchFailed(f"{length} bytes are more than the limit of {limit}", again=False)
            body = self._body(response, limit)
            keep = not response.will_close
        finally:
            if keep:
                connections[server] = connection
            else:
                connection.close()
        wait = response.getheader("Retry-After", "")
        if response.status == 429 or response.status >= 500:
            seconds = float(wait) if wait.isdigit() else 0.0
            raise FetchFailed(f"status {response.status}", wait=seconds, status=response.status)
        return Exchange(
            url,
            response.status,
            response.reason,
            end_to_end(response.getheaders()),
            body,
            request_headers=tuple(self._headers.items()),
            recorded=datetime.datetime.now(datetime.UTC),
        )

    def _connect(self, scheme: str, host: str, port: int | None) -> http.client.HTTPConnection:
        if scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=self._timeout, context=self._context)
        return http.client.HTTPConnection(host, port, timeout=self._timeout)

    @staticmethod
    def _body(response: http.client.HTTPResponse, limit: int) -> bytes:
        parts, size, start = [], 0, time.monotonic()
        while part := response.read(_CHUNK):
            size += len(part)
            if size > limit:
                raise FetchFailed(f"more than the limit of {limit} bytes", again=False)
            if time.monotonic() - start > _SLOWEST:
                raise FetchFailed(f"not read to its end within {_SLOWEST:.0f} s", again=False)
            parts.append(part)
        # read() with a size takes a broken connection for the end of the body.
        if response.length:
            raise FetchFailed(f"cut off: {response.length} bytes are missing")
        return b"".join(parts)


def _failure(error: Exception) -> FetchFailed:
    if isinstance(error, TimeoutError):
        return FetchFailed("timed out")
    if isinstance(error, ssl.SSLCertVerificationError):
        return FetchFailed(f"certificate: {error.verify_message}", again=False)
    if isinstance(error, http.client.InvalidURL):
        return FetchFailed(str(error), again=False)
    return FetchFailed(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)


class FetcherClient:
    """Makes a crawl client of a `Fetcher`. It records everything at the start time of the phone's clock, so
    that the archive is always the same."""

    def __init__(self, fetch: Fetcher) -> None:
        self._fetch = fetch

    def get(self, url: str, limit: int) -> Exchange:
        """See `CrawlClient.get`."""
        try:
            response = self._fetch(url, {})
        except NetworkError as error:
            raise FetchFailed(str(error), again=False) from None
        if len(response.body) > limit:
            raise FetchFailed(f"more than the limit of {limit} bytes", again=False)
        reason = HTTPStatus(response.status).phrase if response.status in set(HTTPStatus) else ""
        return Exchange(
            url,
            response.status,
            reason,
            tuple(response.headers.items()),
            response.body,
            recorded=DEFAULT_TIME,
        )
