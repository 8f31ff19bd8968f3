"""Material 3 colours from one seed: tonal palettes, and the CSS variables that parts are drawn with.

A palette keeps hue and chroma of a colour and moves its tone (CIE L*), as Material's HCT does; hue and chroma are
OKLCH here, which needs no viewing conditions. Chroma is cut to what sRGB can show.
"""

from __future__ import annotations

import math
from functools import lru_cache

_KEYS = {"primary": None, "secondary": 0.045, "tertiary": 0.07, "neutral": 0.008, "variant": 0.018}
_PRIMARY_CHROMA = 0.13
_ERROR_HUE, _ERROR_CHROMA = math.radians(27), 0.19

# Role → (palette, tone when light, tone when dark): m3.material.io, color roles.
_ROLES: dict[str, tuple[str, int, int]] = {
    "primary": ("primary", 40, 80),
    "on-primary": ("primary", 100, 20),
    "primary-container": ("primary", 90, 30),
    "on-primary-container": ("primary", 10, 90),
    "inverse-primary": ("primary", 80, 40),
    "secondary": ("secondary", 40, 80),
    "on-secondary": ("secondary", 100, 20),
    "secondary-container": ("secondary", 90, 30),
    "on-secondary-container": ("secondary", 10, 90),
    "tertiary": ("tertiary", 40, 80),
    "on-tertiary": ("tertiary", 100, 20),
    "tertiary-container": ("tertiary", 90, 30),
    "on-tertiary-container": ("tertiary", 10, 90),
    "surface": ("neutral", 98, 6),
    "surface-lowest": ("neutral", 100, 4),
    "surface-low": ("neutral", 96, 10),
    "surface-mid": ("neutral", 94, 12),
    "surface-high": ("neutral", 92, 17),
    "surface-highest": ("neutral", 90, 22),
    "on-surface": ("neutral", 10, 90),
    "on-surface-variant": ("variant", 30, 80),
    "outline": ("variant", 48, 60),
    "outline-variant": ("variant", 80, 30),
    "inverse-surface": ("neutral", 20, 90),
    "inverse-on-surface": ("neutral", 95, 20),
    "error": ("error", 40, 80),
    "on-error": ("error", 100, 20),
    "error-container": ("error", 90, 30),
    "on-error-container": ("error", 10, 90),
}


@lru_cache(maxsize=512)
def palette(seed: str, dark: bool = False) -> dict[str, str]:
    """Role → "#rrggbb" of the scheme that a seed colour gives.

    Raises:
      ValueError: `seed` is no "#rrggbb".
    """
    hue, chroma = _hue_and_chroma(seed)
    grey = chroma < 0.02
    made = {}
    for role, (name, light_tone, dark_tone) in _ROLES.items():
        own_hue, own_chroma = hue, 0.0 if grey else _KEYS.get(name) or max(chroma, _PRIMARY_CHROMA)
        if name == "tertiary":
            own_hue = hue + math.radians(60)
        elif name == "error":
            own_hue, own_chroma = _ERROR_HUE, _ERROR_CHROMA
        made[role] = tone_of(own_hue, own_chroma, dark_tone if dark else light_tone)
    return made


def variables(seed: str, *, dark: bool, font_scale: float, primary: str = "") -> str:
    """The style rule that gives a window its colours and its text size."""
    roles = dict(palette(seed, dark))
    if primary and not dark:
        roles["primary"] = primary
        roles["on-primary"] = (
            "#ffffff" if contrast(primary, "#ffffff") >= contrast(primary, "#000000") else "#000000"
        )
    colours = "".join(f"--{role}:{colour};" for role, colour in roles.items())
    return f":root{{{colours}--font-scale:{font_scale:g}}}"


def contrast(first: str, second: str) -> float:
    """WCAG's contrast ratio of two colours, 1 to 21."""
    bright, dim = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def tone_of(hue: float, chroma: float, tone: float) -> str:
    """The colour of an OKLCH hue (radians) and at most that chroma whose L* is `tone` (0–100)."""
    if tone >= 100:
        return "#ffffff"
    if tone <= 0:
        return "#000000"
    low, high = 0.0, chroma
    best = _solve(hue, 0.0, tone)
    for _ in range(14):
        middle = (low + high) / 2
        rgb = _solve(hue, middle, tone)
        if all(-0.0005 <= channel <= 1.0005 for channel in rgb):
            best, low = rgb, middle
        else:
            high = middle
    return _hex(best)


def _solve(hue: float, chroma: float, tone: float) -> tuple[float, float, float]:
    """Linear RGB of a hue and chroma at the lightness whose luminance is that of L* `tone`."""
    wanted = ((tone + 16) / 116) ** 3 if tone > 8 else tone / 903.3
    low, high = 0.0, 1.0
    rgb = (0.0, 0.0, 0.0)
    for _ in range(22):
        lightness = (low + high) / 2
        rgb = _from_oklch(lightness, chroma, hue)
        if 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2] < wanted:
            low = lightness
        else:
            high = lightness
    return rgb


def _from_oklch(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    l_ = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    m_ = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    s_ = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * l_ - 3.3077115913 * m_ + 0.2309699292 * s_,
        -1.2684380046 * l_ + 2.6097574011 * m_ - 0.3413193965 * s_,
        -0.0041960863 * l_ - 0.7034186147 * m_ + 1.7076147010 * s_,
    )


def _hue_and_chroma(colour: str) -> tuple[float, float]:
    red, green, blue = _linear(colour)
    l_ = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    m_ = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    s_ = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    a = 1.9779984951 * l_ - 2.4285922050 * m_ + 0.4505937099 * s_
    b = 0.0259040371 * l_ + 0.7827717662 * m_ - 0.8086757660 * s_
    return math.atan2(b, a), math.hypot(a, b)


def _linear(colour: str) -> tuple[float, float, float]:
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"{colour!r} is no colour (write #rrggbb)")
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _hex(rgb: tuple[float, float, float]) -> str:
    def channel(value: float) -> int:
        value = min(1.0, max(0.0, value))
        return round(255 * (value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))

    return "#" + "".join(f"{channel(value):02x}" for value in rgb)
