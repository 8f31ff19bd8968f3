"""Word expansion: parameters, substitutions, arithmetic, field splitting and file name patterns."""

from __future__ import annotations

import fnmatch
import functools
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from mobile_env.phone.shell.language.arithmetic import ExpressionError, evaluate
from mobile_env.phone.shell.language.syntax import Arithmetic, Parameter, Part, Substitution, Text, Word
from mobile_env.regex import LONGEST_PATTERN, Regex, RunawayRegexError

if TYPE_CHECKING:
    from mobile_env.phone.shell.language.sh import Shell

MAX_VALUE = 1 << 20
# What splitting off a field costs besides its characters, in bytes gone through.
_WORK_PER_FIELD = 500
# A pattern searches a value in the time in which a value is gone through, for each so many signs of the pattern.
_SIGNS_PER_BYTE = 4
_PATTERN = "*?["
_BLANK = " \t\n"

# One field: runs of text, each with whether it was quoted.
_Field = list[tuple[str, bool]]


class ExpansionError(Exception):
    """A word that cannot be expanded."""


def expand_fields(shell: Shell, words: tuple[Word, ...]) -> list[str]:
    """Expands words into the arguments of a command."""
    result: list[str] = []
    for word in words:
        for one in _fields(shell, word):
            found = _match_files(shell, one)
            shell.budget.spend_work(sum(map(len, found)) + _WORK_PER_FIELD * len(found))
            result += found
    return result


def expand_text(shell: Shell, word: Word) -> str:
    """Expands a word into one text, without splitting and file names."""
    text = _joined(_joined(_values(shell, part), " ") for part in word.parts)
    shell.budget.spend_work(len(text))
    return text


def _joined(texts: Iterable[str], separator: str = "") -> str:
    """Joins texts; raises ExpansionError before more than MAX_VALUE characters are held at once."""
    pieces: list[str] = []
    length = 0
    for text in texts:
        pieces.append(text)
        length += len(text) + len(separator)
        if length > MAX_VALUE + len(separator):
            raise ExpansionError(f"a value of more than {MAX_VALUE} characters")
    return separator.join(pieces)


def _fields(shell: Shell, word: Word) -> list[_Field]:
    fields: list[_Field] = []
    current: _Field | None = None

    def add(text: str, quoted: bool) -> None:
        nonlocal current
        shell.budget.spend_work(len(text))
        if current is None:
            current = []
            fields.append(current)
        current.append((text, quoted))

    for part in word.parts:
        if isinstance(part, Text):
            add(part.text, part.quoted)
            continue
        values = _values(shell, part)
        for number, value in enumerate(values):
            if number:
                current = None
            if part.quoted:
                add(value, True)
                continue
            if value[:1] and value[0] in _BLANK:
                current = None
            for position, piece in enumerate(value.split()):
                if position:
                    current = None
                add(piece, False)
            if value[-1:] and value[-1] in _BLANK:
                current = None
    return fields


def _values(shell: Shell, part: Part) -> list[str]:
    """Returns the texts of a part: several for "$@", one for any other part."""
    if isinstance(part, Text):
        return [part.text]
    if isinstance(part, Substitution):
        return [_joined([shell.substitute(part.body)])]
    if isinstance(part, Arithmetic):
        try:
            return [str(evaluate(expand_text(shell, part.expression), shell.variable))]
        except ExpressionError as error:
            raise ExpansionError(str(error)) from error
    if part.name == "@" and not part.operator:
        return list(shell.parameters)
    return [_parameter(shell, part)]


def _parameter(shell: Shell, part: Parameter) -> str:
    value = shell.parameter(part.name)
    operator = part.operator
    if operator == "length":
        return str(len(value or ""))
    if not operator:
        return value or ""
    assert part.word is not None
    if operator[0] in "%#":
        pattern = _pattern_of(shell, part.word)
        shell.budget.spend_work(len(value or "") * (1 + len(pattern) // _SIGNS_PER_BYTE))
        return _cut(value or "", operator, pattern)
    missing = not value if operator[0] == ":" else value is None
    kind = operator[-1]
    if kind == "+":
        return "" if missing else expand_text(shell, part.word)
    if not missing:
        return value or ""
    default = expand_text(shell, part.word)
    if kind == "?":
        raise ExpansionError(f"{part.name}: {default or 'parameter null or not set'}")
    if kind == "=":
        shell.env[part.name] = default
    return default


def _pattern_of(shell: Shell, word: Word) -> str:
    texts: list[str] = []
    for part in word.parts:
        text = _joined(_values(shell, part), " ")
        texts.append(_literal(text) if part.quoted and not isinstance(part, Text) else text)
    return _short(_joined(texts))


def _short(pattern: str) -> str:
    if len(pattern) > LONGEST_PATTERN:
        raise ExpansionError(f"a pattern of more than {LONGEST_PATTERN} characters")
    return pattern


def _cut(value: str, operator: str, pattern: str) -> str:
    try:
        match = _cutter(pattern, operator).search(value)
    except (re.error, RunawayRegexError) as error:
        raise ExpansionError(str(error)) from None
    return value if match is None else match["kept"]


@functools.lru_cache(256)
def _cutter(pattern: str, operator: str) -> Regex:
    """Returns a pattern whose group `kept` is what `${name#pattern}`, `##`, `%` or `%%` leaves of a value."""
    longest = len(operator) == 2
    if operator[0] == "#":
        source = rf"\A{_glob_source(pattern, '.*' if longest else '.*?')}(?P<kept>.*)\Z"
    else:
        source = rf"\A(?P<kept>{'.*?' if longest else '.*'}){_glob_source(pattern, '.*')}\Z"
    return Regex(source, re.DOTALL)


def _glob_source(pattern: str, star: str) -> str:
    """A file name pattern in the syntax of Python's `re`, without the atomic groups of `fnmatch`."""
    pieces = re.findall(r"\*+|\[!?\]?[^\]]*\]|.", pattern, re.DOTALL)
    return "".join(star if piece[0] == "*" else f"(?:{fnmatch.translate(piece)[4:-3]})" for piece in pieces)


def _literal(text: str) -> str:
    return "".join(f"[{char}]" if char in _PATTERN else char for char in text)


@functools.lru_cache(256)
def _compile(pattern: str) -> re.Pattern[str]:
    # fnmatch writes patterns that do not backtrack.
    return re.compile(fnmatch.translate(pattern))


def _match_files(shell: Shell, field: _Field) -> list[str]:
    text = _joined(run for run, _ in field)
    if not any(not quoted and any(char in run for char in _PATTERN) for run, quoted in field):
        return [text]
    pattern = "".join(_literal(run) if quoted else run for run, quoted in field)
    found = glob(shell, pattern)
    return found or [text]


def glob(shell: Shell, pattern: str) -> list[str]:
    """The paths that match a pattern, sorted; relative to the shell's directory if the pattern is."""
    files = shell.phone.state.files
    # None is the shell's directory, "" the root.
    found: list[str | None] = ["" if pattern.startswith("/") else None]
    for component in pattern.split("/"):
        if not component:
            continue
        following: list[str | None] = []
        wild = any(char in component for char in _PATTERN)
        for base in found:
            prefix = "" if base is None else base + "/"
            directory = shell.absolute(prefix or ".")
            if not wild:
                if files.exists(shell.absolute(prefix + component)):
                    following.append(prefix + component)
                continue
            if not files.is_directory(directory):
                continue
            match = _compile(_short(component)).match
            following += [
                prefix + name
                for name in files.list(directory)
                if match(name) and (component[0] == "." or not name.startswith("."))
            ]
        found = following
    return [path for path in found if path]
