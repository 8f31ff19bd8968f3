"""`sqlite3`: SQL on the phone's databases."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from mobile_env.phone.shell.call import Call, Command, CommandError, decode, encode
from mobile_env.phone.state.sqlite_sandbox import SandboxedConnection, open_sandboxed

# What a statement and a step of SQLite's virtual machine cost, in bytes of the shell's budget of work.
_WORK_PER_STATEMENT = 10_000
_WORK_PER_STEP = 5
# A line of a dump: what the sqlite3 module does in Python for each row.
_WORK_PER_LINE = 500
# `complete_statement` reads so many characters in the time of a byte.
_CHARACTERS_PER_BYTE = 4
_MODES = {"-csv": ",", "-list": "|", "-tabs": "\t", "-column": "  ", "-line": "", "-quote": ","}


def sqlite3_(call: Call) -> int:
    """Runs SQL and the dot commands that scripts use: .tables, .schema, .dump, .mode, .headers."""
    args = list(call.args)
    mode, separator, header = "-list", "|", False
    while args and args[0].startswith("-") and len(args[0]) > 1:
        word = args.pop(0).replace("--", "-", 1)
        if word in _MODES:
            mode, separator = word, _MODES[word]
        elif word in ("-header", "-noheader"):
            header = word == "-header"
        elif word in ("-separator", "-cmd", "-newline", "-nullvalue"):
            if not args:
                raise CommandError(f"sqlite3: Error: missing argument to {word}\n")
            separator = args.pop(0) if word == "-separator" else separator
        elif word == "-version":
            call.print(sqlite3.sqlite_version)
            return 0
        elif word not in ("-batch", "-bail", "-readonly", "-interactive"):
            raise CommandError(f"sqlite3: Error: unknown option: {word}\nUse -help for a list of options.\n")
    path = args.pop(0) if args else ":memory:"
    if path == ":memory:":
        connection = open_sandboxed(b"", call.phone.state.clock)
    else:
        try:
            connection = call.phone.state.databases.open(call.path(path))
        except sqlite3.DatabaseError as error:
            if "no such module" in str(error.__cause__):
                raise CommandError(f"Error: {error.__cause__}\n") from None
            raise CommandError("Error: file is not a database\n", 26) from None
        except OSError as error:
            raise CommandError(
                f'Error: unable to open database "{path}": unable to open database file\n'
            ) from error
    script = args or [decode(call.input.read())]
    session = _Session(call, connection, mode, separator, header)
    for text in script:
        if not session.run(text):
            return 1
    return 0


class _Session:
    """Runs statements one after another, with the output settings of the moment."""

    def __init__(
        self, call: Call, connection: SandboxedConnection, mode: str, separator: str, header: bool
    ) -> None:
        self._call = call
        self._connection = connection
        self._mode = mode
        self._separator = separator
        self._header = header
        self._paid_steps = connection.steps

    def _pay(self) -> None:
        """Charges the shell's budget for a statement and for the steps that were not charged yet."""
        steps = self._connection.steps
        self._call.shell.budget.spend_work(_WORK_PER_STATEMENT + (steps - self._paid_steps) * _WORK_PER_STEP)
        self._paid_steps = steps

    def run(self, text: str) -> bool:
        """Runs SQL and dot commands. Prints an error and returns False at the first one."""
        statement = ""
        for line in text.splitlines(keepends=True):
            if not statement.strip() and line.startswith("."):
                if not self._command(line.split()):
                    return False
                continue
            for piece in line.split(";")[:-1]:
                statement += piece + ";"
                self._call.shell.budget.spend_work(len(statement) // _CHARACTERS_PER_BYTE)
                if sqlite3.complete_statement(statement):
                    if not self._execute(statement):
                        return False
                    statement = ""
            statement += line.split(";")[-1]
        return not statement.strip() or self._execute(statement)

    def _execute(self, sql: str) -> bool:
        try:
            cursor = self._connection.execute(sql)
            if cursor.description:
                names = [column[0] for column in cursor.description]
                first = True
                for row in cursor:
                    if first and self._header and self._mode != "-line":
                        self._row(names)
                    if self._mode == "-line":
                        self._lines(names, row, first)
                    else:
                        self._row([_text(value) for value in row])
                    first = False
        except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
            text = str(error)
            self._call.complain(f"Error: {text}")
            return False
        finally:
            self._pay()
        return True

    def _row(self, values: list[str]) -> None:
        if self._mode == "-csv":
            values = [
                f'"{v.replace(chr(34), chr(34) * 2)}"' if any(c in v for c in ',"\n\r ') else v
                for v in values
            ]
        self._call.out.write(
            encode(self._separator.join(values) + ("\r\n" if self._mode == "-csv" else "\n"))
        )

    def _lines(self, names: list[str], row: tuple[object, ...], first: bool) -> None:
        width = max(5, *map(len, names))
        if not first:
            self._call.print()
        for name, value in zip(names, row, strict=True):
            self._call.print(f"{name:>{width}} = {_text(value)}")

    def _command(self, words: list[str]) -> bool:
        name, *rest = words
        if name in (".tables", ".schema", ".dump"):
            wanted = rest[0] if rest else None
            try:
                for line in self._describe(name, wanted):
                    self._call.print(line)
                    self._call.shell.budget.spend_work(len(line) + _WORK_PER_LINE)
            except sqlite3.Error as error:
                self._call.complain(f"Error: {error}")
                return False
            finally:
                self._pay()
        elif name == ".mode" and rest and f"-{rest[0]}" in _MODES:
            self._mode, self._separator = f"-{rest[0]}", _MODES[f"-{rest[0]}"]
        elif name in (".headers", ".header") and rest:
            self._header = rest[0] in ("on", "1", "yes")
        elif name == ".separator" and rest:
            self._separator = rest[0]
        elif name in (".databases", ".quit", ".exit", ".timeout", ".bail"):
            return True
        else:
            self._call.complain(
                f'Error: unknown command or invalid arguments:  "{name[1:]}". Enter ".help" for help'
            )
            return False
        return True

    def _describe(self, name: str, wanted: str | None) -> Iterable[str]:
        if name == ".dump":
            return self._connection.iterdump()
        condition = "AND (name = ? OR tbl_name = ?)" if wanted else ""
        arguments = [wanted, wanted] if wanted else []
        rows = self._connection.execute(
            f"SELECT name, sql, type FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' {condition} ORDER BY name",
            arguments,
        ).fetchall()
        if name == ".schema":
            return [f"{sql};" for _, sql, _ in rows if sql]
        tables = [row[0] for row in rows if row[2] in ("table", "view")]
        width = max(map(len, tables), default=0)
        return ["  ".join(f"{table:<{width}}" for table in tables).rstrip()] if tables else []


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bytes):
        return decode(value)
    return repr(value) if isinstance(value, float) else str(value)


COMMANDS: dict[str, Command] = {"sqlite3": sqlite3_}
