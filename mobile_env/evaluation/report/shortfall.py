"""Explains why a signal did not come: from a slot that never fired down to the source that saw something
else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mobile_env.evaluation.event_tree import TreeEvent
from mobile_env.evaluation.trace import Trace, described, nothing_seen

# Slots for which a missing signal is explained.
_ASKED = ("reward", "score", "episode_end")


def shortfall(tree: Sequence[TreeEvent], traces: Iterable[Trace]) -> list[str]:
    """Lists the events that never fired in an episode, and why, one line per event; empty if everything that
    pays fired.

    Args:
      tree: the task's events.
      traces: the traces of the episode, beginning with the reset.
    """
    found = _Episode(tree, traces)
    for number, event in enumerate(tree):
        if event.slot in _ASKED:
            found.ask(number)
    return list(found.lines.values())


class _Episode:
    def __init__(self, tree: Sequence[TreeEvent], traces: Iterable[Trace]):
        self._tree = tree
        self._fired: set[int] = set()
        self._looked: dict[int, int] = {}
        self._seen: dict[int, str] = {}
        self.lines: dict[int, str] = {}
        for trace in traces:
            for number in range(len(tree)):
                state = trace.state(number)
                if state in ("fired", "cached"):
                    self._fired.add(number)
                if state in ("fired", "spent", "silent"):
                    self._looked[number] = self._looked.get(number, 0) + 1
                if number in trace.inputs:
                    self._seen[number] = trace.inputs[number][-1]

    def ask(self, number: int) -> None:
        """Explains why an event never fired, and continues with the events below it."""
        event = self._tree[number]
        if number in self.lines:
            return
        if number in self._fired:
            # A slot may have fired and still have more to pay.
            more = event.slot in ("reward", "score") and event.kind == "OR"
            below = event.children or () if more else ()
        elif event.is_source:
            self.lines[number] = f"{described(event)} never matched: {self._watched(number)}"
            return
        else:
            missing = [each for each in event.prerequisites if each not in self._fired]
            if missing:
                titles = " and ".join(self._tree[each].title for each in missing)
                self.lines[number] = f"{described(event)} slept: it waited for {titles}"
                below = tuple(missing)
            else:
                below = tuple(child for child in event.children or () if child not in self._fired)
                if event.kind == "AND" and not below and event.children:
                    self.lines[number] = (
                        f"{described(event)} never fired: its events fired, but never in one step (cache_until keeps "
                        "one for the other)"
                    )
        for each in below:
            self.ask(each)

    def _watched(self, number: int) -> str:
        times = self._looked.get(number, 0)
        if not times:
            return "there was nothing to look at"
        seen = (
            f", the last input was {self._seen[number]}"
            if number in self._seen
            else f", and {nothing_seen(self._tree[number])}"
        )
        return f"it was looked at in {times} step{'' if times == 1 else 's'}{seen}"
