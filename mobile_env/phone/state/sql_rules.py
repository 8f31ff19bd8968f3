"""What SQL on the phone may do: allow-lists of actions, functions, pragmas and tables of native code."""

from __future__ import annotations

import functools
import re
import sqlite3
from collections.abc import Callable


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTIONS = _words(
    # Core, aggregate, window and mathematical functions.
    "abs changes char coalesce format glob hex ifnull iif instr last_insert_rowid length like likelihood likely lower"
    " ltrim max min nullif printf quote random randomblob replace round rtrim sign soundex sqlite_source_id"
    " sqlite_version substr substring total_changes trim typeof unhex unicode unlikely upper zeroblob concat concat_ws"
    " octet_length if"
    " avg count group_concat string_agg sum total median percentile"
    " cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number"
    " acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power"
    " radians sin sinh sqrt tan tanh trunc"
    # Times and JSON.
    " current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch"
    " -> ->> json json_array json_array_length json_error_position json_extract json_group_array json_group_object"
    " json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_type json_valid"
    # ALTER TABLE calls these itself; SQLite lets no statement of a user call them.
    " sqlite_drop_column sqlite_rename_column sqlite_rename_quotefix sqlite_rename_table sqlite_rename_test"
)

# Functions that are replaced even where a build of SQLite cannot list its functions: (name, number of arguments).
_ALWAYS_REFUSED = (
    ("fts3_tokenizer", 1),
    ("fts3_tokenizer", 2),
    ("load_extension", 1),
    ("load_extension", 2),
    ("readfile", 1),
    ("writefile", -1),
    ("edit", -1),
)

# Table modules that exist without CREATE VIRTUAL TABLE, where a build cannot list them.
_KNOWN_MODULES = _words(
    "bytecode dbstat fts3 fts3tokenize fts4 fts4aux fts5 fts5vocab rtree rtree_i32 geopoly sqlite_dbpage sqlite_stmt"
    " tables_used"
)
_MODULES = frozenset({"json_each", "json_tree"})

_ACTIONS = frozenset(
    getattr(sqlite3, f"SQLITE_{name}")
    for name in _words(
        "ALTER_TABLE ANALYZE CREATE_INDEX CREATE_TABLE CREATE_TEMP_INDEX CREATE_TEMP_TABLE CREATE_TEMP_TRIGGER"
        " CREATE_TEMP_VIEW CREATE_TRIGGER CREATE_VIEW DROP_INDEX DROP_TABLE DROP_TEMP_INDEX DROP_TEMP_TABLE"
        " DROP_TEMP_TRIGGER DROP_TEMP_VIEW DROP_TRIGGER DROP_VIEW RECURSIVE REINDEX SAVEPOINT SELECT TRANSACTION"
    )
)
_ON_TABLES = frozenset(
    {sqlite3.SQLITE_READ, sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE}
)

# Pragmas that tell something or change the database as SQL may.
_PRAGMAS = _words(
    "application_id auto_vacuum case_sensitive_like collation_list compile_options count_changes data_version"
    " database_list defer_foreign_keys encoding foreign_key_check foreign_key_list foreign_keys freelist_count"
    " function_list ignore_check_constraints incremental_vacuum index_info index_list index_xinfo integrity_check"
    " legacy_alter_table legacy_file_format module_list optimize page_count page_size pragma_list quick_check"
    " recursive_triggers reverse_unordered_selects table_info table_list table_xinfo user_version"
)
# Pragmas that may be asked. Setting them does nothing here: they are about speed, durability and files of the host.
_READ_ONLY_PRAGMAS = _words(
    "analysis_limit automatic_index busy_timeout cache_size cache_spill cell_size_check checkpoint_fullfsync"
    " full_column_names fullfsync journal_mode journal_size_limit locking_mode max_page_count mmap_size query_only"
    " read_uncommitted schema_version secure_delete short_column_names shrink_memory synchronous temp_store threads"
    " trusted_schema wal_autocheckpoint wal_checkpoint"
)

# White space and comments. Possessive and atomic, so that a row of comments is read in one way only.
_BLANK = r"(?:[\s\0\ufeff]|(?>/\*.*?(?:\*/|\Z))|--[^\n]*+)*+"
_CREATES_VIRTUAL_TABLE = re.compile(rf"{_BLANK}create{_BLANK}virtual", re.IGNORECASE | re.DOTALL)
_VACUUM = re.compile(rf"{_BLANK}vacuum\b", re.IGNORECASE | re.DOTALL)


def creates_virtual_table(sql: str) -> bool:
    """Whether a statement of a schema makes a table that a module of native code implements."""
    return _CREATES_VIRTUAL_TABLE.match(sql) is not None


@functools.cache
def _tables_of_modules() -> frozenset[str]:
    listed = _ask("PRAGMA module_list")
    return (frozenset(name.lower() for (name,) in listed) | _KNOWN_MODULES) - _MODULES


@functools.cache
def refused_functions() -> tuple[tuple[str, int], ...]:
    """(name, number of arguments, -1 for any) of all functions of this build of SQLite that SQL must not call."""
    listed = _ask("SELECT DISTINCT name, narg FROM pragma_function_list")
    found = {(name, count) for name, count in listed if name.lower() not in FUNCTIONS}
    return tuple(sorted(found.union(_ALWAYS_REFUSED)))


def _ask(question: str) -> list[tuple]:
    connection = sqlite3.connect(":memory:")
    try:
        return connection.execute(question).fetchall()
    except sqlite3.Error:
        return []
    finally:
        connection.close()


def authorizer(statement: Callable[[], str]) -> Callable[..., int]:
    """Returns a callback for `Connection.set_authorizer`.

    Args:
      statement: returns the SQL that is being compiled; VACUUM alone may attach its nameless database.
    """

    def authorize(action: int, first: str | None, second: str | None, *_: object) -> int:
        if action in _ON_TABLES:
            allowed = (first or "").lower() not in _tables_of_modules()
        elif action == sqlite3.SQLITE_FUNCTION:
            allowed = (second or "").lower() in FUNCTIONS
        elif action == sqlite3.SQLITE_PRAGMA:
            return _pragma((first or "").lower(), second)
        elif action == sqlite3.SQLITE_ATTACH:
            allowed = not first and _VACUUM.match(statement()) is not None
        else:
            allowed = action in _ACTIONS
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    return authorize


_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE})


def reader(action: int, first: str | None, second: str | None, *_: object) -> int:
    """A callback for `Connection.set_authorizer`: one SELECT, over tables and functions that SQL may use here."""
    if action == sqlite3.SQLITE_READ:
        allowed = (first or "").lower() not in _tables_of_modules()
    elif action == sqlite3.SQLITE_FUNCTION:
        allowed = (second or "").lower() in FUNCTIONS
    else:
        allowed = action in _READING
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _pragma(name: str, value: str | None) -> int:
    if name in _PRAGMAS:
        return sqlite3.SQLITE_OK
    if name in _READ_ONLY_PRAGMAS:
        return sqlite3.SQLITE_OK if value is None else sqlite3.SQLITE_IGNORE
    return sqlite3.SQLITE_DENY
