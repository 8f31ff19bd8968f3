"""A simulator for a device of another machine: a client of `mobile-env device serve`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import cv2
import numpy as np
from android_env.components import config_classes, errors
from android_env.components.simulators import base_simulator
from android_env.proto import state_pb2
from numpy.typing import NDArray

from mobile_env.phone.state.logcat import LogEntry
from mobile_env.signals.contract import LogLine
from mobile_env.simulators.adb.state import AdbState
from mobile_env.simulators.contract import ActionType, AdbResult, PrimitiveAction
from mobile_env.simulators.embedded_adb import EmbeddedAdbController
from mobile_env.simulators.keys import pressed_key
from mobile_env.simulators.orientation import natural_pixels
from mobile_env.simulators.phone_log_stream import PhoneLogStream
from mobile_env.simulators.remote.connection import (
    ATTEMPT_SECONDS,
    PATIENCE_SECONDS,
    Connection,
    certificates_from_environment,
    token_from_environment,
)
from mobile_env.simulators.remote.device import RemoteDevice, RemoteSnapshot
from mobile_env.simulators.remote.frames import FrameFormat


class RemoteSimulator(base_simulator.BaseSimulator):
    """A device behind a device service.

    An action and the signals after it take one call: the service sends the signals that were asked for after
      earlier
    actions. If the device supports snapshots, actions announced by `foresee` are carried out in the same call.
    If the caller then does something else, the device behaves as if the actions had not been announced.

    Args:
      address: host:port.
      token: the service's token; by default the one in the environment.
      certificates: root certificates for the service's TLS certificate, PEM, or `system`; None: no TLS. By default
        the setting in the environment.
      seed: seed of the random choices of an embedded phone.
      frames: how frames are encoded; lossless by default. Reduced frames are enlarged to the screen's size.
      attempt_seconds: how long one attempt of a call may take.
      patience_seconds: how long to retry before the device counts as lost.
      config: AndroidEnv's settings.

    Raises:
      RemoteError: the environment has no token, or certificates that cannot be read.
    """

    def __init__(
        self,
        address: str,
        *,
        token: str | None = None,
        certificates: bytes | str | None = "environment",
        seed: int = 0,
        frames: FrameFormat | None = None,
        attempt_seconds: float = ATTEMPT_SECONDS,
        patience_seconds: float = PATIENCE_SECONDS,
        config: config_classes.SimulatorConfig | None = None,
    ) -> None:
        super().__init__(config or config_classes.SimulatorConfig())
        self._address = address
        known = token_from_environment() if token is None else token
        roots = certificates_from_environment() if certificates == "environment" else certificates

        def connection() -> Connection:
            return Connection(
                address,
                known,
                roots,
                attempt_seconds=attempt_seconds,
                patience_seconds=patience_seconds,
            )

        self._remote = RemoteDevice(connection, seed, frames or FrameFormat(), self._read_by_streams)
        self._state = AdbState(self._shell, self._shell)
        self._size: tuple[int, int] | None = None
        self._streams: list[PhoneLogStream] = []
        # All log lines so far, and the lines of the last report that had any.
        self._logged = 0
        self._newest: list[LogLine] = []
        self._natural: tuple[NDArray[np.uint8], int, NDArray[np.uint8]] | None = None
        self._enlarged: tuple[NDArray[np.uint8], NDArray[np.uint8]] | None = None

    def connect(self) -> None:
        """Opens a session if there is none.

        Raises:
          RemoteError: the service cannot be reached, or has no free device.
        """
        self._remote.open()

    @property
    def device(self) -> str:
        """The device spec that the service was started with."""
        return self._remote.about.device

    # AndroidEnv's BaseSimulator.

    def adb_device_name(self) -> str:
        """The service's address. No adb server of this machine knows it."""
        return self._address

    def create_adb_controller(self) -> EmbeddedAdbController:
        """A controller whose commands run on the service."""
        return EmbeddedAdbController(self.adb)

    def create_log_stream(self) -> PhoneLogStream:
        """A stream of lines that are logged from now on, synchronised with the actions."""
        self._streams = [stream for stream in self._streams if not stream.closed]
        stream = PhoneLogStream(self._read_log, self._logged)
        self._streams.append(stream)
        return stream

    def launch(self) -> None:
        """Starts the device, or restarts it in its initial state. Opens a session if there is none.

        Raises:
          RemoteError: the service cannot be reached, or its device does not start.
        """
        try:
            super().launch()
        except errors.SimulatorError as error:
            # BaseSimulator hides the reason.
            raise (error.__cause__ if isinstance(error.__cause__, errors.SimulatorError) else error) from None

    def _launch_impl(self) -> None:
        self._stop_streams()
        self._size = self._remote.launch()

    def send_touch(self, touches: list[tuple[int, int, bool, int]]) -> None:
        """Sends touches of the first finger.

        Args:
          touches: (x, y, is_down, finger); pixels of the screen in its natural orientation.
        """
        width, height = self.screen_size
        for x, y, is_down, finger in touches:
            if not finger:
                kind = ActionType.TOUCH if is_down else ActionType.LIFT
                self.perform(PrimitiveAction(kind, (x + 0.5) / width, (y + 0.5) / height))

    def send_key(self, keycode: np.int32, event_type: str) -> None:
        """Presses a key on keydown or keypress. A keyup event does nothing.

        Args:
          keycode: an XKB key code.
          event_type: keydown, keyup or keypress.

        Raises:
          SendActionError: no Android key has this code, or the event type is unknown.
        """
        name = pressed_key(int(keycode), event_type)
        if name is not None:
            self.perform(PrimitiveAction(ActionType.KEY, key=name))

    def save_state(self, request: state_pb2.SaveStateRequest) -> state_pb2.SaveStateResponse:
        """Saves the device's state under a name, with the device's own method."""
        response = self._remote.state("SaveState", request.SerializeToString())
        return state_pb2.SaveStateResponse.FromString(response)

    def load_state(self, request: state_pb2.LoadStateRequest) -> state_pb2.LoadStateResponse:
        """Restores a state that `save_state` has saved."""
        response = self._remote.state("LoadState", request.SerializeToString())
        return state_pb2.LoadStateResponse.FromString(response)

    def _get_screenshot_impl(self) -> NDArray[np.uint8]:
        upright, turns = self.screen(), self.orientation()
        if self._natural is None or self._natural[0] is not upright or self._natural[1] != turns:
            self._natural = (upright, turns, _read_only(natural_pixels(upright, turns)))
        return self._natural[2]

    def close(self) -> None:
        """Closes the session. Calling it twice is harmless."""
        super().close()
        self._stop_streams()
        self._remote.close()

    # Mobile-Env's own interface: mobile_env.simulators.contract.

    @property
    def embedded(self) -> bool:
        """Whether the device's clock is virtual."""
        return self._remote.about.embedded

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height in pixels, in the device's natural orientation.

        Raises:
          SimulatorError: the size is not known before the launch.
        """
        if self._size is None:
            about = self._remote.about
            if not about.width:
                raise errors.SimulatorError("the device's screen is not known yet: call launch() first")
            self._size = (about.width, about.height)
        return self._size

    @property
    def hierarchy_version(self) -> int:
        """Changes only when the view hierarchy may have changed."""
        self._remote.ask("versions")
        return self._remote.hierarchy_version.number

    @property
    def screen_version(self) -> int:
        """Changes only when the screen's pixels may have changed."""
        self._remote.ask("versions")
        return self._remote.screen_version.number

    def foresee(self, actions: Sequence[PrimitiveAction]) -> None:
        """Announces the actions with which `perform` will probably be called next.

        They are then carried out in one call. Devices without snapshots ignore the announcement.
        """
        self._remote.foresee(actions)

    def perform(self, action: PrimitiveAction) -> None:
        """Carries out one action. Returns when its effects have settled."""
        self._remote.perform(action)

    def screen(self) -> NDArray[np.uint8]:
        """The upright screen. The same array as long as nothing changes."""
        frame = self.travelled_frame()
        width, height = self.screen_size if self.orientation() % 2 == 0 else self.screen_size[::-1]
        if frame.shape == (height, width, 3):
            return frame
        if self._enlarged is None or self._enlarged[0] is not frame:
            enlarged = cv2.resize(frame, (width, height), interpolation=cv2.INTER_LINEAR)
            self._enlarged = (frame, _read_only(np.asarray(enlarged, np.uint8)))
        return self._enlarged[1]

    def travelled_frame(self) -> NDArray[np.uint8]:
        """The upright screen as received, in the size of the frame format: uint8 (H, W, 3)."""
        frame = self._remote.ask("frame").frame
        assert frame is not None
        return frame

    def orientation(self) -> int:
        """Quarter turns, 0 to 3."""
        turns = self._remote.ask("orientation").orientation
        assert turns is not None
        return turns

    def hierarchy_xml(self) -> str:
        """The view hierarchy. The same object as long as nothing changes."""
        xml = self._remote.ask("hierarchy").hierarchy
        assert xml is not None
        return xml

    def drain_log(self) -> list[LogLine]:
        """Returns the log lines since the last call."""
        return self._remote.drain_log()

    def clock(self) -> float:
        """Seconds on the device's clock if it is embedded, else on this machine's clock."""
        report = self._remote.report()
        return report.clock if self.embedded else time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Lets time pass on the clock of `clock`."""
        self._remote.sleep(seconds)

    def adb(self, args: Sequence[str], timeout: float | None = None) -> AdbResult:
        """Runs `adb <args>` for the device. File names refer to this machine.

        Commands that do not concern only the device, such as forward, are refused with exit code 1.

        Raises:
          TimeoutError: it took longer than `timeout` seconds.
        """
        words = list(args)
        if len(words) > 1 and words[0] == "wait-for-device":
            # adb accepts a command after it. The service checks each command, and does not.
            waited = self._remote.adb(words[:1], timeout)
            return waited if waited.exit_code else self.adb(words[1:], timeout)
        return self._remote.adb(words, timeout)

    @property
    def state(self) -> AdbState:
        """The device's state, for goals and set-up steps; its shell has to be root."""
        return self._state

    def foreground(self) -> str:
        """`package/activity` at the root of the task in front."""
        activity = self._remote.ask("foreground").foreground
        assert activity is not None
        return activity

    @property
    def snapshot(self) -> Callable[[], RemoteSnapshot]:
        """Keeps a snapshot of the device's state. Only devices with snapshots have this attribute."""
        self._require_snapshots()
        return self._remote.snapshot

    @property
    def restore(self) -> Callable[[RemoteSnapshot], None]:
        """Restores a snapshot. Only devices with snapshots have this attribute."""
        self._require_snapshots()
        return self._remote.restore

    def _require_snapshots(self) -> None:
        if not self._remote.about.snapshots:
            raise AttributeError(f"the device {self.device} takes no snapshots")

    def _shell(self, command: str) -> AdbResult:
        return self.adb(["shell", command])

    # AndroidEnv's log streams.

    def _read_by_streams(self, lines: list[LogLine]) -> None:
        self._newest = lines
        self._logged += len(lines)
        for stream in self._streams:
            stream.poll()

    def _read_log(self, cursor: int) -> tuple[list[LogEntry], int]:
        """Lines since a cursor. Each stream has read all lines but the newest ones."""
        count = min(self._logged - cursor, len(self._newest))
        entries = [
            LogEntry(round(line.time * 1e6), line.pid, line.tid, line.level, line.tag, line.message)
            for line in self._newest[len(self._newest) - count :]
        ]
        return entries, self._logged

    def _stop_streams(self) -> None:
        for stream in self._streams:
            stream.stop_stream()
        self._streams.clear()


def _read_only(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    pixels.flags.writeable = False
    return pixels
