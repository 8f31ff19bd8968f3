"""The interface of an event source: it reads inputs from one signal, matches them, and returns their values."""

from __future__ import annotations

import abc
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, Literal, Protocol

from google.protobuf.message import Message

from mobile_env.events.selectors import HierarchyIndex
from mobile_env.signals.contract import Signals

# The signal that a source reads. Log and responses are inputs whenever they arrive; checks are evaluated in every step;
# the check policy decides when hierarchy and screen are read.
SignalName = Literal["log", "responses", "checks", "hierarchy", "screen"]

# Takes a fault: the path below the source's own message, what is wrong, and how to fix it.
SourceReport = Callable[[tuple[str | int, ...], str, str], None]


class StepView(Protocol):
    """The signals of a step, prepared for sources. Expensive parts are computed on demand."""

    signals: Signals

    def messages(self) -> Sequence[str]:
        """Messages of the log lines that pass the task's filters."""

    def index(self) -> HierarchyIndex:
        """The view hierarchy, with an index that all sources share."""

    def screen_size(self) -> tuple[int, int]:
        """Width and height in pixels, the unit of bounds."""


class EventSource(abc.ABC):
    """A compiled event source. It has no state; the engine keeps the histories.

    Attributes:
      signal: the signal that it reads.
    """

    signal: ClassVar[SignalName]

    @classmethod
    @abc.abstractmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> EventSource | None:
        """Makes a source from its message.

        Args:
          message: the message of the source's field in `EventSource`.
          report: called with each fault.
          warn: called with each warning.

        Returns:
          The source, or None if a fault was reported.
        """

    @abc.abstractmethod
    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """The inputs of a step, in order. For repeatability, equal inputs are the same input."""

    @abc.abstractmethod
    def match(self, value: Any) -> Any:
        """The value of an input, or None if it does not match."""


def enum_name(
    message: Message, field: str, report: SourceReport, path: tuple[str | int, ...] = ()
) -> str | None:
    """Name of an enum field's value. Reports an unknown number and returns None."""
    descriptor = message.DESCRIPTOR.fields_by_name[field].enum_type
    assert descriptor is not None, field
    number = getattr(message, field)
    value = descriptor.values_by_number.get(number)
    if value is None:
        names = ", ".join(each.name for each in descriptor.values)
        report((*path, field), f"unknown {field} {number}", f"one of {names}")
        return None
    return value.name
