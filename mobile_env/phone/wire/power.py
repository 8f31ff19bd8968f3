"""Restarts that clients ask for: `root:`, `unroot:`, `reboot:` and their like."""

from __future__ import annotations

from collections.abc import Sequence

from mobile_env.phone.wire.adb.service import Request
from mobile_env.phone.wire.adb.stream import AdbStream


async def reboot_service(stream: AdbStream, request: Request) -> None:
    """`reboot:`; a phone without a boot loader boots its system, whatever it is told to boot."""
    await request.on_phone(lambda phone: phone.reboot())
    await stream.close()
    request.reconnect()


async def root_service(stream: AdbStream, request: Request) -> None:
    """`root:`: adbd starts anew as root, unless it is root."""
    await _switch(stream, request, ["root"])


async def unroot_service(stream: AdbStream, request: Request) -> None:
    """`unroot:`: adbd starts anew as shell, unless it is that."""
    await _switch(stream, request, ["unroot"])


async def remount_service(stream: AdbStream, request: Request) -> None:
    """`remount:`: partitions of this phone can always be written to."""
    await stream.write((await request.on_phone(lambda phone: phone.adb(["remount"]))).output)


async def _switch(stream: AdbStream, request: Request, args: Sequence[str]) -> None:
    answer = (await request.on_phone(lambda phone: phone.adb(args))).output
    await stream.write(answer)
    if answer.startswith(b"restarting"):
        # The host reads the answer before its connection goes.
        await stream.flush()
        await stream.close()
        request.reconnect()
