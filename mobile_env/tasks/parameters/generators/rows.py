"""`rows { count columns_of column… unique… }`: a list of records, or one record without `count`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.tasks.errors import FieldPath
from mobile_env.tasks.parameters import parameter as parameters
from mobile_env.tasks.parameters.compiling import (
    MOST_RECORDS,
    Compiler,
    DrawError,
    Generator,
    Scope,
    whole_number,
)
from mobile_env.tasks.parameters.draws import Draws
from mobile_env.tasks.parameters.expression import Expression
from mobile_env.tasks.parameters.ordering import CycleError, in_order_of_need
from mobile_env.tasks.parameters.records import Record

# Names that are known inside rows and come from no parameter.
_LOCAL = frozenset({"row", "index"})


@dataclass(frozen=True)
class Rows:
    """Records whose columns are parameters.

    Attributes:
      columns: in the order in which records hold them.
      drawn: the same, each after the columns that it reads.
      count: how many records; None: one record instead of a list.
      unique: columns that together are never the same twice.
      require: what has to be true of each record.
    """

    columns: tuple[parameters.Parameter, ...]
    drawn: tuple[parameters.Parameter, ...]
    count: Expression | None
    unique: tuple[str, ...]
    require: Expression | None

    @property
    def reads(self) -> frozenset[str]:
        names = frozenset(name for column in self.columns for name in column.reads)
        for expression in (self.count, self.require):
            names |= expression.reads if expression else frozenset()
        return names - _LOCAL

    @property
    def is_random(self) -> bool:
        return any(column.generator.is_random for column in self.columns)

    def draw(self, draws: Draws, scope: Scope) -> Any:
        if self.count is None:
            return self._record(draws, scope, 0, set())
        count = whole_number(self.count(scope.names, scope.clock, scope.work), self.count.source)
        if not 0 <= count <= MOST_RECORDS:
            raise DrawError(f"count is {count}: it has to be from 0 to {MOST_RECORDS}")
        seen: set[str] = set()
        return [self._record(draws, scope, index, seen) for index in range(count)]

    def _record(self, draws: Draws, scope: Scope, index: int, seen: set[str]) -> Record:
        helpers = frozenset(column.name for column in self.columns if column.helper)
        order = [column.name for column in self.columns]
        for attempt in range(parameters.MOST_ATTEMPTS if self.is_random else 1):
            # One record for the columns to read while it grows; the finished one has the columns in their order.
            growing: dict[str, Any] = {}
            inside = scope.with_names(row=growing, index=index)
            for column in self.drawn:
                growing[column.name] = column.draw(draws.child(index, attempt), inside)
            record = Record({name: growing[name] for name in order}, helpers)
            names = {**scope.names, "row": record, "index": index}
            if self.require and not self.require(names, scope.clock, scope.work):
                continue
            if self.unique:
                key = repr([record[name] for name in self.unique])
                if key in seen:
                    continue
                seen.add(key)
            return record
        what = f"`require: {self.require.source}`" if self.require else "the columns of `unique`"
        raise parameters.DrawAgain(f"no record {index + 1} that fits {what}")


def compile_rows(compiler: Compiler, path: FieldPath, message: Any) -> Generator | None:
    """`rows { count columns_of column… unique… }`; `require` of the parameter is added by the parameter."""
    sources = _column_sources(compiler, path, message)
    if sources is None:
        return None
    if not sources:
        compiler.report(path, "`rows` has no columns", 'add column { name: "title" … }, or columns_of')
        return None
    inside = compiler.inside_rows()
    columns = {}
    for name, (place, column) in sources.items():
        columns[name] = parameters.compile_parameter(inside, place, column, is_column=True)
    count = compiler.expression((*path, "count"), message.count) if message.count else None
    faulty = message.count and count is None
    for index, name in enumerate(message.unique):
        if name not in sources:
            compiler.report(
                (*path, "unique", index),
                f"`unique` names {name!r}, which is no column",
                f"columns: {_listed(sources)}",
            )
            faulty = True
    sound = {name: column for name, column in columns.items() if column is not None}
    if faulty or len(sound) < len(columns):
        return None
    needs = {name: _needs(name, column, list(sound), sources[name][1]) for name, column in sound.items()}
    try:
        order = in_order_of_need(needs)
    except CycleError as error:
        place = sources[error.names[0]][0]
        compiler.report(
            place, f"columns need each other: {' → '.join(error.names)}", "compute one without the other"
        )
        return None
    return Rows(
        columns=tuple(sound.values()),
        drawn=tuple(sound[name] for name in order),
        count=count,
        unique=tuple(message.unique),
        require=None,
    )


def _column_sources(
    compiler: Compiler, path: FieldPath, message: Any, above: Sequence[str] = ()
) -> dict[str, tuple[FieldPath, Any]] | None:
    """Name → place and message of each column, those taken over by `columns_of` first; None after a fault."""
    columns: dict[str, tuple[FieldPath, Any]] = {}
    if message.columns_of:
        base = message.columns_of
        if base not in compiler.rows or base in above:
            what = (
                f"columns_of goes in a circle: {' → '.join([*above, base])}"
                if base in above
                else f"there is no `rows` parameter {base!r}"
            )
            compiler.report((*path, "columns_of"), what, f"`rows` parameters: {_listed(compiler.rows)}")
            return None
        place, rows = compiler.rows[base]
        taken = _column_sources(compiler, place, rows, [*above, base])
        if taken is None:
            return None
        columns.update(taken)
    for index, column in enumerate(message.column):
        columns[column.name] = ((*path, "column", index), column)
    return columns


def _needs(name: str, column: parameters.Parameter, names: Sequence[str], message: Any) -> list[str]:
    """The columns that a column reads; one that reads the record as a whole comes after those written before."""
    if "row" not in column.reads:
        return []
    fields = column.fields_read("row")
    if fields is not None:
        return [field for field in names if field in fields and field != name]
    return list(names[: names.index(name)])


def _listed(names: Mapping[str, Any]) -> str:
    return ", ".join(names) or "none"
