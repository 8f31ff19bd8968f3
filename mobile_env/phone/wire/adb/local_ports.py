"""Programs of the phone that listen on its ports, and are answered by this process."""

from __future__ import annotations

import errno
import os

from mobile_env.phone.wire.adb.connection import Handler


class LocalPorts:
    """Addresses of the phone (`tcp:9008`), and what serves a connection to each."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def listen(self, address: str, handler: Handler) -> None:
        """Has a program serve connections to an address.

        Raises:
          OSError: another one does.
        """
        if address in self._handlers:
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE), address)
        self._handlers[address] = handler

    def stop(self, address: str) -> None:
        """Ends listening on an address; connections that are open go on."""
        self._handlers.pop(address, None)

    def handler(self, address: str) -> Handler | None:
        """What serves an address; None if nothing listens there."""
        return self._handlers.get(address)
