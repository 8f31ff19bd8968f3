"""What goals read of a device and set-up steps write to it: settings, databases, files, what services keep.

A simulator that can give a device's state has `state: DeviceState`; on others, tasks that need it are refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

Row = Mapping[str, Any]

SERVICE_LISTS: Final[Mapping[str, tuple[str, ...]]] = {
    "foreground": ("package", "activity"),
    "clipboard": ("text",),
    "packages": ("package",),
    "notifications": (
        "package",
        "id",
        "tag",
        "channel",
        "title",
        "text",
        "importance",
        "ongoing",
        "silent",
    ),
    "alarms": ("package", "time", "repeat", "action", "clock"),
    "wallpapers": ("place", "name", "origin"),
    "windows": ("kind", "package"),
    "media_sessions": ("package", "state", "title", "artist", "position", "duration"),
}
"""What services keep, with the columns of each list."""

MOST_ROWS: Final = 20_000
"""Rows of one subject that are read."""
MOST_TEXT_BYTES: Final = 8 * 2**20
"""Files above this size are not read as text."""


class StateError(Exception):
    """The device refused: SQL that is wrong, a provider or service that is not there, a command that failed."""


class Table(NamedTuple):
    """The rows of a query: values are None, int, float, str or bytes."""

    columns: Sequence[str]
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file or folder of the device.

    Attributes:
      path: absolute, spelled as the pattern that found it.
      kind: "file" or "folder"; a link is what it leads to.
      size: bytes; 0 for a folder.
      time: when its content changed last, whole seconds since 1970.
    """

    path: str
    kind: str
    size: int
    time: int


class Change(NamedTuple):
    """A fact of the device that differs between two moments.

    Attributes:
      fact: its name, such as `setting/global/wifi_on` or `file/sdcard/a.txt`.
      before: what it was; None if it was not there. Of a file a digest.
      after: what it is; None if it is gone.
    """

    fact: str
    before: Any
    after: Any


class ColumnInfo(NamedTuple):
    """A column of a table.

    Attributes:
      name: its name.
      type: its declared type, such as INTEGER; may be empty.
      not_null: whether NULL is refused.
      has_default: whether it has a default value.
      is_key: whether SQLite numbers it on its own (INTEGER PRIMARY KEY).
    """

    name: str
    type: str
    not_null: bool
    has_default: bool
    is_key: bool


class DeviceState(Protocol):
    """The state of one device. Names are Android's; paths are absolute.

    Every method may also raise an `android_env` `AndroidEnvError` when the device is lost.
    """

    @property
    def is_exact(self) -> bool:
        """Whether reading is cheap, so that state may be judged at every step."""

    # Reading.

    def clock(self) -> int:
        """The device's clock, whole seconds since 1970."""

    def setting(self, namespace: str, key: str) -> str | None:
        """A setting's value; None if it is unset. `namespace` is system, secure or global."""

    def query(self, database: str, select: str, values: Mapping[str, Any]) -> Table | None:
        """The rows that a SELECT gives, nothing written; None if there is no such database.

        Raises:
          StateError: SQLite refuses it, it would write, or it gives too many rows.
        """

    def table_columns(self, database: str, table: str) -> Sequence[ColumnInfo] | None:
        """The columns of a table; None if there is no such database or table."""

    def files(self, pattern: str) -> Sequence[FileEntry]:
        """Files and folders by a glob (`*`, `?`, `[…]`, `**` for any folders), sorted by path."""

    def read_file(self, path: str) -> bytes | None:
        """A file's content; None if there is none.

        Raises:
          StateError: it is larger than `MOST_TEXT_BYTES`.
        """

    def provider(self, uri: str) -> Sequence[Row]:
        """The rows of a content provider. StateError if there is none at that address."""

    def service_list(self, name: str) -> Sequence[Row]:
        """What a service keeps: `foreground`, `clipboard`, … StateError if the device has no such list."""

    def app_label(self, package: str) -> str:
        """An app's name in the launcher; "" if it is not installed, or the device does not tell."""

    def shell(self, command: str) -> str:
        """What a command prints on the device."""

    def version(self) -> Any:
        """Equal versions mean that nothing that can be read here has changed; None if the device cannot tell."""

    def keep(self) -> Any:
        """The state of this moment, for `changes`; None if the device cannot keep it cheaply."""

    def changes(self, kept: Any) -> Sequence[Change]:
        """The facts that have changed since `keep`, by name. Logs, caches and times do not count."""

    # Writing, as set-up steps do.

    def set_clock(self, now: int, zone: str) -> None:
        """Sets date, time and time zone."""

    def put_setting(self, namespace: str, key: str, value: str) -> None:
        """Sets a setting; services follow as if the user had set it."""

    def execute(self, database: str, statements: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Runs SQL statements with their values in one transaction; the database has to be there.

        Raises:
          StateError: there is no such database, or SQLite refuses a statement; nothing is changed then.
        """

    def write_file(self, path: str, content: bytes, time: int | None = None) -> None:
        """Writes a file and the folders above it; `time` is its time of change."""

    def delete_files(self, pattern: str) -> None:
        """Deletes what a glob finds, folders with all that is in them."""

    def insert(self, uri: str, values: Row) -> int:
        """Adds a row to a content provider.

        Returns:
          The row's id.

        Raises:
          StateError: there is no such provider, or it refuses.
        """

    def index_media(self, path: str) -> None:
        """Enters a media file in the media index, where the device keeps one."""

    def set_clipboard(self, text: str) -> None:
        """Sets the clipboard's text; "" clears it."""

    def stop_app(self, package: str) -> None:
        """Stops an app, so that it reads its files anew."""

    def go_home(self) -> None:
        """Stops all apps and shows the home screen."""
