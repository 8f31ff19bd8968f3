"""A simulator for any device that adb knows, including physical devices."""

from __future__ import annotations

import os
import struct
from typing import Final

import numpy as np
from android_env.components import adb_controller, adb_log_stream, config_classes, errors
from android_env.components.simulators import base_simulator
from numpy.typing import NDArray

from mobile_env.simulators.adb.client import AdbClient, AdbError
from mobile_env.simulators.adb.restarts import RestartableSignals
from mobile_env.simulators.adb.signals import INPUT_SECONDS, REPEAT_SECONDS, in_time
from mobile_env.simulators.contract import ActionType, PrimitiveAction
from mobile_env.simulators.keys import pressed_key
from mobile_env.simulators.orientation import natural_pixels, upright_position

LEAST_SDK: Final = 29
"""Android 10: the first version whose `input` has `motionevent`."""
# Raw pictures of screencap: width, height, format, and since Android 8 the colour space.
_HEADER: Final = struct.Struct("<3I")
_COLOR_SPACE_BYTES: Final = 4
_RGBA_8888: Final = 1


class AdbSimulator(RestartableSignals, base_simulator.BaseSimulator):
    """A device that is used only over adb: touches and keys with `input`, frames with `screencap`.

    `launch` connects to the device and does not change it.

    Args:
      serial: the device's adb serial number.
      server_port: port of the adb server; by default the one in the environment.
      adb_path: the adb program; by default `find_adb()`.
      config: AndroidEnv's settings.
    """

    def __init__(
        self,
        serial: str,
        *,
        server_port: int | None = None,
        adb_path: str | None = None,
        config: config_classes.SimulatorConfig | None = None,
    ) -> None:
        base_simulator.BaseSimulator.__init__(self, config or config_classes.SimulatorConfig())
        RestartableSignals.__init__(self, AdbClient(serial, server_port=server_port, adb_path=adb_path))
        # Position of the finger, as fractions of the screen in its natural orientation; None if lifted.
        self._finger: tuple[float, float] | None = None

    # AndroidEnv's BaseSimulator.

    def adb_device_name(self) -> str:
        """The device's serial."""
        return self._client.serial

    def create_adb_controller(self) -> adb_controller.AdbController:
        """AndroidEnv's controller of this device."""
        return adb_controller.AdbController(
            config_classes.AdbControllerConfig(
                adb_path=self._client.adb_path,
                adb_server_port=self._client.server_port,
                device_name=self._client.serial,
                # Otherwise AndroidEnv removes the variable from this process's environment.
                use_adb_server_port_from_os_env=str(self._client.server_port)
                == os.environ.get("ANDROID_ADB_SERVER_PORT"),
            )
        )

    def create_log_stream(self) -> adb_log_stream.AdbLogStream:
        """AndroidEnv's log stream of this device."""
        prefix = self.create_adb_controller().command_prefix()
        return adb_log_stream.AdbLogStream(adb_command_prefix=prefix, verbose=self._config.verbose_logs)

    def _launch_impl(self) -> None:
        self._connect()
        self._finger = None
        # Forget a finger that an earlier launch left on the screen.
        self._shell("input motionevent CANCEL 0 0")
        sdk = in_time(
            lambda: self._client.shell("getprop ro.build.version.sdk", INPUT_SECONDS)
        ).output.strip()
        if sdk.isdigit() and int(sdk) < LEAST_SDK:
            raise errors.SimulatorError(
                f"device {self._client.serial!r} has Android API {int(sdk)}; touches over adb need "
                f"{LEAST_SDK} (Android 10) or newer"
            )
        self._size = self._natural_size()

    def send_touch(self, touches: list[tuple[int, int, bool, int]]) -> None:
        """Sends touches of the first finger; `input` supports only one finger.

        Args:
          touches: (x, y, is_down, finger); pixels of the screen in its natural orientation.
        """
        width, height = self.screen_size
        for x, y, is_down, finger in touches:
            if finger:
                continue
            if is_down:
                self._touch((x + 0.5) / width, (y + 0.5) / height)
            else:
                self._lift()

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
            self._shell(f"input keyevent KEYCODE_{name}")

    def _get_screenshot_impl(self) -> NDArray[np.uint8]:
        return self._turn(self.screen(), natural_pixels)

    def close(self) -> None:
        """Disconnects from the device. Calling it twice is harmless."""
        super().close()
        self._disconnect()

    # Mobile-Env's own interface: mobile_env.simulators.contract.

    def perform(self, action: PrimitiveAction) -> None:
        """Carries out one action. Returns when the device has received it."""
        match action.type:
            case ActionType.TOUCH:
                self._touch(action.x, action.y)
            case ActionType.LIFT:
                self._lift()
            case ActionType.REPEAT:
                if self._finger is not None:
                    self._touch(*self._finger)
                else:
                    self.sleep(REPEAT_SECONDS)
            case ActionType.TEXT:
                self._type(action.text)
            case ActionType.KEY:
                self._shell(f"input keyevent KEYCODE_{action.key}")

    def screen(self) -> NDArray[np.uint8]:
        """The upright screen; the same array until an input or command changes the device."""
        if self._frame is None or self._frame[0] != self._version:
            data = in_time(lambda: self._client.exec_out("screencap", INPUT_SECONDS))
            self._frame = (self._version, decode_screencap(data))
        return self._frame[1]

    def _touch(self, x: float, y: float) -> None:
        verb = "DOWN" if self._finger is None else "MOVE"
        self._finger = (x, y)
        self._shell(f"input motionevent {verb} {self._pixels(x, y)}", turned=False)

    def _lift(self) -> None:
        if self._finger is not None:
            where = self._pixels(*self._finger)
            self._finger = None
            self._shell(f"input motionevent UP {where}")

    def _pixels(self, x: float, y: float) -> str:
        """Converts a position to pixels of the upright screen, limited to the last pixel."""
        turns = self.orientation()
        x, y = upright_position(x, y, turns)
        width, height = self.screen_size if turns % 2 == 0 else self.screen_size[::-1]
        return f"{min(x * width, width - 1):.2f} {min(y * height, height - 1):.2f}"

    def _natural_size(self) -> tuple[int, int]:
        height, width = self.screen().shape[:2]
        return (height, width) if self.orientation() % 2 else (width, height)


def decode_screencap(data: bytes) -> NDArray[np.uint8]:
    """Decodes the output of `screencap` without -p.

    Args:
      data: header and RGBA rows.

    Returns:
      uint8 (H, W, 3), RGB, read-only.

    Raises:
      AdbError: the data is not such a picture.
    """
    import cv2

    if len(data) < _HEADER.size:
        raise AdbError(f"screencap gives no picture: {data[:200].decode('utf-8', 'replace').strip()!r}")
    width, height, form = _HEADER.unpack_from(data)
    header = len(data) - width * height * 4
    if form != _RGBA_8888 or header not in (_HEADER.size, _HEADER.size + _COLOR_SPACE_BYTES) or not width:
        raise AdbError(f"screencap gives no RGBA picture: {data[:200].decode('utf-8', 'replace').strip()!r}")
    rgba = np.frombuffer(data, np.uint8, offset=header).reshape(height, width, 4)
    pixels: NDArray[np.uint8] = cv2.cvtColor(rgba, cv2.COLOR_RGBA2RGB)  # type: ignore[assignment]
    pixels.flags.writeable = False
    return pixels
