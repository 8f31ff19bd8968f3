"""`CLASSPATH=…/u2.jar app_process / com.wetest.uia2.Main`: the command that runs uiautomator2's server."""

from __future__ import annotations

import asyncio
from typing import Final

from mobile_env.phone.wire.adb.service import Request
from mobile_env.phone.wire.adb.standard_streams import StandardStreams
from mobile_env.phone.wire.uiautomator2.server import Launch, Uiautomator2Server

_ABORTED: Final = 134


async def run_server(streams: StandardStreams, request: Request, launch: Launch) -> None:
    """Runs the server until the host closes the stream or the server is told to stop."""
    if not await request.on_phone(lambda phone: phone.state.files.is_file(launch.jar)):
        await streams.write_error(b"Aborted \n")  # app_process finds no class
        await streams.finish(_ABORTED)
        return
    port = int(launch.port) if launch.port.isdecimal() and len(launch.port) < 6 else 0
    if not 0 < port < 65_536:
        text = f"Invalid port: {launch.port}. Must be an integer between 1 and 65535.\n"
        await streams.write_error(text.encode())
        await streams.finish(1)
        return
    server = Uiautomator2Server(request.thread, request.local, port)
    try:
        server.start()
    except OSError:
        await streams.write_error(
            b"java.net.BindException: bind failed: EADDRINUSE (Address already in use)\n"
        )
        await streams.finish(1)
        return
    waits = {asyncio.ensure_future(streams.wait_closed()), asyncio.ensure_future(server.stopped.wait())}
    try:
        await streams.write_output(b"[server] INFO: [UiAutomator2Server] Starting Server\n")
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        server.stop()
        for wait in waits:
            wait.cancel()
    await streams.finish(0)
