"""What a remote device told after an action, decoded, and what it is worth telling unasked next time."""

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
"""Actions for which a signal is told unasked after it was asked for."""


@dataclass(slots=True)
class Report:
    """What the device told after an action; None is what it was not asked for.

    Attributes:
      log: lines since the report before.
      clock: seconds on the device's clock.
      hierarchy_version, screen_version: the service's own counts.
      orientation: quarter turns.
      foreground: package/activity in front.
      hierarchy: the view hierarchy's XML.
      frame: the screen, upright, as it travelled: uint8 (H, W, 3).
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
        """Whether a signal is in it."""
        name = "hierarchy_version" if signal == "versions" else signal
        return getattr(self, name) is not None

    def complete(self, later: Report) -> None:
        """Takes over what a report of the same moment tells beyond this one."""
        self.clock = later.clock
        for name in Report.__slots__[2:]:
            value = getattr(later, name)
            if value is not None:
                setattr(self, name, value)


class ReportDecoder:
    """Decodes signals in the order in which they arrive: some build on those before."""

    def __init__(self) -> None:
        self._hierarchies = HierarchyDecoder()
        self._frames = FrameDecoder()

    @property
    def known(self) -> tuple[int, int]:
        """Numbers of the view hierarchy and the frame that arrived last."""
        return self._hierarchies.number, self._frames.number

    def decode(self, signals: device_pb2.Signals) -> Report:
        """One report.

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
    """Learns which signals are asked for after actions: those that were asked for lately are told unasked."""

    def __init__(self) -> None:
        self._left = dict.fromkeys(SIGNALS, 0)

    def learn(self, asked: Iterable[Signal]) -> None:
        """Takes note of what was asked for after one action."""
        asked = frozenset(asked)
        for signal, left in self._left.items():
            self._left[signal] = _REMEMBERED if signal in asked else max(0, left - 1)

    def lately(self) -> set[Signal]:
        """Signals that were asked for after one of the last actions."""
        return {signal for signal, left in self._left.items() if left > 0}

    def wants(self) -> device_pb2.Wants:
        """The signals to tell after the next action."""
        return device_pb2.Wants(**dict.fromkeys(self.lately(), True))


class ClientVersion:
    """A version number of the client's own, which outlives sessions, batches that are taken back, and restarts.

    It changes when the service's number changes.
    """

    def __init__(self) -> None:
        self.number = 0
        self._service: int | None = None

    def follow(self, service: int) -> None:
        """Takes the service's number."""
        if service != self._service:
            self._service = service
            self.number += 1

    def rename(self, service: int) -> None:
        """The service's number for what this number stands for is another now."""
        self._service = service

    def forget(self) -> None:
        """The next number of the service is that of another device."""
        self._service = None


def encode_line(line: LogLine) -> device_pb2.LogLine:
    """A line of the log as a message."""
    return device_pb2.LogLine(
        time=line.time,
        pid=line.pid,
        tid=line.tid,
        level=line.level,
        tag=encode_text(line.tag),
        message=encode_text(line.message),
    )


def decode_line(line: device_pb2.LogLine) -> LogLine:
    """A line of the log from its message."""
    return LogLine(
        line.time, line.pid, line.tid, line.level, decode_text(line.tag), decode_text(line.message)
    )


def encode_action(action: PrimitiveAction) -> device_pb2.PrimitiveAction:
    """An action as a message."""
    return device_pb2.PrimitiveAction(
        # Its types are numbered as ours.
        type=int(action.type),  # type: ignore[arg-type]
        x=action.x,
        y=action.y,
        text=encode_text(action.text),
        key=action.key,
    )


def encode_text(text: str) -> bytes:
    """Any Python text as bytes, lone surrogates included, which a message's own strings refuse."""
    return text.encode("utf-8", "surrogatepass")


def decode_text(data: bytes) -> str:
    """The text of `encode_text`; what is not is replaced."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")
