"""An app's manifest: plain data that names the app's code as text, so that no app is imported before it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Any

from mobile_env.phone.sdk.intents import full_action, full_category
from mobile_env.phone.state.intents import IntentFilter

BOOT_COMPLETED = "android.intent.action.BOOT_COMPLETED"
TIME_SET = "android.intent.action.TIME_SET"
TIMEZONE_CHANGED = "android.intent.action.TIMEZONE_CHANGED"
LOCALE_CHANGED = "android.intent.action.LOCALE_CHANGED"

_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Icon:
    """A launcher icon: a Material icon's name on a circle of a colour."""

    name: str = "android"
    colour: str = "#5f6368"


@dataclass(frozen=True)
class Theme:
    """An app's look: the colour its palette is made of, and the family of widgets (and ids) it is built with.

    Families: "material3", "material2", "appcompat", "holo"; for preference screens also "androidx", "simple",
    "settings", "compose", "react".
    `primary` is a brand colour that takes the place of the palette's own. An app whose style.css has all its colours
    has the seed "" and no palette. `light_bars` says whether the status bar stands on a light ground; None: when the
    phone is not dark.
    """

    seed: str = "#6750a4"
    family: str = "material3"
    primary: str = ""
    light_bars: bool | None = None


@dataclass(frozen=True)
class Filter:
    """An `<intent-filter>`: short action names are Android's own (`PICK` is `android.intent.action.PICK`).

    `uri` is "scheme:", "scheme://host" or "scheme://host/path"; `type` a MIME type, "image/*" or "*/*".
    """

    action: str
    type: str = ""
    uri: str = ""
    category: str = ""

    def installed(self) -> IntentFilter:
        scheme, _, rest = self.uri.partition(":")
        host = rest.lstrip("/").partition("/")[0]
        return IntentFilter(
            (full_action(self.action),),
            (full_category(self.category),) if self.category else (),
            schemes=(scheme,) if self.uri else (),
            hosts=(host,) if host else (),
            types=(self.type,) if self.type else (),
        )


LAUNCHER = Filter("MAIN", category="LAUNCHER")
HOME = Filter("MAIN", category="HOME")


@dataclass(frozen=True)
class ActivityEntry:
    """An `<activity>`: see `activity`."""

    name: str
    code: str
    filters: tuple[Filter, ...] = ()
    mode: str = "standard"
    label: str = ""
    surface: bool = False
    dim: float = 0.0


def activity(
    name: str,
    code: str,
    *filters: Filter,
    mode: str = "standard",
    label: str = "",
    surface: bool = False,
    dim: float = 0.0,
) -> ActivityEntry:
    """An activity: its class name (".Main" stands in the app's package), and "module:Class" in the app's folder.

    Args:
      mode: Android's launch mode: "standard", "singleTop" or "singleTask".
      surface: a screen of the system that opens over an app without leaving it; what is behind stays in sight.
      dim: how much (0 to 1) a surface darkens what is behind it.
    """
    return ActivityEntry(name, code, filters, mode, label, surface, dim)


@dataclass(frozen=True)
class ReceiverEntry:
    """A `<receiver>`: see `receiver`."""

    name: str
    code: str
    actions: tuple[str, ...]
    when: str = ""


def receiver(name: str, code: str, *actions: str, when: str = "") -> ReceiverEntry:
    """A receiver: "module:function" of `(context, intent) -> Result | None`, called for broadcasts of these actions.

    Args:
      when: "front": it answers only while an activity of the app is in front.
    """
    return ReceiverEntry(name, code, actions, when)


@dataclass(frozen=True)
class ServiceEntry:
    """A `<service>`: see `service`."""

    name: str
    code: str
    actions: tuple[str, ...] = ()


def service(name: str, code: str, *actions: str) -> ServiceEntry:
    """A service: "module:Class" of a `Service` in the app's folder."""
    return ServiceEntry(name, code, actions)


@dataclass(frozen=True)
class Database:
    """A database file of the app, made from `schema` (a file of the app's folder) when it is missing or empty.

    `migrations/<n>.sql` bring a file of lower `user_version` to version n.
    """

    name: str
    version: int = 1
    schema: str = "schema.sql"
    folder: str = "databases"


@dataclass(frozen=True)
class View:
    """What a provider's path answers from: a table, or a table with joins and a WHERE.

    Attributes:
      columns: projection: name → SQL expression; all columns where it is empty.
      table: what insert, update and delete write to; by default the first word of `source`.
    """

    source: str
    columns: Mapping[str, str] = field(default_factory=lambda: _NONE, hash=False)
    sort: str = ""
    table: str = ""
    key: str = "_id"

    @property
    def written(self) -> str:
        return self.table or self.source.split()[0]


@dataclass(frozen=True)
class Provider:
    """A content provider over the app's database; `code` names a `ContentProvider` that does more than views can."""

    authorities: tuple[str, ...]
    read: str = ""
    write: str = ""
    paths: Mapping[str, View] = field(default_factory=lambda: _NONE, hash=False)
    database: str = ""
    code: str = ""


@dataclass(frozen=True)
class Channel:
    """A notification channel; importance 1 (min) to 4 (high: heads-up)."""

    id: str
    name: str
    importance: int = 3


@dataclass(frozen=True)
class App:
    """An app's manifest.

    Attributes:
      version: (name, code).
      ready: files of an app past its first run, by path below its data folder: bytes, text, or values of preferences.
      system: part of the system image; it holds its permissions and may use `sdk.system`.
      preinstalled: whether phones come with the app.
      accessibility_services: full class names of services that read the screen.
      trusts_user_certificates, pins: whom its connections trust, as `mobile_env.phone.state.manifest.App` says.
    """

    package: str
    label: str
    version: tuple[str, int] = ("1.0", 1)
    icon: Icon = field(default_factory=Icon)
    theme: Theme = field(default_factory=Theme)
    activities: tuple[ActivityEntry, ...] = ()
    services: tuple[ServiceEntry, ...] = ()
    receivers: tuple[ReceiverEntry, ...] = ()
    providers: tuple[Provider, ...] = ()
    databases: tuple[Database, ...] = ()
    permissions: tuple[str, ...] = ()
    channels: tuple[Channel, ...] = ()
    ready: Mapping[str, Any] = field(default_factory=lambda: _NONE, hash=False)
    system: bool = False
    preinstalled: bool = True
    accessibility_services: tuple[str, ...] = ()
    trusts_user_certificates: bool = False
    pins: tuple[str, ...] = ()
    folder: str = ""

    def activity(self, name: str) -> ActivityEntry | None:
        """The activity of that class name, full or from its leading dot."""
        full = self.class_name(name)
        return next((each for each in self.activities if self.class_name(each.name) == full), None)

    def class_name(self, name: str) -> str:
        """The full class name of ".Name"."""
        return self.package + name if name.startswith(".") else name

    def load(self, code: str) -> Any:
        """What "module:Name" of the app's folder names.

        Raises:
          LookupError: there is no such module or name.
        """
        module, _, name = code.partition(":")
        try:
            return getattr(import_module(f"{self.folder}.{module}"), name)
        except (ModuleNotFoundError, AttributeError) as error:
            raise LookupError(f"{self.folder}: the manifest names {code!r}: {error}") from error
