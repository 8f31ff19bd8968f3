"""Registers the fonts of the layout engine: Roboto, and Noto for other scripts. Fonts of the host are not used."""

from __future__ import annotations

import functools
import os
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from xml.sax.saxutils import escape

FAMILY = "Roboto"
_NOTO = ("manimgx_fonts", "manimgx_fonts_cjk")
_registering = threading.Lock()


def register() -> str:
    """Register Roboto, upright and italic with all weights, and make it the default family; returns its name.

    What Roboto lacks (Hebrew, Thai, Chinese, emoji, …) is drawn with Noto, what both lack as boxes: never with a
    font that happens to be installed, so that pixels are the same on every machine. For this it must be called before
    the process lays out anything with the engine.
    """
    # Phones on several threads may draw for the first time at once; the engine has one list of fonts.
    with _registering:
        return _register()


@functools.cache
def _register() -> str:
    import blitz_py

    roboto = resources.files("fontpkg_roboto") / "files"
    fonts = [(roboto / f"{name}[wdth,wght].ttf").read_bytes() for name in ("Roboto", "Roboto-Italic")]
    with _system_fonts_in([str(resources.files(package)) for package in _NOTO]):
        blitz_py.register_fonts(fonts, default_family=FAMILY)
        # The engine lists the system's fonts once a process, when it first lays out a text.
        blitz_py.measure_text("", font_size=16.0, font_family=FAMILY)
        blitz_py.Template("<p>a</p>", width=8, height=8).boxes()
    return FAMILY


@contextmanager
def _system_fonts_in(folders: Sequence[str]) -> Iterator[None]:
    """Has fontconfig find the fonts of some folders only; an engine that asks something else is not reached."""
    before = os.environ.get("FONTCONFIG_FILE")
    with tempfile.NamedTemporaryFile("w", suffix=".conf", encoding="utf-8") as configuration:
        listed = "".join(f"<dir>{escape(folder)}</dir>" for folder in folders)
        configuration.write(f'<?xml version="1.0"?><fontconfig>{listed}</fontconfig>')
        configuration.flush()
        os.environ["FONTCONFIG_FILE"] = configuration.name
        try:
            yield
        finally:
            if before is None:
                del os.environ["FONTCONFIG_FILE"]
            else:
                os.environ["FONTCONFIG_FILE"] = before
