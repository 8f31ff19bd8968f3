"""`integer { low high step }`: a whole number, ends included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mobile_env.tasks.errors import FieldPath
from mobile_env.tasks.parameters.compiling import Compiler, DrawError, Generator, Scope, whole_number
from mobile_env.tasks.parameters.draws import Draws
from mobile_env.tasks.parameters.expression import Expression


@dataclass(frozen=True)
class Integer:
    """A whole number of `low`, `low + step`, … up to `high`."""

    low: Expression
    high: Expression
    step: Expression
    is_random: bool = True

    @property
    def reads(self) -> frozenset[str]:
        return self.low.reads | self.high.reads | self.step.reads

    def draw(self, draws: Draws, scope: Scope) -> int:
        low, high, step = (
            whole_number(bound(scope.names, scope.clock, scope.work), bound.source)
            for bound in (self.low, self.high, self.step)
        )
        if high < low:
            raise DrawError(f"high, {high}, is below low, {low}")
        if step < 1:
            raise DrawError(f"step is {step}: it has to be at least 1")
        return low + step * draws.below((high - low) // step + 1)


def compile_integer(compiler: Compiler, path: FieldPath, message: Any) -> Generator | None:
    """`integer { low high step }`"""
    bounds = []
    for name, default in (("low", ""), ("high", ""), ("step", "1")):
        source = getattr(message, name) or default
        if not source:
            compiler.report(path, f"`integer` has no `{name}`", f'write {name}: "1"')
            return None
        bounds.append(compiler.expression((*path, name), source))
    low, high, step = bounds
    return Integer(low, high, step) if low and high and step else None
