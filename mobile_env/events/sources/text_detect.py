"""The text-detect source: each text of a part of the screen."""

from __future__ import annotations

from collections.abc import Sequence

from mobile_env.events.sources.contract import StepView
from mobile_env.events.sources.text_event import TextEvent


class TextDetect(TextEvent):
    """Its inputs are the texts found wholly inside the rect, one by one, in reading order."""

    def inputs(self, view: StepView) -> Sequence[str]:
        """Each text; none where there is none."""
        return self.texts(view)
