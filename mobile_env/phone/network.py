"""The phone's one door to the outside: an injected callable that answers HTTP requests."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


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
