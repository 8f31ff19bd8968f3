"""Finds the adb program and the port of its server."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path
from typing import Final

from android_env.components import errors

DEFAULT_SERVER_PORT: Final = 5037
_PORT_VARIABLE: Final = "ANDROID_ADB_SERVER_PORT"


class NoAdbError(errors.SimulatorError):
    """There is no adb program. The text says how to install one."""


def find_adb() -> str:
    """Returns the path of adb: on PATH, in an Android SDK, or in the adbutils package.

    Raises:
      NoAdbError: there is no adb program.
    """
    found = shutil.which("adb")
    if found:
        return found
    candidates = [
        Path(root, "platform-tools", "adb")
        for root in (os.environ.get("ANDROID_HOME"), os.environ.get("ANDROID_SDK_ROOT"), "~/Android/Sdk")
        if root
    ]
    spec = importlib.util.find_spec("adbutils")
    if spec is not None and spec.origin:
        candidates.append(Path(spec.origin).with_name("binaries") / "adb")
    for path in (candidate.expanduser() for candidate in candidates):
        if os.access(path, os.X_OK):
            return str(path)
    raise NoAdbError("no adb program was found: pip install 'mobile-env[devices]', or put adb on PATH")


def server_port() -> int:
    """Port of the adb server: ANDROID_ADB_SERVER_PORT, else 5037."""
    text = os.environ.get(_PORT_VARIABLE, "")
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) < 65536 else DEFAULT_SERVER_PORT
