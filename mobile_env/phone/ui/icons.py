"""Material icons as inline SVG that takes the text colour."""

from __future__ import annotations

import difflib
import functools
import re
import zipfile
from importlib import resources

STYLES = ("filled", "outlined", "rounded", "sharp", "two-tone")
_BOUNDS = re.compile(r'<path[^>]*fill="none"[^>]*/>')
_CONTENT = re.compile(r"<svg[^>]*?(?:viewBox=\"(?P<box>[^\"]*)\")?[^>]*>(?P<body>.*)</svg>", re.DOTALL)
_DRAWN_FILL = re.compile(r' fill="(?!none)[^"]*"')


@functools.cache
def _archive() -> zipfile.ZipFile:
    return zipfile.ZipFile(str(resources.files("justmyresource_material_icons") / "icons.zip"))


@functools.cache
def svg(name: str) -> str:
    """The icon `name` ("search", "more_vert", "outlined/star") as an inline `<svg>`; filled style unless prefixed.

    Raises:
        KeyError: no such icon; the message names the nearest ones.
    """
    style, _, plain = name.rpartition("/")
    path = f"{style or 'filled'}/{plain.replace('_', '-')}.svg"
    try:
        source = _archive().read(path).decode()
    except KeyError:
        known = sorted(
            n.partition("/")[2][:-4].replace("-", "_") for n in _archive().namelist() if n[:6] == "filled"
        )
        near = difflib.get_close_matches(plain, known, 3)
        hint = (
            f"near: {', '.join(near)}"
            if near
            else "see Material icons, without a style or as outlined/<name>"
        )
        raise KeyError(f"no Material icon is named {name!r} ({hint})") from None
    match = _CONTENT.search(source)
    if match is None:
        raise KeyError(f"the Material icon {name!r} holds no drawing")
    body = _DRAWN_FILL.sub("", _BOUNDS.sub("", match["body"])).strip()
    return f'<svg class="icon" viewBox="{match["box"] or "0 0 24 24"}" fill="currentColor">{body}</svg>'
