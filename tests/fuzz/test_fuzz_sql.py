"""Any SQL and any database file is answered, or is an error of SQL."""

import sqlite3

import pytest
from corpus import LONG, lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.phone.state import sqlite_sandbox
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.sqlite_sandbox import open_sandboxed

CALM = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
CORPUS = lines("sql.jsonl")
SCHEMAS = lines("database_schemas.jsonl")
PIECES = st.sampled_from(
    [
        "SELECT ", "INSERT INTO t ", "UPDATE t SET a = ", "DELETE FROM t ", "VALUES ", "WITH RECURSIVE ", "VIRTUAL ",
        "CREATE TABLE ", "CREATE VIEW v AS ", "CREATE TRIGGER g AFTER INSERT ON t BEGIN ", "END", "ALTER TABLE t ",
        "PRAGMA ", "ATTACH ", "DETACH ", "VACUUM ", "INTO ", "USING fts3", "USING fts5", "USING rtree", "EXPLAIN ",
        "FROM t ", "WHERE ", "GROUP BY ", "ORDER BY ", "LIMIT 5", "OVER (", "UNION ALL ", "AS ", "RENAME TO u ", "t",
        "sqlite_master ", "dbstat", "writable_schema", "(", ")", ",", ";", " = ", "*", "||", "->", "->>", "?", "1",
        "9223372036854775807", "1e999", "'x'", "x'00ff'", "NULL", "zeroblob(99999999)", "fts3_tokenizer(", "a", "-1",
        "printf('%9999999d',", "replace(", "instr(", "trim(", "json_patch(", "date(", "random()", "LIKE ", "GLOB ",
        "load_extension(", "--", "/*", "*/", "\0", "é", "😀",
    ]
)  # fmt: skip


@pytest.fixture(autouse=True)
def short_statements(monkeypatch):
    """Runaway statements end early: the bound itself has its own tests."""
    monkeypatch.setattr(sqlite_sandbox, "MAX_STEPS", 20_000)
    monkeypatch.setattr(sqlite_sandbox, "MAX_RESULT_BYTES", 1 << 20)


def file_of(schema):
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript("PRAGMA page_size = 512;" + schema)
    return connection.serialize()


FILES = [file_of(schema) for schema in SCHEMAS]


@st.composite
def statements(draw):
    if draw(st.booleans()):
        return "".join(draw(st.lists(PIECES, max_size=14)))
    text = draw(st.sampled_from(CORPUS))
    place = draw(st.integers(0, len(text)))
    return (
        text[:place] + draw(st.one_of(PIECES, st.text(max_size=3))) + text[place + draw(st.integers(0, 3)) :]
    )


@st.composite
def files(draw):
    content = bytearray(draw(st.sampled_from(FILES)))
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.one_of(st.integers(0, 107), st.integers(0, len(content) - 1)))
        content[place : place + 4] = draw(
            st.one_of(st.binary(min_size=1, max_size=4), st.just(b"\xff\xff\xff\xff"))
        )
    return bytes(content[: draw(st.one_of(st.just(len(content)), st.integers(1, len(content))))])


def check_statement(text):
    connection = open_sandboxed(b"", Clock(), 1 << 20)
    try:
        connection.execute("CREATE TABLE t (a, b)")
        connection.execute("INSERT INTO t VALUES (1, 'x'), (NULL, x'00')")
        connection.execute(text).fetchall()
    except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
        assert str(error)
    finally:
        connection.close()


def check_file(content):
    try:
        connection = open_sandboxed(content, Clock(), 1 << 20)
    except sqlite3.Error as error:
        assert str(error)
        return
    statements = (
        "PRAGMA integrity_check", "SELECT * FROM t ORDER BY a", "SELECT * FROM v", "INSERT INTO t (a) VALUES ('y')",
        "UPDATE t SET a = a || 'z'", "DELETE FROM t WHERE a > 'm'", "VACUUM",
    )  # fmt: skip
    for statement in statements:
        try:
            connection.execute(statement).fetchall()
        except sqlite3.Error as error:
            assert str(error)
    connection.serialize()
    connection.close()


@pytest.mark.parametrize("text", CORPUS)
def test_the_corpus(text):
    check_statement(text)


@pytest.mark.parametrize("text", lines("database_files.jsonl"))
def test_the_corpus_of_files(text):
    check_file(bytes.fromhex(text))


@settings(CALM, max_examples=300)
@given(statements())
def test_sql(text):
    check_statement(text)


@settings(CALM, max_examples=300)
@given(files())
def test_database_files(content):
    check_file(content)


@pytest.mark.long
@settings(CALM, max_examples=LONG)
@given(statements())
def test_sql_at_length(text):
    check_statement(text)


@pytest.mark.long
@settings(CALM, max_examples=LONG)
@given(files())
def test_database_files_at_length(content):
    check_file(content)
