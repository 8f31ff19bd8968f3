"""The brightness slider, and how its places stand for the levels 1 to 255."""

from __future__ import annotations

import math

from mobile_env.phone.sdk import Dialog, Layout, Screen

LOWEST, HIGHEST = 1, 255
SLIDER_END = 65535
# A hybrid log-gamma curve, since eyes see ratios of light (settingslib's BrightnessUtils).
_R, _A, _B, _C = 0.5, 0.17883277, 0.28466892, 0.55991073


def slider_of(level: int) -> float:
    """Where a level stands on the slider, 0 to 1."""
    light = 12 * (min(max(level, LOWEST), HIGHEST) - LOWEST) / (HIGHEST - LOWEST)
    place = math.sqrt(light) * _R if light <= 1 else _A * math.log(light - _B) + _C
    return min(1.0, max(0.0, place))


def level_of(place: float) -> int:
    """The level at a place on the slider, 0 to 1."""
    light = (place / _R) ** 2 if place <= _R else math.exp((place - _C) / _A) + _B
    return round(LOWEST + min(max(light / 12, 0.0), 1.0) * (HIGHEST - LOWEST))


def level_in(setting: str) -> int:
    """The level that a setting's text holds; the lowest for text that is no number."""
    return int(setting) if setting.isdecimal() else LOWEST


class BrightnessDialog(Dialog):
    """The slider in a window of its own, at the top of the screen."""

    dim = 0.0

    def screen(self) -> Screen:
        return Layout("brightness.xml", end=SLIDER_END)

    def read_bind(self, bind: str) -> object:
        if bind != "level":
            return super().read_bind(bind)
        return round(slider_of(level_in(self.setting("system", "screen_brightness"))) * SLIDER_END)

    def write_bind(self, bind: str, value: object) -> None:
        if bind == "level" and isinstance(value, int):
            self.put_setting("system", "screen_brightness", level_of(value / SLIDER_END))
        else:
            super().write_bind(bind, value)
