"""`content://settings`: the settings tables as a content provider."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.settings.service import SHELL, SettingsService
from mobile_env.phone.state.settings import NAMESPACES
from mobile_env.phone.state.sqlite_sandbox import open_sandboxed

_COLUMNS: Final = ("_id", "name", "value", "is_preserved_in_restore")


class SettingsProvider:
    """Rows of `system`, `secure` and `global`; a path may name one setting: `secure/android_id`."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    @property
    def _settings(self) -> SettingsService:
        return self._kernel.service(SettingsService)

    def query(
        self, path: str, columns: Sequence[str], where: str, args: Sequence[Any], sort: str
    ) -> Sequence[Mapping[str, Any]]:
        table, name = self._table(path)
        listed = enumerate(self._settings.store.list(table), 1)
        connection = open_sandboxed(b"", self._kernel.clock)
        try:
            connection.execute(f"CREATE TABLE {table} ({', '.join(_COLUMNS)})")
            rows = [(number, key, value, None) for number, (key, value) in listed if name in ("", key)]
            connection.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", rows)
            shown = list(columns) or list(_COLUMNS)
            unknown = [column for column in shown if column not in _COLUMNS]
            if unknown:
                raise ValueError(f"Invalid column: {unknown[0]}")
            sql = f"SELECT {', '.join(shown)} FROM {table}"
            sql += f" WHERE ({where})" if where else ""
            sql += f" ORDER BY {sort}" if sort else " ORDER BY _id"
            return [dict(zip(shown, row, strict=True)) for row in connection.execute(sql, tuple(args))]
        finally:
            connection.close()

    def insert(self, path: str, values: Mapping[str, Any]) -> Any:
        table, name = self._table(path)
        name = str(values.get("name") or name)
        if not name:
            raise ValueError("Bad name null")
        value = values.get("value")
        self._settings.put(table, name, "" if value is None else str(value), package=SHELL)
        return name

    def update(self, path: str, values: Mapping[str, Any], where: str, args: Sequence[Any]) -> int:
        table, _ = self._table(path)
        found = self.query(path, ("name",), where, args, "")
        for row in found:
            self._settings.put(table, row["name"], str(values.get("value") or ""), package=SHELL)
        if not found and "name" in values:
            self.insert(path, values)
            return 1
        return len(found)

    def delete(self, path: str, where: str, args: Sequence[Any]) -> int:
        table, _ = self._table(path)
        found = self.query(path, ("name",), where, args, "")
        return sum(self._settings.delete(table, row["name"], package=SHELL) for row in found)

    def call(self, method: str, arg: str, extras: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """GET_system, PUT_secure and their like, as android.provider.Settings calls them."""
        verb, _, table = method.partition("_")
        if table not in NAMESPACES or verb not in ("GET", "PUT", "DELETE"):
            return None
        if verb == "GET":
            return {"value": self._settings.get(table, arg)}
        if verb == "PUT":
            self._settings.put(table, arg, str(extras.get("value", "")), package=SHELL)
            return {}
        return {"result_rows_deleted": int(self._settings.delete(table, arg, package=SHELL))}

    def _table(self, path: str) -> tuple[str, str]:
        table, _, name = path.partition("/")
        if table not in NAMESPACES:
            raise ValueError(f"Invalid URI: content://settings/{path}")
        return table, name
