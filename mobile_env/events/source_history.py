"""What an event source remembers of its inputs in an episode, and which of them may fire."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from mobile_env.events.program import ProgramSource

UNSEEN = object()


class SourceHistory:
    """The history of one source.

    Repeatability is about inputs. NONE: an input fires at most once an episode. LAST: an input does not fire if
    it was also an input, matching or not, of the latest step that had any. UNLIMITED: whenever it matches.

    Attributes:
      source: the source.
      version: version of its signal when it was last looked at; `UNSEEN` before.
      inputs: its inputs when it was last evaluated.
    """

    __slots__ = ("_latest", "_spent", "_values", "inputs", "source", "version")

    def __init__(self, source: ProgramSource):
        self.source = source
        self.clear()

    def clear(self) -> None:
        """Forgets everything."""
        self.version: Any = UNSEEN
        self.inputs: Sequence[Hashable] = ()
        self._spent: set[Hashable] = set()
        self._latest: set[Hashable] = set()
        self._values: list[Any] = []

    def take(self, inputs: Sequence[Hashable]) -> list[Any]:
        """Takes the inputs of a step.

        Returns:
          The values of those that fire, in order; empty if none does.

        Raises:
          TransformationError: the transformation of a value failed.
        """
        source = self.source
        self.inputs = inputs
        match, transform = source.source.match, source.transformation
        values: list[Any] = []
        repeatability = source.repeatability
        if repeatability == "NONE":
            for each in inputs:
                if each not in self._spent and (value := match(each)) is not None:
                    self._spent.add(each)
                    values.append(transform(value))
        else:
            latest = self._latest if repeatability == "LAST" else ()
            matched = (match(each) for each in inputs if each not in latest)
            values += [transform(value) for value in matched if value is not None]
            if inputs and repeatability == "LAST":
                self._latest = set(inputs)
        self._values = values
        return values

    def take_again(self) -> list[Any]:
        """Takes the inputs of the latest step once more, its signal being unchanged."""
        return self._values if self.source.repeatability == "UNLIMITED" else []
