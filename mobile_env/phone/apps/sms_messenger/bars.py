"""The bar of this app's screens: its arrow is called "Back"."""

from __future__ import annotations

from typing import Any

from mobile_env.phone.sdk import Toolbar


def Bar(title: str = "", **more: Any) -> Toolbar:
    """A toolbar with an arrow."""
    return Toolbar(title, up=True, template="bar.xml", **more)
