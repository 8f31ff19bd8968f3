"""`expression`: a value computed from other parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mobile_env.tasks.errors import FieldPath
from mobile_env.tasks.parameters.compiling import Compiler, Generator, Scope
from mobile_env.tasks.parameters.draws import Draws
from mobile_env.tasks.parameters.expression import Expression


@dataclass(frozen=True)
class Computed:
    """The value of an expression."""

    expression: Expression
    is_random: bool = False

    @property
    def reads(self) -> frozenset[str]:
        return self.expression.reads

    def draw(self, draws: Draws, scope: Scope) -> Any:
        return self.expression(scope.names, scope.clock, scope.work)


def compile_expression(compiler: Compiler, path: FieldPath, message: Any) -> Generator | None:
    """`expression: source`"""
    expression = compiler.expression(path, message)
    return Computed(expression) if expression else None
