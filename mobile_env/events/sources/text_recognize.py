"""The text-recognize source: what a part of the screen says as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from mobile_env.events.sources.contract import StepView
from mobile_env.events.sources.text_event import TextEvent


class TextRecognize(TextEvent):
    """Its one input is the texts found wholly inside the rect, in reading order, joined by spaces."""

    def inputs(self, view: StepView) -> Sequence[str]:
        """One text; it is empty where there is none, so that a text which comes again is a new input."""
        return [" ".join(self.texts(view))]
