"""Content providers: rows that apps share by `content://` URI, answered from SQL views of the provider's database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from mobile_env.phone.kernel.permissions import PermissionDenied
from mobile_env.phone.sdk.database import Table
from mobile_env.phone.sdk.host import Host
from mobile_env.phone.sdk.manifest import Provider, View
from mobile_env.phone.services.content import ContentService


class ContentProvider:
    """Answers an authority's paths from the manifest's views. Override a method where a path does more.

    Args:
      context: the provider app's context (a `Context`).
      provider: its entry in the manifest.
    """

    def __init__(self, host: Host, provider: Provider) -> None:
        self.host = host
        self.provider = provider

    @property
    def db(self) -> Table:
        return self.host.database(self.provider.database)

    def view(self, path: str) -> tuple[View, str | None]:
        """The view of a path, and the row's id where the path ends with one.

        Raises:
          LookupError: the provider has no such path.
        """
        found = self.provider.paths.get(path)
        if found is not None:
            return found, None
        stem, _, last = path.rpartition("/")
        found = self.provider.paths.get(stem)
        if found is None or not last or (found.key == "_id" and not last.isdecimal()):
            raise LookupError(f"Unknown URL content://{self.provider.authorities[0]}/{path}")
        return found, last

    def query(
        self,
        path: str,
        columns: Sequence[str] = (),
        where: str = "",
        args: Sequence[Any] = (),
        sort: str = "",
    ) -> Sequence[Mapping[str, Any]]:
        """The rows of a path."""
        view, id = self.view(path)
        shown = ", ".join(f"{sql} AS {name}" for name, sql in view.columns.items()) or "*"
        inner = f"SELECT {shown} FROM {view.source}"
        conditions = [f"({where})"] if where else []
        if id is not None:
            key = "_id" if view.columns and "_id" in view.columns else view.key
            conditions.append(f"{key} = ?")
            args = (*args, id)
        picked = ", ".join(columns) or "*"
        sql = f"SELECT {picked} FROM ({inner})"
        if conditions:
            sql += " WHERE " + " AND ".join(conditions)
        if sort or view.sort:
            sql += f" ORDER BY {sort or view.sort}"
        return self.db.query(sql, *args)

    def insert(self, path: str, values: Mapping[str, Any]) -> Any:
        """Adds a row; returns its key."""
        view, _ = self.view(path)
        return self.db.put(view.written, None, **values)

    def update(self, path: str, values: Mapping[str, Any], where: str = "", args: Sequence[Any] = ()) -> int:
        """Changes the rows of a path that meet a condition; returns how many."""
        keys = self._keys(path, where, args)
        table = self.view(path)[0].written
        return sum(self.db.update(table, key, **values) for key in keys)

    def delete(self, path: str, where: str = "", args: Sequence[Any] = ()) -> int:
        """Removes the rows of a path that meet a condition; returns how many."""
        return self.db.delete(self.view(path)[0].written, self._keys(path, where, args))

    def _keys(self, path: str, where: str, args: Sequence[Any]) -> list[Any]:
        view, _ = self.view(path)
        key = "_id" if "_id" in view.columns else view.key
        return [row[key] for row in self.query(path, (key,), where, args, sort=key)]

    def call(self, method: str, arg: str, extras: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What `content call` asks for; None: the provider knows no such method."""
        return None


class Content:
    """The providers of all apps, as one app may use them.

    All methods raise
      LookupError: no provider answers the URI;
      PermissionError: the app may not read or write it; the text is Android's.
    """

    def __init__(self, host: Host) -> None:
        self._host = host

    @contextmanager
    def _service(self) -> Iterator[ContentService]:
        try:
            yield self._host.content
        except PermissionDenied as error:
            raise PermissionError(str(error)) from None

    def query(
        self,
        uri: str,
        columns: Sequence[str] = (),
        where: str = "",
        args: Sequence[Any] = (),
        sort: str = "",
    ) -> Sequence[Any]:
        """Rows of a URI: records (`row.name`) of apps' providers, mappings of the system's own."""
        with self._service() as service:
            return service.query(uri, columns, where, args, sort, package=self._host.package)

    def get(self, uri: str) -> Any:
        """The first row of a URI; None without one."""
        return next(iter(self.query(uri)[:1]), None)

    def insert(self, uri: str, **values: Any) -> str:
        """Adds a row; returns its URI."""
        with self._service() as service:
            return service.insert(uri, values, package=self._host.package)

    def update(self, uri: str, where: str = "", args: Sequence[Any] = (), **values: Any) -> int:
        """Changes rows; returns how many."""
        with self._service() as service:
            return service.update(uri, values, where, args, package=self._host.package)

    def delete(self, uri: str, where: str = "", args: Sequence[Any] = ()) -> int:
        """Removes rows; returns how many."""
        with self._service() as service:
            return service.delete(uri, where, args, package=self._host.package)

    def call(self, uri: str, method: str, arg: str = "", **extras: Any) -> Mapping[str, Any] | None:
        """Calls a method that a provider defines; None if it knows none of that name."""
        with self._service() as service:
            return service.call(uri, method, arg, extras, package=self._host.package)
