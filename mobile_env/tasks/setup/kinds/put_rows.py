"""`put_rows { database table rows keep }`: records into a table of an app's database."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.signals.state import ColumnInfo, DeviceState, StateError
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.parameters.records import stored
from mobile_env.tasks.setup.kinds.contract import (
    Filled,
    StateStep,
    StepCompiler,
    Valued,
    column_values,
    package_of,
)

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMERIC = re.compile(r"INT|REAL|FLOA|DOUB|NUM|DEC|BOOL|DATE", re.IGNORECASE)


@dataclass(frozen=True)
class PutRows:
    """Fills a table. It is emptied first unless `keep`; the app is stopped, so that it reads the table anew."""

    database: Filled
    table: str
    rows: Valued
    keep: bool

    def run(self, state: DeviceState, scope: Scope) -> None:
        database = self.database(scope)
        package = package_of(database)
        if package:
            state.stop_app(package)
        columns = state.table_columns(database, self.table)
        if columns is None:
            raise StateError(
                f"there is no table {self.table} in {database}: install its app, and open it first"
            )
        records = self.rows(scope)
        records = [records] if isinstance(records, dict) else records
        if not isinstance(records, list | tuple) or not all(isinstance(record, dict) for record in records):
            raise StateError(f"`rows` gives {records!r:.80}, not records")
        statements: list[tuple[str, Mapping[str, Any]]] = []
        if not self.keep:
            statements.append((f'DELETE FROM "{self.table}"', {}))
        statements += [_insertion(self.table, columns, stored(record)) for record in records]
        if statements:
            state.execute(database, statements)


def _insertion(
    table: str, columns: Sequence[ColumnInfo], record: Mapping[str, Any]
) -> tuple[str, Mapping[str, Any]]:
    names = {column.name for column in columns}
    unknown = [name for name in record if name not in names]
    if unknown:
        raise StateError(
            f"the table {table} has no column {unknown[0]} (columns: {', '.join(sorted(names))})"
        )
    values = column_values(record)
    wrong = [name for name in record if name not in values]
    if wrong:
        raise StateError(f"the column {wrong[0]} is no text and no number: {record[wrong[0]]!r:.60}")
    for column in columns:
        if column.name not in values and column.not_null and not column.has_default and not column.is_key:
            values[column.name] = 0 if _NUMERIC.search(column.type) else ""
    if not values:
        return f'INSERT INTO "{table}" DEFAULT VALUES', {}
    told = ", ".join(f'"{name}"' for name in values)
    # Columns may have any name: the values are bound by their places.
    binds = {f"v{place}": value for place, value in enumerate(values.values())}
    return f'INSERT INTO "{table}" ({told}) VALUES ({", ".join(f":{bind}" for bind in binds)})', binds


def compile_put_rows(compiler: StepCompiler, message: Any) -> StateStep | None:
    """Checks the field."""
    if not compiler.need(message, "database", "table"):
        return None
    if not _NAME.fullmatch(message.table):
        compiler.report((*compiler.path, "table"), f"{message.table!r} is no name of a table", "use `sql`")
        return None
    rows = compiler.expression(message.rows, "rows") if message.rows else _no_rows
    return PutRows(compiler.text(message, "database"), message.table, rows, message.keep)


def _no_rows(_scope: Scope) -> list[Any]:
    return []
