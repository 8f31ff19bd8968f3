"""Decodes a remote device's signals after an action, and predicts the signals that will be asked for next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from mobile_env.proto import device_pb2
from mobile_env.signals.contract import LogLine
from mobile_env.simulators.contract import PrimitiveAction
from mobile_env.simulators.remote.frames import FrameDecoder
from mobile_env.simulators.remote.hierarchy import HierarchyDecoder

Signal = Literal["versions", "orientation", "foreground", "hierarchy", "frame"]
SIGNALS: Final[tuple[Signal, ...]] = ("versions", "orientation", "foreground", "hierarchy", "frame")

_REMEMBERED: Final = 4
"""Number of actions for which a signal is sent without a request, after it was last asked for."""


@dataclass(slots=True)
class Report:
    """The signals of a device after an action. None stands for a signal that was not requested.

    Attributes:
      log: lines since the previous report.
      clock: seconds on the device's clock.
      hierarchy_version, screen_version: version numbers of the service.
      orientation: quarter turns.
      foreground: package/activity in front.
      hierarchy: the view hierarchy's XML.
      frame: the upright screen as received: uint8 (H, W, 3).
    """

    log: list[LogLine]
    clock: float
    hierarchy_version: int | None = None
    screen_version: int | None = None
    orientation: int | None = None
    foreground: str | None = None
    hierarchy: str | None = None
    frame: NDArray[np.uint8] | None = None

    def tells(self, signal: Signal) -> bool:
        """Whether the report contains a signal."""
        name = "hierarchy_version" if signal == "versions" else signal
        return getattr(self, name) is not None

    def complete(self, later: Report) -> None:
        """Adds the signals of a later report of the same state."""
        self.clock = later.clock
        for name in Report.__slots__[2:]:
            value = getattr(later, name)
            if value is not None:
                setattr(self, name, value)


class ReportDecoder:
    """Decodes signals. They must be decoded in the order of arrival, because some build on earlier ones."""

    def __init__(self) -> None:
        self._hierarchies = HierarchyDecoder()
        self._frames = FrameDecoder()

    @property
    def known(self) -> tuple[int, int]:
        """Numbers of the view hierarchy and the frame that were received last."""
        return self._hierarchies.number, self._frames.number

    def decode(self, signals: device_pb2.Signals) -> Report:
        """Decodes one report.

        Raises:
          SimulatorError: a view hierarchy or a frame cannot be decoded.
        """
        return Report(
            log=[decode_line(line) for line in signals.log],
            clock=signals.clock,
            hierarchy_version=signals.hierarchy_version if signals.HasField("hierarchy_version") else None,
            screen_version=signals.screen_version if signals.HasField("screen_version") else None,
            orientation=signals.orientation if signals.HasField("orientation") else None,
            foreground=signals.foreground if signals.HasField("foreground") else None,
            hierarchy=self._hierarchies.decode(signals.hierarchy) if signals.HasField("hierarchy") else None,
            frame=self._frames.decode(signals.frame) if signals.HasField("frame") else None,
        )


class Wishes:
    """Learns which signals are asked for after actions, so that recently used signals are sent without a
    request."""

    def __init__(self) -> None:
        self._left = dict.fromkeys(SIGNALS, 0)

    def learn(self, asked: Iterable[Signal]) -> None:
        """Records the signals that were asked for after one action."""
        asked = frozenset(asked)
        for signal, left in self._left.items():
            self._left[signal] = _REMEMBERED if signal in asked else max(0, left - 1)

    def lately(self) -> set[Signal]:
        """Signals that were asked for after one of the last actions."""
        return {signal for signal, left in self._left.items() if left > 0}

    def wants(self) -> device_pb2.Wants:
        """The signals to send after the next action."""
        return device_pb2.Wants(**dict.fromkeys(self.lately(), True))


class ClientVersion:
    """The client's own version number of a signal. It changes when the service's number changes.

    Unlike the service's number, it stays valid across sessions, undone batches, and restarts.
    """

    def __init__(self) -> None:
        self.number = 0
        self._service: int | None = None

    def follow(self, service: int) -> None:
        """Updates the number from the service's number."""
        if service != self._service:
            self._service = service
            self.number += 1

    def rename(self, service: int) -> None:
        """Sets the service's number for an unchanged signal."""
        self._service = service

    def forget(self) -> None:
        """Forgets the service's number, because its next number belongs to another session or device."""
        self._service = None


def encode_line(line: LogLine) -> device_pb2.LogLine:
    """Encodes a log line as a message."""
    return device_pb2.LogLine(
        time=line.time,
        pid=line.pid,
        tid=line.tid,
        level=line.level,
        tag=encode_text(line.tag),
        message=encode_text(line.message),
    )


def decode_line(line: device_pb2.LogLine) -> LogLine:
    """Decodes a log line."""
    return LogLine(
        line.time, line.pid, line.tid, line.level, decode_text(line.tag), decode_text(line.message)
    )


def encode_action(action: PrimitiveAction) -> device_pb2.PrimitiveAction:
    """Encodes an action as a message."""
    return device_pb2.PrimitiveAction(
        # The types have the same numbers.
        type=int(action.type),  # type: ignore[arg-type]
        x=action.x,
        y=action.y,
        text=encode_text(action.text),
        key=action.key,
    )


def encode_text(text: str) -> bytes:
    """Encodes any Python text, including lone surrogates, which the strings of messages cannot contain."""
    return text.encode("utf-8", "surrogatepass")


def decode_text(data: bytes) -> str:
    """Decodes text made by `encode_text`. Invalid UTF-8 becomes U+FFFD."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")
