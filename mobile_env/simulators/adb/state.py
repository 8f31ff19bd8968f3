"""The state of a device over adb: settings, databases, files and providers, by what a root shell can."""

from __future__ import annotations

import base64
import binascii
import re
import shlex
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.sqlite_sandbox import SandboxedConnection, open_sandboxed
from mobile_env.signals.globs import compile_glob
from mobile_env.signals.state import (
    MOST_ROWS,
    MOST_TEXT_BYTES,
    Change,
    ColumnInfo,
    FileEntry,
    Row,
    StateError,
    Table,
)
from mobile_env.simulators.contract import AdbResult
from mobile_env.simulators.sqlite_rows import columns_of, read_rows

_MOST_DATABASE_BYTES: Final = 64 << 20
# The adb server takes requests of at most 65,535 bytes.
_CHUNK_BYTES: Final = 24 << 10
_PATHS_A_COMMAND: Final = 200
_STAT = re.compile(r"(?P<kind>[a-z ]+)\|(?P<size>\d+)\|(?P<time>\d+)(?:\.\d+)?\|(?P<path>/.*)", re.DOTALL)
_RESUMED = re.compile(r"topResumedActivity=ActivityRecord\{\S+ \S+ (?P<component>[^\s/]+/[^\s}]+)")
_ROW = re.compile(r"^Row: \d+ ", re.MULTILINE)
_COLUMN = re.compile(r"(?:^|, )([A-Za-z_][A-Za-z0-9_]*)=")


