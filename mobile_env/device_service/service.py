"""The methods of the device service: each finds the session of a call and passes the request on."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any, Final

import grpc

from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.faults import Fault, refused, unknown_session
from mobile_env.device_service.session import Session
from mobile_env.proto import device_pb2
from mobile_env.simulators.device_spec import DeviceSpec
from mobile_env.simulators.remote.connection import PROTOCOL

LEASE_SECONDS: Final = 120.0
LARGEST_REQUEST: Final = 8 << 20
CLOSE_SECONDS: Final = 30.0
"""How long a service that shuts down waits for its devices to close."""
_SESSION: Final = re.compile(r"[0-9a-f]{32}")


class DeviceService:
    """Answers the calls of all clients. Methods have the names of `proto/device.proto`.

    Args:
      pool: the devices.
      lease_seconds: seconds after which a session with a silent client is closed.
    """

    def __init__(self, pool: DevicePool, lease_seconds: float = LEASE_SECONDS) -> None:
        self._pool = pool
        self._lease = lease_seconds
        self._lock = threading.Lock()
        self._opening = threading.Lock()
        self._sessions: dict[str, tuple[DeviceSpec, Session]] = {}
        self._ended = threading.Event()
        self._reaper = threading.Thread(target=self._reap, name="device-leases", daemon=True)
        self._reaper.start()

    def close(self) -> None:
        """Closes all sessions and waits for their devices. Calling it twice is harmless."""
        self._ended.set()
        with self._lock:
            keys = list(self._sessions)
        wait([closed for key in keys if (closed := self._end(key)) is not None], CLOSE_SECONDS)

    # Sessions.

    def Open(self, request: device_pb2.OpenRequest, context: grpc.ServicerContext) -> device_pb2.OpenReply:
        """Opens a session and assigns a device to it."""
        if request.protocol != PROTOCOL:
            raise refused(
                f"it speaks protocol {PROTOCOL}, the client {request.protocol}: use the same version of Mobile-Env"
            )
        if not _SESSION.fullmatch(request.session):
            raise refused("a session is named by 32 hexadecimal digits")
        # One request at a time: a repeated request waits for the first one.
        with self._opening:
            with self._lock:
                found = self._sessions.get(request.session)
            if found is None:
                found = self._begin(request)
                with self._lock:
                    self._sessions[request.session] = found
        spec, session = found
        session.heard()
        width, height = session.screen_size
        return device_pb2.OpenReply(
            device=spec.text,
            embedded=session.simulator.embedded,
            snapshots=session.snapshot_simulator is not None,
            width=width,
            height=height,
            lease=self._lease,
            largest_request=LARGEST_REQUEST,
            last_call=session.last_call,
        )

    def Close(self, request: device_pb2.CloseRequest, context: grpc.ServicerContext) -> device_pb2.CloseReply:
        """Closes the device and makes it free again. Closing an ended session does nothing."""
        closed = self._end(request.session)
        if closed is not None:
            # The device may be requested again as soon as the client has the reply.
            wait([closed], context.time_remaining())
        return device_pb2.CloseReply()

    def Heartbeat(
        self, request: device_pb2.HeartbeatRequest, context: grpc.ServicerContext
    ) -> device_pb2.HeartbeatReply:
        """Records that a client is alive."""
        self._session(request.session).heard()
        return device_pb2.HeartbeatReply()

    # The device.

    def Launch(self, request: device_pb2.LaunchRequest, context: grpc.ServicerContext) -> Any:
        """Starts the device."""
        return self._do(request, context, lambda session, call: session.launch(call))

    def Perform(self, request: device_pb2.PerformRequest, context: grpc.ServicerContext) -> Any:
        """Carries out actions."""
        return self._do(request, context, lambda session, call: session.perform(call, request))

    def TakeBack(self, request: device_pb2.TakeBackRequest, context: grpc.ServicerContext) -> Any:
        """Undoes the last actions of a batch."""
        return self._do(request, context, lambda session, call: session.take_back(call, request))

    def Observe(self, request: device_pb2.ObserveRequest, context: grpc.ServicerContext) -> Any:
        """Returns the requested signals."""
        return self._do(request, context, lambda session, call: session.reply(call, request.wants))

    def Sleep(self, request: device_pb2.SleepRequest, context: grpc.ServicerContext) -> Any:
        """Lets time pass."""
        return self._do(request, context, lambda session, call: session.sleep(call, request.seconds))

    def Adb(self, request: device_pb2.AdbRequest, context: grpc.ServicerContext) -> Any:
        """Runs an adb command."""
        return self._do(request, context, lambda session, call: session.adb(call, request))

    def Snapshot(self, request: device_pb2.SnapshotRequest, context: grpc.ServicerContext) -> Any:
        """Keeps a snapshot of the state."""
        return self._do(request, context, lambda session, call: session.keep_snapshot(call))

    def Restore(self, request: device_pb2.RestoreRequest, context: grpc.ServicerContext) -> Any:
        """Restores a snapshot."""
        return self._do(request, context, lambda session, call: session.restore(call, request.snapshot))

    def SaveState(self, request: device_pb2.StateRequest, context: grpc.ServicerContext) -> Any:
        """Saves the state under a name."""
        return self._do(
            request, context, lambda session, call: session.state(call, "SaveState", request.request)
        )

    def LoadState(self, request: device_pb2.StateRequest, context: grpc.ServicerContext) -> Any:
        """Loads a state by its name."""
        return self._do(
            request, context, lambda session, call: session.state(call, "LoadState", request.request)
        )

    # Files.

    def WriteFile(
        self, request: device_pb2.WriteFileRequest, context: grpc.ServicerContext
    ) -> device_pb2.WriteFileReply:
        """Receives a part of a file."""
        session = self._session(request.session)
        session.heard()
        received = session.files.write(request.digest, request.size, request.offset, request.data)
        return device_pb2.WriteFileReply(received=received)

    def ReadFile(
        self, request: device_pb2.ReadFileRequest, context: grpc.ServicerContext
    ) -> device_pb2.ReadFileReply:
        """Returns a part of a file."""
        session = self._session(request.session)
        session.heard()
        return device_pb2.ReadFileReply(
            data=session.files.read(request.digest, request.offset, request.length)
        )

    def _do(
        self,
        request: Any,
        context: grpc.ServicerContext,
        work: Callable[[Session, device_pb2.Call], Any],
    ) -> Any:
        return self._session(request.call.session).call(request.call, work, context.time_remaining())

    def _session(self, key: str) -> Session:
        with self._lock:
            found = self._sessions.get(key)
        if found is None:
            raise unknown_session()
        return found[1]

    def _begin(self, request: device_pb2.OpenRequest) -> tuple[DeviceSpec, Session]:
        spec = self._pool.take()
        try:
            session = Session(lambda: self._pool.make(spec, request.seed), request.frames)
            try:
                session.open()
            except BaseException:
                session.close()
                raise
        except ValueError as error:
            self._pool.give_back(spec)
            raise refused(str(error)) from error
        except BaseException:
            self._pool.give_back(spec)
            raise
        return spec, session

    def _end(self, key: str) -> Future[None] | None:
        """Ends a session. Returns a future that is done when its device is closed and free again; None if
        there is no session."""
        with self._lock:
            found = self._sessions.pop(key, None)
        if found is None:
            return None
        spec, session = found
        given_back: Future[None] = Future()

        def give_back(_: Future[None]) -> None:
            self._pool.give_back(spec)
            given_back.set_result(None)

        session.close().add_done_callback(give_back)
        return given_back

    def _reap(self) -> None:
        while not self._ended.wait(min(self._lease / 4, 5.0)):
            with self._lock:
                silent = [
                    key
                    for key, (_, session) in self._sessions.items()
                    if session.silent_seconds > self._lease
                ]
            for key in silent:
                self._end(key)


def answered(method: Callable[[Any, Any], Any]) -> Callable[[Any, grpc.ServicerContext], Any]:
    """Wraps a method so that its faults become the status of the call."""

    def call(request: Any, context: grpc.ServicerContext) -> Any:
        try:
            return method(request, context)
        except Fault as fault:
            context.abort(fault.code, fault.text)

    return call
