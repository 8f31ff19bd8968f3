"""What a step that writes the device's state is, and what compiling one needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from mobile_env.signals.state import DeviceState, StateError
from mobile_env.tasks.errors import FieldPath, Report
from mobile_env.tasks.parameters.compiling import Compiler as ParameterCompiler
from mobile_env.tasks.parameters.compiling import DrawError, Scope, moment_source
from mobile_env.tasks.parameters.expression import Expression, TransformationFault
from mobile_env.tasks.parameters.fields import quote_of
from mobile_env.tasks.parameters.texts import Text, TextFault

Filled = Callable[[Scope], str]
"""A text of a step, filled in for an item of `each`."""

Valued = Callable[[Scope], Any]
"""The value of an expression of a step."""


class StateStep(Protocol):
    """A step that writes the device's state."""

    def run(self, state: DeviceState, scope: Scope) -> None:
        """Writes.

        Args:
          state: the device's.
          scope: the parameters, and in `each` also `row` and `index`.

        Raises:
          StateError: the device refuses.
          ExpressionError: an expression fails.
        """
        ...


@dataclass(frozen=True)
class StepCompiler:
    """Checks the fields of a step.

    Attributes:
      path: the place of the field that says what to do.
      report: takes faults.
      base_dir: what paths on this machine are relative to.
      known: names that expressions may read.
      repeated: whether the step has `each`, so that its texts are still to be filled in.
    """

    path: FieldPath
    report: Report
    base_dir: Path
    known: frozenset[str]
    repeated: bool
    _texts: dict[FieldPath, Text] = field(default_factory=dict)

    def need(self, message: Any, *fields: str) -> bool:
        """Reports each of the fields that is empty; whether none was."""
        missing = [name for name in fields if not getattr(message, name)]
        for name in missing:
            self.report(self.path, f"`{self.path[-1]}` has no `{name}`", f"give its {name}")
        return not missing

    def text(self, message: Any, name: str, item: int | None = None) -> Filled:
        """A text field of `message`, a message directly or by way of others in the step."""
        value: str = getattr(message, name) if item is None else getattr(message, name)[item]
        return self.written(value, (name,) if item is None else (name, item), quote_of(message, name))

    def written(self, value: str, path: FieldPath = (), quote: Callable[[str], str] | None = None) -> Filled:
        """As `text`, of a value at a place below the step's field."""
        if not self.repeated or "${" not in value:
            return lambda _scope: value
        try:
            text = Text(value, self.known)
        except (TransformationFault, TextFault) as fault:
            self.report((*self.path, *path), str(fault), fault.mend)
            return lambda _scope: value
        return lambda scope: text(scope.names, scope.clock, quote, scope.work)

    def expression(self, source: str, *path: str | int) -> Valued:
        """The value of an expression that stands at `path` below the step's field."""
        try:
            expression = Expression(source, self.known)
        except TransformationFault as fault:
            self.report((*self.path, *path), str(fault), fault.mend)
            return lambda _scope: None
        return lambda scope: expression(scope.names, scope.clock, scope.work)

    def number(self, source: str, default: float, *path: str | int) -> Callable[[Scope], float]:
        """The number that an expression gives; `default` where none is written."""
        if not source:
            return lambda _scope: default
        value = self.expression(source, *path)

        def number(scope: Scope) -> float:
            found = value(scope)
            if isinstance(found, bool) or not isinstance(found, int | float):
                raise StateError(f"`{path[-1]}: {source}` gives {found!r:.60}, not a number")
            return found

        return number

    def moment(self, source: str, name: str) -> Callable[[Scope], int | None]:
        """The moment that a text or an expression gives; None where none is written."""
        if not source:
            return lambda _scope: None
        compiler = ParameterCompiler(self.report, lambda _path: self.base_dir, self.known)
        found = moment_source(compiler, (*self.path, name), source)
        if found is None:
            return lambda _scope: None

        def moment(scope: Scope) -> int:
            try:
                return found(scope)
            except DrawError as error:
                raise StateError(f"`{name}`: {error}") from None

        return moment


def package_of(path: str) -> str:
    """The app that a path in an app's own folder belongs to; "" for other paths."""
    for prefix in ("/data/data/", "/data/user/0/", "/data/user_de/0/"):
        if path.startswith(prefix):
            return path.removeprefix(prefix).partition("/")[0]
    return ""


def column_values(names: Mapping[str, Any]) -> dict[str, Any]:
    """The values that SQL can bind, by name: texts, numbers, None; a boolean is 0 or 1."""
    return {
        name: int(value) if isinstance(value, bool) else value
        for name, value in names.items()
        if isinstance(value, str | int | float | None)
    }
