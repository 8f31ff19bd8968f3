"""Content providers: rows that apps share by `content://` URI, answered from SQL views of the provider's database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from mobile_env.phone.sdk.database import Query, Record, Table
from mobile_env.phone.sdk.host import Host
from mobile_env.phone.sdk.intents import full_permission
from mobile_env.phone.sdk.manifest import Provider, View


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
        if found is None or not last:
            raise LookupError(f"Unknown URL content://{self.provider.authorities[0]}/{path}")
        return found, last

    def query(
        self,
        path: str,
        columns: Sequence[str] = (),
        where: str = "",
        args: Sequence[Any] = (),
        sort: str = "",
    ) -> Query:
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
    """The providers of all apps, as one app may use them."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def _find(self, uri: str, *, write: bool) -> tuple[ContentProvider, str]:
        authority, _, path = uri.removeprefix("content://").partition("/")
        found = self._host.provider(authority)
        if found is None:
            raise LookupError(f"Failed to find provider info for {authority}")
        owner, provider = found
        needed = provider.write if write else provider.read
        if needed and owner.package != self._host.package and not self._host.granted(full_permission(needed)):
            raise PermissionError(
                f"Permission Denial: {'writing' if write else 'reading'} {owner.package} provider {uri} from "
                f"{self._host.package} requires {full_permission(needed)}"
            )
        made = owner.app.load(provider.code) if provider.code else ContentProvider
        return made(owner, provider), unquote(path.strip("/"))

    def query(
        self,
        uri: str,
        columns: Sequence[str] = (),
        where: str = "",
        args: Sequence[Any] = (),
        sort: str = "",
    ) -> Query:
        """Rows of a URI.

        Raises:
          LookupError: no provider answers the URI.
          PermissionError: the app may not read it; the text is Android's.
        """
        provider, path = self._find(uri, write=False)
        return provider.query(path, columns, where, args, sort)

    def get(self, uri: str) -> Record | None:
        """The first row of a URI; None without one."""
        return next(iter(self.query(uri)[:1]), None)

    def insert(self, uri: str, **values: Any) -> str:
        """Adds a row; returns its URI."""
        provider, path = self._find(uri, write=True)
        return f"{uri.rstrip('/')}/{provider.insert(path, values)}"

    def update(self, uri: str, where: str = "", args: Sequence[Any] = (), **values: Any) -> int:
        """Changes rows; returns how many."""
        provider, path = self._find(uri, write=True)
        return provider.update(path, values, where, args)

    def delete(self, uri: str, where: str = "", args: Sequence[Any] = ()) -> int:
        """Removes rows; returns how many."""
        provider, path = self._find(uri, write=True)
        return provider.delete(path, where, args)
