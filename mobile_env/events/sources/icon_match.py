"""The icon-match source: whether the icon in a part of the screen looks like an image."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from mobile_env.events.sources.contract import StepView
from mobile_env.events.sources.icon_event import IconImageEvent


class IconMatch(IconImageEvent):
    """Its one input is whether the icon that fills the rect looks like the image."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """One verdict, whether or not there is an icon."""
        return [self._icons.match(view.signals.pixels(), self._rect, self._drawing)]
