"""Snapshots of one phone by name, kept in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone, Snapshot

MOST_SNAPSHOTS: Final = 256
_LONGEST_NAME: Final = 255


class SnapshotError(Exception):
    """A snapshot cannot be saved, or there is none of that name; says why."""


@dataclass(frozen=True)
class SavedState:
    """A snapshot by name.

    Attributes:
      name: its name.
      snapshot: the state.
      seconds: when it was saved by the phone's clock, in seconds since 1970.
      elapsed: for how many seconds the phone had run then.
    """

    name: str
    snapshot: Snapshot
    seconds: int
    elapsed: float


class SnapshotStore:
    """The snapshots of a phone. Used only on the phone's thread. The snapshots end with the phone."""

    def __init__(self) -> None:
        self._saved: dict[str, SavedState] = {}
        self.loaded = ""
        """Name of the snapshot that was loaded last; "" before the first."""

    def list(self) -> Sequence[SavedState]:
        """All snapshots, in the order in which they were first saved."""
        return list(self._saved.values())

    def save(self, phone: Phone, name: str) -> None:
        """Saves the state under a name. Replaces a snapshot with this name.

        Raises:
          SnapshotError: the name is no name, or too many are kept.
        """
        if not 0 < len(name) <= _LONGEST_NAME or any(ord(character) < 32 for character in name):
            raise SnapshotError(f"a snapshot's name has 1 to {_LONGEST_NAME} printable characters")
        if len(self._saved) >= MOST_SNAPSHOTS and name not in self._saved:
            raise SnapshotError(f"{MOST_SNAPSHOTS} snapshots are kept already: delete some")
        clock = phone.state.clock
        self._saved[name] = SavedState(name, phone.snapshot(), clock.seconds, clock.elapsed)

    def load(self, phone: Phone, name: str) -> None:
        """Brings a state back.

        Raises:
          SnapshotError: there is none of that name.
        """
        phone.restore(self._find(name).snapshot)
        self.loaded = name

    def delete(self, name: str) -> None:
        """Forgets a state.

        Raises:
          SnapshotError: there is none of that name.
        """
        self._find(name)
        del self._saved[name]

    def _find(self, name: str) -> SavedState:
        if name not in self._saved:
            known = ", ".join(self._saved) or "none"
            raise SnapshotError(f"no snapshot {name!r} (saved: {known})")
        return self._saved[name]
