"""`sql { database statement… }`: SQL statements in one transaction; `:name` is a parameter, or a column of `row`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.signals.state import DeviceState, StateError
from mobile_env.tasks.goal.subjects.database import bound_names
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.setup.kinds.contract import Filled, StateStep, StepCompiler, column_values, package_of


@dataclass(frozen=True)
class SqlStep:
    """Runs statements, the app stopped before."""

    database: Filled
    statements: Sequence[tuple[str, Sequence[str]]]

    def run(self, state: DeviceState, scope: Scope) -> None:
        database = self.database(scope)
        package = package_of(database)
        if package:
            state.stop_app(package)
        names = dict(scope.names)
        if isinstance(names.get("row"), dict):
            names = {**names, **names["row"]}
        values = column_values(names)
        state.execute(database, [(sql, _bound(binds, names, values)) for sql, binds in self.statements])


def _bound(binds: Sequence[str], names: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    for name in binds:
        if name not in names:
            raise StateError(f":{name} is no parameter and no column of `row`")
        if name not in values:
            raise StateError(f":{name} is no text and no number: {names[name]!r:.60}")
    return {name: values[name] for name in binds}


def compile_sql(compiler: StepCompiler, message: Any) -> StateStep | None:
    """Checks the field."""
    if not compiler.need(message, "database", "statement"):
        return None
    statements = []
    for index, statement in enumerate(message.statement):
        binds = bound_names(statement)
        unknown = [name for name in binds if name not in compiler.known]
        if unknown and not compiler.repeated:
            known = ", ".join(sorted(compiler.known)) or "nothing"
            compiler.report(
                (*compiler.path, "statement", index), f":{unknown[0]} is no parameter", f"known here: {known}"
            )
            return None
        statements.append((statement, binds))
    return SqlStep(compiler.text(message, "database"), statements)
