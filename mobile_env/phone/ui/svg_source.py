"""Reduces SVG files of authors and of pages to their shapes: nothing in them can run, fetch or grow without limit."""

from __future__ import annotations

from xml.parsers import expat
from xml.sax.saxutils import quoteattr

# Elements that draw. All other elements, such as metadata of drawing programs, are dropped with their content.
_SHAPES = frozenset(
    [
        "circle",
        "clipPath",
        "defs",
        "ellipse",
        "g",
        "line",
        "linearGradient",
        "mask",
        "path",
        "polygon",
        "polyline",
        "radialGradient",
        "rect",
        "stop",
        "svg",
        "symbol",
        "use",
    ]
)
_MOST_ELEMENTS = 5000
_MOST_NESTED = 40
# Each reference may draw everything before it again.
_MOST_USES = 16
# Masks and clip paths of elements; each takes a layer of the drawing's size.
_MOST_MASKED = 64
# A masked element in one of these is drawn again wherever they are referred to.
_DEFINITIONS = frozenset(["clipPath", "defs", "mask", "symbol"])
_WEIGHT_OF_NESTED_MASK = 2


class SvgError(ValueError):
    """A source is not an SVG, or not a harmless one."""


class _Reducer:
    def __init__(self, styled: bool) -> None:
        self._styled = styled
        self._style: list[str] | None = None
        self._open: list[bool] = []
        self._elements = self._uses = self._masked = self._defining = 0
        self.parts: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        if self._elements > _MOST_ELEMENTS:
            raise SvgError(f"the SVG has more than {_MOST_ELEMENTS} elements")
        if len(self._open) >= _MOST_NESTED:
            raise SvgError(f"the SVG is nested more than {_MOST_NESTED} deep")
        plain = name.removeprefix("svg:")
        if not self._open and plain != "svg":
            raise SvgError(f"the file holds <{name}>, not <svg>")
        self._uses += plain == "use"
        self._defining += plain in _DEFINITIONS
        masks = sum(map(_masks, attributes, attributes.values()))
        self._masked += masks
        self._uses += _WEIGHT_OF_NESTED_MASK * masks if self._defining else 0
        if self._masked > _MOST_MASKED:
            raise SvgError(f"the SVG has more than {_MOST_MASKED} masked or clipped elements")
        if self._uses > _MOST_USES:
            raise SvgError(f"the SVG has more than {_MOST_USES} <use> elements and masks within masks")
        kept = plain in _SHAPES and (not self._open or self._open[-1])
        if self._styled and plain == "style":
            self._style = []
        self._open.append(kept)
        if kept:
            written = "".join(
                f" {key}={quoteattr(value)}" for key, value in attributes.items() if _is_harmless(key, value)
            )
            self.parts.append(f"<{plain}{written}>")

    def characters(self, text: str) -> None:
        if self._style is not None:
            self._style.append(text)

    def end(self, name: str) -> None:
        self._defining -= name.removeprefix("svg:") in _DEFINITIONS
        if self._style is not None:
            style, self._style = "".join(self._style), None
            # A rule may mask any number of elements.
            if (
                _is_harmless("style", style)
                and not _masks("style", style)
                and "<" not in style
                and "&" not in style
            ):
                self.parts.append(f"<style>{style}</style>")
        if self._open.pop():
            self.parts.append(f"</{name.removeprefix('svg:')}>")


def _masks(name: str, value: str) -> bool:
    """Whether an attribute masks or clips its element by another one."""
    text = value.lower()
    return "url" in text and any(word in (text if name == "style" else name) for word in ("mask", "clip"))


def _is_harmless(name: str, value: str) -> bool:
    """Whether an attribute may stay: no event handlers, and references only to parts of the same drawing."""
    if name in ("href", "xlink:href"):
        return value.startswith("#")
    compact = value.replace(" ", "").lower()
    return (
        not name.startswith(("on", "xmlns"))
        and all(character.isalnum() or character in "-_:" for character in name)
        and all(reference.lstrip("'\"").startswith("#") for reference in compact.split("url(")[1:])
        and "@import" not in compact
        and "\\" not in value
        # A long line may have any number of dashes.
        and "dasharray" not in (compact if name == "style" else name)
    )


def reduced(content: bytes, styled: bool = False) -> str:
    """Reduces an SVG file to an `<svg>` element with shapes.

    Args:
      content: the file, in UTF-8 or the encoding of its XML declaration.
      styled: whether to keep `<style>` elements, which must not reach the page that the SVG is drawn on.

    Raises:
      SvgError: the file is not well-formed XML, not an SVG, declares entities, or is too large.
    """
    reducer = _Reducer(styled)
    parser = expat.ParserCreate()
    parser.StartElementHandler = reducer.start
    parser.EndElementHandler = reducer.end
    parser.CharacterDataHandler = reducer.characters

    def refuse(*_: object) -> None:
        raise SvgError("the SVG declares entities")

    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        if isinstance(error, SvgError):
            raise
        raise SvgError(f"the SVG is not well-formed XML: {error}") from None
    return "".join(reducer.parts)
