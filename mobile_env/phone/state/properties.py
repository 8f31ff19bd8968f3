"""Android's system properties, as `getprop` shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mobile_env.phone.state.part import Part

# Longest value that init takes for a property that is not read-only (PROP_VALUE_MAX, its final NUL aside).
VALUE_MAX = 91

_BUILD = {
    "dalvik.vm.heapsize": "512m",
    "dev.bootcomplete": "1",
    "gsm.network.type": "LTE",
    "gsm.operator.alpha": "T-Mobile",
    "gsm.sim.state": "LOADED",
    "init.svc.adbd": "running",
    "init.svc.bootanim": "stopped",
    "init.svc.surfaceflinger": "running",
    "init.svc.zygote": "running",
    "persist.sys.locale": "en-US",
    "persist.sys.timezone": "GMT",
    "persist.sys.usb.config": "adb",
    "ro.adb.secure": "0",
    "ro.boot.hardware": "ranchu",
    "ro.boot.serialno": "EMULATOR33X1X0X0",
    "ro.bootloader": "unknown",
    "ro.build.characteristics": "emulator",
    "ro.build.date.utc": "1682635219",
    "ro.build.display.id": "sdk_gphone64_x86_64-userdebug 13 TE1A.220922.034 10940250 dev-keys",
    "ro.build.fingerprint": (
        "google/sdk_gphone64_x86_64/emu64xa:13/TE1A.220922.034/10940250:userdebug/dev-keys"
    ),
    "ro.build.id": "TE1A.220922.034",
    "ro.build.product": "emu64xa",
    "ro.build.tags": "dev-keys",
    "ro.build.type": "userdebug",
    "ro.build.version.all_codenames": "REL",
    "ro.build.version.codename": "REL",
    "ro.build.version.incremental": "10940250",
    "ro.build.version.release": "13",
    "ro.build.version.release_or_codename": "13",
    "ro.build.version.sdk": "33",
    "ro.build.version.security_patch": "2023-03-05",
    "ro.crypto.state": "encrypted",
    "ro.debuggable": "1",
    "ro.hardware": "ranchu",
    "ro.kernel.qemu": "1",
    "ro.product.board": "goldfish_x86_64",
    "ro.product.brand": "google",
    "ro.product.build.version.sdk": "33",
    "ro.product.cpu.abi": "x86_64",
    "ro.product.cpu.abilist": "x86_64,arm64-v8a",
    "ro.product.cpu.abilist64": "x86_64,arm64-v8a",
    "ro.product.device": "emu64xa",
    "ro.product.first_api_level": "33",
    "ro.product.locale": "en-US",
    "ro.product.manufacturer": "Google",
    "ro.product.model": "sdk_gphone64_x86_64",
    "ro.product.name": "sdk_gphone64_x86_64",
    "ro.secure": "1",
    "ro.serialno": "EMULATOR33X1X0X0",
    "ro.zygote": "zygote64",
    "service.adb.root": "0",
    "sys.boot_completed": "1",
    "sys.usb.state": "adb",
    "vold.decrypt": "",
}


class SystemProperties(Part):
    """Properties by name; all values are text.

    Args:
      density_dpi: density of the display, for `ro.sf.lcd_density`.
      extra: further properties of a fresh phone.
    """

    def __init__(self, density_dpi: int = 400, extra: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._values = dict(_BUILD)
        self._values["ro.sf.lcd_density"] = str(density_dpi)
        self._values["qemu.sf.lcd_density"] = str(density_dpi)
        self._values.update(extra or {})

    def get(self, name: str, default: str = "") -> str:
        """Returns the value, or `default` if the property is not set or empty."""
        return self._values.get(name) or default

    def set(self, name: str, value: str) -> bool:
        """Sets a property; False, and nothing set, if init would refuse it (read-only, bad, too long)."""
        read_only = name.startswith("ro.")
        if read_only and name in self._values:
            return False
        if not name or name.startswith(".") or name.endswith(".") or ".." in name:
            return False
        if not all(c.isascii() and (c.isalnum() or c in "._-@:") for c in name):
            return False
        if not read_only and len(value.encode("utf-8", "surrogateescape")) > VALUE_MAX:
            return False
        self._values[name] = value
        self.touch()
        return True

    def list(self) -> Sequence[tuple[str, str]]:
        """Returns (name, value) pairs, sorted by name."""
        return sorted(self._values.items())

    def after_boot(self) -> None:
        self.set("service.adb.root", "0")

    def copy(self) -> SystemProperties:
        """Returns independent properties with the same values."""
        properties = SystemProperties.__new__(SystemProperties)
        properties._values = dict(self._values)
        properties.version = self.version
        return properties
