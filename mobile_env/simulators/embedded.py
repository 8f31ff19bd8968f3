"""The embedded phone as a simulator, for AndroidEnv and for Mobile-Env."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from android_env.components import config_classes, errors
from android_env.components.simulators import base_simulator
from android_env.proto import state_pb2
from numpy.typing import NDArray

from mobile_env.phone.network import Fetcher
from mobile_env.phone.phone import Phone, Snapshot
from mobile_env.phone.state.logcat import DEFAULT_BUFFERS
from mobile_env.phone.state.manifest import App
from mobile_env.phone.ui.display import Display
from mobile_env.signals.contract import LogLine
from mobile_env.simulators.contract import ActionType, AdbResult, PrimitiveAction
from mobile_env.simulators.embedded_adb import EmbeddedAdbController
from mobile_env.simulators.embedded_state import EmbeddedState
from mobile_env.simulators.keys import pressed_key
from mobile_env.simulators.orientation import natural_pixels, upright_position
from mobile_env.simulators.phone_log_stream import PhoneLogStream

_DEFAULT_SNAPSHOT = "default_snapshot"


class EmbeddedSimulator(base_simulator.BaseSimulator):
    """A `mobile_env.phone.Phone` as a simulator. `launch` makes a new phone, like a factory reset.

    Args:
      display: the phone's screen; by default 1080×1920 at 400 dpi.
      seed: seed of the random choices of the phone.
      fetch: how the phone's apps reach the network; without it the phone is offline.
      apps: apps that can be installed, by package; by default those that ship with the phone.
      config: AndroidEnv's settings.
    """

    embedded = True

    def __init__(
        self,
        display: Display | None = None,
        *,
        seed: int = 0,
        fetch: Fetcher | None = None,
        apps: Mapping[str, App] | None = None,
        config: config_classes.SimulatorConfig | None = None,
    ) -> None:
        super().__init__(config or config_classes.SimulatorConfig())
        self._display = display or Display()
        self._seed = seed
        self._fetch = fetch
        self._apps = apps
        self._phone: Phone | None = None
        self._state = EmbeddedState(lambda: self.phone)
        self._log_cursor = 0
        self._streams: list[PhoneLogStream] = []
        self._snapshots: dict[str, Snapshot] = {}
        self._upright: NDArray[np.uint8] | None = None
        self._turn = 0
        self._natural: NDArray[np.uint8] | None = None

    @property
    def phone(self) -> Phone:
        """The phone that is running.

        Raises:
          SimulatorError: the simulator has not been launched, or is closed.
        """
        if self._phone is None:
            raise errors.SimulatorError("the embedded phone is not running: call launch() first")
        return self._phone

    # AndroidEnv's BaseSimulator.

    def adb_device_name(self) -> str:
        """The phone's name in messages. No adb server knows this name."""
        return "embedded"

    def create_adb_controller(self) -> EmbeddedAdbController:
        """A controller whose commands run inside this process."""
        return EmbeddedAdbController(self.adb)

    def create_log_stream(self) -> PhoneLogStream:
        """A stream of lines that are logged from now on."""
        self._streams = [stream for stream in self._streams if not stream.closed]
        # Look up the phone at each read, because restoring a snapshot replaces its log.
        stream = PhoneLogStream(lambda cursor: self.phone.log.read(cursor), self.phone.log.cursor)
        self._streams.append(stream)
        return stream

    def _launch_impl(self) -> None:
        for stream in self._streams:
            stream.stop_stream()
        self._streams.clear()
        self._phone = Phone(self._display, seed=self._seed, fetch=self._fetch, apps=self._apps)
        self._log_cursor = self._phone.log.cursor

    def send_touch(self, touches: list[tuple[int, int, bool, int]]) -> None:
        """Carries out one primitive action of the first finger; the phone supports only one finger.

        Args:
          touches: (x, y, is_down, finger); pixels of the screen in its natural orientation.
        """
        for x, y, is_down, finger in touches:
            if finger:
                continue
            if is_down:
                width, height = self.screen_size
                self._touch((x + 0.5) / width, (y + 0.5) / height)
            else:
                self.phone.lift()
        self._after_input()

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
            self.phone.key(name)
            self._after_input()

    def _get_screenshot_impl(self) -> NDArray[np.uint8]:
        upright, turn = self.screen(), self.orientation()
        if upright is not self._upright or turn != self._turn or self._natural is None:
            self._upright, self._turn = upright, turn
            self._natural = natural_pixels(upright, turn)
        return self._natural

    def save_state(self, request: state_pb2.SaveStateRequest) -> state_pb2.SaveStateResponse:
        """Saves the phone's state in memory, under the name in `args["snapshot_name"]`."""
        self._snapshots[request.args.get("snapshot_name", _DEFAULT_SNAPSHOT)] = self.snapshot()
        return state_pb2.SaveStateResponse(status=state_pb2.SaveStateResponse.Status.OK)

    def load_state(self, request: state_pb2.LoadStateRequest) -> state_pb2.LoadStateResponse:
        """Restores a state that `save_state` has saved. The status is NOT_FOUND if there is no state with
        this name."""
        name = request.args.get("snapshot_name", _DEFAULT_SNAPSHOT)
        snapshot = self._snapshots.get(name)
        if snapshot is None:
            known = ", ".join(repr(key) for key in sorted(self._snapshots)) or "none"
            return state_pb2.LoadStateResponse(
                status=state_pb2.LoadStateResponse.Status.NOT_FOUND,
                error_message=f"no snapshot {name!r} (saved: {known})",
            )
        self.restore(snapshot)
        return state_pb2.LoadStateResponse(status=state_pb2.LoadStateResponse.Status.OK)

    def interrupt(self) -> None:
        """Ends a shell command line that runs on another thread, before its next command. `close` comes after it."""
        phone = self._phone
        if phone is not None:
            phone.interrupted = True

    def close(self) -> None:
        """Frees the phone. Calling it twice is harmless."""
        super().close()
        for stream in self._streams:
            stream.stop_stream()
        self._streams.clear()
        self._snapshots.clear()
        self._phone = self._upright = self._natural = None

    # Mobile-Env's own interface: mobile_env.simulators.contract.

    @property
    def state(self) -> EmbeddedState:
        """The phone's state, for goals and set-up steps."""
        return self._state

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height in pixels, in the phone's natural orientation."""
        return self._display.width_px, self._display.height_px

    @property
    def hierarchy_version(self) -> int:
        """Changes only when the view hierarchy changed."""
        return self.phone.hierarchy_version

    @property
    def screen_version(self) -> int:
        """Changes only when the pixels may have changed."""
        return self.phone.screen_version

    def perform(self, action: PrimitiveAction) -> None:
        """Carries out one action. Returns when its effects have settled."""
        phone = self.phone
        match action.type:
            case ActionType.TOUCH:
                self._touch(action.x, action.y)
            case ActionType.LIFT:
                phone.lift()
            case ActionType.REPEAT:
                phone.wait()
            case ActionType.TEXT:
                phone.type_text(action.text)
            case ActionType.KEY:
                phone.key(action.key)
        self._after_input()

    def screen(self) -> NDArray[np.uint8]:
        """The upright screen, (height, width, 3). The same array as long as nothing changes."""
        return self.phone.screenshot()

    def orientation(self) -> int:
        """Quarter turns, 0 to 3."""
        return self.phone.orientation

    def hierarchy_xml(self) -> str:
        """The view hierarchy. The same object as long as nothing changes."""
        return self.phone.view_hierarchy()

    def drain_log(self) -> list[LogLine]:
        """Returns the lines that logcat would have printed since the last call. A message of several lines
        gives several lines."""
        entries, self._log_cursor = self.phone.log.read(self._log_cursor)
        return [
            LogLine(entry.time_us / 1e6, entry.pid, entry.tid, entry.level, entry.tag, line)
            for entry in entries
            if entry.buffer in DEFAULT_BUFFERS
            for line in entry.message.removesuffix("\n").split("\n")
        ]

    def clock(self) -> float:
        """Seconds of the phone's clock since the Unix epoch."""
        return self.phone.state.clock.now_us / 1e6

    def sleep(self, seconds: float) -> None:
        """Advances the phone's clock."""
        self.phone.advance(seconds)
        self._after_input()

    def adb(self, args: Sequence[str], timeout: float | None = None) -> AdbResult:
        """Runs `adb <args>` for this phone. It returns at once and ignores the timeout."""
        result = self.phone.adb(list(args))
        self._after_input()
        return AdbResult(result.stdout + result.stderr, result.exit_code)

    def foreground(self) -> str:
        """`package/activity` at the root of the foremost task; system surfaces are ignored."""
        activities = self.phone.activities
        for task in self.phone.state.tasks:
            if not all(activities.info(record)[1].surface for record in task.records):
                return task.root.component
        return ""

    def snapshot(self) -> Snapshot:
        """Returns the phone's state, which later actions do not change."""
        return self.phone.snapshot()

    def restore(self, snapshot: Any) -> None:
        """Restores a state. `drain_log` does not return the lines of the restored log."""
        self.phone.restore(snapshot)
        self._log_cursor = self.phone.log.cursor

    def _touch(self, x: float, y: float) -> None:
        phone = self.phone
        x, y = upright_position(x, y, phone.orientation)
        phone.touch(x * phone.display.width_px, y * phone.display.height_px)

    def _after_input(self) -> None:
        for stream in self._streams:
            stream.poll()
