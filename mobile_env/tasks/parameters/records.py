"""A record of drawn rows: a dict that knows which of its columns only helped to draw the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Record(dict[str, Any]):
    """Columns by name, in their order.

    Attributes:
      helpers: columns that are neither put on the phone nor compared.
    """

    __slots__ = ("helpers",)

    def __init__(self, columns: Mapping[str, Any], helpers: frozenset[str] = frozenset()):
        super().__init__(columns)
        self.helpers = helpers


def stored(record: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a record that are put on the phone and compared."""
    helpers = record.helpers if isinstance(record, Record) else frozenset()
    return {name: value for name, value in record.items() if name not in helpers}
