"""Draws flat pictures: shapes in a 100 × 100 square, drawn at double size and scaled down for smooth edges."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

Point = tuple[float, float]
Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""

OVERSAMPLING = 2
_SHIFT = 4  # OpenCV's fixed-point fraction bits, for sub-pixel positions


def colour(text: str) -> Colour:
    """`#93B874` → (147, 184, 116)."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """Mixes `one` with the share `part` of `other`."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


class Pen:
    """Draws on an image of `width` × `height` px. The point (50, 50) is at `centre`, and 100 units are `size` px.

    `mirrored` swaps left and right; `tilt` turns the shapes clockwise, in degrees.
    """

    def __init__(self, width: int, height: int, background: Colour) -> None:
        self._width, self._height = width, height
        self._image = np.empty((height * OVERSAMPLING, width * OVERSAMPLING, 3), np.uint8)
        self._image[:] = background
        self.place((width / 2, height / 2), min(width, height))

    def place(self, centre: Point, size: float, mirrored: bool = False, tilt: float = 0.0) -> None:
        """Sets the position of the 100 × 100 square, in px of the finished image."""
        self._centre, self._scale = centre, size / 100
        self._mirrored = mirrored
        self._cos, self._sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))

    def _at(self, point: Point) -> Point:
        x, y = point[0] - 50, point[1] - 50
        x, y = x * self._cos - y * self._sin, x * self._sin + y * self._cos
        if self._mirrored:
            x = -x
        factor = OVERSAMPLING * (1 << _SHIFT)
        return (self._centre[0] + x * self._scale) * factor, (self._centre[1] + y * self._scale) * factor

    def _array(self, points: Sequence[Point]) -> np.ndarray:
        return np.array([self._at(point) for point in points]).round().astype(np.int32)

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        cv2.fillPoly(self._image, [self._array(points)], fill, cv2.LINE_AA, _SHIFT)

    def line(self, points: Sequence[Point], stroke: Colour, width: float = 3.0, closed: bool = False) -> None:
        """A line with round ends; `width` in units."""
        pixels = max(1, round(width * self._scale * OVERSAMPLING))
        array = self._array(points)
        cv2.polylines(self._image, [array], closed, stroke, pixels, cv2.LINE_AA, _SHIFT)
        if pixels > 2:
            for x, y in array.tolist():
                radius = round(pixels / 2 * (1 << _SHIFT))
                cv2.circle(self._image, (x, y), radius, stroke, -1, cv2.LINE_AA, _SHIFT)

    def arc(self, centre: Point, radii: Point, start: float, end: float, turn: float = 0.0) -> list[Point]:
        """Points of an ellipse's arc for `polygon` or `line`; degrees clockwise from the right."""
        count = max(6, round(abs(end - start) / 8))
        angles = [math.radians(start + (end - start) * step / count) for step in range(count + 1)]
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        places = []
        for angle in angles:
            x, y = radii[0] * math.cos(angle), radii[1] * math.sin(angle)
            places.append((centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos))
        return places

    def ellipse(self, centre: Point, radii: Point, fill: Colour, turn: float = 0.0) -> None:
        self.polygon(self.arc(centre, radii, 0, 360, turn), fill)

    def circle(self, centre: Point, radius: float, fill: Colour) -> None:
        self.ellipse(centre, (radius, radius), fill)

    def box(
        self, left: float, top: float, right: float, bottom: float, fill: Colour, radius: float = 0.0
    ) -> None:
        """A rectangle with rounded corners."""
        r = min(radius, (right - left) / 2, (bottom - top) / 2)
        if r <= 0:
            self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill)
            return
        corners = [
            (right - r, top + r, 270),
            (right - r, bottom - r, 0),
            (left + r, bottom - r, 90),
            (left + r, top + r, 180),
        ]
        outline = [point for x, y, start in corners for point in self.arc((x, y), (r, r), start, start + 90)]
        self.polygon(outline, fill)

    def jpeg(self, quality: int = 82) -> bytes:
        """The finished image."""
        image = cv2.resize(self._image, (self._width, self._height), interpolation=cv2.INTER_AREA)
        encoded, data = cv2.imencode(
            ".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality]
        )
        if not encoded:
            raise ValueError(f"no JPEG of {self._width} × {self._height} px")
        return data.tobytes()
