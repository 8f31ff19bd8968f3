"""Reads YAML sources of a library (front matter, author and category lists) and keeps the line of every
value."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from mobile_env import bounded_yaml
from mobile_env.replay.faults import ContentFault
from mobile_env.suggestions import nearest

Report = Callable[[ContentFault], None]


@dataclass(frozen=True)
class Located:
    """A YAML value with its file and line; mappings and sequences hold `Located` values."""

    value: Any
    path: Path
    line: int
    written: str | None = None
    """A scalar as written in the file, so that `answer: 220` is text where text is expected."""

    def fault(self, what: str, mend: str = "") -> ContentFault:
        return ContentFault(self.path, self.line, what, mend)


def read_yaml(text: str, path: Path, first_line: int, report: Report) -> Located | None:
    """Parses a YAML document that begins at line `first_line` of the file. Returns None after a fault."""
    try:
        node = bounded_yaml.compose(text)
        if node is None:
            report(ContentFault(path, first_line, "empty YAML", "write the keys that README.md lists"))
            return None
        return _locate(node, path, first_line, report)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = first_line + (mark.line if mark else 0)
        problem = getattr(error, "problem", None) or str(error)
        report(ContentFault(path, line, f"not YAML: {problem}", "quote text that holds `: ` or ` #`"))
        return None


def _locate(node: yaml.Node, path: Path, first_line: int, report: Report) -> Located:
    line = first_line + node.start_mark.line
    if isinstance(node, yaml.MappingNode):
        entries: dict[str, Located] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            if key in entries:
                place = first_line + key_node.start_mark.line
                report(ContentFault(path, place, f"key `{key}` is given twice", "keep one"))
            entries[key] = _locate(value_node, path, first_line, report)
        return Located(entries, path, line)
    if isinstance(node, yaml.SequenceNode):
        items = [_locate(item, path, first_line, report) for item in node.value]
        return Located(items, path, line)
    return Located(bounded_yaml.value(node), path, line, node.value)


class Record:
    """A YAML mapping, read key by key. Reports missing, mistyped and unknown keys once each."""

    def __init__(self, source: Located, what: str, known: Sequence[str], report: Report) -> None:
        self.line = source.line
        self._source = source
        self._what = what
        self._report = report
        self._entries: dict[str, Located] = {}
        if not isinstance(source.value, dict):
            report(source.fault(f"{what} must be a mapping of keys", f"keys: {', '.join(known)}"))
            return
        self._entries = source.value
        for key, entry in self._entries.items():
            if key not in known:
                report(entry.fault(f"unknown key `{key}` in {what}", nearest(key, known)))

    def has(self, key: str) -> bool:
        return key in self._entries

    def fault(self, key: str, what: str, mend: str = "") -> None:
        """Reports a fault at the position of `key`."""
        entry = self._entries.get(key, self._source)
        self._report(entry.fault(what, mend))

    def _typed(self, key: str, kind: type, form: str, default: Any, optional: bool = False) -> Any:
        if key not in self._entries:
            if not optional:
                self._report(self._source.fault(f"missing key `{key}` in {self._what}", f"add {form}"))
            return default
        value = self._entries[key].value
        # bool is an int in Python, but not for an author.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fault(
                key,
                f"`{key}` is {value if not isinstance(value, (list, dict)) else 'a group'!r}",
                f"must be {form}",
            )
            return default
        return value

    def text(self, key: str, default: str = "") -> str:
        """A non-empty scalar as written, with whitespace collapsed."""
        entry = self._entries.get(key)
        if entry is None:
            return self._typed(key, str, "text", default)
        return self._text_of(entry, key) or default

    def _text_of(self, entry: Located, key: str) -> str:
        text = " ".join((entry.written or "").split())
        if entry.written is None:
            self._report(
                entry.fault(f"`{key}` is not text", "write text; quote it when it holds `: ` or `#`")
            )
        elif not text or entry.value is None:
            self._report(entry.fault(f"`{key}` is empty", "write some text"))
        return text

    def flag(self, key: str, optional: bool = False) -> bool:
        return self._typed(key, bool, "true or false", False, optional)

    def integer(self, key: str, low: int, high: int) -> int:
        value = self._typed(key, int, f"an integer from {low} to {high}", low)
        if not low <= value <= high:
            self.fault(key, f"`{key}` is {value}", f"must be from {low} to {high}")
        return value

    def date(self, key: str) -> datetime.date:
        return self._typed(key, datetime.date, "a date such as 2021-05-09", datetime.date(2000, 1, 1))

    def optional_text(self, key: str) -> str | None:
        entry = self._entries.get(key)
        return None if entry is None or entry.value is None else self.text(key)

    def pattern(self, key: str, pattern: str, form: str, default: str) -> str:
        value = self._typed(key, str, form, default)
        if not re.fullmatch(pattern, value):
            self.fault(key, f"`{key}` is {value!r}", f"must be {form}")
            return default
        return value

    def items(self, key: str, low: int, high: int, optional: bool = False) -> list[Located]:
        """The entries of a list, which must have `low` to `high` entries."""
        found = self._typed(key, list, f"a list of {low} to {high}", [], optional)
        if self.has(key) and isinstance(self._entries[key].value, list) and not low <= len(found) <= high:
            self.fault(key, f"`{key}` has {len(found)} entries", f"must have {low} to {high}")
        return found

    def texts(self, key: str, low: int, high: int, optional: bool = False) -> tuple[str, ...]:
        """A list of non-empty strings."""
        texts = [self._text_of(item, key) for item in self.items(key, low, high, optional)]
        return tuple(text for text in texts if text)

    def names(self, key: str, known: Sequence[str], low: int, high: int) -> tuple[str, ...]:
        """A list of distinct names, each of them in `known`."""
        values: list[str] = []
        for item in self.items(key, low, high):
            name = str(item.value)
            if name not in known:
                self._report(item.fault(f"unknown name `{name}` in `{key}`", nearest(name, known)))
            elif name in values:
                self._report(item.fault(f"`{name}` is in `{key}` twice", "keep one"))
            else:
                values.append(name)
        return tuple(values)

    def name(self, key: str, known: Sequence[str]) -> str:
        """A name in `known`."""
        value = self.text(key)
        if value and value not in known:
            self.fault(key, f"unknown {key} `{value}`", nearest(value, known))
        return value

    def records(
        self, key: str, known: Sequence[str], low: int, high: int, optional: bool = False
    ) -> list[Record]:
        """A list of mappings."""
        return [
            Record(item, f"an entry of `{key}`", known, self._report)
            for item in self.items(key, low, high, optional)
        ]

    def record(self, key: str, known: Sequence[str]) -> Record:
        """A mapping."""
        if key not in self._entries:
            self._report(
                self._source.fault(f"missing key `{key}` in {self._what}", f"keys: {', '.join(known)}")
            )
            return Record(Located({}, self._source.path, self.line), f"`{key}`", known, lambda fault: None)
        return Record(self._entries[key], f"`{key}`", known, self._report)
