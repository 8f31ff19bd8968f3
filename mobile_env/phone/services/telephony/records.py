"""What the phone's modem knows: calls, messages that wait for the network, the network's state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from mobile_env.phone.state.part import Part

CallState = Literal["incoming", "dialing", "alerting", "active", "held"]


@dataclass(frozen=True)
class PhoneCall:
    """A call that is going on.

    Attributes:
      number: the other side's.
      incoming: whether the other side called.
      started_us: when it rang or was dialled first, as time of day; `answered_us` when somebody answered, or None.
    """

    number: str
    incoming: bool
    state: CallState
    started_us: int
    answered_us: int | None = None


class Modem(Part):
    """Calls in order, messages on their way to a phone in airplane mode, and what the console says of the network.

    `voice` and `data` are the console's words for registration; `signal` is its (rssi, ber).
    """

    def __init__(self) -> None:
        super().__init__()
        self.calls: tuple[PhoneCall, ...] = ()
        self.waiting: tuple[tuple[str, str], ...] = ()
        self.voice = self.data = "home"
        self.signal: tuple[int, int] = (15, 99)

    def put(self, call: PhoneCall) -> None:
        """Adds a call, or replaces the one with that number."""
        others = [each for each in self.calls if each.number != call.number]
        known = len(others) < len(self.calls)
        self.calls = (
            tuple(call if each.number == call.number else each for each in self.calls)
            if known
            else (*others, call)
        )
        self.touch()

    def change(self, number: str, **changes: Any) -> None:
        self.calls = tuple(replace(call, **changes) if call.number == number else call for call in self.calls)
        self.touch()

    def drop(self, number: str) -> None:
        self.calls = tuple(call for call in self.calls if call.number != number)
        self.touch()

    def wait(self, messages: tuple[tuple[str, str], ...]) -> None:
        self.waiting = messages
        self.touch()

    def set_network(self, **changes: Any) -> None:
        """Sets `voice`, `data` or `signal`."""
        vars(self).update(changes)
        self.touch()

    def after_boot(self) -> None:
        self.calls = ()
        self.touch()

    def facts(self) -> Iterator[tuple[str, Any]]:
        yield from (
            (f"call/{call.number}", call.state) for call in sorted(self.calls, key=lambda each: each.number)
        )
