"""A device of a device service. Each operation on the device yields a report with its signals."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from android_env.components import errors
from numpy.typing import NDArray

from mobile_env.proto import device_pb2
from mobile_env.signals.contract import LogLine
from mobile_env.simulators.contract import AdbResult, PrimitiveAction
from mobile_env.simulators.remote.connection import Connection, RemoteError, RemoteSession, SessionLostError
from mobile_env.simulators.remote.files import NoSuchFileError, fetch_pulled, outgoing_arguments
from mobile_env.simulators.remote.frames import FrameFormat
from mobile_env.simulators.remote.signals import (
    ClientVersion,
    Report,
    ReportDecoder,
    Signal,
    Wishes,
    encode_action,
)

LAUNCH_SECONDS: Final = 300.0
"""How long a device may take to start, in seconds."""
ADB_SECONDS: Final = 120.0
ACTION_SECONDS: Final = 10.0
"""How long a primitive action may take on a device that is not embedded, in seconds."""


class RemoteSnapshot:
    """A snapshot that the device service keeps until this object is dropped."""

    __slots__ = ("__weakref__", "number", "session")

    def __init__(self, session: RemoteSession, number: int) -> None:
        self.session = session
        self.number = number


class RemoteDevice:
    """A device behind a device service.

    Args:
      connect: makes a connection to the service.
      seed: seed of the random choices of an embedded phone.
      frames: how frames are encoded.
      on_log: called with the log lines of each report that has any.
    """

    def __init__(
        self,
        connect: Callable[[], Connection],
        seed: int,
        frames: FrameFormat,
        on_log: Callable[[list[LogLine]], None],
    ) -> None:
        self._connect = connect
        self._seed = seed
        self._frames = frames
        self._on_log = on_log
        self._session: RemoteSession | None = None
        self._about: device_pb2.OpenReply | None = None
        self.hierarchy_version = ClientVersion()
        self.screen_version = ClientVersion()
        self._midway, self._at_end = Wishes(), Wishes()
        self._forget()

    def _forget(self) -> None:
        """Resets everything known about the device."""
        self._decoder = ReportDecoder()
        self._report: Report | None = None
        # Actions that the service has already carried out, with their reports, in the order of `perform` calls.
        self._pending: deque[tuple[PrimitiveAction, Report]] = deque()
        self._done = 0
        self._foreseen: deque[PrimitiveAction] = deque()
        self._asked: set[Signal] = set()
        self._wishes = self._at_end
        self._lines: list[LogLine] = []
        self._drained = False
        # The hierarchy and frame shown last, with their versions.
        self._xml: tuple[int, str] | None = None
        self._frame: tuple[int, NDArray[np.uint8]] | None = None

    @property
    def about(self) -> device_pb2.OpenReply:
        """The service's description of the device, which is the same for all sessions.

        Raises:
          RemoteError: the service cannot be reached, or has no free device.
        """
        if self._about is None:
            self.open()
        assert self._about is not None
        return self._about

    @property
    def running(self) -> bool:
        """Whether the device was launched, as far as this client knows."""
        return self._report is not None

    def open(self) -> None:
        """Opens a session if there is none.

        Raises:
          RemoteError: the service cannot be reached, or has no free device.
        """
        if self._session is None:
            connection = self._connect()
            try:
                self._session = RemoteSession(connection, self._seed, self._frames.to_proto())
            except RemoteError:
                connection.close()
                raise
            self._about = self._session.device
            self._forget()

    def close(self) -> None:
        """Closes the session. Calling it twice is harmless."""
        session, self._session = self._session, None
        self._report = None
        if session is not None:
            session.close()

    # Operations on the device.

    def launch(self) -> tuple[int, int]:
        """Starts or restarts the device. Returns the width and height of its screen.

        Raises:
          RemoteError: the device does not start.
        """
        for _ in range(2):
            self.open()
            try:
                reply = self._call("Launch", device_pb2.LaunchRequest(), seconds=LAUNCH_SECONDS)
                break
            except SessionLostError:  # the next attempt opens a new session
                continue
        else:
            raise RemoteError("the device service loses its sessions at once")
        self._forget()
        self.hierarchy_version.forget()
        self.screen_version.forget()
        self._begin(self._decoder.decode(reply.signals))
        self._lines.clear()
        return reply.width, reply.height

    def foresee(self, actions: Sequence[PrimitiveAction]) -> None:
        """Announces the actions with which `perform` will probably be called next."""
        self._foreseen = deque(actions)

    def perform(self, action: PrimitiveAction) -> None:
        """Carries out one action, and announced actions after it in the same call."""
        self._require()
        self._wishes.learn(self._asked)
        if self._pending and self._pending[0][0] == action:
            report = self._pending.popleft()[1]
            self._done += 1
        else:
            self._settle()
            report = self._perform(self._batch(action))
        if self._foreseen and self._foreseen[0] == action:
            self._foreseen.popleft()
        self._begin(report)

    def sleep(self, seconds: float) -> None:
        """Lets time pass on the device's clock."""
        self._settle()
        waiting = 0.0 if self.about.embedded else seconds
        reply = self._call("Sleep", device_pb2.SleepRequest(seconds=seconds), seconds=waiting)
        self._begin(self._decoder.decode(reply.signals))

    def adb(self, args: Sequence[str], timeout: float | None) -> AdbResult:
        """Runs an adb command, with files of this machine.

        Raises:
          TimeoutError: it took longer than `timeout` seconds.
        """
        self._settle()
        try:
            arguments = self._guarded(lambda session: outgoing_arguments(args, session.transfer))
        except NoSuchFileError as error:
            return AdbResult(str(error).encode(), 1)
        seconds = ADB_SECONDS if timeout is None else timeout
        request = device_pb2.AdbRequest(arguments=arguments, timeout=timeout or 0.0)
        reply = self._call("Adb", request, seconds=seconds)
        self._begin(self._decoder.decode(reply.signals))
        if reply.timed_out:
            raise TimeoutError(f"`adb {' '.join(args)}` took longer than {seconds:g} s")
        wanted = [each.destination for each in arguments if each.HasField("destination")]
        if wanted:
            try:
                self._guarded(lambda session: fetch_pulled(reply.pulled, wanted[0], session.transfer))
            except OSError as error:
                place = error.filename or wanted[0].path
                return AdbResult(f"adb: error: cannot create '{place}': {error.strerror}\n".encode(), 1)
        return AdbResult(reply.output, reply.exit_code)

    def snapshot(self) -> RemoteSnapshot:
        """Keeps a snapshot of the device's state on the service."""
        self._settle()
        number = self._call("Snapshot", device_pb2.SnapshotRequest()).snapshot
        assert self._session is not None
        snapshot = RemoteSnapshot(self._session, number)
        weakref.finalize(snapshot, self._session.drop_snapshot, number).atexit = False
        return snapshot

    def restore(self, snapshot: RemoteSnapshot) -> None:
        """Restores a snapshot. `drain_log` does not return the lines of its log.

        Raises:
          RemoteError: the snapshot belongs to another session.
        """
        if snapshot.session is not self._session:
            raise RemoteError("the snapshot is of another session of the device service")
        self._settle()
        reply = self._call("Restore", device_pb2.RestoreRequest(snapshot=snapshot.number))
        self._begin(self._decoder.decode(reply.signals))
        self._lines.clear()

    def state(self, method: str, request: bytes) -> bytes:
        """Saves or loads a state through AndroidEnv's methods. Requests and responses are AndroidEnv's
        messages, serialised."""
        self._settle()
        reply = self._call(method, device_pb2.StateRequest(request=request), seconds=LAUNCH_SECONDS)
        self._begin(self._decoder.decode(reply.signals))
        if method == "LoadState":
            self._lines.clear()
        response: bytes = reply.response
        return response

    # Reports.

    def report(self) -> Report:
        """The report of the last operation.

        Raises:
          SimulatorError: the device is not running.
        """
        return self._require()

    def ask(self, signal: Signal) -> Report:
        """Returns the last report, completed by a signal. Requests the signal if the report does not contain
        it."""
        report = self._require()
        self._asked.add(signal)
        if signal == "versions":
            known = report.tells(signal)
        else:
            # After a batch was undone, show the existing objects instead of equal ones that arrived again.
            known = self._unchanged(report, signal) or report.tells(signal)
        if not known:
            self._observe(signal, *(("versions",) if signal in ("hierarchy", "frame") else ()))
        if signal == "hierarchy" and report.hierarchy is not None:
            # Equal text stays the same object, so that it is not parsed again.
            if self._xml is not None and self._xml[1] == report.hierarchy:
                report.hierarchy = self._xml[1]
            self._xml = (self.hierarchy_version.number, report.hierarchy)
        elif signal == "frame" and report.frame is not None:
            # After a batch was undone, an equal frame may have arrived as another array.
            shown = self._frame[1] if self._frame and report.screen_version is None else None
            if shown is not None and shown is not report.frame and np.array_equal(shown, report.frame):
                report.frame = shown
            self._frame = (self.screen_version.number, report.frame)
        return report

    def drain_log(self) -> list[LogLine]:
        """Returns the log lines since the last call."""
        self._require()
        if self._drained and not self.about.embedded:
            # Real devices log at any time.
            self._observe()
        self._drained = True
        lines, self._lines = self._lines, []
        return lines

    def _require(self) -> Report:
        if self._report is None:
            raise errors.SimulatorError("the remote device is not running: call launch() first")
        return self._report

    def _begin(self, report: Report) -> None:
        """Makes a report the current one."""
        self._report = report
        self._asked = set()
        self._wishes = self._midway if self._pending else self._at_end
        self._drained = False
        self._take(report)

    def _take(self, report: Report) -> None:
        """Reads log lines and versions from a report."""
        if report.hierarchy_version is not None and report.screen_version is not None:
            self.hierarchy_version.follow(report.hierarchy_version)
            self.screen_version.follow(report.screen_version)
        if report.log:
            self._lines += report.log
            self._on_log(report.log)

    def _unchanged(self, report: Report, signal: Signal) -> bool:
        """Whether the version shows that a signal is unchanged since it was last shown. If so, the report
        gets the old value."""
        if report.hierarchy_version is None:
            return False
        if signal == "hierarchy" and self._xml and self._xml[0] == self.hierarchy_version.number:
            report.hierarchy = self._xml[1]
            return True
        if signal == "frame" and self._frame and self._frame[0] == self.screen_version.number:
            report.frame = self._frame[1]
            return True
        return False

    def _observe(self, *wanted: Signal) -> None:
        """Requests signals for the current report."""
        report = self._require()
        self._settle()
        # Also request signals that will probably be asked for next.
        signals = set(wanted)
        if wanted:
            signals |= {signal for signal in self._wishes.lately() if not report.tells(signal)}
        wants = device_pb2.Wants(**dict.fromkeys(signals, True))
        later = self._decoder.decode(self._call("Observe", device_pb2.ObserveRequest(wants=wants)).signals)
        report.complete(later)
        self._take(later)

    # Batches.

    def _batch(self, action: PrimitiveAction) -> list[PrimitiveAction]:
        """Returns an action and the announced actions after it."""
        if not self.about.snapshots or not self._foreseen or self._foreseen[0] != action:
            self._foreseen.clear()
            return [action]
        return list(self._foreseen)

    def _perform(self, batch: list[PrimitiveAction]) -> Report:
        """Carries out actions in one call. Returns the first action's report and keeps the other reports."""
        request = device_pb2.PerformRequest(
            actions=[encode_action(action) for action in batch],
            midway=self._midway.wants(),
            at_end=self._at_end.wants(),
        )
        seconds = 0.0 if self.about.embedded else ACTION_SECONDS * len(batch)
        reply = self._call("Perform", request, seconds=seconds)
        reports = [self._decoder.decode(signals) for signals in reply.signals]
        if len(reports) != len(batch):
            raise RemoteError(f"the device service answers {len(batch)} actions with {len(reports)} reports")
        self._pending = deque(zip(batch[1:], reports[1:], strict=True))
        self._done = 1
        return reports[0]

    def _settle(self) -> None:
        """Undoes actions that were carried out but not asked for."""
        report = self._require()
        if not self._pending:
            return
        self._pending.clear()
        self._foreseen.clear()
        versions = report.hierarchy_version is not None
        request = device_pb2.TakeBackRequest(kept=self._done, wants=device_pb2.Wants(versions=versions))
        later = self._decoder.decode(self._call("TakeBack", request).signals)
        if later.hierarchy_version is not None and later.screen_version is not None:
            # The screen is unchanged, but the service has other version numbers.
            self.hierarchy_version.rename(later.hierarchy_version)
            self.screen_version.rename(later.screen_version)
        report.complete(later)

    # Calls.

    def _call(self, method: str, request: Any, *, seconds: float = 0.0) -> Any:
        known = self._decoder.known
        return self._guarded(lambda session: session.call(method, request, known, seconds=seconds))

    def _guarded(self, work: Callable[[RemoteSession], Any]) -> Any:
        """Runs `work` in the session. Closes the session if the service has lost it."""
        if self._session is None:
            raise SessionLostError("there is no session: call launch() first")
        try:
            return work(self._session)
        except RemoteError as error:
            self._pending.clear()
            if isinstance(error, SessionLostError):
                self.close()
            raise
