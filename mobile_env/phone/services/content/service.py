"""The content service: finds the provider of a URI, checks permissions, tells what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from mobile_env.phone.kernel.events import ContentChanged
from mobile_env.phone.kernel.permissions import PermissionDenied
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.state.manifest import RowProvider
from mobile_env.phone.state.packages import PackageTable

SHELL = "com.android.shell"
"""The package of the shell, whose user holds the permissions of all providers of the system."""


class ProviderNotFound(LookupError):
    """There is no provider of that authority."""


@dataclass(frozen=True)
class _Found:
    provider: RowProvider
    package: str
    read: str
    write: str
    path: str


class ContentService(Service):
    """Providers of apps (by their manifests) and of services (by their registrations).

    All methods take the package that asks, and raise
      ProviderNotFound: no provider answers the URI;
      PermissionDenied: the package may not read or write; the text is Android's;
      LookupError, ValueError, sqlite3.Error: what the provider refuses.
    """

    name = "content"

    def query(
        self,
        uri: str,
        columns: Sequence[str] = (),
        where: str = "",
        args: Sequence[Any] = (),
        sort: str = "",
        *,
        package: str = SHELL,
    ) -> Sequence[Mapping[str, Any]]:
        """Rows of a URI."""
        found = self._find(uri, package, write=False)
        return found.provider.query(found.path, columns, where, args, sort)

    def insert(self, uri: str, values: Mapping[str, Any], *, package: str = SHELL) -> str:
        """Adds a row; returns its URI."""
        found = self._find(uri, package, write=True)
        key = found.provider.insert(found.path, values)
        added = f"{uri.partition('?')[0].rstrip('/')}/{key}"
        self.kernel.emit(ContentChanged(added))
        return added

    def update(
        self,
        uri: str,
        values: Mapping[str, Any],
        where: str = "",
        args: Sequence[Any] = (),
        *,
        package: str = SHELL,
    ) -> int:
        """Changes rows; returns how many."""
        found = self._find(uri, package, write=True)
        return self._changed(uri, found.provider.update(found.path, values, where, args))

    def delete(self, uri: str, where: str = "", args: Sequence[Any] = (), *, package: str = SHELL) -> int:
        """Removes rows; returns how many."""
        found = self._find(uri, package, write=True)
        return self._changed(uri, found.provider.delete(found.path, where, args))

    def call(
        self, uri: str, method: str, arg: str, extras: Mapping[str, Any], *, package: str = SHELL
    ) -> Mapping[str, Any] | None:
        """Calls a method of a provider; None if it knows none of that name."""
        found = self._find(uri, package, write=False)
        return found.provider.call(method, arg, extras)

    def _changed(self, uri: str, count: int) -> int:
        if count:
            self.kernel.emit(ContentChanged(uri))
        return count

    def _find(self, uri: str, package: str, *, write: bool) -> _Found:
        authority, _, path = uri.partition("?")[0].removeprefix("content://").partition("/")
        found = self._of_service(authority, path) or self._of_app(authority, path)
        if found is None:
            raise ProviderNotFound(f"Could not find provider: {authority}")
        self._check(found, uri, package, write=write)
        return found

    def _of_service(self, authority: str, path: str) -> _Found | None:
        for entry in self.kernel.entries.values():
            if authority in entry.providers:
                provider = entry.load(entry.providers[authority])(self.kernel)
                return _Found(provider, "android", "", "", unquote(path.strip("/")))
        return None

    def _of_app(self, authority: str, path: str) -> _Found | None:
        packages = self.kernel.service(PackageService)
        for package in packages.list():
            app = packages.app(package.name)
            for info in app.providers if app is not None and package.enabled else ():
                if app is not None and authority in info.authorities:
                    self.kernel.processes.pid(app.package)
                    provider = info.open(self.kernel)
                    return _Found(provider, app.package, info.read, info.write, unquote(path.strip("/")))
        return None

    def _check(self, found: _Found, uri: str, package: str, *, write: bool) -> None:
        needed = found.write if write else found.read
        if not needed or package in (SHELL, found.package):
            return
        if not self.kernel.permissions.granted(package, needed):
            installed = self.kernel.part(PackageTable).get(package)
            uid = installed.uid if installed is not None else 1000
            raise PermissionDenied(
                f"Permission Denial: {'writing' if write else 'reading'} {found.package} uri {uri} from "
                f"pid={self.kernel.processes.pid(package)}, uid={uid} requires {needed}, or grantUriPermission()"
            )
