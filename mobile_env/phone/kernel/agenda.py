"""The agenda: all that is due at some time (toasts that go, alarms, timers), in one queue that moves with the clock."""

from __future__ import annotations

from bisect import insort
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, Literal

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.part import Kind, Part

Base = Literal["rtc", "elapsed"]
"""What a time counts from: the Unix epoch (moved by `date`), or the moment of the last boot."""
_BASES: Final[tuple[Base, ...]] = ("elapsed", "rtc")


@dataclass(frozen=True, order=True)
class Due:
    """An entry of the agenda: at `when_us`, the service `owner` is to do `what`, plain data that it wrote itself.

    Entries sort by time, and of equal time in the order in which they were made (`number`).
    """

    when_us: int
    number: int
    owner: str
    what: tuple[Hashable, ...]
    key: Hashable = None
    base: Base = "rtc"


class Agenda(Part):
    """The entries that are still to come. A reboot forgets them, as on Android."""

    kind = Kind.USE

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[Base, list[Due]] = {base: [] for base in _BASES}
        self._number = 0

    def at(
        self,
        when_us: int,
        owner: str,
        what: tuple[Hashable, ...],
        *,
        key: Hashable = None,
        base: Base = "rtc",
    ) -> Due:
        """Adds an entry; one that has the same owner and key (not None) goes.

        Args:
          when_us: microseconds since what `base` says; a time in the past is due at once.
          owner: name of the service whose `due` is called.
          what: what that service is to do.
          key: the owner's name of the entry, to cancel or replace it.
          base: whether `when_us` is a time of day or a time since the boot.
        """
        if key is not None:
            self.cancel(owner, key)
        self._number += 1
        entry = Due(when_us, self._number, owner, what, key, base)
        insort(self._entries[base], entry, key=_place)
        self.touch()
        return entry

    def cancel(self, owner: str, key: Hashable) -> bool:
        """Removes the owner's entry of that key; returns whether there was one."""
        for entries in self._entries.values():
            for place, entry in enumerate(entries):
                if entry.owner == owner and entry.key == key:
                    del entries[place]
                    self.touch()
                    return True
        return False

    def of(self, owner: str) -> list[Due]:
        """A service's entries, those of a base together, soonest first."""
        return [entry for base in _BASES for entry in self._entries[base] if entry.owner == owner]

    def next_us(self, clock: Clock) -> int | None:
        """When the soonest entry is due, as time of day; None if there is none."""
        soonest = self._soonest(clock)
        return _wall_us(soonest, clock) if soonest is not None else None

    def pop(self, clock: Clock, until_us: int) -> Due | None:
        """Takes out the soonest entry that is due at `until_us` (time of day) or before; None if there is none."""
        soonest = self._soonest(clock)
        if soonest is None or _wall_us(soonest, clock) > until_us:
            return None
        del self._entries[soonest.base][0]
        self.touch()
        return soonest

    def _soonest(self, clock: Clock) -> Due | None:
        heads = [entries[0] for entries in self._entries.values() if entries]
        if len(heads) < 2:
            return heads[0] if heads else None
        return min(heads, key=lambda entry: (_wall_us(entry, clock), entry.number))

    def copy(self) -> Agenda:
        other = super().copy()
        other._entries = {base: list(entries) for base, entries in self._entries.items()}
        return other

    def after_boot(self) -> None:
        for entries in self._entries.values():
            entries.clear()
        self.touch()


def _place(entry: Due) -> tuple[int, int]:
    return entry.when_us, entry.number


def _wall_us(entry: Due, clock: Clock) -> int:
    """When an entry is due, as time of day; it may be over already."""
    return entry.when_us + (clock.boot_us if entry.base == "elapsed" else 0)
