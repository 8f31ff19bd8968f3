"""The signals of one step, as event sources read them: the `Signals` protocol and its parts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

# Values of `Signals.completed`.
LIFT, TEXT, KEY = "LIFT", "TEXT", "KEY"
COMPLETED_INPUTS = (LIFT, TEXT, KEY)

# Android's log priorities in increasing severity; F is also printed as A (assert).
LOG_LEVELS = "VDIWEF"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the system log.

    Attributes:
      time: seconds since 1970, on the phone's clock.
      pid: process that logged.
      tid: thread that logged.
      level: one of `V D I W E F`.
      tag: the tag, without trailing spaces.
      message: the text after `tag: `, in which log sources search.
    """

    time: float
    pid: int
    tid: int
    level: str
    tag: str
    message: str


# `logcat -v epoch`: leading spaces, seconds with a fraction, an optional user name, pid, tid, level, tag.
_EPOCH_LINE = re.compile(
    r"\s*(?P<time>\d+(?:\.\d+)?)\s+(?:[A-Za-z]\w*\s+)?(?P<pid>\d+)\s+(?P<tid>\d+)"
    r"\s+(?P<level>[VDIWEFA])\s+(?P<tag>.*?)\s*:(?: (?P<message>.*))?",
    re.DOTALL,
)


def parse_epoch_line(line: str) -> LogLine | None:
    """Reads one line of `logcat -v epoch`.

    Args:
      line: the line, with or without its line end.

    Returns:
      The line, or None if it is not a log entry (`--------- beginning of main`, an empty line).
    """
    match = _EPOCH_LINE.fullmatch(line.rstrip("\r\n"))
    if match is None:
        return None
    level = match["level"]
    return LogLine(
        time=float(match["time"]),
        pid=int(match["pid"]),
        tid=int(match["tid"]),
        level="F" if level == "A" else level,
        tag=match["tag"],
        message=match["message"] or "",
    )


class ViewNode:
    """One element of a view hierarchy, in the form of `uiautomator dump`.

    Nodes are made by `mobile_env.signals.hierarchy.parse_hierarchy` and are not changed afterwards.

    Attributes:
      tag: element name: `node`, or `hierarchy` for the root.
      attributes: the dump's attributes, as text.
      children: child elements in document order.
      parent: None for the root.
      position: index in document order, from 0.
      end: one past the position of the last descendant: `n` is a descendant if `position < n.position < end`.
      document: all nodes of the hierarchy in document order, shared by them: `document[n.position] is n`.
    """

    __slots__ = ("attributes", "children", "document", "end", "parent", "position", "tag")

    def __init__(
        self, tag: str, attributes: dict[str, str], parent: ViewNode | None, document: list[ViewNode]
    ):
        self.tag = tag
        self.attributes = attributes
        self.children: list[ViewNode] = []
        self.parent = parent
        self.document = document
        self.position = len(document)
        self.end = self.position + 1
        document.append(self)

    def subtree(self) -> Iterator[ViewNode]:
        """This node and its descendants, in document order."""
        return iter(self.document[self.position : self.end])

    def __repr__(self) -> str:
        shown = {
            key: self.attributes[key]
            for key in ("class", "resource-id", "text", "bounds")
            if self.attributes.get(key)
        }
        return f"<{self.tag} {self.position} {shown}>"


class Signals(Protocol):
    """The signals of one step.

    `hierarchy` and `pixels` may be slow. They are called only when a source needs them, and again only after their
    version has changed.
    """

    @property
    def log(self) -> Sequence[LogLine]:
        """Lines logged since the last step, oldest first."""

    @property
    def responses(self) -> Sequence[str]:
        """Answers that the agent gave to the user in this step."""

    def holding(self, source: int) -> Sequence[Any] | None:
        """The rows that count for the check of an event source, by the source's id; None if it does not hold."""

    @property
    def completed(self) -> Collection[str]:
        """Inputs that this step completed: some of `LIFT`, `TEXT` and `KEY`."""

    @property
    def step(self) -> int:
        """Number of the step: 0 at reset, then 1, 2, ..."""

    @property
    def time(self) -> float:
        """Seconds on the task's clock."""

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height of the turned screen in pixels, the unit of a hierarchy's bounds."""

    @property
    def hierarchy_version(self) -> int:
        """Changes only when the hierarchy may have changed."""

    @property
    def screen_version(self) -> int:
        """Changes only when the pixels may have changed."""

    def hierarchy(self) -> ViewNode:
        """The root of the view hierarchy."""

    def pixels(self) -> npt.NDArray[np.uint8] | Any:
        """The screen, (H, W, 3) uint8."""
