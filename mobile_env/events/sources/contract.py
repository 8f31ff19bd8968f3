"""What an event source is: it takes inputs from one signal, and says which match and with what value."""

from __future__ import annotations

import abc
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, Literal, Protocol

from google.protobuf.message import Message

from mobile_env.events.selectors import HierarchyIndex
from mobile_env.signals.contract import Signals

# The signal that a source reads. Log and responses are inputs whenever they arrive; hierarchy and screen are
# looked at when the check policy says.
SignalName = Literal["log", "responses", "hierarchy", "screen"]

# Takes a fault: the path below the source's own message, what is wrong, how to mend it.
SourceReport = Callable[[tuple[str | int, ...], str, str], None]


class StepView(Protocol):
    """The signals of a step, prepared for sources; what is costly is made when it is first asked for."""

    signals: Signals

    def messages(self) -> Sequence[str]:
        """Messages of the log lines that pass the task's filters."""

    def index(self) -> HierarchyIndex:
        """The view hierarchy, with an index that all sources share."""

    def screen_size(self) -> tuple[int, int]:
        """Width and height that bounds are measured by, in pixels."""


class EventSource(abc.ABC):
    """A compiled event source. It has no state: histories are the engine's.

    Attributes:
      signal: the signal it reads.
    """

    signal: ClassVar[SignalName]

    @classmethod
    @abc.abstractmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> EventSource | None:
        """Makes a source of its message.

        Args:
          message: the message of its field in `EventSource`.
          report: takes each fault that makes it unusable.
          warn: takes what is odd, but can run.

        Returns:
          The source, or None if a fault was reported.
        """

    @abc.abstractmethod
    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """The inputs of a step, in order. Equal inputs are one and the same to repeatability."""

    @abc.abstractmethod
    def match(self, value: Any) -> Any:
        """The value that an input gives, or None if it does not match."""


def enum_name(
    message: Message, field: str, report: SourceReport, path: tuple[str | int, ...] = ()
) -> str | None:
    """Name of an enum field's value; reports and returns None for a number that has none."""
    descriptor = message.DESCRIPTOR.fields_by_name[field].enum_type
    assert descriptor is not None, field
    number = getattr(message, field)
    value = descriptor.values_by_number.get(number)
    if value is None:
        names = ", ".join(each.name for each in descriptor.values)
        report((*path, field), f"unknown {field} {number}", f"one of {names}")
        return None
    return value.name
