"""The icon-recognize source: what the icon in a part of the screen is called."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from mobile_env.events.sources.contract import StepView
from mobile_env.events.sources.icon_event import IconClassEvent


class IconRecognize(IconClassEvent):
    """Its one input is the class of the icon that fills the rect."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """The class; None if no icon is known there, so that an icon which comes again is a new input."""
        found = self._icons.recognize(view.signals.pixels(), self._rect)
        return [None if found is None else found.name]
