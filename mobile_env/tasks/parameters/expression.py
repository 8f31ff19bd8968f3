"""Expressions of a family: one expression of the transformation language, over parameters and records."""

from __future__ import annotations

import ast
import difflib
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Final

from mobile_env.events.transformation_checker import TransformationFault, check_expression
from mobile_env.events.transformation_evaluator import Evaluator
from mobile_env.events.transformation_functions import check_plain
from mobile_env.events.work_budget import WorkBudget, WorkError
from mobile_env.signals.matching import MOST_PAIRS, matching_pairs
from mobile_env.tasks.parameters.moments import MomentError, TaskClock

__all__ = ["FUNCTIONS", "Expression", "ExpressionError", "TransformationFault", "like"]

# Characters that are compared in the time of one step.
_COMPARED_PER_STEP: Final = 10

LIKE_RATIO: Final = 0.9
"""Two texts are alike from this difflib ratio on."""

_WRONG_VALUES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class ExpressionError(Exception):
    """An expression that failed on the values it was given."""


def like(left: object, right: object) -> bool:
    """Whether two texts are alike: difflib's ratio of the lower-cased, trimmed texts is at least 0.9.

    Carriage returns do not count; None is like nothing. Numbers are compared as they are written.
    Different texts of thousands of equal characters, which `difflib` would compare for minutes, are not alike.
    """
    if left is None or right is None:
        return False
    first, second = _plain(left), _plain(right)
    if first == second:
        return True
    matcher = difflib.SequenceMatcher(None, first, second, autojunk=False)
    if matching_pairs(first, second) > MOST_PAIRS:
        return False
    return matcher.quick_ratio() >= LIKE_RATIO and matcher.ratio() >= LIKE_RATIO


def digits(text: object) -> str:
    """The decimal digits of a text, in order: `+1 555-0100` gives `15550100`."""
    return "".join(character for character in str(text) if character in "0123456789")


def _plain(text: object) -> str:
    return str(text).replace("\r", "").strip().lower()


def _like(budget: WorkBudget, left: Any, right: Any) -> bool:
    if left is None or right is None:
        return False
    first, second = _plain(left), _plain(right)
    budget.spend(1 + (len(first) + len(second)) // 10)
    if max(len(first), len(second)) > 10_000:
        raise WorkError("compares a text of more than 10000 characters with like()")
    if first == second:
        return True
    matcher = _CountingMatcher(first, second, budget)
    return matcher.quick_ratio() >= LIKE_RATIO and matcher.ratio() >= LIKE_RATIO


class _CountingMatcher(difflib.SequenceMatcher[str]):
    """Spends what a comparison costs before it is made: in the worst case cubic in the length of the texts."""

    def __init__(self, first: str, second: str, budget: WorkBudget):
        self._budget = budget
        super().__init__(None, first, second, autojunk=False)
        self._first = first
        self._often = Counter(second)

    def find_longest_match(
        self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None
    ) -> Any:
        compared = sum(self._often[character] for character in self._first[alo:ahi])
        self._budget.spend(1 + compared // _COMPARED_PER_STEP)
        return super().find_longest_match(alo, ahi, blo, bhi)


FUNCTIONS: Final = ("like", "digits", "moment", "day", "written")
"""What expressions call beside the functions of transformations."""


def _functions(clock: TaskClock) -> dict[str, Any]:
    return {
        "like": _like,
        "digits": lambda _budget, text: digits(text),
        "moment": lambda _budget, text: clock.moment(str(text)),
        "day": lambda _budget, moment: clock.day(int(moment)),
        "written": lambda _budget, moment, pattern: clock.written(int(moment), str(pattern)),
    }


class Expression:
    """A checked expression.

    Attributes:
      source: as it was written.
      reads: the names it reads, those bound by its own comprehensions left out.
    """

    __slots__ = ("_constant", "_is_constant", "_tree", "reads", "source")

    def __init__(self, source: str, known: Collection[str]):
        """Checks `source`.

        Args:
          source: the expression.
          known: the names that it may read.

        Raises:
          TransformationFault: it is outside the language, or reads an unknown name.
        """
        self.source = source
        self._tree = check_expression(source, known, FUNCTIONS)
        names = {node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)}
        self.reads = frozenset(names & set(known))
        try:
            self._constant, self._is_constant = ast.literal_eval(self._tree), True
        except (ValueError, TypeError):  # TypeError: a key that cannot be hashed
            self._constant, self._is_constant = None, False

    def fields_read(self, name: str) -> frozenset[str] | None:
        """The fields that are read of a record: `row.title` and `row['title']` read `title` of `row`.

        None if the record is read in other ways, too.
        """
        fields = set()
        told = set()
        for node in ast.walk(self._tree):
            match node:
                case ast.Attribute(value=ast.Name(id=read) as place, attr=field):
                    pass
                case ast.Subscript(value=ast.Name(id=read) as place, slice=ast.Constant(value=str(field))):
                    pass
                case _:
                    continue
            if read == name:
                fields.add(field)
                told.add(id(place))
        others = any(
            isinstance(node, ast.Name) and node.id == name and id(node) not in told
            for node in ast.walk(self._tree)
        )
        return None if others else frozenset(fields)

    def __call__(self, names: Mapping[str, Any], clock: TaskClock, work: WorkBudget | None = None) -> Any:
        """The value of the expression.

        Args:
          names: the values of what it reads.
          clock: what `moment`, `day` and `written` go by.
          work: the budget of all that is drawn for an instance; None: only the expression's own counts.

        Raises:
          ExpressionError: it failed, or did too much.
        """
        if self._is_constant and not isinstance(self._constant, (list, dict)):
            return self._constant
        try:
            value = Evaluator(WorkBudget(within=work), dict(names), _functions(clock)).evaluate(self._tree)
            if isinstance(value, range):
                return list(value)
            check_plain(value)
        except WorkError as error:
            raise ExpressionError(f"expression {self.source!r} {error}") from None
        except MomentError as error:
            raise ExpressionError(f"expression {self.source!r}: {error}") from None
        except _WRONG_VALUES as error:
            reason = error.args[0] if isinstance(error, LookupError) and error.args else error
            raise ExpressionError(
                f"expression {self.source!r} failed: {type(error).__name__}: {reason}"
            ) from None
        return value
