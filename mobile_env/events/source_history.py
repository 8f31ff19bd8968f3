"""The inputs of an event source in an episode, and the rule for which of them may fire."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from mobile_env.events.program import ProgramSource

UNSEEN = object()


class SourceHistory:
    """The history of one source.

    Repeatability applies to inputs. NONE: an input fires at most once per episode. LAST: an input does not
    fire if the latest step with inputs already had it as an input, matching or not. UNLIMITED: an input fires
    whenever it matches.

    Attributes:
      source: the source.
      version: version of the signal at the last reading; `UNSEEN` before.
      inputs: inputs of the last evaluation.
    """

    __slots__ = ("_latest", "_spent", "_values", "inputs", "source", "version")

    def __init__(self, source: ProgramSource):
        self.source = source
        self.clear()

    def clear(self) -> None:
        """Clears the history."""
        self.version: Any = UNSEEN
        self.inputs: Sequence[Hashable] = ()
        self._spent: set[Hashable] = set()
        self._latest: set[Hashable] = set()
        self._values: list[Any] = []

    def take(self, inputs: Sequence[Hashable]) -> list[Any]:
        """Processes the inputs of a step.

        Returns:
          The values of the inputs that fire, in order.

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
        """Processes the inputs of the latest step again, for an unchanged signal."""
        return self._values if self.source.repeatability == "UNLIMITED" else []
