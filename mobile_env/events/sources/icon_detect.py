"""The icon-detect source: what each icon in a part of the screen is called."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from mobile_env.events.sources.contract import StepView
from mobile_env.events.sources.icon_event import IconClassEvent


class IconDetect(IconClassEvent):
    """Its inputs are the classes of the icons found wholly inside the rect, row by row."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """The class of each icon that is known; none where there is none."""
        found = self._icons.detect(view.signals.pixels(), self._rect)
        return [icon.recognition.name for icon in found if icon.recognition is not None]
