"""A running Android Emulator, used through AndroidEnv's own simulator; log, hierarchy and text over adb."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any, Final

import grpc
import numpy as np
from android_env.components import adb_controller, config_classes, errors
from android_env.components.simulators.emulator import emulator_simulator
from android_env.proto import emulator_controller_pb2
from numpy.typing import NDArray

from mobile_env.simulators.adb.client import AdbClient
from mobile_env.simulators.adb.restarts import RestartableSignals
from mobile_env.simulators.adb.signals import REPEAT_SECONDS
from mobile_env.simulators.contract import ActionType, PrimitiveAction
from mobile_env.simulators.orientation import upright_pixels

GRPC_OFFSET: Final = 3000
"""Default distance between an emulator's console port and its gRPC port."""
GRPC_SECONDS: Final = 20.0
_TAKEN_VARIABLES: Final = ("ANDROID_HOME", "ANDROID_ADB_SERVER_PORT")


class Emulator(RestartableSignals, emulator_simulator.EmulatorSimulator):
    """A running emulator: touches and frames over its gRPC port, everything else over adb.

    `launch` attaches to the emulator and does not change it.

    Args:
      console_port: console port of `emulator-<console_port>`; adb uses the next port.
      grpc_port: gRPC port; by default the console port plus 3000.
      server_port: port of the adb server; by default the one in the environment.
      adb_path: the adb program; by default `find_adb()`.
      connect_seconds: how long to wait for the emulator's gRPC port.
    """

    def __init__(
        self,
        console_port: int,
        *,
        grpc_port: int | None = None,
        server_port: int | None = None,
        adb_path: str | None = None,
        connect_seconds: float = GRPC_SECONDS,
    ) -> None:
        self._prepare(
            AdbClient(f"emulator-{console_port}", server_port=server_port, adb_path=adb_path),
            config_classes.EmulatorLauncherConfig(
                adb_port=console_port + 1,
                emulator_console_port=console_port,
                grpc_port=console_port + GRPC_OFFSET if grpc_port is None else grpc_port,
            ),
            connect_seconds,
        )

    def _prepare(
        self,
        client: AdbClient,
        launcher: config_classes.EmulatorLauncherConfig,
        connect_seconds: float = GRPC_SECONDS,
    ) -> None:
        """Initialises both base classes. AndroidEnv's simulator attaches if the launcher's settings contain
        all ports."""
        RestartableSignals.__init__(self, client)
        self._connect_seconds = connect_seconds
        self._finger: tuple[float, float] | None = None
        client.start_server()
        emulator_simulator.EmulatorSimulator.__init__(
            self,
            config_classes.EmulatorConfig(
                emulator_launcher=launcher,
                adb_controller=config_classes.AdbControllerConfig(
                    adb_path=client.adb_path,
                    adb_server_port=client.server_port,
                    use_adb_server_port_from_os_env=str(client.server_port)
                    == os.environ.get("ANDROID_ADB_SERVER_PORT"),
                ),
            ),
            # Key codes are XKB codes, whatever the host's system.
            platform_system="Linux",
        )

    # AndroidEnv's EmulatorSimulator.

    def create_adb_controller(self) -> adb_controller.AdbController:
        """AndroidEnv's controller of this emulator."""
        kept = {name: os.environ[name] for name in _TAKEN_VARIABLES if name in os.environ}
        try:
            return super().create_adb_controller()
        finally:
            # AndroidEnv removes these variables from the environment, and the next emulator would not find its SDK.
            os.environ.update(kept)

    def launch(self) -> None:
        """Connects to the emulator.

        Raises:
          SimulatorError: the emulator does not answer. The text gives the cause.
        """
        try:
            super().launch()
        except errors.SimulatorError as error:
            # AndroidEnv's message only says that there was an exception.
            raise errors.SimulatorError(str(error.__cause__ or error)) from error.__cause__

    def _launch_impl(self) -> None:
        super()._launch_impl()
        self._connect(self._adb_seconds())
        # Lift a finger that an earlier launch left on the screen.
        self._finger = None
        self.send_touch([(0, 0, False, 0)])
        height, width = self.get_screenshot().shape[:2]
        self._size = (width, height)

    def _adb_seconds(self) -> float | None:
        """How long the emulator may take to answer adb, in seconds; None: the default of all devices."""
        return None

    def _connect_to_emulator(self, grpc_port: int, timeout_sec: int = 100) -> Any:
        return super()._connect_to_emulator(grpc_port, min(timeout_sec, round(self._connect_seconds) or 1))

    def _get_screenshot_impl(self) -> NDArray[np.uint8]:
        if self._frame is None or self._frame[0] != self._version:
            with _lost_calls():
                pixels = super()._get_screenshot_impl()
            self._frame = (self._version, _packed(pixels))
        return self._frame[1]

    def send_touch(self, touches: list[tuple[int, int, bool, int]]) -> None:
        """Sends touches, in pixels of the screen in its natural orientation."""
        self._input(turned=not any(is_down for _, _, is_down, _ in touches))
        with _lost_calls():
            super().send_touch(touches)

    def send_key(self, keycode: np.int32, event_type: str) -> None:
        """Sends a key event by its XKB code."""
        self._input()
        with _lost_calls():
            super().send_key(keycode, event_type)

    def load_state(self, request: Any) -> Any:
        """Loads a snapshot of the emulator."""
        self._input()
        with _lost_calls():
            return super().load_state(request)

    def save_state(self, request: Any) -> Any:
        """Saves a snapshot of the emulator."""
        with _lost_calls():
            return super().save_state(request)

    def close(self) -> None:
        """Disconnects from the emulator. Calling it twice is harmless."""
        self._disconnect()
        super().close()

    # Mobile-Env's own interface: mobile_env.simulators.contract.

    def perform(self, action: PrimitiveAction) -> None:
        """Carries out one action. Returns when the emulator has received it."""
        match action.type:
            case ActionType.TOUCH:
                self._touch(action.x, action.y)
            case ActionType.LIFT:
                if self._finger is not None:
                    x, y = self._pixel(*self._finger)
                    self._finger = None
                    self.send_touch([(x, y, False, 0)])
            case ActionType.REPEAT:
                if self._finger is not None:
                    self._touch(*self._finger)
                else:
                    self.sleep(REPEAT_SECONDS)
            case ActionType.TEXT:
                self._write(action.text)
            case ActionType.KEY:
                self._shell(f"input keyevent KEYCODE_{action.key}")

    def screen(self) -> NDArray[np.uint8]:
        """The upright screen; the same array until an input or command changes the emulator."""
        return self._turn(self.get_screenshot(), upright_pixels)

    def _write(self, text: str) -> None:
        if text.isascii():
            self._type(text)
            return
        # An emulator's `input` refuses characters that its keyboard lacks; its clipboard accepts any text.
        self._input()
        assert self._emulator_stub is not None
        with _lost_calls():
            self._emulator_stub.setClipboard(emulator_controller_pb2.ClipData(text=text))
        self._shell("input keyevent KEYCODE_PASTE")

    def _touch(self, x: float, y: float) -> None:
        self._finger = (x, y)
        self.send_touch([(*self._pixel(x, y), True, 0)])

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        width, height = self.screen_size
        return min(int(x * width), width - 1), min(int(y * height), height - 1)

    def _input(self, *, turned: bool = True) -> None:
        self._changed(turned=turned)
        self._log_behind = True


def _packed(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns the RGB channels of an RGBA view, contiguous and read-only."""
    import cv2

    rgba = pixels.base if pixels.base is not None and pixels.base.ndim == 3 else None
    packed: NDArray[np.uint8]
    packed = np.ascontiguousarray(pixels) if rgba is None else cv2.cvtColor(rgba, cv2.COLOR_RGBA2RGB)  # type: ignore[assignment]
    packed.flags.writeable = False
    return packed


@contextlib.contextmanager
def _lost_calls() -> Iterator[None]:
    """Raises SimulatorError if a gRPC call fails after AndroidEnv has reconnected: the emulator is lost."""
    try:
        yield
    except grpc.RpcError as error:
        code = error.code().name if isinstance(error, grpc.Call) else type(error).__name__
        raise errors.SimulatorError(f"the emulator's gRPC call failed: {code}") from error
