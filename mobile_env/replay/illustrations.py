"""Draws the pictures of the WikiHow site: scenes with a subject, and portraits of authors."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import NamedTuple

from mobile_env.replay.articles import Illustration
from mobile_env.replay.drawing import Colour, Pen, colour, mix
from mobile_env.replay.subjects import INK, LEAF, SUBJECTS, WHITE


class Size(NamedTuple):
    """Width and height in px."""

    width: int
    height: int


LARGE = Size(480, 270)
TILE = Size(320, 240)
THUMBNAIL = Size(240, 180)
PORTRAIT = Size(240, 240)

_SKINS = ("#F3D3B8", "#E3B48E", "#C68F66", "#9A6544", "#6F4630")
_HAIRS = ("#2E2723", "#5A3A28", "#8A5A34", "#C79A58", "#8C8C92", "#9C4A34")
_CLOTHES = ("#5C8DC4", "#93B874", "#DE6254", "#8C70B0", "#E0A04C", "#4F9C98")
_BACKDROPS = ("#E7F0DE", "#E3EDF6", "#F8EBDD", "#F0E6F4", "#E2F2F0", "#F8F0D6")


class _Choice:
    """A reproducible sequence of choices, seeded by a name."""

    def __init__(self, name: str) -> None:
        self._bytes = iter(hashlib.sha256(name.encode()).digest())

    def of(self, options: int) -> int:
        return next(self._bytes) % options


#: Small things drawn beside the subject in pictures of methods.
_COMPANIONS = ("cup", "plant", "clock", "book", "letter", "phone", "house", "tree")


@lru_cache(maxsize=512)
def scene(name: str, illustration: Illustration, size: Size, companion: bool = False) -> bytes:
    """Returns a JPEG of the subject. `name` selects the small things, so that no two pictures are the same.

    With `companion`, a smaller thing is drawn beside the subject, and the background colour differs.
    """
    choice = _Choice(name)
    ground = colour(illustration.background)
    if companion:
        red, green, blue = ground
        turns = ((green, blue, red), (blue, red, green), (green, red, blue), (red, blue, green))
        ground = mix(ground, turns[choice.of(4)], 0.8)
    light, dark = mix(ground, WHITE, 0.45), mix(ground, INK, 0.16)
    pen = Pen(size.width, size.height, ground)
    _backdrop(pen, size, choice, light, dark)
    across = 0.36 if companion else 0.42 + 0.04 * choice.of(5)
    extent = size.height * (0.68 + 0.03 * choice.of(4))
    flip = bool(choice.of(2))
    _stand(pen, illustration.subject, (size.width * across, size.height * 0.51), extent, flip, choice, ground)
    if companion:
        others = [one for one in _COMPANIONS if one != illustration.subject]
        place = (size.width * (0.7 + 0.03 * choice.of(4)), size.height * 0.66)
        _stand(pen, others[choice.of(len(others))], place, extent * 0.52, flip, choice, ground)
    return pen.jpeg(quality=80)


def _stand(
    pen: Pen,
    subject: str,
    middle: tuple[float, float],
    extent: float,
    flip: bool,
    choice: _Choice,
    ground: Colour,
) -> None:
    """Draws a subject of `extent` px with its shadow."""
    pen.place((middle[0], middle[1] + extent * 0.46), extent)
    pen.ellipse((50, 50), (48, 7), mix(ground, INK, 0.3))
    pen.place(middle, extent, mirrored=flip, tilt=choice.of(5) * 2 - 4)
    SUBJECTS[subject](pen)


def _backdrop(pen: Pen, size: Size, choice: _Choice, light: Colour, dark: Colour) -> None:
    width, height = size
    kind = choice.of(4)
    pen.place((width / 2, height / 2), 100)
    left, right, top, bottom = 50 - width / 2, 50 + width / 2, 50 - height / 2, 50 + height / 2
    floor = bottom - height * (0.2 + 0.02 * choice.of(5))
    if kind == 0:
        pen.circle((50 + width * (0.02 * choice.of(9) - 0.08), 50), height * 0.44, light)
    elif kind == 1:
        for index in range(5):
            x = left + width * (0.05 + 0.22 * index) + choice.of(width // 12)
            pen.circle((x, top + height * 0.04 * choice.of(12)), height * (0.05 + 0.01 * choice.of(8)), light)
    elif kind == 2:
        for index in range(7):
            x = left + width * index / 6 - width * 0.08
            pen.polygon(
                [(x, top), (x + width * 0.08, top), (x - width * 0.04, bottom), (x - width * 0.12, bottom)],
                light,
            )
    else:
        pen.ellipse((left + width * 0.25, floor), (width * 0.4, height * 0.34), light)
        pen.ellipse((left + width * 0.85, floor), (width * 0.35, height * 0.24), light)
    pen.polygon([(left, floor), (right, floor), (right, bottom), (left, bottom)], dark)


@lru_cache(maxsize=64)
def portrait(name: str, size: Size = PORTRAIT) -> bytes:
    """Returns a JPEG of a friendly face, selected by the name."""
    choice = _Choice(name)
    skin = colour(_SKINS[choice.of(len(_SKINS))])
    hair = colour(_HAIRS[choice.of(len(_HAIRS))])
    cloth = colour(_CLOTHES[choice.of(len(_CLOTHES))])
    ground = colour(_BACKDROPS[choice.of(len(_BACKDROPS))])
    long_hair, glasses, parted = choice.of(2), choice.of(3) == 0, bool(choice.of(2))
    pen = Pen(size.width, size.height, ground)
    pen.place((size.width / 2, size.height / 2), size.height, mirrored=parted)
    pen.circle((50, 50), 46, mix(ground, LEAF, 0.3))
    if long_hair:
        pen.box(26, 22, 74, 74, hair, 22)
    pen.ellipse((50, 104), (36, 30), cloth)
    pen.box(42, 58, 58, 80, mix(skin, INK, 0.12), 7)
    pen.ellipse((50, 78), (9, 5), mix(skin, INK, 0.12))
    pen.ellipse((50, 45), (20, 24), skin)
    for x in (30, 70):
        pen.ellipse((x, 47), (3.5, 5.5), skin)
    pen.polygon([*pen.arc((50, 39), (23, 22), 180, 360), (68, 34), (46, 27), (36, 36)], hair)
    for x in (42, 58):
        pen.circle((x, 46), 2.4, INK)
        pen.line(pen.arc((x, 42), (4, 3), 200, 340), hair, 1.6)
    if glasses:
        for x in (42, 58):
            pen.line(pen.arc((x, 46), (6, 6), 0, 360), INK, 1.3, closed=True)
        pen.line([(48, 45), (52, 45)], INK, 1.3)
    pen.line([(50, 49), (48.5, 53), (51, 53)], mix(skin, INK, 0.3), 1.3)
    pen.line(pen.arc((50, 56), (7, 5), 20, 160), (190, 84, 78), 2.2)
    return pen.jpeg(quality=85)
