"""`table { database table }` and `sql { database select }`: rows of an SQLite database, read-only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.signals.state import StateError
from mobile_env.tasks.goal.situation import CheckError, Situation
from mobile_env.tasks.goal.subjects.contract import Rows, Subject, SubjectCompiler

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BOUND = re.compile(
    r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|/\*.*?\*/|[:@$]([A-Za-z_][A-Za-z0-9_]*)", re.DOTALL
)


@dataclass(frozen=True)
class DatabaseSubject:
    """What a SELECT gives. A database that is not there yet has no rows."""

    database: str
    select: str
    binds: tuple[str, ...] = ()
    table: str = "*"
    needs_state: bool = True
    same: Sequence[str] | None = None

    @property
    def touches(self) -> Sequence[str]:
        return [f"database/{self.database}/{self.table}"]

    def read(self, situation: Situation) -> Mapping[str, Rows]:
        values = {name: situation.names[name] for name in self.binds}
        for name, value in values.items():
            if not isinstance(value, str | int | float | None):
                raise CheckError(f":{name} is no text and no number: {value!r:.60}")
        try:
            found = situation.device.query(self.database, self.select, values)
        except StateError as error:
            if self.table != "*" and "no such table" in str(error):
                return {"": []}
            raise CheckError(f"{self.database}: {error}") from None
        return {"": found.rows if found else []}


def compile_table(compiler: SubjectCompiler, message: Any) -> Subject | None:
    """Checks the field."""
    if not compiler.need(message, "database", "table"):
        return None
    if not _NAME.fullmatch(message.table):
        compiler.report(
            (*compiler.path, "table"), f"{message.table!r} is no name of a table", "use `sql` for a select"
        )
        return None
    return DatabaseSubject(message.database, f'SELECT * FROM "{message.table}"', table=message.table)


def compile_sql(compiler: SubjectCompiler, message: Any) -> Subject | None:
    """Checks the field."""
    if not compiler.need(message, "database", "select"):
        return None
    if not re.match(r"\s*(?:select|with|values)\b", message.select, re.IGNORECASE):
        compiler.report((*compiler.path, "select"), "`select` is no SELECT", "checks only read")
        return None
    binds = bound_names(message.select)
    unknown = [name for name in binds if name not in compiler.known]
    if unknown:
        compiler.report(
            (*compiler.path, "select"),
            f":{unknown[0]} is no parameter",
            f"known here: {', '.join(sorted(compiler.known)) or 'nothing'}",
        )
        return None
    return DatabaseSubject(message.database, message.select, binds)


def bound_names(sql: str) -> tuple[str, ...]:
    """The names that a statement binds (`:title`), strings and comments left alone."""
    return tuple(dict.fromkeys(match[1] for match in _BOUND.finditer(sql) if match[1]))
