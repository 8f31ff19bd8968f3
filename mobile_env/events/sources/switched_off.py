"""A source that the user has switched off. It never fires and reads no signal."""

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
    """Fields of the `event` oneof that are switched off. Raises ValueError for an unknown switch."""
    unknown = sorted(set(without) - set(SWITCHES))
    if unknown:
        raise ValueError(
            f"cannot go without {', '.join(map(repr, unknown))}: choose among {', '.join(SWITCHES)}"
        )
    return frozenset(kind for name in without for kind in SWITCHES[name])


class SwitchedOff(EventSource):
    """Replaces a screen source, as the original does if no model is available."""

    # Not the replaced source's signal, which must not be read because of this source.
    signal = "responses"

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> SwitchedOff:
        """Accepts any message and checks no requirements."""
        return cls()

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """Always empty."""
        return ()

    def match(self, value: Any) -> None:
        """Never matches."""
