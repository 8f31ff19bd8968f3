"""The tests that every device with `state` must pass: the same rows everywhere. Subclass `StateConformance`."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from mobile_env.signals.state import FileEntry, StateError
from mobile_env.simulators.contract import Simulator

DATABASE = "/data/data/com.wikihow.wikihowapp/databases/conformance.db"
FOLDER = "/sdcard/Download/conformance"
SCHEMA = "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, size REAL, data BLOB, kind TEXT DEFAULT 'x')"


class StateConformance:
    """Tests of `mobile_env.signals.state.DeviceState`, on an Android device with `sqlite3` and a root shell.

    Subclasses define `make`.
    """

    def make(self) -> Any:
        """Returns a simulator with `state` that has not been launched."""
        raise NotImplementedError

    @pytest.fixture(scope="class")
    @classmethod
    def simulator(cls) -> Iterator[Simulator]:
        """A launched simulator that the tests share."""
        simulator = cls().make()
        simulator.launch()
        yield simulator
        simulator.close()

    @pytest.fixture
    def state(self, simulator: Any) -> Any:
        """The device's state, with an empty table and an empty folder."""
        state = simulator.state
        state.delete_files(FOLDER)
        state.delete_files(f"{DATABASE}*")
        state.write_file(DATABASE, empty_database())
        state.write_file(f"{FOLDER}/x", b"")
        state.delete_files(f"{FOLDER}/x")
        return state

    # Settings.

    def test_settings(self, state: Any) -> None:
        assert state.setting("global", "conformance_nothing") is None
        for value in ("1", "two words", 'it\'s "$HOME"', "Übung 😀"):
            state.put_setting("global", "conformance", value)
            assert state.setting("global", "conformance") == value

    # Databases.

    def test_rows_keep_their_types(self, state: Any) -> None:
        values = {"title": 'it\'s, \n "x" Ü', "size": 1.5, "none": None}
        state.execute(
            DATABASE,
            [
                ("INSERT INTO note (title, size, data) VALUES (:title, :size, x'00ff')", values),
                ("INSERT INTO note (title, size) VALUES (:title, :none)", {**values, "title": "7"}),
            ],
        )
        found = state.query(DATABASE, "SELECT * FROM note ORDER BY id", {})
        assert list(found.columns) == ["id", "title", "size", "data", "kind"]
        assert [dict(row) for row in found.rows] == [
            {"id": 1, "title": 'it\'s, \n "x" Ü', "size": 1.5, "data": b"\x00\xff", "kind": "x"},
            {"id": 2, "title": "7", "size": None, "data": None, "kind": "x"},
        ]
        assert isinstance(found.rows[1]["title"], str)
        bound = state.query(DATABASE, "SELECT count(*) AS n FROM note WHERE title = :title", values)
        assert bound.rows == [{"n": 1}]

    def test_what_the_device_wrote_is_read(self, state: Any, simulator: Simulator) -> None:
        state.execute(DATABASE, [("INSERT INTO note (title) VALUES ('a')", {})])
        command = f"sqlite3 {DATABASE} \"UPDATE note SET title = 'b'\""
        if simulator.adb(["shell", command]).exit_code:
            assert simulator.adb(["shell", f"su 0 {command}"]).exit_code == 0
        assert state.query(DATABASE, "SELECT title FROM note", {}).rows == [{"title": "b"}]

    def test_columns(self, state: Any) -> None:
        columns = state.table_columns(DATABASE, "note")
        assert [tuple(column) for column in columns] == [
            ("id", "INTEGER", False, False, True),
            ("title", "TEXT", True, False, False),
            ("size", "REAL", False, False, False),
            ("data", "BLOB", False, False, False),
            ("kind", "TEXT", False, True, False),
        ]
        assert state.table_columns(DATABASE, "nothing") is None
        assert state.table_columns("/data/nothing.db", "note") is None

    def test_checks_only_read(self, state: Any) -> None:
        assert state.query("/data/nothing.db", "SELECT 1", {}) is None
        for select in (
            "SELECT nothing FROM note",
            "DELETE FROM note",
            "SELECT 1; DELETE FROM note",
            "ATTACH '/x' AS y",
            "SELECT id, id FROM note",
        ):
            with pytest.raises(StateError):
                state.query(DATABASE, select, {})

    def test_a_transaction_is_whole(self, state: Any) -> None:
        with pytest.raises(StateError):
            state.execute(
                DATABASE,
                [("INSERT INTO note (title) VALUES ('a')", {}), ("INSERT INTO nothing VALUES (1)", {})],
            )
        assert state.query(DATABASE, "SELECT count(*) AS n FROM note", {}).rows == [{"n": 0}]

    # Files.

    def test_files(self, state: Any) -> None:
        names = ["a.txt", "b c'd.txt", ".hidden", "inner/Ü.txt", "inner/deep/z*.txt"]
        for place, name in enumerate(names):
            state.write_file(f"{FOLDER}/{name}", b"x" * place, time=1_600_000_000 + place)
        assert list(state.files(f"{FOLDER}/*")) == [
            FileEntry(f"{FOLDER}/a.txt", "file", 0, 1_600_000_000),
            FileEntry(f"{FOLDER}/b c'd.txt", "file", 1, 1_600_000_001),
            FileEntry(f"{FOLDER}/inner", "folder", 0, state.files(f"{FOLDER}/inner")[0].time),
        ]

        def paths(pattern: str) -> list[str]:
            return [entry.path.removeprefix(FOLDER) for entry in state.files(FOLDER + pattern)]

        assert paths("/**") == [
            "/.hidden",
            "/a.txt",
            "/b c'd.txt",
            "/inner",
            "/inner/deep",
            "/inner/deep/z*.txt",
            "/inner/Ü.txt",
        ]
        assert paths("/**/*.txt") == ["/a.txt", "/b c'd.txt", "/inner/deep/z*.txt", "/inner/Ü.txt"]
        assert paths("/inner/deep/z[*].txt") == ["/inner/deep/z*.txt"]
        assert paths("/.*") == ["/.hidden"]
        assert paths("") == [""]
        assert paths("/nothing/*") == paths("/nothing") == paths("/a.txt/*") == []
        with pytest.raises(StateError):
            state.files("relative/*")

    def test_contents(self, state: Any) -> None:
        content = bytes(range(256)) * 400
        state.write_file(f"{FOLDER}/new/data.bin", content)
        assert state.read_file(f"{FOLDER}/new/data.bin") == content
        state.write_file(f"{FOLDER}/new/data.bin", b"")
        assert state.read_file(f"{FOLDER}/new/data.bin") == b""
        assert state.read_file(f"{FOLDER}/nothing") is None
        assert state.read_file(FOLDER) is None

    def test_deleting(self, state: Any) -> None:
        for name in ("a.txt", "b.md", "inner/c.txt"):
            state.write_file(f"{FOLDER}/{name}", b"x")
        state.delete_files(f"{FOLDER}/*.txt")
        assert [entry.path for entry in state.files(f"{FOLDER}/*")] == [f"{FOLDER}/b.md", f"{FOLDER}/inner"]
        state.delete_files(f"{FOLDER}/**")
        state.delete_files(f"{FOLDER}/nothing")
        assert list(state.files(f"{FOLDER}/*")) == []

    # Services.

    def test_the_clock(self, state: Any) -> None:
        state.set_clock(1_700_000_000, "Europe/Berlin")
        assert 0 <= state.clock() - 1_700_000_000 < 60
        assert state.shell("getprop persist.sys.timezone").strip() == "Europe/Berlin"

    def test_the_foreground(self, state: Any, simulator: Simulator) -> None:
        app = "com.wikihow.wikihowapp"
        simulator.adb(["shell", "am", "start", "-W", "-n", f"{app}/.MainTabActivity"])
        assert state.service_list("foreground") == [{"package": app, "activity": f"{app}.MainTabActivity"}]
        state.go_home()
        (front,) = state.service_list("foreground")
        assert front["package"] == "com.android.launcher3"

    def test_packages(self, state: Any) -> None:
        packages = [row["package"] for row in state.service_list("packages")]
        assert packages == sorted(packages)
        assert "com.wikihow.wikihowapp" in packages

    def test_what_is_not_there(self, state: Any) -> None:
        with pytest.raises(StateError):
            state.service_list("nothing")
        with pytest.raises(StateError, match="content://nothing"):
            state.provider("content://nothing/rows")
        with pytest.raises(StateError):
            state.insert("content://nothing/rows", {"a": 1})

    def test_the_shell(self, state: Any) -> None:
        assert state.shell("echo one; echo two") == "one\ntwo\n"


def empty_database() -> bytes:
    """An SQLite file with the table of the tests."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(SCHEMA)
        return connection.serialize()
