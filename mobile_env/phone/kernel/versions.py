"""What is shown of the state, and whether it still is so: reads are remembered, and compared later.

Nobody says that the screen is stale. Who composes a window reads through `Versions.see` inside `watch()`; the
window is made again when something that it read has another value.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from mobile_env.phone.kernel.core import Core
from mobile_env.phone.state.part import Kind, Part


class Probe(Hashable, Protocol):
    """Something that can be read again: a frozen record."""

    def read(self, kernel: Core) -> Any:
        """The present value; values are compared with `==`."""


@dataclass(frozen=True)
class VersionOf:
    """The version of a part."""

    part: type[Part]

    def read(self, kernel: Core) -> int:
        return kernel.part(self.part).version


@dataclass(frozen=True)
class ShownState:
    """The versions of all parts that a screen may show: data and interface."""

    def read(self, kernel: Core) -> tuple[int, ...]:
        return tuple(part.version for part in kernel.state if part.kind in _SHOWN)


@dataclass(frozen=True)
class ClockStep:
    """The clock, in whole steps of so many microseconds since the Unix epoch."""

    step_us: int

    def read(self, kernel: Core) -> int:
        return kernel.clock.now_us // self.step_us


_SHOWN = (Kind.DATA, Kind.UI)
MINUTE = ClockStep(60_000_000)
Seen = Mapping[Probe, Any]
"""What was read, and its value then."""


class Versions:
    """Remembers reads while something is composed."""

    def __init__(self, kernel: Core) -> None:
        self._kernel = kernel
        self._open: list[dict[Probe, Any]] = []

    @contextmanager
    def watch(self) -> Iterator[Seen]:
        """What is read inside, by probe; of a watch within a watch, both hear."""
        seen: dict[Probe, Any] = {}
        self._open.append(seen)
        try:
            yield seen
        finally:
            self._open.pop()

    def see(self, probe: Probe) -> Any:
        """Reads, and remembers that."""
        value = probe.read(self._kernel)
        for seen in self._open:
            seen[probe] = value
        return value

    def same(self, seen: Seen) -> bool:
        """Whether all that was read would be read as it was then."""
        kernel = self._kernel
        return all(probe.read(kernel) == value for probe, value in seen.items())
