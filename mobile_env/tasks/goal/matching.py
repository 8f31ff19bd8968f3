"""Compares the rows that are there with the records that are expected, one to one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.tasks.parameters.expression import like
from mobile_env.tasks.parameters.records import stored

Row = Mapping[str, Any]


class MissingColumnError(Exception):
    """Expected records have a column that the rows lack."""

    def __init__(self, column: str, columns: Sequence[str]):
        super().__init__(
            f"the expected records have a column {column}, which is not there (columns: {', '.join(columns)})"
        )
        self.column = column


@dataclass(frozen=True)
class Comparison:
    """How one value is compared with another.

    Attributes:
      like: columns whose texts only have to be alike.
      tolerance: how far numbers may be apart.
    """

    like: Collection[str] = ()
    tolerance: float = 0

    def equal(self, column: str, expected: Any, actual: Any) -> bool:
        """Whether an actual value is the expected one.

        An expected number compares as a number, also with a text that reads as one; an expected text as a text;
        None only with None.
        """
        if expected is None or actual is None:
            return expected is None and actual is None
        if isinstance(expected, int | float):
            number = as_number(actual)
            return number is not None and abs(number - expected) <= self.tolerance
        if isinstance(expected, str):
            return like(expected, actual) if column in self.like else expected == as_text(actual)
        return bool(expected == actual)

    def same(self, expected: Row, actual: Row) -> bool:
        """Whether a row is the expected record: all columns of the record, helpers apart."""
        return not self.differences(expected, actual, most=1)

    def differences(self, expected: Row, actual: Row, most: int | None = None) -> list[str]:
        """Columns in which a row differs from the expected record; at most `most` of them."""
        found: list[str] = []
        for column, value in stored(expected).items():
            if column not in actual:
                raise MissingColumnError(column, list(actual))
            if not self.equal(column, value, actual[column]):
                found.append(column)
                if len(found) == most:
                    break
        return found


@dataclass(frozen=True)
class Near:
    """An expected record without a row, and the row that comes closest.

    Attributes:
      expected: the record.
      row: the closest of the rows that no other record took; None if there is none.
      differences: the columns in which they differ.
    """

    expected: Row
    row: Row | None
    differences: tuple[str, ...]

    def __str__(self) -> str:
        if self.row is None:
            return f"no row for {_told(stored(self.expected))}"
        told = ", ".join(
            f"{column}: {self.row[column]!r}, expected {self.expected[column]!r}"
            for column in self.differences
        )
        return f"nearest row has {told}"


@dataclass(frozen=True)
class Matching:
    """The outcome of a comparison.

    Attributes:
      holds: whether each record has a row of its own, and no row is left over (where none may be).
      missing: expected records without a row.
      left_over: rows without a record, where none may be.
      in_order: False if only the order is wrong.
    """

    holds: bool
    missing: tuple[Near, ...] = ()
    left_over: tuple[Row, ...] = ()
    in_order: bool = True

    def __str__(self) -> str:
        if self.holds:
            return "all records have a row"
        parts = [str(near) for near in self.missing[:3]]
        if self.left_over:
            parts.append(f"{len(self.left_over)} row(s) too many, such as {_told(self.left_over[0])}")
        if not self.in_order:
            parts.append("the rows are in another order")
        return "; ".join(parts)


def match(
    expected: Sequence[Row],
    rows: Sequence[Row],
    comparison: Comparison,
    *,
    in_order: bool = False,
    others: bool = False,
) -> Matching:
    """Finds a row of its own for each expected record.

    Args:
      expected: the records; their helper columns are not compared.
      rows: what is there.
      comparison: how values are compared.
      in_order: whether the rows have to stand in the order of the records.
      others: whether further rows may be there.

    Raises:
      MissingColumnError: a record has a column that the rows lack.
    """
    partners = _assignment(expected, rows, comparison)
    taken = {row for row in partners if row is not None}
    free = [row for index, row in enumerate(rows) if index not in taken]
    missing = tuple(
        _nearest(record, free, comparison)
        for record, partner in zip(expected, partners, strict=True)
        if partner is None
    )
    left_over = () if others else tuple(free)
    if missing or left_over:
        return Matching(False, missing, left_over)
    if in_order and not _in_order(expected, rows, comparison, others):
        return Matching(False, in_order=False)
    return Matching(True)


def as_number(value: Any) -> float | int | None:
    """A value as a number; None if it does not read as one."""
    if isinstance(value, int | float):
        return value
    try:
        text = str(value).strip()
        return int(text) if text.lstrip("+-").isdecimal() else float(text)
    except ValueError:
        return None


def as_text(value: Any) -> str:
    """A value as `sqlite3` and the shell print it."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    return str(value)


def _assignment(expected: Sequence[Row], rows: Sequence[Row], comparison: Comparison) -> list[int | None]:
    """The row of each record in a largest assignment (augmenting paths, without recursion)."""
    fitting = [
        [index for index, row in enumerate(rows) if comparison.same(record, row)] for record in expected
    ]
    owner: dict[int, int] = {}
    for record in range(len(expected)):
        # Breadth first: `via` tells from which record each row was reached.
        via: dict[int, int] = {}
        queue, end = [record], None
        while queue and end is None:
            current = queue.pop(0)
            for row in fitting[current]:
                if row in via:
                    continue
                via[row] = current
                if row not in owner:
                    end = row
                    break
                queue.append(owner[row])
        while end is not None:
            current = via[end]
            before = next((row for row, whose in owner.items() if whose == current), None)
            owner[end] = current
            if before is not None:
                del owner[before]
            end = before
    partners: list[int | None] = [None] * len(expected)
    for row, record in owner.items():
        partners[record] = row
    return partners


def _in_order(expected: Sequence[Row], rows: Sequence[Row], comparison: Comparison, others: bool) -> bool:
    place = 0
    for record in expected:
        while place < len(rows) and not comparison.same(record, rows[place]):
            if not others:
                return False
            place += 1
        if place == len(rows):
            return False
        place += 1
    return True


def _nearest(record: Row, rows: Sequence[Row], comparison: Comparison) -> Near:
    best: tuple[int, Row] | None = None
    for row in rows:
        count = len(comparison.differences(record, row))
        if best is None or count < best[0]:
            best = (count, row)
    if best is None or best[0] == len(stored(record)):
        return Near(record, None, ())
    return Near(record, best[1], tuple(comparison.differences(record, best[1])))


def _told(row: Row) -> str:
    told = ", ".join(f"{name}: {value!r}" for name, value in list(row.items())[:6])
    return told if len(told) <= 160 else f"{told[:157]}..."
