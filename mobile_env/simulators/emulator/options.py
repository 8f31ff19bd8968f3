"""AvdOptions: the AVD to launch and its options, as a Python object and as the `key=value` list of a device
spec."""

from __future__ import annotations

import dataclasses
import math
import os
import re
from dataclasses import dataclass
from typing import Any, Final

from mobile_env.suggestions import nearest

NO_KVM: Final = "none"
"""Value of `kvm` for a launch without KVM."""
AVD_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
"""Names that Android's tools allow for AVDs."""

_WORD: Final = re.compile(r"[a-z0-9_]+")
_YES_NO: Final = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class AvdOptions:
    """Launch options of the Android Emulator. Most of them are fields of AndroidEnv's `EmulatorLauncherConfig`.

    Attributes:
      avd: name of the AVD (Android Virtual Device).
      sdk: directory of the Android SDK; default: ANDROID_HOME, then ANDROID_SDK_ROOT, then ~/Android/Sdk.
      emulator: the emulator program; default: the SDK's, then the one on PATH.
      avd_home: directory of the AVDs; default: ANDROID_AVD_HOME, then ~/.android/avd.
      headless: whether to show no window.
      gpu: rendering mode: host, swangle_indirect, swiftshader_indirect, …
      snapshot: name of the snapshot to start from; "": a cold boot.
      kvm: the KVM device (Linux); `none` runs without KVM, which is many times slower.
      restrict_network: whether to keep the emulator off the network.
      console_port, adb_port, grpc_port: None chooses free ports; adb's port follows the console port.
      adb: the adb program; by default `find_adb()`.
      boot_timeout: longest time to wait for the boot, in seconds.

    Raises:
      ValueError: a value is invalid. The text names the value and gives the right format.
    """

    avd: str
    sdk: str | os.PathLike[str] = ""
    emulator: str | os.PathLike[str] = ""
    avd_home: str | os.PathLike[str] = ""
    headless: bool = True
    gpu: str = "swangle_indirect"
    snapshot: str = ""
    kvm: str | os.PathLike[str] = "/dev/kvm"
    restrict_network: bool = False
    console_port: int | None = None
    adb_port: int | None = None
    grpc_port: int | None = None
    adb: str | os.PathLike[str] = ""
    boot_timeout: float = 300.0

    def __post_init__(self) -> None:
        if not AVD_NAME.fullmatch(self.avd):
            raise ValueError(
                f"avd={self.avd}: expected the name of an AVD (letters, digits, '.', '_' and '-'), such as "
                "avd=Pixel_3a"
            )
        if not _WORD.fullmatch(self.gpu):
            raise ValueError(f"gpu={self.gpu}: expected a GPU mode, such as gpu=host")
        if not math.isfinite(self.boot_timeout) or self.boot_timeout <= 0:
            raise ValueError(f"boot_timeout={self.boot_timeout:g}: expected more than 0 seconds")
        ports = [port for port in (self.console_port, self.adb_port, self.grpc_port) if port is not None]
        for port in ports:
            if not 0 < port < 65_536:
                raise ValueError(f"port {port} is not between 1 and 65535")
        if len(set(ports)) < len(ports):
            raise ValueError("console_port, adb_port and grpc_port must differ")
        if self.adb_port is not None and self.console_port not in (None, self.adb_port - 1):
            raise ValueError(
                f"adb_port={self.adb_port}: adb takes the port before its own for the console's; write "
                f"console_port={self.adb_port - 1}, or leave it out"
            )

    @property
    def text(self) -> str:
        """The device spec of these options."""
        parts = []
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name != "avd" and value == field.default:
                continue
            if isinstance(value, bool):
                value = "yes" if value else "no"
            elif isinstance(value, float):
                value = f"{value:g}"
            parts.append(f"{field.name}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
        return f"emulator:{','.join(parts)}"


AVD_KEYS: Final = tuple(field.name for field in dataclasses.fields(AvdOptions))
"""Options that a device spec of an AVD may set."""


def parse_avd_options(text: str) -> AvdOptions:
    """Reads `avd=NAME[,option=value…]`.

    Raises:
      ValueError: the text is malformed. The error quotes it and gives the right format.
    """
    given = read_pairs(text, AVD_KEYS)
    if "avd" not in given:
        raise ValueError("which AVD? write avd=NAME, such as emulator:avd=Pixel_3a")
    return AvdOptions(**given)


def read_pairs(text: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """Reads `key=value` pairs, separated by commas. Each value is converted to the type of its option.

    Raises:
      ValueError: a pair is malformed or unknown, or a key appears twice.
    """
    found: dict[str, Any] = {}
    for pair in text.split(","):
        key, equals, value = pair.partition("=")
        if key not in keys:
            all_of_them = f"there are: {', '.join(keys)}"
            raise ValueError(f"unknown option {key!r} ({nearest(key, keys, all_of_them)})")
        if not equals or not value:
            raise ValueError(f"option {key!r} has no value (write {key}=…)")
        if key in found:
            raise ValueError(f"option {key!r} is there twice")
        found[key] = _value(key, value)
    return found


def _value(key: str, text: str) -> Any:
    if key in ("headless", "restrict_network"):
        if text not in _YES_NO:
            raise ValueError(f"{key}={text}: expected yes or no")
        return _YES_NO[text]
    if key.endswith("_port"):
        if not re.fullmatch(r"[0-9]{1,5}", text):
            raise ValueError(f"{key}={text}: expected a port, such as {key}=5554")
        return int(text)
    if key == "boot_timeout":
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
            raise ValueError(f"{key}={text}: expected seconds, such as {key}=120")
        return float(text)
    return text
