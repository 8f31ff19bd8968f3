"""Drawings: image files of task authors (PNG, JPEG, WebP, SVG), and SVG sources rendered to pixels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from mobile_env.host_files import read_regular
from mobile_env.phone.ui import fonts
from mobile_env.phone.ui.images import decoded, size_of
from mobile_env.phone.ui.svg_source import SvgError, reduced
from mobile_env.signals.icons.contract import Drawing

# Side in pixels of a rendered SVG. It is larger than any icon on a phone, so that it is only ever scaled down.
SVG_SIDE = 192

# A larger picture is not an icon and would only use memory.
MOST_PIXELS = 4_000_000
MOST_BYTES = 16 << 20

_SVG = re.compile(r"<svg\b[^>]*>.*</svg\s*>", re.DOTALL | re.IGNORECASE)
_SVG_HEAD = re.compile(r"<svg\b[^>]*>", re.IGNORECASE)
_SIZE = re.compile(r"""\s(?:width|height)\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE)
_VIEW_BOX = re.compile(r"""\sviewBox\s*=\s*["']([^"']*)["']""", re.IGNORECASE)
_LENGTH = re.compile(r"""\s(width|height)\s*=\s*["']\s*([\d.]+)\s*(?:px)?\s*["']""", re.IGNORECASE)


class DrawingError(ValueError):
    """A file that cannot be used as an image.

    Attributes:
      mend: how to fix it.
    """

    def __init__(self, what: str, mend: str):
        super().__init__(what)
        self.mend = mend


def sized_svg(svg: str, side: int) -> str:
    """Returns the `<svg>` element of a source, with a height and width of `side` pixels. Proportions are
    kept."""
    match = _SVG.search(svg)
    if match is None:
        raise DrawingError("the file holds no <svg> element", "give an SVG or PNG image")
    element = match[0]
    head = _SVG_HEAD.search(element)
    assert head is not None
    opening = _SIZE.sub("", head[0])
    if _VIEW_BOX.search(opening) is None:
        lengths = {name.lower(): value for name, value in _LENGTH.findall(head[0])}
        if len(lengths) < 2:
            raise DrawingError("the SVG has no size", "give it a viewBox")
        opening = opening[:4] + f' viewBox="0 0 {lengths["width"]} {lengths["height"]}"' + opening[4:]
    opening = f'{opening[:4]} width="{side}" height="{side}"{opening[4:]}'
    return opening + element[head.end() :]


def paint(svgs: Sequence[str], side: int = SVG_SIDE, colour: str = "#000") -> list[Drawing]:
    """Renders SVG sources.

    Args:
      svgs: the sources. `colour` is used for `currentColor`.
      side: height and width of each drawing in pixels.
      colour: a CSS colour.

    Raises:
      DrawingError: a source is not an SVG.
    """
    import blitz_py

    fonts.register()  # before the engine searches for fonts of the host
    # Many small drawings are rendered in one document, because a document costs more than its pictures.
    columns = max(1, 1536 // side)
    sheet = columns * columns
    drawings: list[Drawing] = []
    for start in range(0, len(svgs), sheet):
        batch = svgs[start : start + sheet]
        cells = "".join(
            f'<div style="position:absolute;overflow:hidden;width:{side}px;height:{side}px;'
            f'left:{number % columns * side}px;top:{number // columns * side}px">{sized_svg(svg, side)}</div>'
            for number, svg in enumerate(batch)
        )
        rows = -(-len(batch) // columns)
        page = blitz_py.Template(
            f'<div style="position:relative;width:{columns * side}px;height:{rows * side}px">{cells}</div>',
            width=columns * side,
            height=rows * side,
            css=f"html,body{{margin:0}}svg{{display:block;color:{colour}}}",
            background=None,
        )
        width, height, data = page.render_rgba()
        pixels = np.frombuffer(data, np.uint8).reshape(height, width, 4)
        for number in range(len(batch)):
            top, left = number // columns * side, number % columns * side
            drawings.append(pixels[top : top + side, left : left + side].copy())
    return drawings


def read_drawing(path: Path) -> Drawing:
    """Reads an image file.

    Args:
      path: a PNG, JPEG, WebP or SVG file.

    Raises:
      DrawingError: the file cannot be read, is not an image, or is empty.
    """
    try:
        content = read_regular(path, MOST_BYTES)
    except IsADirectoryError:
        raise DrawingError(f"{path} is a folder", "give an image file") from None
    except OSError as error:
        raise DrawingError(
            f"the image {path} cannot be read ({error.strerror})", "give a path relative to the task file"
        ) from None
    try:
        drawing = _painted(content) if b"<svg" in content[:4096].lower() else _decoded(content)
    except DrawingError as error:
        raise DrawingError(f"the image {path} cannot be used: {error}", error.mend) from None
    visible = drawing[drawing[..., 3] > 0]
    if not len(visible) or (
        len(visible) == drawing.shape[0] * drawing.shape[1] and not np.ptp(visible, axis=0).any()
    ):
        raise DrawingError(f"the image {path} shows nothing", "give an image with an icon on it")
    return drawing


def _painted(content: bytes) -> Drawing:
    try:
        return paint([reduced(content)])[0]
    except SvgError as error:
        raise DrawingError(str(error), "save it as a plain SVG, or as PNG") from None


def _decoded(content: bytes) -> Drawing:
    mend = "give a PNG, JPEG, WebP or SVG image"
    size = size_of(content)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise DrawingError(f"it has {size[0]} × {size[1]} pixels", "cut the icon out of it")
    pixels = decoded(content, cv2.IMREAD_UNCHANGED, MOST_PIXELS)
    if pixels is None:
        raise DrawingError("it is not an image", mend)
    if pixels.dtype == np.uint16:
        pixels = (pixels // 256).astype(np.uint8)
    if pixels.dtype != np.uint8:
        raise DrawingError(f"its samples are {pixels.dtype}", "save it with 8 bits a channel")
    if pixels.ndim == 2:
        return cv2.cvtColor(pixels, cv2.COLOR_GRAY2RGBA).astype(np.uint8, copy=False)
    code = cv2.COLOR_BGRA2RGBA if pixels.shape[2] == 4 else cv2.COLOR_BGR2RGBA
    return cv2.cvtColor(pixels, code).astype(np.uint8, copy=False)
