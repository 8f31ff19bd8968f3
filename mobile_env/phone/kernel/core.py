"""The part of the kernel that its own pieces (processes, permissions, versions) stand on."""

from __future__ import annotations

from typing import Protocol, TypeVar

from mobile_env.phone.kernel.events import Event
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.part import Part, Parts

P = TypeVar("P", bound=Part)


class Core(Protocol):
    """State and events; see `Kernel`."""

    @property
    def state(self) -> Parts: ...

    def part(self, kind: type[P]) -> P: ...

    @property
    def clock(self) -> Clock: ...

    def emit(self, event: Event) -> None: ...
