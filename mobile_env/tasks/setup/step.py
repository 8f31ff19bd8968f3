"""One setup or reset step as the runner takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mobile_env.proto import task_pb2
from mobile_env.signals.state import DeviceState, StateError
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.parameters.expression import Expression
from mobile_env.tasks.parameters.moments import TaskClock
from mobile_env.tasks.setup.kinds.contract import StateStep


@dataclass(frozen=True)
class Step:
    """One setup or reset step, ready to run.

    Attributes:
      message: what to do.
      name: what it is, for a person: `reset step 2 (start_activity)`.
      place: where it stands: `file:line:col`.
      base_dir: what paths in it are relative to.
      stand_ins: packages that the embedded phone installs instead of an APK file that is missing.
      state_step: what it does to the device's state; None for the other kinds of step.
      each: a step that writes state runs once for each item of this list, which is then `row`; None: once.
      names: values of the instance's parameters.
      clock: the task's clock.
    """

    message: task_pb2.SetupStep
    name: str
    place: str
    base_dir: Path
    stand_ins: tuple[str, ...] = ()
    state_step: StateStep | None = None
    each: Expression | None = None
    names: Mapping[str, Any] = field(default_factory=dict)
    clock: TaskClock = field(default_factory=TaskClock)

    def write(self, state: DeviceState) -> None:
        """Writes the device's state.

        Raises:
          StateError: the device refuses, or `each` gives no list.
          ExpressionError: an expression fails.
        """
        assert self.state_step is not None
        for scope in self._scopes():
            self.state_step.run(state, scope)

    @property
    def scope(self) -> Scope:
        """What expressions of the step read, with a budget of its own for all rounds."""
        return Scope(self.names, self.clock)

    def _scopes(self) -> Iterator[Scope]:
        scope = self.scope
        if self.each is None:
            yield scope
            return
        for index, row in enumerate(items_of(self.each, scope)):
            yield scope.with_names(row=row, index=index)


def items_of(each: Expression, scope: Scope) -> Sequence[Any]:
    """The items that `each` gives. StateError if it gives no list."""
    items = each(scope.names, scope.clock, scope.work)
    if not isinstance(items, list | tuple):
        raise StateError(f"`each: {each.source}` gives {items!r:.60}, not a list")
    return items


class SetupError(Exception):
    """A step kept failing.

    Attributes:
      step: the step.
      reason: what its last try failed of.
      tries: how often it was tried.
    """

    def __init__(self, step: Step, reason: str, tries: int):
        times = "once" if tries == 1 else f"{tries} times"
        super().__init__(f"{step.place}: {step.name} failed {times}: {reason}")
        self.step = step
        self.reason = reason
        self.tries = tries
