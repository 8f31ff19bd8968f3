"""The package service: what is installed, with which permissions, and which component answers an intent."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from mobile_env.phone.formats.apk.archive import ApkError, make_apk, read_manifest
from mobile_env.phone.kernel.events import PackageStopped
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.state.files import FileTree
from mobile_env.phone.state.intents import (
    ACTION_MAIN,
    CATEGORY_LAUNCHER,
    FLAG_ACTIVITY_NEW_TASK,
    Intent,
    full_component,
)
from mobile_env.phone.state.manifest import ActivityInfo, App, Catalogue
from mobile_env.phone.state.packages import Package, PackageTable

_FIRST_UID = 10080


class InstallError(Exception):
    """An install that `pm` refuses; `code` is its INSTALL_FAILED_… or DELETE_FAILED_… name."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(f"{code}: {message}" if message else code)
        self.code = code


@cache
def _own_apk(app: App) -> bytes:
    return make_apk(
        app.package,
        label=app.label,
        activity=app.launcher.name if app.launcher else None,
        version_code=app.version_code,
        version_name=app.version_name,
        permissions=tuple(app.permissions),
    )


class PackageService(Service):
    """Installed packages, in order of installation. A package's behaviour is the phone's stand-in of that name."""

    name = "package"

    @property
    def catalogue(self) -> Catalogue:
        """The apps that can be installed."""
        return self.kernel.lent(Catalogue)

    @property
    def _table(self) -> PackageTable:
        return self.kernel.part(PackageTable)

    @property
    def _files(self) -> FileTree:
        return self.kernel.part(FileTree)

    def available(self, name: str) -> bool:
        """Whether the phone has a stand-in for the package, installed or not."""
        return name in self.catalogue

    def app(self, name: str) -> App | None:
        """The manifest of an installed package."""
        return self.catalogue.get(name) if name in self._table else None

    def list(self) -> Sequence[Package]:
        return self._table.list()

    def get(self, name: str) -> Package | None:
        return self._table.get(name)

    def _installed(self, name: str) -> Package:
        package = self.get(name)
        if package is None:
            raise KeyError(name)
        return package

    def install(self, name: str, apk: bytes | None = None, *, ready: bool = False) -> Package:
        """Installs the stand-in of that name (again: an update, which keeps data and permissions).

        Args:
          name: the package.
          apk: what stands at its `apk_path` then; by default an APK that says what the stand-in's manifest does.
          ready: a new app is as after its first run.
        """
        app = self.catalogue.get(name)
        if app is None:
            known = ", ".join(sorted(self.catalogue))
            raise InstallError(
                "INSTALL_FAILED_INVALID_APK", f"no stand-in for {name} on this phone (there are: {known})"
            )
        old = self._table.get(name)
        folder = "/system/app" if app.system else "/data/app"
        package = Package(
            name=name,
            uid=old.uid if old else _FIRST_UID + len(self._table),
            label=app.label,
            version_name=app.version_name,
            version_code=app.version_code,
            system=app.system,
            apk_path=f"{folder}/{name}-1/base.apk",
            permissions=app.permissions,
            granted=old.granted if old else frozenset(app.permissions if app.system else ()),
            first_install_us=old.first_install_us if old else self.kernel.clock.now_us,
        )
        self._table.put(package)
        self._files.make_directory(package.apk_path.rpartition("/")[0], parents=True, mode=0o755)
        self._files.write(package.apk_path, _own_apk(app) if apk is None else apk, mode=0o644)
        if old is None:
            self._make_data(app)
            if ready and app.on_ready is not None:
                app.on_ready(self.kernel)
        return package

    def install_apk(self, contents: bytes, name: str = "base.apk") -> Package:
        """Installs the stand-in of the package that an APK's manifest names."""
        try:
            manifest = read_manifest(contents)
        except ApkError as error:
            raise InstallError(error.code, f"{name}: {str(error).removeprefix(error.code + ': ')}") from error
        return self.install(manifest.package, contents)

    def uninstall(self, name: str, *, keep_data: bool = False) -> None:
        package = self.get(name)
        if package is None:
            raise InstallError("DELETE_FAILED_INTERNAL_ERROR", f"{name} is not installed")
        if package.system:
            raise InstallError("DELETE_FAILED_INTERNAL_ERROR", f"{name} is a system package")
        self.stop(name)
        if not keep_data:
            self._remove_data(name)
        self._files.remove(package.apk_path.rpartition("/")[0], recursive=True)
        self._table.remove(name)

    def clear(self, name: str) -> bool:
        """What `pm clear` does: stops the app and empties its data; False if it is not installed."""
        app = self.app(name)
        if app is None:
            return False
        self.stop(name)
        self._remove_data(name)
        self._make_data(app)
        if not app.system:
            self._replace(name, granted=frozenset())
        return True

    def stop(self, name: str) -> None:
        """Stops a package by force: its activities, windows and process are gone; silent if nothing ran."""
        self.kernel.emit(PackageStopped(name))
        self.kernel.processes.kill(name, "force-stop")

    def grant(self, name: str, permission: str) -> None:
        """Raises KeyError for a package that is not installed, ValueError for a permission it does not ask for."""
        package = self._installed(name)
        if permission not in package.permissions:
            raise ValueError(f"Package {name} has not requested permission {permission}")
        self._replace(name, granted=package.granted | {permission})

    def revoke(self, name: str, permission: str) -> None:
        package = self._installed(name)
        if permission not in package.permissions:
            raise ValueError(f"Package {name} has not requested permission {permission}")
        self._replace(name, granted=package.granted - {permission})

    def set_enabled(self, name: str, enabled: bool) -> None:
        if not enabled:
            self.stop(name)
        self._replace(name, enabled=enabled)

    def find_activity(self, component: str) -> tuple[App, ActivityInfo] | None:
        """The manifest entry of an installed, enabled component."""
        package_name, _, name = full_component(component).partition("/")
        package, app = self.get(package_name), self.app(package_name)
        if package is None or app is None or not package.enabled:
            return None
        activity = app.activity(name)
        return (app, activity) if activity else None

    def resolve(self, intent: Intent) -> Sequence[str]:
        """The components that answer an intent, those of the system last, otherwise in order of installation."""
        if intent.component:
            component = full_component(intent.component)
            return [component] if self.find_activity(component) else []
        found = []
        for package in sorted(self.list(), key=lambda package: package.system):
            app = self.app(package.name)
            if app is None or not package.enabled or intent.package not in (None, package.name):
                continue
            found += [app.component(a) for a in app.activities if any(f.matches(intent) for f in a.filters)]
        return found

    def launch_intent(self, name: str) -> Intent | None:
        """What the launcher's icon sends."""
        app = self.app(name)
        if app is None or app.launcher is None:
            return None
        return Intent(
            action=ACTION_MAIN,
            categories=(CATEGORY_LAUNCHER,),
            component=app.component(app.launcher),
            flags=FLAG_ACTIVITY_NEW_TASK,
        )

    def _replace(self, name: str, **changes: object) -> None:
        self._table.put(replace(self._installed(name), **changes))  # type: ignore[arg-type]

    def _make_data(self, app: App) -> None:
        files, uid = self._files, self._installed(app.package).uid
        for folder in ("databases", "files", "cache", "shared_prefs"):
            files.make_directory(f"/data/data/{app.package}/{folder}", parents=True, owner=uid, group=uid)
        if app.on_install is not None:
            app.on_install(self.kernel)

    def _remove_data(self, name: str) -> None:
        folder = f"/data/data/{name}"
        if self._files.exists(folder):
            self._files.remove(folder, recursive=True)
