"""A source that was switched off on purpose: it never fires, and its signal is not read."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any

from mobile_env.events.sources.contract import EventSource, SourceReport, StepView

# What can be switched off, and the fields of the `event` oneof that it covers.
SWITCHES: dict[str, tuple[str, ...]] = {
    "icon": ("icon_recognize", "icon_detect", "icon_match", "icon_detect_match"),
    "text": ("text_recognize", "text_detect"),
}


def switched_off_kinds(without: Collection[str]) -> frozenset[str]:
    """Fields of the `event` oneof that are off. Raises ValueError for a switch that there is not."""
    unknown = sorted(set(without) - set(SWITCHES))
    if unknown:
        raise ValueError(
            f"cannot go without {', '.join(map(repr, unknown))}: choose among {', '.join(SWITCHES)}"
        )
    return frozenset(kind for name in without for kind in SWITCHES[name])


class SwitchedOff(EventSource):
    """Stands in for a screen source, as in the original where no model is mounted."""

    # Not the signal it stands for: that is not to be fetched on its behalf.
    signal = "responses"

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> SwitchedOff:
        """Accepts any message: what it would need is not looked for."""
        return cls()

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """None, ever."""
        return ()

    def match(self, value: Any) -> None:
        """Nothing matches."""
