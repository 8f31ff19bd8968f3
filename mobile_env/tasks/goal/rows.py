"""What has to be true of the rows that a check looks at: a count, an expression, or expected records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.tasks.goal.matching import Comparison, MissingColumnError, as_number, match
from mobile_env.tasks.goal.situation import CheckError, FailedExpressionError, Situation
from mobile_env.tasks.parameters.expression import Expression, ExpressionError

Row = Mapping[str, Any]


@dataclass(frozen=True)
class RowsVerdict:
    """Whether rows are as they have to be, and why not."""

    holds: bool
    why: str = ""


@dataclass(frozen=True)
class RowsCondition:
    """`Rows` of a task file. At most one of `count`, `holds`, `expected`; none of them: at least one row.

    Attributes:
      count: exactly so many rows.
      holds: an expression over the list `rows`.
      expected: an expression that gives the expected records.
      like: columns whose texts only have to be alike.
      tolerance: how far numbers may be apart.
      in_order: whether rows have to stand in the order of the records.
      others: whether further rows may be there.
    """

    count: int | None = None
    holds: Expression | None = None
    expected: Expression | None = None
    like: tuple[str, ...] = ()
    tolerance: Expression | None = None
    in_order: bool = False
    others: bool = False

    def judge(self, rows: Sequence[Row], situation: Situation) -> RowsVerdict:
        """Judges rows. CheckError if an expression fails, or a record has a column that rows lack."""
        if self.count is not None:
            return RowsVerdict(len(rows) == self.count, f"{len(rows)} row(s), expected {self.count}")
        if self.holds is not None:
            holds = bool(value_of(self.holds, situation, rows=list(rows)))
            return RowsVerdict(holds, f"`{self.holds.source}` is not true of {len(rows)} row(s)")
        if self.expected is None:
            return RowsVerdict(bool(rows), "no rows")
        records = value_of(self.expected, situation)
        records = [records] if isinstance(records, dict) else records
        if not isinstance(records, list | tuple) or not all(isinstance(record, dict) for record in records):
            raise CheckError(f"`rows: {self.expected.source}` gives {records!r:.80}, not records")
        tolerance = as_number(value_of(self.tolerance, situation)) if self.tolerance else 0
        if tolerance is None:
            raise CheckError(
                f"`tolerance: {self.tolerance.source if self.tolerance else ''}` gives no number"
            )
        try:
            outcome = match(
                records, rows, Comparison(self.like, tolerance), in_order=self.in_order, others=self.others
            )
        except MissingColumnError as error:
            raise CheckError(str(error)) from None
        return RowsVerdict(outcome.holds, "" if outcome.holds else str(outcome))


def value_of(expression: Expression, situation: Situation, **names: Any) -> Any:
    """The value of an expression at a moment. FailedExpressionError if it fails."""
    known = {**situation.names, **names}
    if situation.clock.now is not None:
        known["now"] = situation.clock.now
    try:
        return expression(known, situation.clock)
    except ExpressionError as error:
        raise FailedExpressionError(str(error)) from None


AT_LEAST_ONE = RowsCondition()
EMPTY = RowsCondition(count=0)
