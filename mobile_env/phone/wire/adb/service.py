"""The data that a service of the phone's adbd gets: the phone, its ports, and the connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from mobile_env.phone.wire.adb.connection import AdbConnection, Handler
from mobile_env.phone.wire.adb.stream import AdbStream
from mobile_env.phone.wire.phone_thread import PhoneThread

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone
    from mobile_env.phone.wire.adb.local_ports import LocalPorts
    from mobile_env.phone.wire.adb.reverse_ports import ReversePorts

Result = TypeVar("Result")


@dataclass(frozen=True)
class Request:
    """A service that was asked for.

    Attributes:
      name: the service's name as it was sent, arguments included: `shell,v2,raw:ls`.
      options: what stands between the first word and the colon, such as `("v2", "raw")`.
      argument: what follows the first colon.
      thread: where the phone lives.
      ports: TCP ports on the phone that lead back to hosts.
      local: ports that programs of the phone listen on.
      connection: who asked.
      reconnect: cuts all adb connections once the answer is out; they come again.
    """

    name: str
    options: tuple[str, ...]
    argument: str
    thread: PhoneThread
    ports: ReversePorts
    local: LocalPorts
    connection: AdbConnection
    reconnect: Callable[[], None]

    async def on_phone(self, work: Callable[[Phone], Result]) -> Result:
        """Runs `work` on the phone's thread."""
        return await asyncio.wrap_future(self.thread.submit(work))


Service = Callable[[AdbStream, Request], Awaitable[None]]
"""Serves a stream. The stream is closed when the function returns."""

FindHandler = Callable[[Request], Handler | None]
