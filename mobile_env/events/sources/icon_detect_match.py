"""The icon-detect-match source: whether an icon in a part of the screen looks like an image."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from mobile_env.events.sources.contract import StepView
from mobile_env.events.sources.icon_event import IconImageEvent


class IconDetectMatch(IconImageEvent):
    """Its inputs are whether each icon found wholly inside the rect looks like the image."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """A verdict for each icon, row by row; none where there is no icon."""
        return self._icons.detect_match(view.signals.pixels(), self._rect, self._drawing)
