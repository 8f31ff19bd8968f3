"""Reads the view hierarchy of a device over adb: the fastest way that the device offers, or a way chosen by
name."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import re
import socket
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from mobile_env.simulators.adb.client import AdbClient, AdbError

_log = logging.getLogger(__name__)

UIAUTOMATOR2_PORT: Final = 9008
"""Port of the uiautomator2 server on the device."""
HIERARCHY_WAYS: Final = ("auto", "uiautomator", "uiautomator2", "forwarder")
"""Ways to read a view hierarchy."""
Screen = Callable[[], tuple[int, int, int]]
"""Returns quarter turns, width and height of the turned screen."""
_DUMP_TRIES: Final = 5
_DUMP_PAUSE: Final = 0.2
_TIMEOUT: Final = 30.0
_MOST_BYTES: Final = 64 << 20
_XML: Final = re.compile(r"(?:<\?xml[^>]*\?>\s*)?<hierarchy.*</hierarchy>", re.DOTALL)


class HierarchySource(Protocol):
    """A way to read a device's view hierarchy.

    Attributes:
      name: name of the way, for the log.
    """

    @property
    def name(self) -> str: ...

    def dump(self) -> str:
        """Returns the hierarchy in the format of `uiautomator dump`.

        Raises:
          AdbError: the device returns no hierarchy.
        """

    def close(self) -> None:
        """Frees resources on the device. Calling it twice is harmless."""


class UiautomatorDump:
    """`uiautomator dump`, which every device has. It starts a process on the device for each dump."""

    name = "uiautomator dump"

    def __init__(self, client: AdbClient) -> None:
        self._client = client

    def dump(self) -> str:
        """Returns the hierarchy. Tries again if the screen is moving."""
        answer = ""
        for attempt in range(_DUMP_TRIES):
            if attempt:
                time.sleep(_DUMP_PAUSE)
            answer = self._client.exec_out("uiautomator dump /dev/tty", _TIMEOUT).decode("utf-8", "replace")
            match = _XML.search(answer)
            if match is not None:
                return match[0]
        raise AdbError(f"uiautomator gives no view hierarchy: {answer.strip()[:200]!r}")

    def close(self) -> None:
        """Does nothing."""


class Uiautomator2Server:
    """The server of uiautomator2, if it is running on the device: JSON-RPC over HTTP, through adb."""

    name = "uiautomator2 server"

    def __init__(self, client: AdbClient) -> None:
        self._client = client

    def answers(self) -> bool:
        """Whether the server is running."""
        with contextlib.suppress(AdbError):
            return isinstance(self._call("deviceInfo"), dict)
        return False

    def dump(self) -> str:
        """Returns the hierarchy from uiautomator2's `dumpWindowHierarchy`."""
        xml = self._call("dumpWindowHierarchy", False, 50)
        match = _XML.search(xml) if isinstance(xml, str) else None
        if match is None:
            raise AdbError("the uiautomator2 server gives no view hierarchy")
        return match[0]

    def close(self) -> None:
        """Does nothing, because the server was not started by Mobile-Env."""

    def _call(self, method: str, *params: object) -> Any:
        request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        connection = _DeviceHttp(self._client.open(f"tcp:{UIAUTOMATOR2_PORT}", _TIMEOUT))
        try:
            connection.request("POST", "/jsonrpc/0", request, {"Content-Type": "application/json"})
            answer = json.loads(connection.getresponse().read(_MOST_BYTES))
        except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
            raise AdbError(f"the uiautomator2 server does not answer: {error}") from error
        finally:
            connection.close()
        if not isinstance(answer, dict) or "error" in answer:
            raise AdbError(f"the uiautomator2 server refuses {method}: {str(answer)[:200]}")
        return answer.get("result")


class _DeviceHttp(http.client.HTTPConnection):
    """HTTP over an existing connection."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__("device", timeout=_TIMEOUT)
        connection.settimeout(_TIMEOUT)
        self.sock = connection

    def connect(self) -> None:
        """Does nothing."""


class _Replaceable:
    """Uses a source until it fails, and then `uiautomator dump`, which every device has."""

    def __init__(self, client: AdbClient, source: HierarchySource) -> None:
        self._client = client
        self._source = source

    @property
    def name(self) -> str:
        """Name of the source in use."""
        return self._source.name

    def dump(self) -> str:
        """Returns the hierarchy from the source in use."""
        if not isinstance(self._source, UiautomatorDump):
            try:
                return self._source.dump()
            except AdbError as error:
                self._source.close()
                self._source = UiautomatorDump(self._client)
                _log.warning(
                    "device %s: view hierarchies come from %s now: %s",
                    self._client.serial,
                    self._source.name,
                    error,
                )
        return self._source.dump()

    def close(self) -> None:
        """Closes the source."""
        self._source.close()


def choose_hierarchy_source(
    client: AdbClient, way: str = "auto", screen: Screen | None = None
) -> HierarchySource:
    """Chooses a source and logs its name.

    Args:
      client: the device.
      way: one of HIERARCHY_WAYS. `auto` is the uiautomator2 server if it is running, else `uiautomator dump`.
        `auto` never chooses the forwarder, because the forwarder can serve only one program and omits views that
        are unimportant for accessibility.
      screen: returns quarter turns, width and height of the turned screen, which the forwarder does not report.

    Raises:
      ValueError: there is no such way.
    """
    if way not in HIERARCHY_WAYS:
        raise ValueError(f"no view hierarchies come by {way!r} (write {', '.join(HIERARCHY_WAYS)})")
    source: HierarchySource = UiautomatorDump(client)
    if way in ("auto", "uiautomator2"):
        server = Uiautomator2Server(client)
        if way == "uiautomator2" or server.answers():
            source = server
    elif way == "forwarder" and screen is not None:
        from mobile_env.simulators.adb.forwarder import AccessibilityForwarder

        forwarder = AccessibilityForwarder(client, screen)
        try:
            forwarder.start()
            source = _Replaceable(client, forwarder)
        except AdbError as error:
            _log.warning("device %s: %s", client.serial, error)
    _log.info("device %s: view hierarchies come from %s", client.serial, source.name)
    return source
