"""Services that restart the phone or its adbd: `root:`, `unroot:`, `reboot:`, `remount:`."""

from __future__ import annotations

from collections.abc import Sequence

from mobile_env.phone.wire.adb.service import Request
from mobile_env.phone.wire.adb.stream import AdbStream


async def reboot_service(stream: AdbStream, request: Request) -> None:
    """`reboot:`. The phone has no boot loader, so it always boots its system, whatever the argument."""
    await request.on_phone(lambda phone: phone.reboot())
    await stream.close()
    request.reconnect()


async def root_service(stream: AdbStream, request: Request) -> None:
    """`root:`: restarts adbd as root, unless it is already root."""
    await _switch(stream, request, ["root"])


async def unroot_service(stream: AdbStream, request: Request) -> None:
    """`unroot:`: restarts adbd as shell, unless it already is."""
    await _switch(stream, request, ["unroot"])


async def remount_service(stream: AdbStream, request: Request) -> None:
    """`remount:`: does nothing, because the phone's partitions are always writable."""
    await stream.write((await request.on_phone(lambda phone: phone.adb(["remount"]))).output)


async def _switch(stream: AdbStream, request: Request, args: Sequence[str]) -> None:
    answer = (await request.on_phone(lambda phone: phone.adb(args))).output
    await stream.write(answer)
    if answer.startswith(b"restarting"):
        # The host must read the answer before its connection is closed.
        await stream.flush()
        await stream.close()
        request.reconnect()
