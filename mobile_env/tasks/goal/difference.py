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
    there = [_key(row, columns) for row in before]
    here = [_key(row, columns) for row in now]
    return _without(now, here, there), _without(before, there, here)


def _without(rows: Sequence[Row], keys: Sequence[Hashable], others: Sequence[Hashable]) -> list[Row]:
    left = Counter(others)
    found = []
    for row, key in zip(rows, keys, strict=True):
        if left[key]:
            left[key] -= 1
        else:
            found.append(row)
    return found


def _key(row: Row, columns: Sequence[str] | None) -> Hashable:
    names = tuple(columns or row)
    values = tuple([row[name] for name in names])
    # 1, 1.0 and True are equal in Python but not in a database.
    key = (names, values, tuple(map(type, values)))
    try:
        hash(key)
    except TypeError:
        return (names, repr(values))
    return key
