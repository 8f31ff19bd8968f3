"""The facts of an embedded phone's state, and what differs between two moments."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from typing import Any, Final

from lxml import etree

from mobile_env.phone.services.clipboard import Clipboard
from mobile_env.phone.state.phone_state import PhoneState
from mobile_env.signals.state import MOST_ROWS, Change

_STORAGE: Final = "/storage/emulated/0"
_APPS: Final = "/data/data"
# What apps keep for speed alone, and what SQLite keeps beside a database.
_UNCOUNTED: Final = ("/cache/", "/code_cache/", "/no_backup/")
_BESIDE: Final = ("-journal", "-wal", "-shm")
_SQLITE: Final = b"SQLite format 3\0"
_NAMESPACES: Final = ("system", "secure", "global")


def changes(before: PhoneState, after: PhoneState) -> list[Change]:
    """The facts that differ, by name: logs, caches and times of change do not count.

    Facts are `setting/<namespace>/<key>`, `database/<path>/<table>/<key>`, `preference/<package>/<file>/<key>`,
    `file/<path>`, `package/<name>` and `clipboard`.
    """
    found: list[Change] = []
    if before.settings.version != after.settings.version:
        found += _differences(dict(_settings(before)), dict(_settings(after)))
    if before.files.version != after.files.version or before.databases.version != after.databases.version:
        found += _stored_differences(before, after)
    if before.packages.version != after.packages.version:
        found += _differences(dict(_packages(before)), dict(_packages(after)))
    clips = [state.part(Clipboard).text for state in (before, after)]
    if clips[0] != clips[1]:
        found.append(Change("clipboard", *clips))
    return sorted(found, key=lambda change: change.fact)


def _differences(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Change]:
    for fact in before.keys() | after.keys():
        if before.get(fact) != after.get(fact):
            yield Change(fact, before.get(fact), after.get(fact))


def _settings(state: PhoneState) -> Iterator[tuple[str, Any]]:
    for namespace in _NAMESPACES:
        for key, value in state.settings.list(namespace):
            yield f"setting/{namespace}/{key}", value


def _packages(state: PhoneState) -> Iterator[tuple[str, Any]]:
    for package in state.packages.list():
        yield f"package/{package.name}", "enabled" if package.enabled else "disabled"


def _stored_differences(before: PhoneState, after: PhoneState) -> Iterator[Change]:
    """What differs of files, and in the place of databases and preferences of what they hold."""
    old, new = dict(_files(before)), dict(_files(after))
    for path in old.keys() | new.keys():
        if old.get(path) != new.get(path):
            yield from _differences(
                dict(_facts_of(before, path, old.get(path))), dict(_facts_of(after, path, new.get(path)))
            )


def _files(state: PhoneState) -> Iterator[tuple[str, bytes]]:
    tree = state.files
    for top in (_STORAGE, _APPS):
        if not tree.is_directory(top):
            continue
        for path in tree.walk(top):
            is_app = top == _APPS
            if is_app and (any(part in path for part in _UNCOUNTED) or path.endswith(_BESIDE)):
                continue
            if tree.is_file(path):
                yield path, tree.read(path)


def _facts_of(state: PhoneState, path: str, content: bytes | None) -> Iterator[tuple[str, Any]]:
    if content is None:
        return
    if path.startswith(_APPS) and content.startswith(_SQLITE):
        yield from _rows(state, path)
    elif path.startswith(_APPS) and "/shared_prefs/" in path and path.endswith(".xml"):
        yield from _preferences(path, content)
    else:
        shown = f"/sdcard{path.removeprefix(_STORAGE)}" if path.startswith(_STORAGE) else path
        yield f"file{shown}", hashlib.blake2b(content, digest_size=16).hexdigest()


def _rows(state: PhoneState, path: str) -> Iterator[tuple[str, Any]]:
    try:
        connection = state.databases.open(path)
        with connection.read_only():
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (table,) in tables:
                if table.startswith("sqlite_") or table == "android_metadata":
                    continue
                quoted = table.replace('"', '""')
                rows = connection.execute(f'SELECT rowid, * FROM "{quoted}"').fetchmany(MOST_ROWS)
                for row in rows:
                    yield f"database{path}/{table}/{row[0]}", row[1:]
    except sqlite3.Error:
        # A table without row ids, or a file that is no database after all.
        yield f"database{path}", hashlib.blake2b(state.files.read(path), digest_size=16).hexdigest()


def _preferences(path: str, content: bytes) -> Iterator[tuple[str, Any]]:
    package, file = path.split("/")[3], path.rpartition("/")[2].removesuffix(".xml")
    try:
        root = etree.fromstring(
            content, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        )
    except (etree.XMLSyntaxError, ValueError):
        return
    for entry in root:
        if isinstance(entry.tag, str) and entry.get("name"):
            told = etree.tostring(entry, encoding="unicode", with_tail=False)
            yield f"preference/{package}/{file}/{entry.get('name')}", told
