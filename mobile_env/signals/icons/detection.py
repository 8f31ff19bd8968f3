"""Detects possible icons in a picture: small compact shapes on a plain background that are not part of a
text line."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from mobile_env.signals.ocr.contract import Box, Image

# Pixels whose neighbourhood varies by less than this (of 255) are flat.
_FLAT = 20

# Limits of an icon's longer side in pixels, and of its aspect ratio: a minus sign is 7 wide and 1 high.
LEAST_SIDE, MOST_SIDE = 8, 220
_MOST_STRETCHED = 9.0

# Parts belong together (dots, arcs, bars of one icon) if their distance is less than this share of the smaller
# part's longer side,
_PART_GAP = 0.65

# ... or than this share of the larger part's: short and long lines under each other.
_STROKE_GAP = 0.18

# Letters are on one line if their distance is less than this share of their height and they overlap vertically
# by this share.
_LETTER_GAP = 0.5
_LETTER_OVERLAP = 0.55

# A hyphen or a full stop is closer to its word than this share of the line's height.
_PUNCTUATION_GAP = 0.4

# This many letters are a word. A run longer than this many heights is a word too, even if its letters touch.
_LETTERS = 3
_WORD_STRETCH = 2.3
_TOUCHING_STRETCH = 2.6

# Parts of one icon, such as the dots of `more_horiz`, differ in size by at most this factor.
_ALIKE = 1.2

# More shapes than this mean a photograph or a page of text, which would take too long.
_MOST_SHAPES = 3000

# A shape in the middle of a disc or tile is a separate icon if its side is between these shares of the tile's side.
_INNER = (0.2, 0.78)
_OFF_CENTRE = 0.12


@dataclass(slots=True)
class _Shape:
    left: int
    top: int
    right: int
    bottom: int
    ink: int
    is_frame: bool = False

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def longer(self) -> int:
        return max(self.width, self.height)

    def joined(self, other: _Shape) -> _Shape:
        return _Shape(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
            self.ink + other.ink,
        )


@dataclass(frozen=True, slots=True)
class Candidate:
    """A region that may contain an icon.

    Attributes:
      box: tight box in pixels.
      inner: box of a shape in the middle, if there is one. Either `box` is a disc or tile under the icon
        `inner`, or `inner` is a part of the icon `box`. Their shapes decide which.
    """

    box: Box
    inner: Box | None = None


def candidates(image: Image) -> list[Candidate]:
    """Returns regions that may contain icons, row by row from the top, each row from the left.

    Args:
      image: uint8 RGB (height, width, 3).
    """
    height, width = image.shape[:2]
    if min(height, width) < LEAST_SIDE:
        return []
    found: dict[Box, Box | None] = {}
    inner: list[tuple[_Shape, _Shape]] = []
    text: set[int] = set()
    # From the outermost inwards, because a shape inside a letter belongs to the letter.
    for container, parts in _by_container(_shapes(image)):
        if container is not None and id(container) in text:
            text.update(map(id, parts))
            continue
        rest, pairs, letters = _without_text(parts)
        text.update(map(id, letters))
        # The label below an icon in a bar must not become a part of the icon.
        icons = [shape for shape in _merged(rest) + pairs if _is_icon(shape)]
        if container is None or container.longer > MOST_SIDE or container.width > 2 * container.height:
            # The screen, or a card, a bar, a chip: it contains icons.
            found |= dict.fromkeys(_box(shape) for shape in icons)
        elif len(icons) == 1 and _lies_in_the_middle(icons[0], container):
            inner.append((container, icons[0]))
    for container, shape in inner:
        # Its outermost edge may now be part of a larger box, and `inner` is no longer in the middle.
        if _box(container) in found:
            found[_box(container)] = _box(shape)
    return [Candidate(box, found[box]) for box in sorted(found, key=lambda box: (box.top, box.left, box))]


def _box(shape: _Shape) -> Box:
    return Box(shape.left, shape.top, shape.right, shape.bottom)


def _shapes(image: Image) -> list[_Shape]:
    """Boxes of connected edges, with the density of their pixels, which separates outlines from photographs."""
    # Compare each pixel with its right and lower neighbours, so that an edge is marked on one side only.
    varies = np.zeros(image.shape[:2], np.uint8)
    flat = (_FLAT - 1,) * 3
    for part, difference in (
        (varies[:, 1:], cv2.absdiff(image[:, 1:], image[:, :-1])),
        (varies[1:], cv2.absdiff(image[1:], image[:-1])),
    ):
        if difference.size:
            part |= (cv2.inRange(difference, (0, 0, 0), flat) == 0).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(varies, connectivity=8)
    numbers = np.arange(1, count)
    # Single pixels are noise.
    numbers = numbers[stats[1:, cv2.CC_STAT_AREA] >= 3]
    if len(numbers) > _MOST_SHAPES:
        largest = np.argsort(-stats[numbers, cv2.CC_STAT_AREA], kind="stable")
        numbers = numbers[largest[:_MOST_SHAPES]]
    places = labels.astype(np.int32, copy=False)
    shapes = []
    for number in numbers.tolist():
        left, top, width, height, area = stats[number].tolist()
        is_frame = width > 2 * height and _is_empty_inside(places, number, left, top, width, height)
        shapes.append(_Shape(left, top, left + width, top + height, area, is_frame))
    return shapes


def _is_empty_inside(
    labels: npt.NDArray[np.int32], number: int, left: int, top: int, width: int, height: int
) -> bool:
    """Whether a wide shape has edges only at its rim. This holds for chips, buttons and bars, but not for
    words."""
    rows = labels[
        top + height // 3 : top + height - height // 3, left + width // 4 : left + width - width // 4
    ]
    return height >= LEAST_SIDE and not (rows == number).any()


def _by_container(shapes: list[_Shape]) -> list[tuple[_Shape | None, list[_Shape]]]:
    """Groups shapes by the smallest shape that encloses them; None for shapes that no shape encloses."""
    largest = sorted(shapes, key=lambda shape: (-shape.width * shape.height, shape.top, shape.left))
    enclosing = [shape for shape in largest if min(shape.width, shape.height) >= LEAST_SIDE]
    sides = np.array([(s.left, s.top, s.right, s.bottom) for s in enclosing], np.int32).reshape(-1, 4)
    groups: dict[int, list[_Shape]] = {}
    for shape in largest:
        holds = (
            (sides[:, 0] <= shape.left)
            & (sides[:, 1] <= shape.top)
            & (sides[:, 2] >= shape.right)
            & (sides[:, 3] >= shape.bottom)
        )
        around = [number for number in np.flatnonzero(holds).tolist() if enclosing[number] is not shape]
        # From large to small: the last match is the smallest.
        inner = [n for n in around if enclosing[n].width * enclosing[n].height > shape.width * shape.height]
        groups.setdefault(inner[-1] if inner else -1, []).append(shape)
    return [
        (None if number < 0 else enclosing[number], parts)
        for number, parts in sorted(groups.items())
        if number < 0 or not _is_photograph(enclosing[number])
    ]


def _is_photograph(shape: _Shape) -> bool:
    return shape.longer > MOST_SIDE and shape.ink > 0.25 * shape.width * shape.height


def _without_text(shapes: list[_Shape]) -> tuple[list[_Shape], list[_Shape], list[_Shape]]:
    """Splits shapes into three lists: shapes that are not letters; pairs on a text line, which may be a
    short word or an icon; letters."""
    shapes = sorted(shapes, key=lambda shape: (shape.left, shape.top))
    if not shapes:
        return [], [], []
    sides = np.array([(s.left, s.top, s.right, s.bottom) for s in shapes], np.int32)
    lefts = sides[:, 0]
    heights = sides[:, 3] - sides[:, 1]
    line = list(range(len(shapes)))

    def root(number: int) -> int:
        while line[number] != number:
            line[number] = line[line[number]]
            number = line[number]
        return number

    for number, shape in enumerate(shapes):
        end = int(np.searchsorted(lefts, shape.right + max(2.0, _LETTER_GAP * shape.height) + 1))
        if end <= number + 1:
            continue
        near = slice(number + 1, end)
        overlap = np.minimum(sides[near, 3], shape.bottom) - np.maximum(sides[near, 1], shape.top)
        lower = np.minimum(heights[near], shape.height)
        higher = np.maximum(heights[near], shape.height)
        gap = lefts[near] - shape.right
        joins = (
            (overlap >= _LETTER_OVERLAP * lower)
            & (gap <= np.maximum(2, _LETTER_GAP * lower))
            & (higher <= 2.6 * lower)
        )
        for other in (np.flatnonzero(joins) + number + 1).tolist():
            line[root(other)] = root(number)
    lines: dict[int, list[_Shape]] = {}
    for number, shape in enumerate(shapes):
        lines.setdefault(root(number), []).append(shape)
    texts = [_whole(parts) for parts in lines.values() if _is_text(parts)]
    rest: list[_Shape] = []
    pairs: list[_Shape] = []
    letters: list[_Shape] = []
    for parts in lines.values():
        whole = _whole(parts)
        if _is_text(parts) or any(_is_punctuation(whole, text) for text in texts):
            letters += parts
        elif len(parts) == 2 and any(_stand_on_a_line(whole, text) for text in texts):
            pairs.append(whole)
        else:
            rest += parts
    return rest, pairs, letters


def _whole(parts: list[_Shape]) -> _Shape:
    whole = parts[0]
    for shape in parts[1:]:
        whole = whole.joined(shape)
    return whole


def _stand_on_a_line(shape: _Shape, text: _Shape) -> bool:
    slack = 0.25 * text.height
    return shape.top >= text.top - slack and shape.bottom <= text.bottom + slack


def _is_punctuation(shape: _Shape, text: _Shape) -> bool:
    gap = max(text.left - shape.right, shape.left - text.right)
    return gap <= _PUNCTUATION_GAP * text.height and _stand_on_a_line(shape, text)


def _is_text(line: list[_Shape]) -> bool:
    whole = _whole(line)
    if any(shape.is_frame for shape in line):
        return False
    stretched = whole.width > _WORD_STRETCH * whole.height
    if len(line) < _LETTERS:
        # Two letters are text such as "OK" or "24". One long shape is a word with touching letters, or a bar
        # of an icon:
        # edges of letters fill their line, while a bar has an empty middle or is very thin.
        stretched = whole.width > _TOUCHING_STRETCH * whole.height or (len(line) == 2 and stretched)
        dense = whole.height >= 7 and whole.ink > 0.35 * whole.width * whole.height
        return stretched and (len(line) == 2 or dense)
    alike = max(s.longer for s in line) <= _ALIKE * min(s.longer for s in line) + 1
    if alike and len(line) <= 4 and all(abs(s.width - s.height) <= 1 + s.width // 6 for s in line):
        return False
    return whole.width > 1.3 * whole.height


def _merged(shapes: list[_Shape]) -> list[_Shape]:
    """Joins the parts of icons."""
    shapes = [shape for shape in shapes if shape.longer <= MOST_SIDE]
    changed = True
    while changed:
        changed = False
        shapes.sort(key=lambda shape: (shape.left, shape.top, shape.right, shape.bottom))
        done: list[_Shape] = []
        for shape in shapes:
            for number in range(len(done) - 1, -1, -1):
                other = done[number]
                if _belong_together(shape, other):
                    shape = shape.joined(other)
                    del done[number]
                    changed = True
            done.append(shape)
        shapes = done
    return shapes


def _belong_together(one: _Shape, other: _Shape) -> bool:
    across = max(one.left, other.left) - min(one.right, other.right)
    down = max(one.top, other.top) - min(one.bottom, other.bottom)
    smaller = min(one.longer, other.longer)
    reach = max(2.0, _PART_GAP * smaller, _STROKE_GAP * max(one.longer, other.longer))
    if max(across, down) > reach:
        return False
    whole = one.joined(other)
    # Two complete icons side by side are not joined.
    return whole.longer <= 1.25 * max(one.longer, other.longer) + 2 or smaller <= 0.55 * whole.longer


def _is_icon(shape: _Shape) -> bool:
    shorter = min(shape.width, shape.height)
    return LEAST_SIDE <= shape.longer <= MOST_SIDE and shape.longer <= _MOST_STRETCHED * shorter


def _lies_in_the_middle(shape: _Shape, container: _Shape) -> bool:
    share = shape.longer / container.longer
    across = (shape.left + shape.right - container.left - container.right) / 2
    down = (shape.top + shape.bottom - container.top - container.bottom) / 2
    return _INNER[0] <= share <= _INNER[1] and max(abs(across), abs(down)) <= _OFF_CENTRE * container.longer
