"""The data of one window that the framework passes to the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from mobile_env.phone.ui.elements import Fields
from mobile_env.phone.ui.web import WebDocument

_NO_DOCUMENTS: Mapping[str, WebDocument] = MappingProxyType({})
_NO_SCROLL: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True)
class WindowView:
    """One window, as plain data.

    A window's container is `position:absolute; inset:0` unless `style` says otherwise. It takes every touch
    inside its
    container; so a modal dialog leaves the default and draws its panel inside, and a bar names its own extent.
    """

    key: str
    """Stable identity, such as "activity:3"."""
    package: str
    markup: str
    """Rendered layout, see `layouts.render`."""
    css: str = ""
    """The app's stylesheet; it reaches windows of the same package only."""
    style: str = ""
    """Inline CSS of the container, in dp."""
    dim: float = 0.0
    """Opacity of the black scrim behind the window, 0 to 1."""
    touchable: bool = True
    static: bool = False
    """Its pixels may be rastered once a distinct markup and copied from then on. Counts for windows that have only
    static windows above them."""
    documents: Mapping[str, WebDocument] = field(default_factory=lambda: _NO_DOCUMENTS)
    """Pages of the window's WebViews, by the name that `document=` gives."""
    scroll: Mapping[str, float] = field(default_factory=lambda: _NO_SCROLL)
    """Offset in dp of each scroller, by its scroll key (`key` or `id` of the element)."""
    fields: Fields | None = field(default=None, compare=False)
    """What the window's elements with `bind` hold; asked again at each composition."""
    name: str = ""
    """Where the markup comes from, for error messages."""