class AdbState:
    """`DeviceState` of a device with adb. Its shell is root, or may use `su`.

    Databases are read and written by copies of their files, so that values keep their types.

    Args:
      ask: runs a command line in the device's shell; it changes nothing that can be seen.
      do: runs one that may change the device.
    """

    is_exact = False

    def __init__(self, ask: Callable[[str], AdbResult], do: Callable[[str], AdbResult]) -> None:
        self._ask_device = ask
        self._do_device = do
        self._wraps: bool | None = None

    # Reading.

    def clock(self) -> int:
        return int(float(self._ask("date +%s").strip() or "0"))

    def setting(self, namespace: str, key: str) -> str | None:
        value = self._ask(f"settings get {namespace} {shlex.quote(key)}").removesuffix("\n")
        return None if value == "null" else value

    def query(self, database: str, select: str, values: Mapping[str, Any]) -> Table | None:
        with self._opened(database) as connection:
            return None if connection is None else read_rows(connection, select, values)

    def table_columns(self, database: str, table: str) -> Sequence[ColumnInfo] | None:
        with self._opened(database) as connection:
            return None if connection is None else columns_of(connection, table)

    def files(self, pattern: str) -> Sequence[FileEntry]:
        try:
            glob = compile_glob(pattern)
        except ValueError as error:
            raise StateError(str(error)) from None
        top = shlex.quote(glob.top if glob.top == "/" else f"{glob.top}/")
        depth = "" if glob.deepest is None else f"-maxdepth {glob.deepest} "
        # A link is what it leads to, that at the top too; what is not there is not found.
        if glob.deepest == 0:
            command = f"stat -L -c '%F|%s|%Y|%n' {shlex.quote(glob.top)} 2>/dev/null"
        else:
            command = f"find {top} {depth}-exec stat -L -c '%F|%s|%Y|%n' {{}} + 2>/dev/null"
        found: dict[str, FileEntry] = {}
        for kind, size, time, path in _stats(self._ask(command, may_fail=True)):
            path = re.sub("/+", "/", path)
            if glob.pattern.fullmatch(path):
                is_folder = kind == "directory"
                found[path] = FileEntry(
                    path, "folder" if is_folder else "file", 0 if is_folder else size, time
                )
        if len(found) > MOST_ROWS:
            raise StateError(f"more than {MOST_ROWS} files")
        return [found[path] for path in sorted(found)]

    def read_file(self, path: str) -> bytes | None:
        return self._content(path, MOST_TEXT_BYTES)

    def provider(self, uri: str) -> Sequence[Row]:
        output = self._ask(f"content query --uri {shlex.quote(uri)}", may_fail=True)
        if _ROW.search(output) is None:
            if "No result found" in output:
                return []
            raise StateError(f"there is no content provider at {uri}: {output.strip()[:200]}")
        return rows_of_content(output)

    def service_list(self, name: str) -> Sequence[Row]:
        if name == "foreground":
            match = _RESUMED.search(self._ask("dumpsys activity activities"))
            if match is None:
                return []
            package, _, activity = match["component"].partition("/")
            return [
                {"package": package, "activity": f"{package}{activity}" if activity[0] == "." else activity}
            ]
        if name == "packages":
            lines = self._ask("pm list packages").splitlines()
            return [
                {"package": package} for package in sorted(line.partition(":")[2] for line in lines if line)
            ]
        raise StateError(f"over adb a device does not tell its list {name}")

    def app_label(self, package: str) -> str:
        return ""

    def shell(self, command: str) -> str:
        return self._do_device(command).output.decode("utf-8", "replace")

    def version(self) -> Any:
        return None

    def keep(self) -> Any:
        return None

    def changes(self, kept: Any) -> Sequence[Change]:
        raise StateError("over adb a device does not tell what has changed")

    # Writing.

    def set_clock(self, now: int, zone: str) -> None:
        moment = datetime.fromtimestamp(now, UTC)
        self._do("settings put global auto_time 0; settings put global auto_time_zone 0")
        self._do(f"setprop persist.sys.timezone {shlex.quote(zone)}")
        self._do(f"date -u {moment:%m%d%H%M%Y.%S}")
        self._do("am broadcast -a android.intent.action.TIME_SET", may_fail=True)

    def put_setting(self, namespace: str, key: str, value: str) -> None:
        self._do(f"settings put {namespace} {shlex.quote(key)} {shlex.quote(value)}")

    def execute(self, database: str, statements: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        with self._opened(database) as connection:
            if connection is None:
                raise StateError(f"there is no database {database}: open its app first")
            try:
                connection.execute("BEGIN")
                for statement, values in statements:
                    connection.execute(statement, dict(values))
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                raise StateError(f"SQLite refuses it: {error}") from None
            content = connection.serialize()
        # What a log of the old content would add must not come back.
        self._do(
            f"rm -f {shlex.quote(database)}-wal {shlex.quote(database)}-shm {shlex.quote(database)}-journal"
        )
        self._write(database, content)

    def write_file(self, path: str, content: bytes, time: int | None = None) -> None:
        quoted, folder = shlex.quote(path), shlex.quote(path.rpartition("/")[0] or "/")
        self._do(f"mkdir -p {folder}")
        is_new = not self._ask(f"[ -e {quoted} ] && echo there", may_fail=True).strip()
        self._write(path, content)
        package = re.match(r"/data/(?:data|user/\d+)/[^/]+", path)
        if is_new and package:
            # The app has to be able to read what root wrote.
            app = shlex.quote(package[0])
            owner = self._ask(f"stat -c %u:%g {app}").strip()
            self._do(f"chown {owner} {folder} {quoted}; restorecon -R {folder}", may_fail=True)
        if time is not None:
            self._do(f"touch -m -d @{time} {quoted}")

    def delete_files(self, pattern: str) -> None:
        paths = [shlex.quote(entry.path) for entry in self.files(pattern)]
        for start in range(0, len(paths), _PATHS_A_COMMAND):
            self._do(f"rm -rf {' '.join(paths[start : start + _PATHS_A_COMMAND])}")

    def insert(self, uri: str, values: Row) -> int:
        binds = " ".join(f"--bind {shlex.quote(_bind(name, value))}" for name, value in values.items())
        output = self._do(f"content insert --uri {shlex.quote(uri)} {binds}", may_fail=True)
        if output.strip():
            raise StateError(f"the content provider at {uri} refuses: {output.strip()[:200]}")
        newest = f'content query --uri {shlex.quote(uri)} --projection _id --sort "_id DESC"'
        rows = rows_of_content(self._ask(newest))
        if not rows:
            raise StateError(f"the content provider at {uri} took a row and does not give it back")
        return int(rows[0]["_id"] or 0)

    def index_media(self, path: str) -> None:
        self._do(
            f"content call --uri content://media --method scan_file --arg {shlex.quote(path)}", may_fail=True
        )

    def set_clipboard(self, text: str) -> None:
        if text:
            raise StateError("over adb a device's clipboard cannot be set")

    def stop_app(self, package: str) -> None:
        self._do(f"am force-stop {shlex.quote(package)}")

    def go_home(self) -> None:
        for row in self.service_list("foreground"):
            if "launcher" not in row["package"]:
                self.stop_app(row["package"])
        self._do("am kill-all; input keyevent KEYCODE_HOME")

    # The shell.

    def _ask(self, command: str, *, may_fail: bool = False) -> str:
        return self._run(self._ask_device, command, may_fail)

    def _do(self, command: str, *, may_fail: bool = False) -> str:
        return self._run(self._do_device, command, may_fail)

    def _run(self, run: Callable[[str], AdbResult], command: str, may_fail: bool) -> str:
        result = run(self._as_root(command))
        output = result.output.decode("utf-8", "surrogateescape")
        if result.exit_code and not may_fail:
            raise StateError(
                f"`{command[:120]}` answered {output.strip()[:200]!r} (exit code {result.exit_code})"
            )
        return output

    def _as_root(self, command: str) -> str:
        if self._wraps is None:
            if self._ask_device("id -u").output.strip() == b"0":
                self._wraps = False
            elif self._ask_device("su 0 id -u").output.strip() == b"0":
                self._wraps = True
            else:
                raise StateError("the device's shell is not root: run `adb root`, or use an image with su")
        return f"su 0 sh -c {shlex.quote(command)}" if self._wraps else command

    def _content(self, path: str, most: int) -> bytes | None:
        quoted = shlex.quote(path)
        size = self._ask(f"[ -f {quoted} ] && stat -L -c %s {quoted}", may_fail=True).strip()
        if not size.isdigit():
            return None
        if int(size) > most:
            raise StateError(f"{path} is larger than {most} bytes")
        try:
            return base64.b64decode(self._ask(f"base64 {quoted}"))
        except binascii.Error as error:
            raise StateError(f"{path} did not arrive whole: {error}") from None

    def _write(self, path: str, content: bytes) -> None:
        quoted = shlex.quote(path)
        self._do(f": > {quoted}")
        for start in range(0, len(content), _CHUNK_BYTES):
            text = base64.b64encode(content[start : start + _CHUNK_BYTES]).decode()
            self._do(f"echo {text} | base64 -d >> {quoted}")

    # Databases.

    @contextmanager
    def _opened(self, path: str) -> Iterator[SandboxedConnection | None]:
        """A copy of a database, as it stands with its log; None if there is none."""
        content = self._content(path, _MOST_DATABASE_BYTES)
        if content is None:
            yield None
            return
        log = self._content(f"{path}-wal", _MOST_DATABASE_BYTES)
        try:
            opened = open_sandboxed(_with_log(content, log) if log else content, Clock())
        except sqlite3.Error as error:
            raise StateError(f"{path} is no database that can be read: {error}") from None
        with closing(opened) as connection:
            yield connection


def _with_log(content: bytes, log: bytes) -> bytes:
    """A database file with the pages of its write-ahead log put in."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "copy.db")
        path.write_bytes(content)
        Path(folder, "copy.db-wal").write_bytes(log)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return path.read_bytes()


def _stats(output: str) -> Iterator[tuple[str, int, int, str]]:
    """Kind, size, time and path of each file that `stat` told; a path may have line ends in it."""
    told = ""
    for line in [*output.removesuffix("\n").split("\n"), "|"]:
        if (_STAT.match(line) or line == "|") and (match := _STAT.fullmatch(told)):
            yield match["kind"], int(match["size"]), int(match["time"]), match["path"]
            told = line
        else:
            told = line if not told else f"{told}\n{line}"


def _bind(name: str, value: Any) -> str:
    if value is None:
        return f"{name}:n:"
    if isinstance(value, int):
        return f"{name}:{'i' if abs(value) < 2**31 else 'l'}:{value}"
    return f"{name}:s:{value}"


def rows_of_content(output: str) -> list[dict[str, str | None]]:
    """The rows that `content query` printed; values are texts, NULL is None.

    The command does not mark where a value ends. The columns are the names that all rows have in the same order.
    """
    texts = [text.removesuffix("\n") for text in _ROW.split(output)[1:]]
    names: list[str] = []
    for text in texts:
        told = _COLUMN.findall(text)
        names = told if not names else _common(names, told)
    return [_cells(text, names) for text in texts]


def _common(names: Sequence[str], told: Sequence[str]) -> list[str]:
    """The names that come in `told` in this order, too."""
    kept, place = [], 0
    for name in names:
        if name in told[place:]:
            place = told.index(name, place) + 1
            kept.append(name)
    return kept


def _cells(text: str, names: Sequence[str]) -> dict[str, str | None]:
    cells: dict[str, str | None] = {}
    for place, name in enumerate(names):
        start = text.find(f"{name}=") + len(name) + 1 if place == 0 else len(name) + 1
        text = text[start:]
        after = names[place + 1] if place + 1 < len(names) else None
        end = text.find(f", {after}=") if after else -1
        value = text if end < 0 else text[:end]
        cells[name] = None if value == "NULL" else value
        text = "" if end < 0 else text[end + 2 :]
    return cells
