"""Counters of a phone: ids given out, and how often chance was asked. With the seed they decide all that is random."""

from __future__ import annotations

from mobile_env.phone.state.part import Kind, Part


class Counters(Part):
    """What must never repeat on a phone.

    Args:
      seed: the phone's seed.
    """

    kind = Kind.USE

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.last_id = 0
        self._drawn: dict[str, int] = {}

    def next_id(self) -> int:
        """A number never given before on this phone, for tasks, activities, windows."""
        self.last_id += 1
        self.touch()
        return self.last_id

    def next_draw(self, stream: str) -> int:
        """How often a stream of chance was asked before."""
        count = self._drawn.get(stream, 0)
        self._drawn[stream] = count + 1
        self.touch()
        return count

    def copy(self) -> Counters:
        other = super().copy()
        other._drawn = dict(self._drawn)
        return other
