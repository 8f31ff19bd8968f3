"""Windows above the activities (dialogs, popups, toasts), and where scrolling elements stand, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from mobile_env.phone.state.part import Kind, Part

_NONE: Final[Mapping[str, float]] = MappingProxyType({})


@dataclass(frozen=True)
class WindowRecord:
    """A dialog, popup or toast above an activity.

    Attributes:
      kind: "dialog", "popup" or "toast".
      owner: id of the activity record whose methods its handlers name; None for one of the system.
      layout: layout file of the owner's app; context: plain data it is rendered with, beside the owner's state.
      style: inline CSS of the window's container.
      cancel: the owner's method that BACK or a touch outside calls; "" closes only; None: cannot be cancelled.
    """

    id: int
    kind: str
    owner: int | None
    package: str
    layout: str
    context: dict[str, Any]
    style: str = ""
    dim: float = 0.0
    cancel: str | None = ""

    @property
    def window(self) -> str:
        return f"{self.kind}:{self.id}"


class OpenWindows(Part):
    """The windows that are open, in the order in which they were opened."""

    kind = Kind.UI

    def __init__(self) -> None:
        super().__init__()
        self.records: tuple[WindowRecord, ...] = ()

    def add(self, record: WindowRecord) -> None:
        self.records = (*self.records, record)
        self.touch()

    def remove(self, condition: Callable[[WindowRecord], bool]) -> None:
        """Closes the windows that meet a condition."""
        left = tuple(record for record in self.records if not condition(record))
        if len(left) != len(self.records):
            self.records = left
            self.touch()

    def after_boot(self) -> None:
        self.remove(lambda record: True)


class Scroll(Part):
    """Offsets of scrolling elements in dp from the top or left, by window and scroll key."""

    kind = Kind.UI

    def __init__(self) -> None:
        super().__init__()
        self.offsets: dict[str, Mapping[str, float]] = {}

    def of(self, window: str) -> Mapping[str, float]:
        """Offsets of a window's scrollers, by scroll key."""
        return self.offsets.get(window, _NONE)

    def set(self, window: str, key: str, offset: float) -> None:
        if self.of(window).get(key, 0.0) != offset:
            self.offsets[window] = {**self.of(window), key: offset}
            self.touch()

    def forget(self, window: str) -> None:
        """Drops the offsets of a window that has gone."""
        if self.offsets.pop(window, None) is not None:
            self.touch()

    def copy(self) -> Scroll:
        other = super().copy()
        other.offsets = dict(self.offsets)
        return other

    def after_boot(self) -> None:
        self.offsets = {}
        self.touch()
