"""What is there now and was not before, and the reverse: whole rows, equal ones counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


def difference(
    before: Sequence[Row], now: Sequence[Row], columns: Sequence[str] | None = None
) -> tuple[list[Row], list[Row]]:
    """The rows that were added and those that were removed, each in its order.

    A changed row is one removed and one added. Of equal rows the later ones count as added or removed.

    Args:
      before: the rows at the start of the episode.
      now: the rows of this moment.
      columns: the columns that make two rows equal; all by default.
    """
    return _without(now, before, columns), _without(before, now, columns)


def _without(rows: Sequence[Row], others: Sequence[Row], columns: Sequence[str] | None) -> list[Row]:
    left = Counter(_key(row, columns) for row in others)
    found = []
    for row in rows:
        key = _key(row, columns)
        if left[key]:
            left[key] -= 1
        else:
            found.append(row)
    return found


def _key(row: Row, columns: Sequence[str] | None) -> Hashable:
    # 1, 1.0 and True are equal in Python but not in a database.
    return tuple((name, type(row[name]).__name__, repr(row[name])) for name in (columns or row))
