"""The view hierarchy of a device over adb, by the fastest way that the device has."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import re
import socket
import time
from typing import Any, Final, Protocol

from mobile_env.simulators.adb_client import AdbClient, AdbError

_log = logging.getLogger(__name__)

UIAUTOMATOR2_PORT: Final = 9008
"""Port on the device of the uiautomator2 server."""
_DUMP_TRIES: Final = 5
_DUMP_PAUSE: Final = 0.2
_TIMEOUT: Final = 30.0
_XML: Final = re.compile(r"(?:<\?xml[^>]*\?>\s*)?<hierarchy.*</hierarchy>", re.DOTALL)


class HierarchySource(Protocol):
    """A way to a device's view hierarchy.

    Attributes:
      name: what it is called in the log.
    """

    name: str

    def dump(self) -> str:
        """The hierarchy as `uiautomator dump` writes it.

        Raises:
          AdbError: the device does not give it.
        """


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


def choose_hierarchy_source(client: AdbClient) -> HierarchySource:
    """The fastest way that the device has; names it in the log."""
    server = Uiautomator2Server(client)
    source: HierarchySource = server if server.answers() else UiautomatorDump(client)
    _log.info("device %s: view hierarchies come from %s", client.serial, source.name)
    return source
