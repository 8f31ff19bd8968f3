"""Reads the view hierarchy of a device that has AndroidEnv's AccessibilityForwarder."""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Iterator
from typing import Final

from mobile_env.phone.apps.accessibility_forwarder.flags import (
    DISABLE_TREES,
    EMULATOR_HOST,
    ENABLE_TREES,
    PACKAGE,
    RECEIVER,
    SERVICE,
    SET_GRPC,
)
from mobile_env.simulators.adb.accessibility_forest import forest_xml
from mobile_env.simulators.adb.accessibility_server import ForestServer
from mobile_env.simulators.adb.client import AdbClient, AdbError
from mobile_env.simulators.adb.hierarchy import Screen

QUIET_SECONDS: Final = 0.5
"""How long a screen must rest before it is read. Android reports recurring changes every 100 ms
(ViewConfiguration.getSendRecurringAccessibilityEventsInterval). Until then, it keeps the nodes that a
service has already read."""
WAIT_SECONDS: Final = 10.0
_SETTING: Final = "enabled_accessibility_services"
_COMPONENT: Final = f"{PACKAGE}/{SERVICE}"
_SHORT_COMPONENT: Final = f"{PACKAGE}/.AccessibilityForwarder"
_LOOPBACK: Final = "127.0.0.1"
_SHELL_SECONDS: Final = 30.0


class AccessibilityForwarder:
    """Reads hierarchies from the forests that the forwarder sends.

    `start` enables the forwarder and makes it send to this process only, so that no other program gets forests. The
    hierarchies contain the views that are important for accessibility, as with `uiautomator dump --compressed`.

    Args:
      client: the device.
      screen: returns the rotation of the screen and its size.
      quiet: seconds without events after which a screen is at rest; by default QUIET_SECONDS.
      timeout: longest time to wait for a forest, in seconds; by default WAIT_SECONDS.
    """

    name = "accessibility forwarder"

    def __init__(
        self,
        client: AdbClient,
        screen: Screen,
        *,
        quiet: float | None = None,
        timeout: float | None = None,
    ) -> None:
        self._client = client
        self._screen = screen
        self._quiet = QUIET_SECONDS if quiet is None else quiet
        self._timeout = WAIT_SECONDS if timeout is None else timeout
        self._server: ForestServer | None = None
        self._reversed = ""
        self._setting_before: str | None = None

    def start(self) -> None:
        """Makes the forwarder send to this process, and waits for its first forest.

        Raises:
          AdbError: the forwarder is not installed, or sends nothing.
        """
        if not self._output(f"pm path {PACKAGE}").strip():
            raise AdbError(
                f"device {self._client.serial!r} has no {PACKAGE} (install AndroidEnv's accessibility_forwarder.apk)"
            )
        self._server = ForestServer()
        try:
            self._switch_on()
            self._tell(ENABLE_TREES)
            if not any(self._sends_to(*way) for way in self._ways_here(self._server.port)):
                raise AdbError(f"{PACKAGE} is installed, and sends nothing in {self._timeout:g} s")
        except BaseException:
            self.close()
            raise

    def dump(self) -> str:
        """Returns the hierarchy of the active window at rest, after all earlier actions.

        Raises:
          AdbError: no forest begun after this call arrived in time.
        """
        if self._server is None:
            self.start()
        assert self._server is not None
        asked = time.monotonic()
        forest = self._server.wait_for_forest(asked, self._quiet, self._timeout)
        xml = forest_xml(forest, *self._screen()) if forest is not None else None
        if xml is None:
            raise AdbError(f"{PACKAGE} has sent no forest for {self._timeout:g} s")
        return xml

    def close(self) -> None:
        """Restores the device's settings. Calling it twice, or without a device, is harmless."""
        server, self._server = self._server, None
        if server is None:
            return
        with contextlib.suppress(AdbError, TimeoutError):
            self._tell(SET_GRPC, "--ei port 0")
            self._tell(DISABLE_TREES)
            if self._setting_before is not None:
                self._write_setting(self._setting_before)
            if self._reversed:
                self._client.run(["reverse", "--remove", self._reversed], _SHELL_SECONDS)
        self._setting_before, self._reversed = None, ""
        server.close()

    def _switch_on(self) -> None:
        """Adds the forwarder to the enabled accessibility services."""
        value = self._output(f"settings get secure {_SETTING}").strip()
        services = [] if value in ("", "null") else value.split(":")
        if _COMPONENT in services or _SHORT_COMPONENT in services:
            return
        self._setting_before = ":".join(services)
        self._write_setting(":".join([*services, _COMPONENT]))

    def _write_setting(self, value: str) -> None:
        if value:
            self._output(f"settings put secure {_SETTING} {shlex.quote(value)}")
        else:
            self._output(f"settings delete secure {_SETTING}")

    def _sends_to(self, host: str, port: int) -> bool:
        """Tells the forwarder where to send. Returns whether a forest arrives."""
        assert self._server is not None
        self._tell(SET_GRPC, f"--ei port {port} --es host {host}")
        return self._server.wait_for_forest(time.monotonic(), 0.0, self._timeout) is not None

    def _ways_here(self, port: int) -> Iterator[tuple[str, int]]:
        """Hosts and ports by which the device may reach a loopback port of this machine."""
        # Works in airplane mode, and on every device.
        done = self._client.run(["reverse", "tcp:0", f"tcp:{port}"], _SHELL_SECONDS)
        answer = done.output.decode("utf-8", "replace").strip()
        if not done.exit_code and answer.isdecimal():
            self._reversed = f"tcp:{answer}"
            yield _LOOPBACK, int(answer)
        # Early versions of the forwarder know no other host.
        if self._client.serial.startswith("emulator-"):
            yield EMULATOR_HOST, port

    def _tell(self, action: str, extras: str = "") -> None:
        self._output(f"am broadcast -a {action} {extras} -n {PACKAGE}/{RECEIVER}")

    def _output(self, command: str) -> str:
        return self._client.shell(command, _SHELL_SECONDS).output.decode("utf-8", "replace")
