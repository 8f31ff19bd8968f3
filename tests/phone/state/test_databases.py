import sqlite3
from pathlib import Path

import pytest

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.databases import Databases
from mobile_env.phone.state.partitions import make_android_tree

PATH = "/data/data/org.example/databases/notes.db"


@pytest.fixture
def databases() -> Databases:
    files = make_android_tree(Clock())
    files.make_directory("/data/data/org.example/databases", parents=True)
    return Databases(files)


def _fill(databases: Databases, *texts: str) -> None:
    connection = databases.open(PATH)
    connection.execute("CREATE TABLE IF NOT EXISTS notes (text TEXT)")
    connection.executemany("INSERT INTO notes VALUES (?)", [(text,) for text in texts])


def _texts(databases: Databases) -> list[str]:
    return [row[0] for row in databases.open(PATH).execute("SELECT text FROM notes")]


def test_reading_the_file_gives_a_valid_database(databases: Databases, tmp_path: Path) -> None:
    _fill(databases, "one", "two")
    pulled = tmp_path / "pulled.db"
    pulled.write_bytes(databases.files.read("/data/user/0/org.example/databases/notes.db"))
    with sqlite3.connect(pulled) as connection:
        assert connection.execute("SELECT count(*) FROM notes").fetchone() == (2,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_file_that_is_written_over_is_used(databases: Databases, tmp_path: Path) -> None:
    _fill(databases, "old")
    pushed = tmp_path / "pushed.db"
    connection = sqlite3.connect(pushed)
    # Databases that come from real apps are often in this mode.
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE notes (text TEXT)")
    connection.execute("INSERT INTO notes VALUES ('new')")
    connection.commit()
    connection.close()
    databases.files.write(PATH, pushed.read_bytes())
    assert _texts(databases) == ["new"]


def test_snapshots_are_independent(databases: Databases) -> None:
    _fill(databases, "both")
    copy = databases.copy()
    _fill(databases, "original")
    _fill(copy, "copy")
    again = databases.copy()
    assert _texts(databases) == ["both", "original"] == _texts(again)
    assert _texts(copy) == ["both", "copy"]


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TABLE other (x)",
        "PRAGMA user_version = 7",
        "UPDATE notes SET text = 'b'",
        "DELETE FROM notes",
        "VACUUM",
    ],
)
def test_every_kind_of_change_reaches_the_file(databases: Databases, change: str) -> None:
    _fill(databases, "a")
    databases.flush()
    connection = databases.open(PATH)
    connection.execute(change)
    assert databases.files.read(PATH) == connection.serialize()


def test_an_unchanged_database_is_not_written_again(databases: Databases) -> None:
    _fill(databases, "a")
    first = databases.files.read(PATH)
    _texts(databases)
    assert databases.files.read(PATH) is first


def test_removing_the_directory_forgets_the_database(databases: Databases) -> None:
    _fill(databases, "a")
    databases.files.remove("/data/data/org.example", recursive=True)
    with pytest.raises(FileNotFoundError):
        databases.open(PATH)
    databases.files.make_directory("/data/data/org.example/databases", parents=True)
    assert databases.open(PATH).execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_moving_takes_the_newest_content_along(databases: Databases) -> None:
    _fill(databases, "a")
    databases.files.move("/data/data/org.example", "/data/data/org.other")
    other = databases.open("/data/data/org.other/databases/notes.db")
    assert other.execute("SELECT text FROM notes").fetchall() == [("a",)]


def test_not_a_database(databases: Databases) -> None:
    databases.files.write(PATH, b"hello, world! this is no database" * 10)
    with pytest.raises(sqlite3.DatabaseError, match=r"notes\.db"):
        databases.open(PATH)


@pytest.mark.parametrize("statement", ["ATTACH '{}' AS e", "VACUUM INTO '{}'"])
def test_sql_cannot_reach_the_host(databases: Databases, tmp_path: Path, statement: str) -> None:
    _fill(databases, "a")
    databases.copy().open(PATH)
    target = tmp_path / "stolen.db"
    with pytest.raises(sqlite3.DatabaseError):
        databases.open(PATH).execute(statement.format(target))
    assert not target.exists()


def test_time_and_chance_come_from_the_clock(databases: Databases) -> None:
    ask = (
        "SELECT datetime('now'), strftime('%s', 'now'), CURRENT_TIMESTAMP, date('now', '+1 day'), date(),"
        " datetime(0, 'unixepoch'), strftime('%Y', '2001-02-03')"
    )
    assert databases.open(PATH).execute(ask).fetchone() == (
        "2023-10-15 15:34:00",
        "1697384040",
        "2023-10-15 15:34:00",
        "2023-10-16",
        "2023-10-15",
        "1970-01-01 00:00:00",
        "2001",
    )
    databases.flush()
    draws = [
        d.open(PATH).execute("SELECT random(), random()").fetchone()
        for d in (databases.copy(), databases.copy())
    ]
    assert draws[0] == draws[1]
    assert draws[0][0] != draws[0][1]


def test_equal_runs_write_equal_bytes() -> None:
    def run() -> bytes:
        files = make_android_tree(Clock())
        files.make_directory("/data/data/org.example/databases", parents=True)
        databases = Databases(files)
        databases.open(PATH).execute(
            "CREATE TABLE t (a DEFAULT CURRENT_TIMESTAMP, b DEFAULT (randomblob(8)))"
        )
        files.clock.advance(1)
        databases.open(PATH).execute("INSERT INTO t DEFAULT VALUES")
        return files.read(PATH)

    assert run() == run()
