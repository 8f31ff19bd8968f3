"""Pictures of app bars, lists, chips and buttons with icons at known places, for measuring the finding of icons."""

import dataclasses
from collections.abc import Iterator, Sequence
from importlib import resources

import blitz_py
import numpy as np
from numpy.typing import NDArray

from benchmarks.icon_renderings import coloured
from mobile_env.signals.icons.classes import CLASSES
from mobile_env.signals.icons.drawings import sized_svg
from mobile_env.signals.icons.glyphs import bounds, ink
from mobile_env.signals.icons.training import material_icons
from mobile_env.signals.ocr.contract import Box

# (ground, ink, bar, ink on the bar, accent).
THEMES = (
    ("#ffffff", "#5f6368", "#6200ee", "#ffffff", "#03dac5"),
    ("#fafafa", "#202124", "#ffffff", "#444444", "#1a73e8"),
    ("#121212", "#e8eaed", "#1f1f1f", "#ffffff", "#bb86fc"),
    ("#fffbfe", "#49454f", "#93b874", "#ffffff", "#6750a4"),
)
_TEXT = """
Inbox Bake Lobster Tails How to Draw a Cat Settings Wi-Fi is on Search Categories Reload page Alice
12:30 Random article Write a letter of thanks Bookmarks OK Cancel Saved 24 items Health Computers and
Electronics
"""
_WORDS = _TEXT.split()


@dataclasses.dataclass(frozen=True)
class Scene:
    """A screen.

    Attributes:
      pixels: uint8 RGB (height, width, 3).
      icons: tight boxes of all icons on it.
      names: their classes.
    """

    pixels: NDArray[np.uint8]
    icons: tuple[Box, ...]
    names: tuple[str, ...]


def scenes(count: int, seed: int, width: int = 360, height: int = 480) -> Iterator[Scene]:
    """Makes screens of an app bar, list rows, chips, a bottom bar and a floating button, in several densities."""
    random = np.random.default_rng(seed)
    icons = material_icons(("filled", "outlined"))
    font = (resources.files("fontpkg_roboto") / "files" / "Roboto[wdth,wght].ttf").read_bytes()
    blitz_py.register_fonts([font], default_family="Roboto")
    for number in range(count):
        ground, shade, bar, on_bar, accent = THEMES[number % len(THEMES)]
        style = ("filled", "outlined")[int(random.integers(2))]
        scale = (1.0, 1.5, 2.0, 2.5)[int(random.integers(4))]
        drawn: list[tuple[str, str, str]] = []

        def icon(colour: str, behind: str, side: int = 24, style: str = style, drawn: list = drawn) -> str:
            name = str(random.choice([c for c in CLASSES if (style, c) in icons]))
            drawn.append((f"i{len(drawn)}", name, behind))
            svg = sized_svg(coloured(icons[style, name], colour), side)
            return f'<div id="{drawn[-1][0]}" style="width:{side}px;height:{side}px">{svg}</div>'

        def words(least: int, most: int) -> str:
            return " ".join(random.choice(_WORDS, int(random.integers(least, most + 1))))

        rows = "".join(
            f'<div class="row">{icon(shade, ground)}<div style="margin-left:32px"><div>{words(2, 4)}</div>'
            f'<div style="font-size:13px;opacity:.7">{words(3, 6)}</div></div><div style="flex:1"></div>'
            f"{icon(shade, ground) if random.random() < 0.5 else ''}</div>"
            for _ in range(4)
        )
        chips = "".join(
            f'<div class="chip" style="border:1px solid {shade}">{icon(accent, ground, 18)}'
            f'<span style="margin-left:8px">{words(1, 1)}</span></div>'
            for _ in range(2)
        )
        tabs = "".join(
            f'<div class="tab">{icon(shade, ground)}<div style="font-size:12px">{words(1, 1)}</div></div>'
            for _ in range(4)
        )
        page = blitz_py.Template(
            f'<div class="bar" style="background:{bar};color:{on_bar}">{icon(on_bar, bar)}<div style="margin-left:32px;'
            f'font-size:20px">{words(1, 2)}</div><div style="flex:1"></div>{icon(on_bar, bar)}'
            f'<div style="width:20px"></div>{icon(on_bar, bar)}</div>{rows}<div style="display:flex">{chips}</div>'
            f'<div class="fab" style="background:{accent}">{icon("#000000", accent)}</div>'
            f'<div class="tabs">{tabs}</div>',
            width=width,
            height=height,
            scale=scale,
            css=f"html,body{{margin:0;font-family:Roboto;font-size:16px;color:{shade}}}svg{{display:block}}"
            ".bar{display:flex;align-items:center;height:56px;padding:0 16px}"
            ".row{display:flex;align-items:center;height:64px;padding:0 16px}"
            ".chip{display:flex;align-items:center;height:32px;border-radius:8px;padding:0 12px;margin:8px;"
            "font-size:14px}"
            ".fab{position:absolute;right:16px;top:335px;width:56px;height:56px;border-radius:28px;display:flex;"
            "align-items:center;justify-content:center}"
            ".tabs{position:absolute;left:0;top:416px;width:100%;display:flex;height:64px}"
            ".tab{width:90px;display:flex;flex-direction:column;align-items:center;justify-content:center}",
            background=ground,
        )
        wide, high, data = page.render_rgba()
        pixels = np.ascontiguousarray(np.frombuffer(data, np.uint8).reshape(high, wide, 4)[..., :3])
        places = page.boxes()
        found, names = [], []
        for uid, name, behind in drawn:
            x, y, w, h = (value * scale for value in places[uid])
            left, top = int(x), int(y)
            patch = pixels[top : int(np.ceil(y + h)), left : int(np.ceil(x + w))]
            colour = np.array([int(behind[k : k + 2], 16) for k in (1, 3, 5)], np.float32)
            mask = ink(patch, colour)
            tight = None if mask is None else bounds(mask)
            if tight is not None:
                found.append(
                    Box(
                        left + int(tight[0]),
                        top + int(tight[1]),
                        left + round(tight[2]),
                        top + round(tight[3]),
                    )
                )
                names.append(name)
        yield Scene(pixels, tuple(found), tuple(names))


def overlap(one: Box, other: Box) -> float:
    """Intersection over union."""
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    shared = max(0, width) * max(0, height)
    return shared / (one.width * one.height + other.width * other.height - shared)


def compare(found: Sequence[Box], expected: Sequence[Box]) -> tuple[list[Box], list[Box], list[Box]]:
    """Icons that were found (boxes that overlap by half or more), that were missed, and boxes that are no icon."""
    left = list(found)
    hit, missed = [], []
    for box in expected:
        best = max(left, key=lambda other: overlap(box, other), default=None)
        if best is not None and overlap(box, best) >= 0.5:
            left.remove(best)
            hit.append(best)
        else:
            missed.append(box)
    return hit, missed, left
