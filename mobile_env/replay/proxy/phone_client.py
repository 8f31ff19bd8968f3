"""How an embedded phone reaches a proxy: HTTP(S) through its proxy setting, verified with its own
certificates."""

from __future__ import annotations

import http.client
import os
import ssl
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from mobile_env.phone.network import REQUESTED_WITH, Fetcher, NetworkError, Response
from mobile_env.phone.services.package.trust import Trust, trust_of
from mobile_env.replay.direct import RESPONSE_LIMIT, as_response
from mobile_env.replay.source import wire_url

if TYPE_CHECKING:
    from mobile_env.phone import Phone

NO_PROXY = (None, "", ":0")
"""Values of the setting `http_proxy` that mean no proxy; `:0` is Android's own."""
TIMEOUT = 30.0
_HOST_LOOPBACK = "10.0.2.2"
_CONNECTIONS = 32
# Chrome's error names for OpenSSL's verification errors (x509_vfy.h).
_DATE_VERDICTS = frozenset({9, 10, 13, 14})
_NAME_VERDICTS = frozenset({62, 64})


class _Route(NamedTuple):
    """Identifies the requests that a kept-alive connection can serve."""

    proxy: tuple[str, int]
    scheme: str
    host: str
    port: int
    trust: Trust


def proxied_fetcher(phone: Phone) -> Fetcher:
    """Returns a fetcher that uses the proxy in the phone's setting `global http_proxy` (host:port) and no
    other way.

    For each request, the phone's stores and the requesting app (`X-Requested-With`, else the app in front) decide
    which certificates are trusted. Connections are kept alive. This machine's clock, not the phone's, decides
    whether a certificate has expired, because the proxy issues its certificates by this machine's clock.
    """
    return _ProxyClient(phone)


class _ProxyClient:
    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._connections: OrderedDict[_Route, http.client.HTTPConnection] = OrderedDict()
        self._process = os.getpid()

    def __call__(self, url: str, headers: Mapping[str, str]) -> Response:
        if not url.startswith(("http://", "https://")):
            raise NetworkError("ERR_UNKNOWN_URL_SCHEME")
        url = wire_url(url)
        route = self._route(url, headers)
        target = url
        if route.scheme == "https":
            target = "/" + url.split("/", 3)[3]
        return self._exchange(route, target, dict(headers))

    def _route(self, url: str, headers: Mapping[str, str]) -> _Route:
        proxy = _proxy_address(self._phone.state.settings.get("global", "http_proxy"))
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            host = port = None
        if not host:
            raise NetworkError("ERR_INVALID_URL")
        if parts.scheme == "http":
            return _Route(proxy, "http", "", 0, Trust((), ()))
        package = headers.get(REQUESTED_WITH) or self._phone.foreground_activity.partition("/")[0]
        return _Route(proxy, "https", host, port or 443, trust_of(self._phone.packages, package))

    def _exchange(self, route: _Route, target: str, headers: dict[str, str]) -> Response:
        if self._process != os.getpid():  # a forked process shares sockets with its parent
            self._connections.clear()
            self._process = os.getpid()
        connection = self._connections.pop(route, None)
        try:
            if connection is not None:
                try:
                    return self._ask(route, connection, target, headers)
                except (ConnectionError, http.client.RemoteDisconnected):
                    connection.close()  # idle for too long: open a new connection
            connection = _connect(route)
            return self._ask(route, connection, target, headers)
        except NetworkError:
            raise
        except http.client.IncompleteRead:
            raise NetworkError("ERR_CONTENT_LENGTH_MISMATCH") from None
        except http.client.HTTPException:
            raise NetworkError("ERR_INVALID_HTTP_RESPONSE") from None
        except TimeoutError:
            raise NetworkError("ERR_TIMED_OUT") from None
        except ConnectionError:
            raise NetworkError("ERR_CONNECTION_CLOSED") from None
        finally:
            if connection is not None and self._connections.get(route) is not connection:
                connection.close()

    def _ask(
        self, route: _Route, connection: http.client.HTTPConnection, target: str, headers: dict[str, str]
    ) -> Response:
        connection.request("GET", target, headers=headers)
        answer = connection.getresponse()
        body = answer.read(RESPONSE_LIMIT + 1)
        if len(body) > RESPONSE_LIMIT:
            raise NetworkError("ERR_FILE_TOO_BIG")
        if not answer.will_close:
            self._connections[route] = connection
            while len(self._connections) > _CONNECTIONS:
                self._connections.popitem(last=False)[1].close()
        return as_response(answer.status, tuple(answer.getheaders()), body)


def _proxy_address(setting: str | None) -> tuple[str, int]:
    """Host and port of the proxy setting. Raises NetworkError without a proxy, because the phone is then
    offline."""
    host, _, port = (setting or "").rpartition(":")
    if setting in NO_PROXY or not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise NetworkError("ERR_INTERNET_DISCONNECTED")
    # The emulator's address for the machine it runs on.
    return "127.0.0.1" if host == _HOST_LOOPBACK else host, int(port)


def _connect(route: _Route) -> http.client.HTTPConnection:
    if route.scheme == "http":
        plain = http.client.HTTPConnection(*route.proxy, timeout=TIMEOUT)
        try:
            plain.connect()
        except OSError:
            raise NetworkError("ERR_PROXY_CONNECTION_FAILED") from None
        return plain
    connection = http.client.HTTPSConnection(
        *route.proxy, timeout=TIMEOUT, context=_context(route.trust.certificates)
    )
    connection.set_tunnel(route.host, route.port)
    try:
        connection.connect()
        if route.trust.pins:
            _check_pins(connection, route.trust.pins)
    except BaseException as error:
        connection.close()
        raise _connection_fault(error) from None
    return connection


def _connection_fault(error: BaseException) -> BaseException:
    if isinstance(error, ssl.SSLCertVerificationError):
        if error.verify_code in _DATE_VERDICTS:
            return NetworkError("ERR_CERT_DATE_INVALID")
        if error.verify_code in _NAME_VERDICTS:
            return NetworkError("ERR_CERT_COMMON_NAME_INVALID")
        return NetworkError("ERR_CERT_AUTHORITY_INVALID")
    if isinstance(error, ssl.SSLError):
        return NetworkError("ERR_SSL_PROTOCOL_ERROR")
    if isinstance(error, OSError) and not isinstance(error, NetworkError):
        tunnel = str(error).startswith("Tunnel connection failed")
        return NetworkError("ERR_TUNNEL_CONNECTION_FAILED" if tunnel else "ERR_PROXY_CONNECTION_FAILED")
    return error


def _check_pins(connection: http.client.HTTPSConnection, pins: tuple[str, ...]) -> None:
    from mobile_env.replay.proxy.certificates import public_key_pin

    assert isinstance(connection.sock, ssl.SSLSocket)
    certificate = connection.sock.getpeercert(binary_form=True)
    if certificate is None or public_key_pin(certificate) not in pins:
        raise NetworkError("ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN")


@lru_cache(maxsize=64)
def _context(certificates: tuple[bytes, ...]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for certificate in certificates:
        try:
            context.load_verify_locations(cadata=certificate)
        except ssl.SSLError:  # Android also ignores files that are not certificates
            continue
    return context
