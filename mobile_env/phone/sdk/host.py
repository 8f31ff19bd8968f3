"""What the SDK asks of the phone: the only module of the SDK that knows how the phone is made."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Any, TypeVar

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.kernel.versions import ClockStep, VersionOf
from mobile_env.phone.sdk import database
from mobile_env.phone.sdk.manifest import App, Database
from mobile_env.phone.sdk.preferences import Preferences
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.services.connectivity.pages import PageLoader
from mobile_env.phone.services.content import ContentService
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.input_method import InputMethodService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.uimode import UiModeService
from mobile_env.phone.services.window import WindowService
from mobile_env.phone.state import intents
from mobile_env.phone.state import manifest as installed
from mobile_env.phone.state.files import FileTree
from mobile_env.phone.state.pids import ProcessTable
from mobile_env.phone.state.tasks import ActivityRecord
from mobile_env.phone.state.touch import Clicks
from mobile_env.phone.state.windows import WindowRecord

T = TypeVar("T")
_REQUESTED_WITH = "X-Requested-With"
DIALOG_LAYOUT = "@component"
"""Layout name of the windows that components of the SDK draw."""


@dataclass(frozen=True)
class Configuration:
    """What a screen is drawn for: sizes in dp, text scale, dark or light, language, zone, 12 or 24 hours."""

    width_dp: int
    height_dp: int
    dark: bool = False
    font_scale: float = 1.0
    locale: str = "en-US"
    zone: str = "UTC"
    hours24: bool = False

    @property
    def orientation(self) -> str:
        """ "portrait" or "landscape"."""
        return "landscape" if self.width_dp > self.height_dp else "portrait"


class Host:
    """The phone, as one app's code meets it. Made anew for every call."""

    def __init__(self, kernel: Kernel, app: App) -> None:
        self._kernel = kernel
        self.app = app
        self.package = app.package

    def service(self, kind: type[T]) -> T:
        """A system service, by its class."""
        return self._kernel.service(kind)

    @property
    def _activities(self) -> ActivityService:
        return self._kernel.service(ActivityService)

    @property
    def _display(self) -> DisplayService:
        return self._kernel.service(DisplayService)

    @property
    def _packages(self) -> PackageService:
        return self._kernel.service(PackageService)

    @property
    def _text(self) -> InputMethodService:
        return self._kernel.service(InputMethodService)

    @property
    def _windows(self) -> WindowService:
        return self._kernel.service(WindowService)

    # Time, settings, configuration.

    @property
    def now_us(self) -> int:
        return self._kernel.state.clock.now_us

    def see_clock(self, step_us: int) -> None:
        """Says that what is being shown depends on the clock, in steps of so many microseconds."""
        self._kernel.versions.see(ClockStep(step_us))

    @property
    def elapsed_us(self) -> int:
        clock = self._kernel.state.clock
        return clock.now_us - clock.boot_us

    @property
    def zone(self) -> tzinfo:
        return self.service(UiModeService).zone

    def time(self, us: int | None = None) -> datetime:
        """A moment (by default now) in the phone's zone."""
        at = self.now_us if us is None else us
        seconds, rest = divmod(at, 1_000_000)
        return datetime.fromtimestamp(seconds, self.zone).replace(microsecond=rest)

    def set_time(self, us: int) -> None:
        self._kernel.set_time(us)

    def setting(self, namespace: str, key: str) -> str | None:
        return self._kernel.state.settings.get(namespace, key)

    def put_setting(self, namespace: str, key: str, value: str) -> None:
        self.service(SettingsService).put(namespace, key, value, package=self.package)

    def running(self, package: str) -> bool:
        """Whether a package has a process."""
        self._kernel.versions.see(VersionOf(ProcessTable))
        return bool(self._kernel.processes.running(package))

    def system_property(self, name: str) -> str:
        """A system property; "" if it is not set."""
        return str(self._kernel.state.properties.get(name))

    def set_system_property(self, name: str, value: str) -> None:
        self._kernel.state.properties.set(name, value)

    @property
    def configuration(self) -> Configuration:
        display, settings = self._display.display, self._kernel.state.settings
        mode = self.service(UiModeService)
        return Configuration(
            width_dp=display.width_dp,
            height_dp=display.height_dp,
            dark=mode.dark,
            font_scale=max(0.5, min(2.0, settings.get_float("system", "font_scale", 1.0))),
            locale=mode.locale,
            zone=str(self.zone),
            hours24=mode.hours24,
        )

    # Storage.

    @property
    def data_dir(self) -> str:
        return f"/data/data/{self.package}"

    @property
    def uid(self) -> int:
        package = self._packages.get(self.package)
        return package.uid if package is not None else 0

    @property
    def files(self) -> FileTree:
        return self._kernel.state.files

    def preferences(self, name: str) -> Preferences:
        return Preferences(self.files, f"{self.data_dir}/shared_prefs/{name}.xml", self.uid)

    def database(self, name: str = "") -> database.Table:
        """A database that the manifest declares (by default its first), made or migrated as it is opened."""
        declared = self.declared_database(name)
        return database.Table(lambda: self._connect(declared))

    def declared_database(self, name: str = "") -> Database:
        for each in self.app.databases:
            if not name or each.name == name:
                return each
        known = ", ".join(each.name for each in self.app.databases) or "none"
        raise LookupError(f"{self.package}: the manifest declares no database {name!r} (it declares {known})")

    def _connect(self, declared: Database) -> sqlite3.Connection:
        path = self._made(declared)
        connection = self._kernel.state.databases.open(path)
        if connection.execute("PRAGMA user_version").fetchone()[0] < declared.version:
            database.migrate(connection, self.app.folder, declared)
        return connection

    def _made(self, declared: Database) -> str:
        """The path of a database, whose file is made where there is none or an empty one."""
        path = f"{self.data_dir}/{declared.folder}/{declared.name}"
        if not self.files.is_file(path) or self.files.stat(path).size == 0:
            self._write_image(path, declared)
        return path

    def _write_image(self, path: str, declared: Database) -> None:
        folder = path.rpartition("/")[0]
        if not self.files.is_directory(folder):
            self.files.make_directory(folder, parents=True, mode=0o771, owner=self.uid, group=self.uid)
        content = database.image(self.app.folder, declared.schema, declared.version)
        self.files.write(path, content, mode=0o660, owner=self.uid, group=self.uid)

    def create_databases(self) -> None:
        """Makes the databases that the manifest declares; they are opened when they are used."""
        for declared in self.app.databases:
            self._made(declared)

    def write_ready_files(self) -> None:
        """Writes the files that the app has after its first run."""
        for path, content in self.app.ready.items():
            full = f"{self.data_dir}/{path}"
            if isinstance(content, Mapping):
                name = full.rpartition("/")[2].removesuffix(".xml")
                self.preferences(name).update(content)
                continue
            data = content.encode() if isinstance(content, str) else content
            self.files.write(full, data, owner=self.uid, group=self.uid, parents=True)

    @property
    def memory(self) -> dict[str, Any]:
        """What the app's process holds; gone when the process dies."""
        self._kernel.processes.pid(self.package)
        return self._kernel.state.processes.memory(self.package)

    @property
    def stylesheet(self) -> str:
        """The text of the app's style.css, "" if it has none."""
        return installed.stylesheet(self.app.folder)

    # Windows.

    def scroll_offset(self, window: str, key: str) -> float:
        return self._windows.scrolling.get(window, key)

    def scroll_to(self, window: str, key: str, offset: float) -> None:
        self._windows.scrolling.set(window, key, offset)

    def scroll_to_anchor(self, window: str, document: str, html_id: str) -> bool:
        """Scrolls a page to an element of an HTML id; False if there is none."""
        screen = self._display.screen
        target = screen.find(window, html_id=html_id)
        if target is None:
            return False
        view = screen.find(window, predicate=lambda each: each.attributes.get("document") == document)
        key = view.scroll_key if view is not None else document
        self.scroll_to(window, key, screen.offset_of(window, target, key))
        return True

    def open_window(
        self,
        record: ActivityRecord,
        kind: str,
        scope: str,
        *,
        dim: float,
        cancel: str | None,
        style: str = "",
    ) -> str:
        """Opens a window that the component of `scope` draws; returns its key."""
        context = {"scope": scope}
        opened = self._windows.open(kind, record, DIALOG_LAYOUT, context, dim=dim, cancel=cancel, style=style)
        return opened.window

    def close_window(self, key: str) -> None:
        found = self._window(key)
        if found is not None:
            if self._kernel.state.focus is not None and self._kernel.state.focus.window == key:
                self._text.blur()
            self._windows.close(found)

    def _window(self, key: str) -> WindowRecord | None:
        return next((each for each in self._kernel.state.windows if each.window == key), None)

    def touched(self) -> tuple[float, float, float, float] | None:
        """Left, top, right, bottom in dp of the element that was clicked last, None where it has gone."""
        clicked = self._kernel.state.part(Clicks).element
        if clicked is None or not clicked.window:
            return None
        try:
            bounds = self._display.screen.bounds(clicked)
        except ValueError:
            return None
        scale = self._display.display.scale
        return (
            (bounds[0] / scale, bounds[1] / scale, bounds[2] / scale, bounds[3] / scale) if bounds else None
        )

    def toast(self, text: str) -> None:
        self._windows.toast(self.package, text)

    def focus(self, window: str, path: str) -> None:
        self._text.focus(window, path)

    def hide_keyboard(self) -> None:
        self._text.blur()

    @property
    def keyboard_shown(self) -> bool:
        return self._kernel.state.keyboard.shown

    # Activities, broadcasts.

    def resolves(self, intent: intents.Intent) -> bool:
        """Whether any activity answers the intent."""
        return bool(self._packages.resolve(intent))

    def start(
        self, intent: intents.Intent, *, result_to: ActivityRecord | None = None, request: str = ""
    ) -> bool:
        """Starts an activity; False if none answers."""
        outcome = self._activities.start(intent, result_to=result_to, request=request)
        return outcome.status != "not_found"

    def finish(self, record: ActivityRecord, result: Any) -> None:
        self._activities.finish(record, result)

    def broadcast(self, intent: intents.Intent) -> int:
        return self._activities.broadcast(intent)

    def in_front(self) -> bool:
        """Whether an activity of this app is in front."""
        return self._activities.foreground_app.package == self.package

    # Permissions.

    def granted(self, permission: str) -> bool:
        return bool(self._kernel.permissions.granted(self.package, permission))

    def asked_twice(self, permission: str) -> bool:
        """Whether the user has refused it twice, after which Android asks no more."""
        return int(self.memory_of_refusals().get(permission, 0)) >= 2

    def memory_of_refusals(self) -> dict[str, int]:
        package = self._packages.get(self.package)
        return dict(package.refused) if package is not None else {}

    def grant(self, permission: str) -> None:
        package = self._packages.get(self.package)
        if package is not None and permission in package.permissions:
            self._packages.grant(self.package, permission)

    def refuse(self, permission: str) -> None:
        refused = self.memory_of_refusals()
        refused[permission] = refused.get(permission, 0) + 1
        package = self._packages.get(self.package)
        if package is not None:
            self._kernel.state.packages.put(replace(package, refused=tuple(sorted(refused.items()))))

    # Other apps.

    @property
    def content(self) -> ContentService:
        """The content providers."""
        service: ContentService = self._kernel.service(ContentService)
        return service

    def label(self, package: str) -> str:
        app = self._packages.app(package)
        return app.label if app is not None else package

    # The rest.

    def log(self, level: str, tag: str, message: str) -> None:
        self._kernel.processes.log(self.package, level, tag, message)

    @property
    def clipboard(self) -> str:
        return str(self._kernel.service(ClipboardService).text)

    @clipboard.setter
    def clipboard(self, text: str) -> None:
        self._kernel.service(ClipboardService).copy(text)

    def load_page(self, url: str) -> Any:
        return self._kernel.lent(PageLoader).load(url, {_REQUESTED_WITH: self.package})

    def fetch(self, url: str) -> bytes:
        """The body of an answer 200; OSError otherwise."""
        response = self._kernel.lent(PageLoader).fetch(url, {_REQUESTED_WITH: self.package})
        if response.status != 200:
            raise OSError(f"{url}: HTTP status {response.status}")
        return response.body

    def next_id(self) -> int:
        return int(self._kernel.next_id())


def encode_callback(callback: tuple[str, str, tuple[Any, ...]]) -> str:
    """A callback (scope, method, arguments) as the text that travels with a request for a result."""
    scope, name, args = callback
    return json.dumps([scope, name, list(args)])


Behaviour = Callable[..., Any]
InstalledApp = installed.App
