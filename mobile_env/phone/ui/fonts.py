"""The fonts that the layout engine sees: Roboto, Noto for other scripts, and none of the host's."""

from __future__ import annotations

import functools
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from xml.sax.saxutils import escape

FAMILY = "Roboto"


@functools.cache
def register() -> str:
    """Register Roboto, upright and italic with all weights, and make it the default family; returns its name.

    What Roboto lacks (Hebrew, Arabic, Thai, emoji, …) is drawn with Noto, what both lack as boxes: never with a
    font that happens to be installed, so that pixels are the same on every machine. For this it must be called before
    the process lays out anything with the engine.
    """
    import blitz_py

    roboto = resources.files("fontpkg_roboto") / "files"
    fonts = [(roboto / f"{name}[wdth,wght].ttf").read_bytes() for name in ("Roboto", "Roboto-Italic")]
    with _system_fonts_in(str(resources.files("manimgx_fonts"))):
        blitz_py.register_fonts(fonts, default_family=FAMILY)
        # The engine lists the system's fonts once a process, when it first lays out a text.
        blitz_py.measure_text("", font_size=16.0, font_family=FAMILY)
        blitz_py.Template("<p>a</p>", width=8, height=8).boxes()
    return FAMILY


@contextmanager
def _system_fonts_in(folder: str) -> Iterator[None]:
    """Has fontconfig find the fonts of one folder only; an engine that asks something else is not reached."""
    before = os.environ.get("FONTCONFIG_FILE")
    with tempfile.NamedTemporaryFile("w", suffix=".conf", encoding="utf-8") as configuration:
        configuration.write(f'<?xml version="1.0"?><fontconfig><dir>{escape(folder)}</dir></fontconfig>')
        configuration.flush()
        os.environ["FONTCONFIG_FILE"] = configuration.name
        try:
            yield
        finally:
            if before is None:
                del os.environ["FONTCONFIG_FILE"]
            else:
                os.environ["FONTCONFIG_FILE"] = before
