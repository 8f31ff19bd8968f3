"""Roboto, registered with the layout engine once a process."""

from __future__ import annotations

import functools
from importlib import resources

FAMILY = "Roboto"


@functools.cache
def register() -> str:
    """Register Roboto, upright and italic with all weights, and make it the default family; returns its name."""
    import blitz_py

    files = resources.files("fontpkg_roboto") / "files"
    fonts = [(files / f"{name}[wdth,wght].ttf").read_bytes() for name in ("Roboto", "Roboto-Italic")]
    blitz_py.register_fonts(fonts, default_family=FAMILY)
    return FAMILY
