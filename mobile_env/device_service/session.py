"""A client's session: its device runs on its own thread, and each call is carried out once."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any, Final, cast

import grpc
from android_env.components import errors
from android_env.proto import state_pb2

from mobile_env.device_service.adb_commands import run_adb
from mobile_env.device_service.faults import Fault, device_failed, exhausted, refused
from mobile_env.device_service.session_files import SessionFiles
from mobile_env.proto import device_pb2
from mobile_env.simulators.contract import (
    ActionType,
    InterruptibleSimulator,
    PrimitiveAction,
    Simulator,
    SnapshotSimulator,
)
from mobile_env.simulators.remote.frames import FrameEncoder
from mobile_env.simulators.remote.hierarchy import HierarchyEncoder
from mobile_env.simulators.remote.signals import decode_text, encode_line

MOST_SNAPSHOTS: Final = 4096
MOST_ACTIONS: Final = 1000
"""Maximum number of primitive actions in one call."""
_LOST: Final = (errors.AndroidEnvError, OSError)


class Session:
    """A device used by one client.

    Args:
      make: makes the simulator, on the session's thread.
      frames: how frames are encoded.

    Raises:
      ValueError: the frame format is invalid.
    """

    def __init__(self, make: Callable[[], Simulator], frames: device_pb2.FrameFormat) -> None:
        self._make = make
        self._frame_format = frames
        self._frames = FrameEncoder(frames)
        self._hierarchies = HierarchyEncoder()
        self.files = SessionFiles()
        # An embedded phone must always be used by the same thread.
        self._thread = ThreadPoolExecutor(1, "device-session")
        self._lock = threading.Lock()
        self._last: tuple[int, Future[Any] | None] = (0, None)
        self._heard = time.monotonic()
        self._waiting = 0
        self._snapshots: dict[int, Any] = {}
        self._snapshots_made = 0
        # The last batch, and the state before it, as long as the batch can be undone.
        self._batch: tuple[Any, list[PrimitiveAction]] | None = None
        self._simulator: Simulator | None = None
        self.screen_size = (0, 0)

    def open(self) -> None:
        """Makes the simulator, and sets `screen_size` if the size is known before the launch.

        Raises:
          Fault: the simulator cannot be made.
        """
        try:
            self._simulator = self._thread.submit(self._make).result()
            with contextlib.suppress(errors.AndroidEnvError):
                self.screen_size = self._thread.submit(lambda: self.simulator.screen_size).result()
        except (*_LOST, ValueError) as error:
            raise device_failed(f"the device cannot be had: {error}") from error

    @property
    def last_call(self) -> int:
        """Number of the last call."""
        return self._last[0]

    @property
    def silent_seconds(self) -> float:
        """Seconds since the client was last heard of; 0 while a call is being carried out."""
        return 0.0 if self._waiting else time.monotonic() - self._heard

    def heard(self) -> None:
        """Records a sign of life of the client."""
        self._heard = time.monotonic()

    def close(self) -> Future[None]:
        """Closes the device after the current call, which is interrupted if possible. Must be called once only.

        Returns:
          A future that is done when the device is closed and may be given to another session.
        """

        def close() -> None:
            try:
                if self._simulator is not None:
                    self._simulator.close()
            finally:
                self._snapshots.clear()
                self.files.close()

        if isinstance(self._simulator, InterruptibleSimulator):
            self._simulator.interrupt()
        with self._lock:
            self._last = (self._last[0], None)
            closed = self._thread.submit(close)
            self._thread.shutdown(wait=False)
        return closed

    def call(
        self, call: device_pb2.Call, work: Callable[[Session, device_pb2.Call], Any], seconds: float | None
    ) -> Any:
        """Carries out a call once, even if the client sends it again.

        Args:
          call: the head of the request.
          work: carries out the request, on the device's thread.
          seconds: how long the client waits; None: without limit.

        Returns:
          The reply. A repeated call number gets the first call's reply.

        Raises:
          Fault: the call failed. A repeated call number raises the first call's fault.
        """
        self.heard()
        with self._lock:
            number, future = self._last
            if call.number < number or (call.number == number and future is None):
                raise refused(f"call {call.number} came after call {number}")
            if call.number > number or future is None:
                try:
                    future = self._thread.submit(self._do, call, work)
                except RuntimeError:
                    raise Fault(grpc.StatusCode.NOT_FOUND, "the session is closed") from None
                self._last = (call.number, future)
            self._waiting += 1
        try:
            return future.result(seconds)
        except FutureTimeoutError:
            # Still running: a repeated call waits for the same future.
            raise Fault(grpc.StatusCode.DEADLINE_EXCEEDED, "the device takes longer") from None
        finally:
            with self._lock:
                self._waiting -= 1
            self.heard()

    def _do(self, call: device_pb2.Call, work: Callable[[Session, device_pb2.Call], Any]) -> Any:
        for number in call.dropped_snapshots:
            self._snapshots.pop(number, None)
        try:
            return work(self, call)
        except Fault:
            raise
        except _LOST as error:
            raise device_failed(f"the device failed: {error}") from error
        except ValueError as error:
            raise refused(str(error)) from error
        except BaseException as error:  # panics of native painter code are not subclasses of Exception
            raise device_failed(f"the device failed: {type(error).__name__}: {error}") from error

    # Requests, carried out on the device's thread.

    @property
    def simulator(self) -> Simulator:
        """The device."""
        assert self._simulator is not None
        return self._simulator

    @property
    def snapshot_simulator(self) -> SnapshotSimulator | None:
        """The device if it supports snapshots, else None."""
        return cast(SnapshotSimulator, self._simulator) if hasattr(self._simulator, "snapshot") else None

    def launch(self, call: device_pb2.Call) -> device_pb2.LaunchReply:
        """Starts the device."""
        self._batch = None
        try:
            self.simulator.launch()
        except errors.SimulatorError as error:
            # BaseSimulator hides the reason.
            raise device_failed(f"the device does not start: {error.__cause__ or error}") from error
        self._frames, self._hierarchies = FrameEncoder(self._frame_format), HierarchyEncoder()
        self.simulator.drain_log()
        width, height = self.simulator.screen_size
        return device_pb2.LaunchReply(
            width=width, height=height, signals=self.signals(call, device_pb2.Wants())
        )

    def perform(self, call: device_pb2.Call, request: device_pb2.PerformRequest) -> device_pb2.PerformReply:
        """Carries out actions. Returns the signals after each action."""
        if not 0 < len(request.actions) <= MOST_ACTIONS:
            raise refused(f"a call has 1 to {MOST_ACTIONS} actions, not {len(request.actions)}")
        actions = [_action(action) for action in request.actions]
        device = self.snapshot_simulator
        self._batch = (device.snapshot(), actions) if device is not None and len(actions) > 1 else None
        reply = device_pb2.PerformReply()
        # Each encoded signal may build on the one before, so they are encoded in order.
        known = device_pb2.Call(hierarchy_known=call.hierarchy_known, frame_known=call.frame_known)
        for number, action in enumerate(actions, 1):
            self.simulator.perform(action)
            wants = request.midway if number < len(actions) else request.at_end
            signals = self.signals(known, wants)
            if signals.HasField("hierarchy"):
                known.hierarchy_known = signals.hierarchy.number
            if signals.HasField("frame"):
                known.frame_known = signals.frame.number
            reply.signals.append(signals)
        return reply

    def take_back(
        self, call: device_pb2.Call, request: device_pb2.TakeBackRequest
    ) -> device_pb2.SignalsReply:
        """Sets the device to the state after the first `kept` actions of the last batch."""
        device = self.snapshot_simulator
        if device is None or self._batch is None or request.kept > len(self._batch[1]):
            raise refused("there is no batch of actions that could be taken back")
        before, actions = self._batch
        self._batch = None
        device.restore(before)
        for action in actions[: request.kept]:
            device.perform(action)
        device.drain_log()  # the client already has these lines
        return self.reply(call, request.wants)

    def sleep(self, call: device_pb2.Call, seconds: float) -> device_pb2.SignalsReply:
        """Lets time pass."""
        self._batch = None
        if not 0 <= seconds < 86_400 * 365:
            raise refused(f"nobody sleeps {seconds:g} seconds")
        self.simulator.sleep(seconds)
        return self.reply(call, device_pb2.Wants())

    def adb(self, call: device_pb2.Call, request: device_pb2.AdbRequest) -> device_pb2.AdbReply:
        """Runs an adb command."""
        self._batch = None
        reply = run_adb(self.simulator, request, self.files)
        reply.signals.CopyFrom(self.signals(call, device_pb2.Wants()))
        return reply

    def keep_snapshot(self, call: device_pb2.Call) -> device_pb2.SnapshotReply:
        """Keeps a snapshot of the device's state."""
        device = self.snapshot_simulator
        if device is None:
            raise refused("the device takes no snapshots")
        if len(self._snapshots) >= MOST_SNAPSHOTS:
            raise exhausted(f"a session keeps at most {MOST_SNAPSHOTS} snapshots: drop some")
        self._snapshots_made += 1
        self._snapshots[self._snapshots_made] = device.snapshot()
        return device_pb2.SnapshotReply(snapshot=self._snapshots_made)

    def restore(self, call: device_pb2.Call, snapshot: int) -> device_pb2.SignalsReply:
        """Restores a snapshot."""
        device = self.snapshot_simulator
        if device is None or snapshot not in self._snapshots:
            raise refused(f"there is no snapshot {snapshot}")
        self._batch = None
        device.restore(self._snapshots[snapshot])
        return self.reply(call, device_pb2.Wants())

    def state(self, call: device_pb2.Call, method: str, request: bytes) -> device_pb2.StateReply:
        """Saves or loads a state through AndroidEnv's methods."""
        self._batch = None
        device: Any = self.simulator
        try:
            response = (
                device.save_state(state_pb2.SaveStateRequest.FromString(request))
                if method == "SaveState"
                else device.load_state(state_pb2.LoadStateRequest.FromString(request))
            )
        except NotImplementedError as error:
            raise refused(str(error)) from error
        signals = self.signals(call, device_pb2.Wants())
        return device_pb2.StateReply(response=response.SerializeToString(), signals=signals)

    def reply(self, call: device_pb2.Call, wants: device_pb2.Wants) -> device_pb2.SignalsReply:
        """Returns the current signals as a reply."""
        return device_pb2.SignalsReply(signals=self.signals(call, wants))

    def signals(self, call: device_pb2.Call, wants: device_pb2.Wants) -> device_pb2.Signals:
        """Returns the current signals.

        Args:
          call: contains the numbers of the hierarchy and frame that the client has.
          wants: requested signals, in addition to the log and the clock.
        """
        device = self.simulator
        signals = device_pb2.Signals(
            log=[encode_line(line) for line in device.drain_log()], clock=device.clock()
        )
        if wants.versions:
            signals.hierarchy_version = device.hierarchy_version
            signals.screen_version = device.screen_version
        if wants.orientation:
            signals.orientation = device.orientation()
        if wants.foreground:
            signals.foreground = device.foreground()
        if wants.hierarchy:
            hierarchy = self._hierarchies.encode(device.hierarchy_xml(), call.hierarchy_known)
            signals.hierarchy.CopyFrom(hierarchy)
        if wants.frame:
            frame = self._frames.encode(device.screen(), call.frame_known, device.orientation())
            signals.frame.CopyFrom(frame)
        return signals


def _action(action: device_pb2.PrimitiveAction) -> PrimitiveAction:
    # Written this way so that NaN also fails.
    if not (0.0 <= action.x <= 1.0 and 0.0 <= action.y <= 1.0):
        raise refused(f"a touch at ({action.x}, {action.y}) is not within [0, 1]")
    try:
        kind = ActionType(action.type)
    except ValueError:
        raise refused(f"there is no action of type {action.type}") from None
    return PrimitiveAction(kind, action.x, action.y, decode_text(action.text), action.key)
