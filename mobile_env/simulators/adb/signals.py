"""The signals of a device, read over adb. Shared by emulators and other adb devices."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import numpy as np
from android_env.components import errors
from numpy.typing import NDArray

from mobile_env.signals.contract import LogLine
from mobile_env.simulators.adb.client import DEFAULT_TIMEOUT, AdbClient, AdbError
from mobile_env.simulators.adb.hierarchy import HierarchySource, choose_hierarchy_source
from mobile_env.simulators.adb.log import DeviceLog
from mobile_env.simulators.adb.state import AdbState
from mobile_env.simulators.adb.text import DeviceKeyboard
from mobile_env.simulators.contract import AdbResult

Result = TypeVar("Result")

REPEAT_SECONDS: Final = 1 / 15
CONNECT_SECONDS: Final = 20.0
INPUT_SECONDS: Final = 30.0

_ROTATION: Final = re.compile(r"m(?:Current)?Rotation=(?:ROTATION_)?(\d+)")
_SIZE: Final = re.compile(r"size: (\d+)x(\d+)")
_TASK: Final = re.compile(r"taskId=\d+: (?P<base>[\w.]+/[\w.$]+).*?\bvisible=true", re.ASCII)
# System activities that lie in front of the app for a moment.
_SURFACES: Final = frozenset(
    {
        "android",
        "com.android.intentresolver",
        "com.android.permissioncontroller",
        "com.android.systemui",
        "com.google.android.permissioncontroller",
    }
)


class AdbSignals:
    """The part of `mobile_env.simulators.contract` that does not depend on how input is sent, for devices that
    adb knows.

    Readings of the screen are cached until an input or command changes the device.

    Args:
      client: the device.

    Attributes:
      hierarchy_way: how view hierarchies are read, one of HIERARCHY_WAYS. A change takes effect at the next launch.
    """

    embedded = False
    hierarchy_way = "auto"

    def __init__(self, client: AdbClient) -> None:
        self._state = AdbState(
            lambda command: in_time(lambda: client.shell(command)),
            lambda command: self.adb(["shell", command]),
        )
        self._client = client
        self._log = DeviceLog(client)
        self._keyboard = DeviceKeyboard(client)
        self._source: HierarchySource | None = None
        self._version = 0
        self._log_behind = False
        self._xml: tuple[int, str] | None = None
        self._frame: tuple[int, NDArray[np.uint8]] | None = None
        self._turned: tuple[NDArray[np.uint8], int, NDArray[np.uint8]] | None = None
        self._turns: int | None = None
        self._size: tuple[int, int] | None = None

    @property
    def client(self) -> AdbClient:
        """The adb client of the device."""
        return self._client

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height in pixels, in the device's natural orientation.

        Raises:
          AdbError: the device does not answer.
        """
        if self._size is None:
            self._size = self._asked_size()
        return self._size

    @property
    def hierarchy_version(self) -> int:
        """Changes with every input or command."""
        return self._version

    @property
    def screen_version(self) -> int:
        """Changes with every input or command."""
        return self._version

    def hierarchy_xml(self) -> str:
        """Returns the current view hierarchy; the same object until an input or command changes the device."""
        if self._source is None:
            self._source = choose_hierarchy_source(self._client, self.hierarchy_way, self._turned_size)
        if self._xml is None or self._xml[0] != self._version:
            xml = in_time(self._source.dump)
            # Equal text stays the same object, so that it is not parsed again.
            known = self._xml[1] if self._xml is not None else ""
            self._xml = (self._version, known if known == xml else xml)
        return self._xml[1]

    def orientation(self) -> int:
        """Quarter turns, 0 to 3; read again after any input or command that may turn the screen."""
        if self._turns is None:
            output = in_time(lambda: self._client.shell("dumpsys window displays", INPUT_SECONDS)).output
            found = _ROTATION.findall(output.decode("utf-8", "replace"))
            number = int(found[-1]) if found else 0
            self._turns = (number // 90 if number > 3 else number) % 4
        return self._turns

    def drain_log(self) -> list[LogLine]:
        """Returns the lines since the last call, including all lines of finished inputs and commands."""
        if self._log_behind:
            self._log_behind = False
            in_time(self._log.write_mark)
        return self._log.drain()

    def clock(self) -> float:
        """Seconds of wall-clock time."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Sleeps on the device and here, because a served embedded phone has its own clock."""
        if seconds > 0:
            self._shell(f"sleep {seconds:.6f}", seconds + INPUT_SECONDS)

    def adb(self, args: Sequence[str], timeout: float | None = None) -> AdbResult:
        """Runs `adb <args>` for this device.

        Raises:
          TimeoutError: it took longer than `timeout` seconds.
        """
        try:
            return self._client.run(args, timeout)
        finally:
            self._changed(turned=True)
            self._log_behind = True

    @property
    def state(self) -> AdbState:
        """The device's state, for goals and set-up steps; its shell has to be root."""
        return self._state

    def foreground(self) -> str:
        """`package/activity` at the root of the foremost visible task; tasks of the system are ignored."""
        output = in_time(lambda: self._client.shell("am stack list", INPUT_SECONDS)).output
        for match in _TASK.finditer(output.decode("utf-8", "replace")):
            package, _, name = match["base"].partition("/")
            if package not in _SURFACES:
                return f"{package}/{package}{name}" if name.startswith(".") else match["base"]
        return ""

    # For the simulators.

    def _connect(self, seconds: float | None = None) -> None:
        """Connects to the device, waiting 20 seconds by default, and starts reading its log."""
        self._client.connect(CONNECT_SECONDS if seconds is None else seconds)
        self._close_source()
        self._xml = self._frame = None
        self._keyboard.forget()
        self._changed(turned=True)
        self._log_behind = False
        in_time(self._log.start)

    def _disconnect(self) -> None:
        self._close_source()
        self._log.stop()

    def _close_source(self) -> None:
        source, self._source = self._source, None
        if source is not None:
            source.close()

    def _turned_size(self) -> tuple[int, int, int]:
        """Quarter turns, width and height of the turned screen."""
        turns, (width, height) = self.orientation(), self.screen_size
        return (turns, height, width) if turns % 2 else (turns, width, height)

    def _changed(self, *, turned: bool = False) -> None:
        """Invalidates cached readings after an input or command.

        Args:
          turned: whether the screen may have turned.
        """
        self._version += 1
        if turned:
            self._turns = None

    def _asked_size(self) -> tuple[int, int]:
        """Reads width and height in the natural orientation, before the device is launched."""
        self._client.connect(CONNECT_SECONDS)
        output = in_time(lambda: self._client.shell("wm size", INPUT_SECONDS)).output.decode(
            "utf-8", "replace"
        )
        sizes = _SIZE.findall(output)
        if not sizes:
            raise AdbError(f"the device does not tell its size: {output.strip()[:200]!r}")
        # The last size overrides the physical one.
        return int(sizes[-1][0]), int(sizes[-1][1])

    def _turn(
        self, pixels: NDArray[np.uint8], turn: Callable[[NDArray[np.uint8], int], NDArray[np.uint8]]
    ) -> NDArray[np.uint8]:
        """Turns pixels by the screen's orientation. Returns the same array for the same pixels."""
        turns = self.orientation()
        if self._turned is None or self._turned[0] is not pixels or self._turned[1] != turns:
            self._turned = (pixels, turns, turn(pixels, turns))
        return self._turned[2]

    def _shell(self, command: str, timeout: float = INPUT_SECONDS, *, turned: bool = True) -> None:
        """Runs an input command and writes a log mark after it, in one round trip."""
        self._changed(turned=turned)
        marked = f"{command} && {self._log.mark_command()}"
        result = in_time(lambda: self._client.shell(marked, timeout))
        if result.exit_code:
            said = result.output.decode("utf-8", "replace").strip()
            raise errors.SendActionError(f"the device refuses `{command}`: {said[:300]!r}")

    def _type(self, text: str) -> None:
        self._changed(turned=True)
        mark = self._log.mark_command()
        in_time(lambda: self._keyboard.type_text(text, mark))


def in_time(ask: Callable[[], Result]) -> Result:
    """Calls `ask`. Raises AdbError if the device does not answer in time."""
    try:
        return ask()
    except TimeoutError as error:
        raise AdbError(f"the device does not answer ({error or f'{DEFAULT_TIMEOUT:g} s'})") from error
