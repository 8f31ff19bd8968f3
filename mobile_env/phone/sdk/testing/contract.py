"""An app's contract as a text table, one assertion a line: what judges and agents rely on.

    package com.arduia.expense  version 11  permissions READ_CONTACTS
    at main     #fb_main_add clickable · #tv_name TextView text "Taxi" in #cv_expense_item
    at entry    #edt_amount EditText hint "Amount" · absent "Taxi"
    table databases/accounting.db expense exactly expense_id INTEGER, name TEXT, amount INTEGER
    query content://contacts/phones display_name:number → "Jane Doe, +1 555 0100"
    intent INSERT vnd.android.cursor.dir/contact name "N M" phone "5" → "#first" text "N"
    first_run taps "NEXT" "CONTINUE" → #rv_expense_log

`#` after two spaces begins a comment. `exactly` forbids other columns, `has` allows them.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Any

from mobile_env.phone.sdk.testing.hand import Hand, Node

_KINDS = ("package", "at", "table", "query", "intent", "first_run")
_COMMENT = re.compile(r"\s{2,}# .*$|^# .*$")


class ContractError(ValueError):
    """A line of a contract that says nothing; names the line and what is known."""


@dataclass(frozen=True)
class Line:
    """One assertion: its kind, what stands after it, and where it is written."""

    kind: str
    rest: str
    where: str


def parse_contract(text: str, *, name: str = "contract.txt") -> list[Line]:
    """The lines of a contract.

    Raises:
      ContractError: a line begins with no kind of assertion.
    """
    found = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = _COMMENT.sub("", raw).strip()
        if not line:
            continue
        kind, _, rest = line.partition(" ")
        if kind not in _KINDS:
            raise ContractError(f"{name}:{number}: {kind!r} is no assertion (known: {', '.join(_KINDS)})")
        found.append(Line(kind, rest.strip(), f"{name}:{number}"))
    return found


def check_contract(lines: list[Line], app: Any) -> None:
    """Checks each line on phones of an `AppConformance`; AssertionError names the line."""
    for line in lines:
        _CHECKS[line.kind](line, app)


def _package(line: Line, app: Any) -> None:
    name, *words = line.rest.split()
    assert app.package == name, f"{line.where}: the package is {app.package}"
    values = {word: words[place + 1] for place, word in enumerate(words[:-1])}
    if "version" in values:
        assert app.declared.version[1] == int(values["version"]), line.where


def _at(line: Line, app: Any) -> None:
    place, _, rest = line.rest.partition(" ")
    assert place in app.places, f"{line.where}: no place {place!r} (known: {', '.join(app.places)})"
    _check_screen(line, app.at(place), rest)


def _check_screen(line: Line, hand: Hand, rest: str) -> None:
    for assertion in rest.split("·"):
        words = shlex.split(assertion, posix=True)
        if not words:
            continue
        if words[0] == "absent":
            assert not hand.shows(words[1]), f"{line.where}: {words[1]!r} is shown"
            continue
        nodes = [node for node in hand.nodes() if node.meets(words[0])]
        assert nodes, f"{line.where}: {words[0]} is not shown: {hand.said()}"
        assert any(_meets(node, words[1:], line) for node in nodes), (
            f"{line.where}: {words[0]} is {[node.attributes for node in nodes][:2]}"
        )


def _meets(node: Node, words: list[str], line: Line) -> bool:
    place = 0
    while place < len(words):
        word = words[place]
        if word in ("text", "hint"):
            if node.text != words[place + 1]:
                return False
            place += 1
        elif word == "desc":
            if node.desc != words[place + 1]:
                return False
            place += 1
        elif word == "in":
            above, wanted = node.parent, words[place + 1]
            while above is not None and not above.meets(wanted):
                above = above.parent
            if above is None:
                return False
            place += 1
        elif word in (
            "clickable",
            "checkable",
            "checked",
            "scrollable",
            "selected",
            "focused",
            "long-clickable",
        ):
            if not node.flag(word):
                return False
        elif node.cls.rpartition(".")[2] != word and node.cls != word:
            return False
        place += 1
    return True


def _table(line: Line, app: Any) -> None:
    path, table, kind, columns = line.rest.split(None, 3)
    hand = app.at(next(iter(app.places)))
    connection = hand.phone.state.databases.open(f"/data/data/{app.package}/{path}")
    there = {row[1]: row[2] for row in connection.execute(f"PRAGMA table_info({table})")}
    assert there, f"{line.where}: there is no table {table}"
    wanted = dict(column.split()[:2] for column in columns.split(","))
    for name, type_ in wanted.items():
        assert there.get(name) == type_, f"{line.where}: {name} is {there.get(name)}, not {type_}"
    if kind == "exactly":
        assert set(there) == set(wanted), f"{line.where}: there are also {sorted(set(there) - set(wanted))}"
    elif kind != "has":
        raise ContractError(f"{line.where}: {kind!r} is neither exactly nor has")


def _query(line: Line, app: Any) -> None:
    asked, _, answer = line.rest.partition("→")
    uri, columns = asked.split()
    hand = app.at(next(iter(app.places)))
    said = hand.phone.shell(f"content query --uri {uri} --projection {columns}").stdout.decode()
    (wanted,) = shlex.split(answer)
    assert wanted in said, f"{line.where}: the answer is {said!r}"


def _intent(line: Line, app: Any) -> None:
    asked, _, shown = line.rest.partition("→")
    action, type_, *extras = shlex.split(asked)
    full = action if "." in action else f"android.intent.action.{action}"
    command = f"am start -a {full} -t {shlex.quote(type_)}"
    for name, value in zip(extras[::2], extras[1::2], strict=True):
        command += f" --es {name} {shlex.quote(value)}"
    hand = app.make_hand()
    hand.phone.shell(command)
    _check_screen(line, hand, shown)


def _first_run(line: Line, app: Any) -> None:
    taps, _, shown = line.rest.partition("→")
    hand = app.make_hand()
    hand.phone.shell(f"pm clear {app.package}")
    hand.open(app.package)
    hand.follow(shlex.split(taps.removeprefix("taps")))
    _check_screen(line, hand, shown)


_CHECKS = {
    "package": _package,
    "at": _at,
    "table": _table,
    "query": _query,
    "intent": _intent,
    "first_run": _first_run,
}
