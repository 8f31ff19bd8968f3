"""Types text on a device over adb, so that spaces, quotes, percent signs, Unicode and emoji arrive
unchanged."""

from __future__ import annotations

import base64
import shlex
from typing import Final

from android_env.components import errors

from mobile_env.simulators.adb.client import AdbClient

ADB_KEYBOARD: Final = "com.android.adbkeyboard/.AdbIME"
"""Input method of the app ADBKeyBoard, which types the text of broadcasts."""


def type_commands(text: str) -> list[str]:
    """Returns shell commands that type a text with `input`, in order.

    `input text` types a space for `%s` and has no other escapes, so a literal `%s` is typed in two parts. A
    line feed is sent as the ENTER key, a tab as the TAB key.
    """
    commands: list[str] = []
    part = ""

    def flush() -> None:
        nonlocal part
        if part:
            commands.append("input text " + shlex.quote(part.replace(" ", "%s")))
            part = ""

    for character in text:
        if character in "\n\t":
            flush()
            commands.append("input keyevent KEYCODE_" + ("ENTER" if character == "\n" else "TAB"))
            continue
        if part.endswith("%") and character == "s":
            flush()
        part += character
    flush()
    return commands


class DeviceKeyboard:
    """Types on one device.

    ASCII text is typed with `input`. Other text is typed with ADBKeyBoard if it is installed. Otherwise `input` is
    tried, which works on some devices and fails with an exception on others.

    Args:
      client: the device.
    """

    def __init__(self, client: AdbClient) -> None:
        self._client = client
        self._has_adb_keyboard: bool | None = None

    def forget(self) -> None:
        """Forgets what is installed on the device, after a launch."""
        self._has_adb_keyboard = None

    def type_text(self, text: str, then: str) -> None:
        """Types into the focused field.

        Args:
          text: what to type.
          then: a shell command to run afterwards in the same round trip.

        Raises:
          SendActionError: the device cannot type the text. The error says how to fix that.
          AdbError: the device is lost.
        """
        if not text.isascii() and self._adb_keyboard():
            self._broadcast(text)
            self._client.shell(then)
            return
        commands = [*type_commands(text), then]
        result = self._client.shell(" && ".join(commands))
        output = result.output.decode("utf-8", "replace").strip()
        if result.exit_code or "Exception" in output:
            mend = "" if text.isascii() else " (install ADBKeyBoard on it, which types any character)"
            raise errors.SendActionError(
                f"the device cannot type {text[:80]!r}: {_first_lines(output)}{mend}"
            )

    def _adb_keyboard(self) -> bool:
        if self._has_adb_keyboard is None:
            listed = self._client.shell("ime list -s -a").output.decode("utf-8", "replace").split()
            self._has_adb_keyboard = ADB_KEYBOARD in listed
        return self._has_adb_keyboard

    def _broadcast(self, text: str) -> None:
        before = self._client.shell("settings get secure default_input_method").output.decode().strip()
        switch = before not in (ADB_KEYBOARD, "", "null")
        message = base64.b64encode(text.encode()).decode()
        commands = [f"am broadcast -a ADB_INPUT_B64 --es msg {message}"]
        if switch:
            commands.insert(0, f"ime enable {ADB_KEYBOARD} && ime set {ADB_KEYBOARD}")
            commands.append(f"ime set {shlex.quote(before)}")
        self._client.shell(" && ".join(commands))


def _first_lines(output: str) -> str:
    return (
        " / ".join(line.strip() for line in output.splitlines()[:3] if line.strip()) or "it does not say why"
    )
