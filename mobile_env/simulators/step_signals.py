"""The signals of one step for the event engine: read on demand, parsed once."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mobile_env.signals.contract import LogLine, ViewNode
from mobile_env.signals.hierarchy import parse_hierarchy
from mobile_env.simulators.contract import Simulator

NO_INPUT: frozenset[str] = frozenset()


class HierarchyReader:
    """The view hierarchy of a simulator. It is parsed again only when its XML has changed.

    Args:
      simulator: must be launched before `root` is called.
    """

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._xml: str | None = None
        self._root: ViewNode | None = None

    def root(self) -> ViewNode:
        """The `hierarchy` element. The same object as long as nothing changes."""
        xml = self._simulator.hierarchy_xml()
        if self._root is None or (xml is not self._xml and xml != self._xml):
            self._root = parse_hierarchy(xml)
        self._xml = xml
        return self._root


class StepSignals:
    """Implements `mobile_env.signals.contract.Signals` for one step of a simulator.

    Args:
      simulator: gives the screen signals.
      reader: reused in every step, so that an unchanged hierarchy stays the same object.
      log: lines since the last step.
      responses: the agent's answers to the user in this step.
      holding: judges the check of an event source, by its id.
      completed: which of LIFT, TEXT and KEY this step completed.
      step: number of primitive actions since reset.
      time: seconds on the task's clock.
    """

    __slots__ = ("_reader", "_simulator", "completed", "holding", "log", "responses", "step", "time")

    def __init__(
        self,
        simulator: Simulator,
        reader: HierarchyReader,
        *,
        log: Sequence[LogLine] = (),
        responses: Sequence[str] = (),
        holding: Callable[[int], Sequence[Any] | None] = lambda source: None,
        completed: Collection[str] = NO_INPUT,
        step: int,
        time: float,
    ) -> None:
        self._simulator = simulator
        self._reader = reader
        self.log = log
        self.responses = responses
        self.holding = holding
        self.completed = completed
        self.step = step
        self.time = time

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height in pixels of the upright screen."""
        width, height = self._simulator.screen_size
        return (height, width) if self._simulator.orientation() % 2 else (width, height)

    @property
    def hierarchy_version(self) -> int:
        """Changes only when the view hierarchy may have changed."""
        return self._simulator.hierarchy_version

    @property
    def screen_version(self) -> int:
        """Changes only when the pixels may have changed."""
        return self._simulator.screen_version

    def hierarchy(self) -> ViewNode:
        """The view hierarchy's root. The same object as long as nothing changes."""
        return self._reader.root()

    def pixels(self) -> NDArray[np.uint8]:
        """The upright screen, uint8 (H, W, 3), read-only."""
        return self._simulator.screen()
