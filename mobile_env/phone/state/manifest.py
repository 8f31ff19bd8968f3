"""What an app declares: its manifest, as data, and the registry of the apps that this phone can install."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import Any, Protocol

from mobile_env.phone.state.intents import (
    ACTION_MAIN,
    CATEGORY_HOME,
    CATEGORY_LAUNCHER,
    Intent,
    IntentFilter,
)

LAUNCHER_FILTER = IntentFilter((ACTION_MAIN,), (CATEGORY_LAUNCHER,))
HOME_FILTER = IntentFilter((ACTION_MAIN,), (CATEGORY_HOME,))


class Behaviour(Protocol):
    """Makes the object whose methods are an activity's screen and handlers, for one call.

    `kernel` is the phone's kernel, `record` the activity's `ActivityRecord`.
    """

    def __call__(self, kernel: Any, app: "App", record: Any, /) -> Any: ...


@dataclass(frozen=True)
class ActivityInfo:
    """An `<activity>` of the manifest.

    Attributes:
      name: full class name, as Android prints it.
      behaviour: the class that gives its screen and handlers.
      launch_mode: "standard", "singleTop" or "singleTask".
      surface: a screen of the system that opens over an app without leaving it (chooser, permission dialog).
    """

    name: str
    behaviour: Behaviour
    label: str = ""
    filters: tuple[IntentFilter, ...] = ()
    launch_mode: str = "standard"
    surface: bool = False
    dim: float = 0.0
    style: str = ""


@dataclass(frozen=True)
class ReceiverInfo:
    """A `<receiver>`: called with the phone's kernel and the intent when a broadcast's action is among `actions`.

    What it returns is the result that an ordered broadcast goes on with; None leaves the one before.
    """

    name: str
    actions: tuple[str, ...]
    receive: Callable[[Any, Intent], object]


class RowProvider(Protocol):
    """Answers the paths of a content provider, made for one call. A path has no slash at its ends.

    Methods raise LookupError for a path that there is not, ValueError for values that cannot be, sqlite3.Error for
    conditions that SQLite refuses.
    """

    def query(
        self, path: str, columns: Sequence[str], where: str, args: Sequence[Any], sort: str
    ) -> Sequence[Mapping[str, Any]]:
        """Rows, each with the columns asked for in that order; all columns for none."""

    def insert(self, path: str, values: Mapping[str, Any]) -> Any:
        """Adds a row; returns its key."""

    def update(self, path: str, values: Mapping[str, Any], where: str, args: Sequence[Any]) -> int:
        """Changes rows; returns how many."""

    def delete(self, path: str, where: str, args: Sequence[Any]) -> int:
        """Removes rows; returns how many."""

    def call(self, method: str, arg: str, extras: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What `content call` asks for; None for an unknown method."""


@dataclass(frozen=True)
class ProviderInfo:
    """A `<provider>`: its authorities, the permissions it asks for by full name ("" for none), and its code.

    `open` makes the provider from the app's context.
    """

    authorities: tuple[str, ...]
    open: Callable[[Any], RowProvider]
    read: str = ""
    write: str = ""


@dataclass(frozen=True)
class App:
    """An app's manifest.

    Attributes:
      folder: import path of the package that holds `layouts/` and `style.css`.
      on_install: makes what the app has after its installation, and again after `pm clear`.
      on_ready: makes what it has after its first run; called for apps that the phone comes with.
      trusts_user_certificates: whether its network security config names the user's certificates too; apps that
        target Android 7 (API 24) or later trust only the system's unless they do.
      pins: SHA-256 of the public keys (Base64 of the SubjectPublicKeyInfo's hash) that its servers may have;
        () for any that a trusted certificate vouches for.
      accessibility_services: full class names of services that read the screen.
      input_methods: full class names of services that type text.
      preinstalled: whether phones come with the app; all others can be installed.
      declared: the manifest as the app wrote it with the SDK; None for one that is written as this class.
    """

    package: str
    label: str
    folder: str
    activities: tuple[ActivityInfo, ...]
    icon: str = "android"
    icon_colour: str = "#5f6368"
    version_name: str = "1.0"
    version_code: int = 1
    permissions: tuple[str, ...] = ()
    receivers: tuple[ReceiverInfo, ...] = ()
    providers: tuple[ProviderInfo, ...] = ()
    system: bool = False
    on_install: Callable[[Any], None] | None = None
    on_ready: Callable[[Any], None] | None = None
    trusts_user_certificates: bool = False
    pins: tuple[str, ...] = ()
    accessibility_services: tuple[str, ...] = ()
    input_methods: tuple[str, ...] = ()
    preinstalled: bool = True
    declared: object = None

    def activity(self, name: str) -> ActivityInfo | None:
        """The activity of that full class name."""
        return next((activity for activity in self.activities if activity.name == name), None)

    def component(self, activity: ActivityInfo) -> str:
        return f"{self.package}/{activity.name}"

    @property
    def launcher(self) -> ActivityInfo | None:
        """The activity that the launcher's icon opens, if the app has an icon."""
        return next((a for a in self.activities if LAUNCHER_FILTER in a.filters), None)

    @property
    def css(self) -> str:
        """The text of the app's style.css, "" if it has none."""
        return stylesheet(self.folder)


class Catalogue(dict[str, App]):
    """The apps that a phone can install, by package, whether they are installed or not."""


_STYLESHEETS: dict[str, str] = {}


def stylesheet(folder: str) -> str:
    """The text of an app folder's style.css, "" if it has none."""
    if folder not in _STYLESHEETS:
        path = files(folder) / "style.css"
        _STYLESHEETS[folder] = path.read_text("utf-8") if path.is_file() else ""
    return _STYLESHEETS[folder]


def load_app(folder: str) -> App:
    """The manifest of the app in a package folder: the `APP` of its `manifest` module."""
    app = import_module(f"{folder}.manifest").APP
    if not isinstance(app, App):
        raise TypeError(f"{folder}.manifest.APP is not an App")
    return app
