"""SQL and database files that attack the host: each is an error of SQL, and the phone goes on."""

import os
import sqlite3
import struct
from pathlib import Path

import pytest

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.databases import Databases
from mobile_env.phone.state.partitions import make_android_tree
from mobile_env.phone.state.sqlite_sandbox import MAX_DATABASE_BYTES, MAX_VALUE_BYTES, open_sandboxed

PATH = "/data/local/tmp/t.db"
FOREVER = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)"


@pytest.fixture
def sql():
    connection = open_sandboxed(b"", Clock())
    yield connection
    connection.close()


@pytest.fixture
def push():
    """Opens a database file as the phone does once it was pushed."""

    def opened(content):
        files = make_android_tree(Clock())
        files.write(PATH, content)
        return Databases(files).open(PATH)

    return opened


def made(script, schema=()):
    """A database file made by SQL; `schema` rows are put into sqlite_master unchecked: (type, name, rootpage, sql)."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(script)
    if schema:
        connection.execute("PRAGMA writable_schema = ON")
        for kind, name, page, text in schema:
            row = (kind, name, name, page, text)
            connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)
    return connection.serialize()


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT fts3_tokenizer('x', x'0000333322220000')",
        "SELECT FTS3_Tokenizer('simple')",
        "SELECT load_extension('/lib/x86_64-linux-gnu/libc.so.6')",
        "SELECT readfile('/etc/passwd')",
        "SELECT writefile('/tmp/x', 'y')",
        "SELECT fts5(NULL)",
        "SELECT sqlite_compileoption_get(0)",
        "CREATE VIRTUAL TABLE t USING fts3(tokenize=x)",
        "CREATE VIRTUAL TABLE t USING fts5(x)",
        "CREATE VIRTUAL TABLE t USING rtree(a, b, c)",
        "CREATE VIRTUAL TABLE temp.t USING dbstat",
        "SELECT * FROM dbstat",
        "SELECT * FROM sqlite_stmt",
        "SELECT * FROM fts3tokenize('simple')",
        "UPDATE sqlite_dbpage SET data = x'00'",
        "ATTACH '/etc/passwd' AS e",
        "ATTACH 'file:/tmp/x?mode=rwc' AS e",
        "ATTACH '' AS e",
        "ATTACH ':memory:' AS e",
        "/* VACUUM */ ATTACH '' AS e",
        "/**/" * 40 + " ATTACH '' AS e",
        "/**/" * 40 + " -- VACUUM\nATTACH '' AS e",
        "VACUUM INTO '/tmp/x'",
        "DETACH main",
        "PRAGMA writable_schema = ON",
        "PRAGMA writable_schema = RESET",
        "PRAGMA temp_store_directory = '/tmp'",
        "PRAGMA data_store_directory = '/tmp'",
        "PRAGMA hard_heap_limit = 1",
        "PRAGMA soft_heap_limit = 1",
        "PRAGMA no_such_pragma",
        "UPDATE sqlite_master SET sql = 'CREATE VIRTUAL TABLE t USING fts3'",
        "INSERT INTO sqlite_master VALUES ('table', 't', 't', 0, 'CREATE VIRTUAL TABLE t USING fts3')",
    ],
)
def test_what_reaches_out_of_the_database_is_refused(sql, statement) -> None:
    with pytest.raises(sqlite3.DatabaseError):
        sql.execute(statement).fetchall()
    assert sql.execute("SELECT 1").fetchall() == [(1,)]


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("max_page_count", 1 << 30),
        ("mmap_size", 1 << 30),
        ("journal_mode", "wal"),
        ("schema_version", 7),
        ("temp_store", 1),
        ("threads", 8),
        ("trusted_schema", 0),
    ],
)
def test_settings_of_the_host_are_kept(sql, pragma, value) -> None:
    before = sql.execute(f"PRAGMA {pragma}").fetchall()
    sql.execute(f"PRAGMA {pragma} = {value}").fetchall()
    assert sql.execute(f"PRAGMA {pragma}").fetchall() == before


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        (f"{FOREVER} SELECT count(*) FROM c", "interrupted"),
        (f"{FOREVER} INSERT INTO t SELECT zeroblob(1000000) FROM c", "full"),
        (f"CREATE TEMP TABLE u AS {FOREVER} SELECT zeroblob(1000000) FROM c", "full"),
        (f"{FOREVER} SELECT zeroblob(1000000) FROM c", "a result of more"),
        (f"SELECT zeroblob({MAX_VALUE_BYTES + 1})", "too big"),
        ("SELECT hex(zeroblob(400000000))", "too big"),
        ("SELECT replace(printf('%.*c', 1000000, 'a'), 'a', printf('%.*c', 100, 'b'))", "."),
        ("SELECT instr(printf('%.*c', 2000000, 'a'), printf('%.*c', 1000000, 'a') || 'b')", "."),
        ("SELECT trim(printf('%.*c', 2000000, 'a'), printf('%.*c', 1000000, 'b') || 'a')", "."),
        ("SELECT printf('%.9223372036854775807c', 2000000, 'a')", "."),
        ("SELECT format('%.*c', 9223372036854775807, 'a')", "."),
        ("SELECT printf('" + "%2000000d" * 1000 + "')", "."),
        ("SELECT " + "(" * 1000 + "1" + ")" * 1000, "."),
        ("SELECT 1" + " UNION ALL SELECT 1" * 1000, "."),
        ("SELECT " + "-" * 5000 + "1", "."),
    ],
)
def test_runaway_statements_end(sql, statement, error) -> None:
    sql.execute("CREATE TABLE t (x)")
    with pytest.raises(sqlite3.Error, match=error):
        sql.execute(statement).fetchall()
    assert sql.execute("SELECT count(*) FROM t").fetchall() == [(0,)]


def test_a_statement_may_not_take_all_memory() -> None:
    sql = open_sandboxed(b"", Clock())
    with pytest.raises(sqlite3.OperationalError, match=r"out of memory|interrupted"):
        sql.execute(
            f"{FOREVER} SELECT count(*) FROM (SELECT DISTINCT zeroblob(2000000) || n FROM c)"
        ).fetchall()
    assert sql.execute("SELECT 1").fetchall() == [(1,)]


def test_ordinary_sql_works(sql) -> None:
    sql.executescript(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT DEFAULT CURRENT_TIMESTAMP, b CHECK (length(b) < 9));"
        "CREATE INDEX i ON t (lower(a)); CREATE VIEW v AS SELECT id, datetime(a) AS d FROM t;"
        "CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET b = trim(new.b) WHERE id = new.id; END;"
        "INSERT INTO t (b) VALUES (' x '), ('y'); ALTER TABLE t RENAME TO u; ALTER TABLE u RENAME COLUMN b TO c;"
        "ALTER TABLE u ADD COLUMN e DEFAULT 7; ANALYZE; REINDEX;"
    )
    sql.execute("vacuum")
    assert sql.execute("SELECT c, e FROM u JOIN v USING (id) WHERE d LIKE '2023%'").fetchall() == [
        ("x", 7),
        ("y", 7),
    ]
    assert sql.execute("SELECT value FROM json_each('[1, 2]')").fetchmany(1) == [(1,)]
    assert sql.execute("SELECT name FROM pragma_table_info('u') LIMIT 1").fetchone() == ("id",)
    assert sql.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert sql.execute("SELECT instr('abc', 'c'), replace('aXb', 'X', '-'), trim(NULL, 'x')").fetchone() == (
        3,
        "a-b",
        None,
    )
    assert sum(1 for line in sql.iterdump() if "INSERT INTO" in line) >= 2


VIRTUAL = ("table", "t", 0, "CREATE VIRTUAL TABLE t USING fts3(tokenize=x)")


@pytest.mark.parametrize(
    "schema",
    [
        [VIRTUAL],
        [("table", "t", 0, "create/* */virtual -- x\n table t USING rtree(a,b,c)")],
        [VIRTUAL, ("view", "v", 0, "CREATE VIEW v AS SELECT * FROM t")],
        [
            VIRTUAL,
            ("trigger", "g", 0, "CREATE TRIGGER g AFTER INSERT ON n BEGIN INSERT INTO t VALUES (1); END"),
        ],
    ],
)
def test_files_with_virtual_tables_are_not_opened(push, schema) -> None:
    with pytest.raises(sqlite3.DatabaseError, match=r"no such module|malformed"):
        push(made("CREATE TABLE n (x)", schema))


def test_comments_in_the_schema_of_a_file_are_read_in_one_way_only(push) -> None:
    content = bytearray(made("CREATE TABLE t(a" + " " * 200 + ")"))
    sql = b"CREATE " + b"/**/" * 45 + b"TABLE t(a)"
    at = content.index(b"CREATE TABLE")
    content[at : at + 217] = sql.ljust(217)
    assert push(bytes(content)).execute("SELECT a FROM t").fetchall() == []


@pytest.mark.parametrize(
    "script",
    [
        "CREATE VIEW t AS SELECT fts3_tokenizer('x', x'0000333322220000') AS x",
        "CREATE VIEW t AS SELECT load_extension('/x') AS x",
        "CREATE TABLE n (x); CREATE VIEW t AS SELECT * FROM dbstat",
        "CREATE TABLE t (x DEFAULT (fts3_tokenizer('simple')))",
        "CREATE TABLE t (x, y AS (fts3_tokenizer(x, y)))",
        "CREATE TABLE t (x CHECK (fts3_tokenizer('x', x) IS NULL))",
        "CREATE TABLE t (x); CREATE TRIGGER g BEFORE INSERT ON t BEGIN SELECT fts3_tokenizer('x', x'00'); END",
        f"CREATE VIEW t AS {FOREVER} SELECT n AS x FROM c",
        "CREATE TABLE t (x); CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO t VALUES (zeroblob(1000000)); END;"
        "PRAGMA recursive_triggers = ON",
    ],
)
def test_the_schema_of_a_file_may_do_no_more_than_sql(push, script) -> None:
    try:
        content = made(script)
    except sqlite3.OperationalError:  # a newer SQLite that refuses to make it
        content = made("", [("table", "t", 2, script)])
    with pytest.raises(sqlite3.DatabaseError):
        connection = push(content)
        connection.execute("PRAGMA recursive_triggers = ON")
        connection.execute("SELECT * FROM t LIMIT 100000000").fetchall()
        connection.execute("INSERT INTO t DEFAULT VALUES")


@pytest.mark.parametrize("place", [16, 20, 21, 24, 28, 36, 44, 52, 56, 100, 103, 105, 108, 4096, 4101, 8000])
@pytest.mark.parametrize("value", [0, 1, 0x7F, 0xFF])
def test_corrupt_pages_are_errors_of_sql(push, place, value) -> None:
    content = bytearray(
        made("CREATE TABLE t (x, y); CREATE INDEX i ON t (y)" + ";INSERT INTO t VALUES (1, 'text')" * 99)
    )
    content[place : place + 4] = bytes([value]) * 4
    try:
        connection = push(bytes(content))
        for statement in ("PRAGMA integrity_check", "SELECT * FROM t ORDER BY y", "DELETE FROM t", "VACUUM"):
            connection.execute(statement).fetchall()
    except sqlite3.DatabaseError as error:
        assert str(error)


def test_a_file_of_more_pages_than_the_bound_does_not_grow(push) -> None:
    content = bytearray(made("CREATE TABLE t (x)"))
    content[28:32] = struct.pack(">I", 0xFFFFFFFE)
    try:
        connection = push(bytes(content))
        connection.execute("INSERT INTO t VALUES (zeroblob(2000000))")
    except sqlite3.DatabaseError:
        return
    assert connection.size_bytes() <= MAX_DATABASE_BYTES


def test_nothing_is_written_on_the_host(sql, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SQLITE_TMPDIR", str(tmp_path))
    for statement in (
        "PRAGMA journal_mode = DELETE",
        "CREATE TABLE t (x)",
        "BEGIN",
        "INSERT INTO t VALUES (1)",
        "COMMIT",
        "VACUUM",
    ):
        sql.execute(statement).fetchall()
    assert os.listdir(tmp_path) == []


def test_the_shell_reports_and_goes_on() -> None:
    from mobile_env.phone import Display, Phone

    phone = Phone(Display(360, 640, 160))
    exploit = (
        "sqlite3 :memory: \"SELECT fts3_tokenizer('x', x'0000333322220000'); CREATE VIRTUAL TABLE t USING"
        ' fts3(tokenize=x);"; echo $?'
    )
    result = phone.shell(exploit)
    assert (result.stdout, result.stderr) == (
        b"1\n",
        b"Error: not authorized to use function: fts3_tokenizer\n",
    )
    phone.state.files.write(
        "/sdcard/bad.db", made("CREATE TABLE t (x);" + "INSERT INTO t VALUES (1);" * 999)[:5000]
    )
    phone.state.files.write("/sdcard/fts.db", made("CREATE VIRTUAL TABLE v USING fts5(x)"))
    for command in (".dump", ".tables", "SELECT * FROM v"):
        result = phone.shell(f"sqlite3 /sdcard/fts.db '{command}'")
        assert (result.exit_code, result.stderr) == (1, b"Error: no such module: fts5\n")
    for command in (".dump", ".tables", ".schema", "SELECT * FROM t"):
        assert phone.shell(f"sqlite3 /sdcard/bad.db '{command}'").exit_code in (0, 1, 26)


def test_sqlite_is_opened_in_one_place() -> None:
    import mobile_env.phone

    root = Path(mobile_env.phone.__file__).parent
    opens = {
        path.name for path in root.rglob("*.py") if "sqlite3.connect(" in path.read_text(encoding="utf-8")
    }
    # sql_rules.py and sql_functions.py ask SQLite itself, with SQL of their own.
    assert opens == {"sqlite_sandbox.py", "sql_rules.py", "sql_functions.py"}
