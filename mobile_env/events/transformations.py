"""Transformations: an author's statements that compute `y` from `x`, checked at load and run with bounded
work."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from mobile_env.events.transformation_checker import TransformationFault, check
from mobile_env.events.transformation_evaluator import Evaluator
from mobile_env.events.transformation_functions import check_plain
from mobile_env.events.work_budget import WorkBudget, WorkError

__all__ = ["Transformation", "TransformationError", "TransformationFault"]

# Exceptions that Python raises for wrong values in this language. Any other exception is a bug.
_WRONG_VALUES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class TransformationError(Exception):
    """A transformation failed on a value. The text says which statement, on which value, and why."""


class Transformation:
    """Compiled statements. Without statements, the result is `x`.

    Attributes:
      sources: the statements as written.
      reads_input: whether the result depends on the input.
    """

    __slots__ = ("_statements", "reads_input", "sources")

    def __init__(self, sources: Sequence[str] = ()):
        """Checks the statements of `sources`.

        Raises:
          TransformationFault: something is outside the language, or `y` is never assigned.
        """
        self.sources = tuple(sources)
        checked = check(self.sources) if self.sources else []
        self._statements = [
            (statement, source)
            for source, statements in zip(self.sources, checked, strict=True)
            for statement in statements
            if not isinstance(statement, ast.Import)
        ]
        self.reads_input = not self.sources or any(
            isinstance(node, ast.Name) and node.id == "x"
            for statement, _source in self._statements
            for node in ast.walk(statement)
        )

    @property
    def statements(self) -> Sequence[ast.stmt]:
        """The statements as syntax trees, without imports."""
        return [statement for statement, _source in self._statements]

    @property
    def result(self) -> ast.expr | None:
        """The expression that is assigned to `y` at the end; None if it is not a single expression."""
        result = None
        for statement in self.statements:
            match statement:
                case ast.Assign(targets=[ast.Name(id="y")], value=value):
                    result = value
                case _:
                    if any(isinstance(node, ast.Name) and node.id == "y" for node in ast.walk(statement)):
                        result = None
        return result

    def __call__(self, x: Any) -> Any:
        """Runs the statements on an input and returns `y`.

        Raises:
          TransformationError: a statement failed, or exceeded the work limit.
        """
        if not self._statements:
            return x
        names = {"x": x}
        budget = WorkBudget()
        source = self.sources[0]
        try:
            if self.reads_input:
                budget.weigh(x)
            evaluator = Evaluator(budget, names)
            for statement, source in self._statements:  # noqa: B007 (the handlers read it)
                evaluator.execute(statement)
            y = names["y"]
            if isinstance(y, range):
                return list(y)
            check_plain(y)
            return y
        except WorkError as error:
            raise TransformationError(f"transformation {source!r} {error}") from None
        except _WRONG_VALUES as error:
            reason = f"{type(error).__name__}: {error}"
            raise TransformationError(
                f"transformation {source!r} failed on x = {_shown(x)}: {reason}"
            ) from None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
