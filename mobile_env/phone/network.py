"""The phone's one door to the outside: an injected callable that answers HTTP requests."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

REQUESTED_WITH = "X-Requested-With"
"""The field in which Android's web view names the app's package."""

THROUGH_PROXY = "proxy:"
# What names no network.
OFFLINE = "none"
"""Written before the name of content that phones are to reach through a proxy."""


class Response(NamedTuple):
    """An HTTP response.

    Attributes:
      status: HTTP status code.
      headers: header fields; names are compared without regard to case by readers.
      body: the decoded payload (no transfer or content coding left on it).
    """

    status: int
    headers: Mapping[str, str]
    body: bytes

    def header(self, name: str, default: str = "") -> str:
        """The value of a header field, whatever the case of its name."""
        wanted = name.lower()
        return next((value for key, value in self.headers.items() if key.lower() == wanted), default)


class NetworkError(OSError):
    """No response: the host is unknown, refuses, or the phone is offline. The message is Chrome's net error name."""


Fetcher = Callable[[str, Mapping[str, str]], Response]
"""Answers a GET of (url, request headers), or raises NetworkError."""


def offline(url: str, headers: Mapping[str, str]) -> Response:
    """The fetcher of a phone without any network."""
    raise NetworkError("ERR_INTERNET_DISCONNECTED")


class PhoneNetwork:
    """A way to the network that depends on the phone: on its proxy setting, its certificates, the app that asks.

    A phone that is given one instead of a plain fetcher calls `prepare` once when it boots, and takes its
    fetcher from it, as its forks do. Without a phone it is a fetcher that is offline. (`phone` is a `Phone`, a class
    that this module may not name: all of the phone stands on it.)
    """

    def __call__(self, url: str, headers: Mapping[str, str]) -> Response:
        return offline(url, headers)

    def prepare(self, phone: Any) -> None:
        """Sets up a phone that has just booted: settings, certificates."""

    def fetcher(self, phone: Any) -> Fetcher:
        """How this phone fetches."""
        raise NotImplementedError
