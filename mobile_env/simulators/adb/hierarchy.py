"""The view hierarchy of a device over adb, by the fastest way that the device has, or by one that is named."""

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
"""Port on the device of the uiautomator2 server."""
HIERARCHY_WAYS: Final = ("auto", "uiautomator", "uiautomator2", "forwarder")
"""What a device can be told to give its view hierarchy by."""
Screen = Callable[[], tuple[int, int, int]]
"""Quarter turns, width and height of the screen as it is turned."""
_DUMP_TRIES: Final = 5
_DUMP_PAUSE: Final = 0.2
_TIMEOUT: Final = 30.0
_XML: Final = re.compile(r"(?:<\?xml[^>]*\?>\s*)?<hierarchy.*</hierarchy>", re.DOTALL)


class HierarchySource(Protocol):
    """A way to a device's view hierarchy.

    Attributes:
      name: what it is called in the log.
    """

    @property
    def name(self) -> str: ...

    def dump(self) -> str:
        """The hierarchy as `uiautomator dump` writes it.

        Raises:
          AdbError: the device does not give it.
        """

    def close(self) -> None:
        """Frees what it holds of the device; harmless when called twice."""


class UiautomatorDump:
    """`uiautomator dump`, which every device has. It starts a process on the device each time."""

    name = "uiautomator dump"

    def __init__(self, client: AdbClient) -> None:
        self._client = client

    def dump(self) -> str:
        """The hierarchy; a device whose screen moves is asked again."""
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
        """Nothing to do."""


class Uiautomator2Server:
    """The server of uiautomator2, if it runs on the device: JSON-RPC over HTTP, through adb."""

    name = "uiautomator2 server"

    def __init__(self, client: AdbClient) -> None:
        self._client = client

    def answers(self) -> bool:
        """Whether the server is there."""
        with contextlib.suppress(AdbError):
            return isinstance(self._call("deviceInfo"), dict)
        return False

    def dump(self) -> str:
        """The hierarchy, as uiautomator2's `dumpWindowHierarchy` gives it."""
        xml = self._call("dumpWindowHierarchy", False, 50)
        match = _XML.search(xml) if isinstance(xml, str) else None
        if match is None:
            raise AdbError("the uiautomator2 server gives no view hierarchy")
        return match[0]

    def close(self) -> None:
        """Nothing to do: the server was there before."""

    def _call(self, method: str, *params: object) -> Any:
        request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        connection = _DeviceHttp(self._client.open(f"tcp:{UIAUTOMATOR2_PORT}", _TIMEOUT))
        try:
            connection.request("POST", "/jsonrpc/0", request, {"Content-Type": "application/json"})
            answer = json.loads(connection.getresponse().read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise AdbError(f"the uiautomator2 server does not answer: {error}") from error
        finally:
            connection.close()
        if not isinstance(answer, dict) or "error" in answer:
            raise AdbError(f"the uiautomator2 server refuses {method}: {str(answer)[:200]}")
        return answer.get("result")


class _DeviceHttp(http.client.HTTPConnection):
    """HTTP over a connection that is open already."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__("device", timeout=_TIMEOUT)
        connection.settimeout(_TIMEOUT)
        self.sock = connection

    def connect(self) -> None:
        """Nothing to do."""


class _Replaceable:
    """A source until it fails, then `uiautomator dump`: every device has that."""

    def __init__(self, client: AdbClient, source: HierarchySource) -> None:
        self._client = client
        self._source = source

    @property
    def name(self) -> str:
        """That of the source in use."""
        return self._source.name

    def dump(self) -> str:
        """The hierarchy, by the source that is left."""
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
    """The source that is asked for; names it in the log.

    Args:
      client: the device.
      way: one of HIERARCHY_WAYS. `auto` is the uiautomator2 server if it runs, else `uiautomator dump`. The
        forwarder is used only where it is asked for: it must be taken away from whoever else reads it, and leaves
        out the views that do not matter to accessibility.
      screen: quarter turns, width and height of the screen as it is turned; the forwarder does not tell.

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
