"""Restarts: `root:`, `unroot:`, `reboot:` and their like, and what a reboot leaves of a phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mobile_env.phone.framework.records import Keyboard
from mobile_env.phone.state.logcat import LogBuffer
from mobile_env.phone.state.pids import ProcessTable
from mobile_env.phone.wire.service import Request
from mobile_env.phone.wire.stream import AdbStream

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone


def reboot(phone: Phone) -> None:
    """Boots the phone anew: files, databases, settings and packages stay; what ran, and the log, is gone."""
    state = phone.state
    state.tasks.clear()
    state.windows.clear()
    state.scroll.clear()
    state.focus = state.finger = state.locked_task = None
    state.keyboard = Keyboard()
    state.clipboard = ""
    state.processes = ProcessTable()
    state.log = LogBuffer(state.clock)
    state.clock.boot_us = state.clock.now_us
    state.properties.set("service.adb.root", "0")
    phone.activities.home()
    phone.invalidate()


async def reboot_service(stream: AdbStream, request: Request) -> None:
    """`reboot:`; a phone without a boot loader boots its system, whatever it is told to boot."""
    await request.on_phone(reboot)
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
