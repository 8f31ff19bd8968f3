"""`wm` and `cmd window`: size, density and rotation of the screen."""

from __future__ import annotations

import re

from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.shell.call import Call, java_error


def wm(call: Call) -> int:
    """Reports and sets density and rotation. A size is stored and reported, but does not change the screen."""
    if not call.args or call.args[0] in ("help", "-h"):
        call.print(
            "Window manager (window) commands:\n  help\n  size\n  density\n  user-rotation\n  dismiss-keyguard"
        )
        return 0 if call.args else 255
    verb, *words = call.args
    if "-d" in words:
        at = words.index("-d")
        words = words[:at] + words[at + 2 :]
    if verb == "size":
        return _size(call, words)
    if verb == "density":
        return _density(call, words)
    if verb in ("user-rotation", "set-user-rotation"):
        return _rotation(call, words)
    if verb in (
        "dismiss-keyguard",
        "fixed-to-user-rotation",
        "set-ignore-orientation-request",
        "scaling",
        "overscan",
    ):
        return 0
    call.complain(f"Unknown command: {verb}")
    return 255


def _size(call: Call, words: list[str]) -> int:
    settings, upright = call.service(SettingsService), call.service(DisplayService).natural
    physical = f"{upright.width_px}x{upright.height_px}"
    if not words:
        call.print(f"Physical size: {physical}")
        forced = settings.get("global", "display_size_forced")
        if forced:
            call.print(f"Override size: {forced.replace(',', 'x')}")
    elif words[0] == "reset" or words[0] == physical:
        settings.delete("global", "display_size_forced")
    elif re.fullmatch(r"[1-9][0-9]{0,4}x[1-9][0-9]{0,4}", words[0]):
        settings.put("global", "display_size_forced", words[0].replace("x", ","))
    else:
        call.complain("Error: bad size " + words[0])
        return 255
    return 0


def _density(call: Call, words: list[str]) -> int:
    settings, physical = call.service(SettingsService), str(call.service(DisplayService).physical.density_dpi)
    if not words:
        call.print(f"Physical density: {physical}")
        forced = settings.get("secure", "display_density_forced")
        if forced:
            call.print(f"Override density: {forced}")
    elif words[0] == "reset" or words[0] == physical:
        settings.delete("secure", "display_density_forced")
    elif words[0].isdecimal() and 72 <= int(words[0]) < 10_000:
        settings.put("secure", "display_density_forced", words[0])
    else:
        call.complain("Error: density must be >= 72")
        return 255
    return 0


def _rotation(call: Call, words: list[str]) -> int:
    settings = call.service(SettingsService)
    if not words:
        free = settings.get("system", "accelerometer_rotation") == "1"
        call.print("free" if free else f"lock {settings.store.get_int('system', 'user_rotation')}")
    elif words[0] == "free":
        settings.put("system", "accelerometer_rotation", "1")
    elif words[0] == "lock" and (len(words) == 1 or words[1] in ("0", "1", "2", "3")):
        call.service(DisplayService).set_rotation(
            int(words[1]) if len(words) > 1 else call.service(DisplayService).orientation
        )
    else:
        raise java_error("user-rotation", "IllegalArgumentException", f"Unknown rotation: {words}")
    return 0
