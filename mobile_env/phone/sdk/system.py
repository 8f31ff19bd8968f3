"""What apps of the system may ask besides: packages and who answers an intent, radios, lock, battery, storage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mobile_env.phone.sdk.context import Context
from mobile_env.phone.sdk.intents import Intent
from mobile_env.phone.sdk.permissions import GROUPS
from mobile_env.phone.services.alarm import AlarmService
from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.services.battery.records import STATUSES
from mobile_env.phone.services.bluetooth import BluetoothService
from mobile_env.phone.services.connectivity import ConnectivityService
from mobile_env.phone.services.lock_settings import LockSettingsService
from mobile_env.phone.services.notification import NotificationService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.role import RoleService
from mobile_env.phone.state.intents import FLAG_ACTIVITY_NEW_TASK
from mobile_env.phone.state.packages import Package

__all__ = ["GROUPS", "Entry", "InstalledApp", "ScreenReader", "Sizes", "System"]

_ANDROID = "android.permission."


@dataclass(frozen=True)
class Entry:
    """An activity as launchers and choosers show it.

    Attributes:
      package, component: whose it is; "package/class".
      label, icon, colour: what stands for it: a Material icon's name on a circle of a colour.
    """

    package: str
    component: str
    label: str
    icon: str
    colour: str


@dataclass(frozen=True)
class InstalledApp:
    """An installed package as Settings shows it.

    Attributes:
      icon, colour: its launcher icon: a Material icon's name, and the colour behind it.
      launches: whether the launcher shows it.
      running: whether it has a process.
    """

    name: str
    label: str
    version: str
    icon: str
    colour: str
    system: bool
    enabled: bool
    launches: bool
    running: bool


@dataclass(frozen=True)
class Sizes:
    """What a package takes of the storage, in bytes."""

    app: int
    data: int
    cache: int

    @property
    def total(self) -> int:
        return self.app + self.data + self.cache


@dataclass(frozen=True)
class ScreenReader:
    """A service that may read the screen: its component, and the label and icon of its app."""

    component: str
    label: str
    icon: str


class System:
    """The system, as its own apps meet it.

    Raises:
      PermissionError: the app's manifest does not say `system=True`.
    """

    def __init__(self, context: Context) -> None:
        if not context.app.system:
            raise PermissionError(
                f"{context.package} is no app of the system (its manifest says `system=True` if it is)"
            )
        self._context = context
        self._host = context._host

    # Packages.

    @property
    def _packages(self) -> PackageService:
        return self._host.service(PackageService)

    def apps(self) -> Sequence[InstalledApp]:
        """All installed packages, by label."""
        return sorted(map(self._shown, self._packages.list()), key=lambda app: (app.label.lower(), app.name))

    def app(self, name: str) -> InstalledApp | None:
        """An installed package; None if there is none of that name."""
        package = self._packages.get(name)
        return self._shown(package) if package is not None else None

    def _shown(self, package: Package) -> InstalledApp:
        declared = self._packages.app(package.name)
        return InstalledApp(
            package.name,
            package.label,
            package.version_name,
            declared.icon if declared is not None else "android",
            declared.icon_colour if declared is not None else "#5f6368",
            package.system,
            package.enabled,
            declared is not None and declared.launcher is not None,
            self._host.running(package.name),
        )

    def permissions(self, name: str) -> dict[str, bool]:
        """The permission groups that a package asks for, and whether it holds them."""
        package = self._packages.get(name)
        if package is None:
            return {}
        found = {}
        for group, (_, _, members) in GROUPS.items():
            asked = [_ANDROID + each for each in members if _ANDROID + each in package.permissions]
            if asked:
                found[group] = any(each in package.granted for each in asked)
        return found

    def set_permission(self, name: str, group: str, granted: bool) -> None:
        """Grants or revokes what a package asks for of a permission group."""
        package = self._packages.get(name)
        asked = package.permissions if package is not None else ()
        for member in GROUPS[group][2]:
            if _ANDROID + member in asked:
                change = self._packages.grant if granted else self._packages.revoke
                change(name, _ANDROID + member)

    def sizes(self, name: str) -> Sizes:
        """What a package takes of the storage."""
        package = self._packages.get(name)
        data = f"/data/data/{name}"
        cache = self._bytes_below(f"{data}/cache")
        app = self._bytes_below(package.apk_path) if package is not None else 0
        return Sizes(app, max(0, self._bytes_below(data) - cache), cache)

    def _bytes_below(self, path: str) -> int:
        files = self._host.files
        if not files.exists(path):
            return 0
        if files.is_file(path):
            return files.stat(path).size
        return sum(files.stat(each).size for each in files.walk(path) if files.is_file(each))

    def force_stop(self, name: str) -> None:
        """Stops a package: its activities, windows and process are gone."""
        self._packages.stop(name)

    def clear_data(self, name: str) -> None:
        """Empties a package's data, as `pm clear` does."""
        self._packages.clear(name)

    def clear_cache(self, name: str) -> None:
        """Empties a package's cache."""
        files, cache = self._host.files, f"/data/data/{name}/cache"
        for each in files.list(cache) if files.is_directory(cache) else ():
            files.remove(f"{cache}/{each}", recursive=True)

    def uninstall(self, name: str) -> None:
        """Removes a package that the user installed."""
        self._packages.uninstall(name)

    def set_enabled(self, name: str, enabled: bool) -> None:
        """Enables a package, or disables it: then nothing of it answers."""
        self._packages.set_enabled(name, enabled)

    # Launching.

    def launchers(self) -> Sequence[Entry]:
        """The apps that have an icon, in order of installation; disabled ones have none."""
        found = []
        for package in self._packages.list():
            app = self._packages.app(package.name)
            if package.enabled and app is not None and app.launcher is not None:
                component = app.component(app.launcher)
                found.append(Entry(app.package, component, app.label, app.icon, app.icon_colour))
        return found

    def launch(self, package: str) -> bool:
        """Opens an app as its icon does; False if it has none."""
        intent = self._packages.launch_intent(package)
        return intent is not None and self._context.start(Intent.of(intent))

    def answering(self, intent: Intent) -> Sequence[Entry]:
        """The activities that answer an intent, the preferred one first."""
        found = []
        for component in self._packages.resolve(intent):
            declared = self._packages.find_activity(component)
            if declared is not None:
                app, info = declared
                label = info.label or app.label
                found.append(Entry(app.package, component, label, app.icon, app.icon_colour))
        return found

    def start_in(self, component: str, intent: Intent) -> bool:
        """Starts an intent in the activity that the user chose, in a task of its own."""
        sent = intent.with_component(component)
        return self._context.start(Intent.of(replace(sent, flags=sent.flags | FLAG_ACTIVITY_NEW_TASK)))

    # The device.

    @property
    def networks(self) -> ConnectivityService:
        """Wi-Fi, mobile data, airplane mode."""
        return self._host.service(ConnectivityService)

    @property
    def bluetooth(self) -> BluetoothService:
        """Bluetooth and its devices."""
        return self._host.service(BluetoothService)

    @property
    def lock(self) -> LockSettingsService:
        """What keeps the screen locked."""
        return self._host.service(LockSettingsService)

    def set_time(self, moment: datetime) -> None:
        """Sets the phone's clock; a moment without a zone is in the phone's."""
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=self._host.zone)
        self._host.set_time(round(moment.timestamp() * 1e6))

    def set_zone(self, zone: str) -> None:
        """Sets the time zone by its name, such as "Europe/Berlin"; apps hear of it."""
        self._host.service(AlarmService).set_zone(zone)

    @property
    def roles(self) -> RoleService:
        """Which app is the phone's browser, dialer, home or SMS app."""
        return self._host.service(RoleService)

    @property
    def notifications(self) -> NotificationService:
        """What is posted, and what the user allows."""
        return self._host.service(NotificationService)

    @property
    def battery_level(self) -> int:
        """Charge in per cent."""
        return self._host.service(BatteryService).reading.level

    @property
    def charging(self) -> bool:
        reading = self._host.service(BatteryService).reading
        return reading.status in (STATUSES["CHARGING"], STATUSES["FULL"])

    @property
    def storage(self) -> tuple[int, int]:
        """Bytes of the storage that are taken, and all."""
        return self._host.files.used_bytes, self._host.files.quota

    @property
    def uptime(self) -> float:
        """Seconds since the phone booted."""
        return self._host.elapsed_us / 1e6

    def property(self, name: str) -> str:
        """A system property, such as `ro.build.id`; "" if it is not set."""
        return self._host.system_property(name)

    def set_property(self, name: str, value: str) -> None:
        self._host.set_system_property(name, value)

    def accessibility_services(self) -> Sequence[ScreenReader]:
        """The services that installed apps offer to read the screen."""
        return [
            ScreenReader(f"{package.name}/{service}", declared.label, declared.icon)
            for package in self._packages.list()
            if (declared := self._packages.app(package.name)) is not None
            for service in declared.accessibility_services
        ]
