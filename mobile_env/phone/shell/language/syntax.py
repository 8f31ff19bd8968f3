"""Grammar of the shell: a command line read into a tree of commands.

A part of POSIX sh: quoting, expansions, redirections, lists, pipelines, groups, if, while, until and for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

MAX_LENGTH = 1 << 20
MAX_DEPTH = 50

_OPERATORS = ("&&", "||", ";;", ">>", "<<", ">&", "<&", "<>", ">|", ";", "&", "|", "<", ">", "(", ")", "\n")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SPECIAL = "?$#@*!-0123456789"
_RESERVED_ENDS = frozenset({"then", "else", "elif", "fi", "do", "done", "}"})
_PARAMETER_OPERATOR = re.compile(r":?[-+=?]|%%?|##?")


class ShellSyntaxError(ValueError):
    """A command line has a syntax error."""


@dataclass(frozen=True)
class Text:
    """Literal characters; unquoted ones may be glob patterns."""

    text: str
    quoted: bool


@dataclass(frozen=True)
class Parameter:
    """`$name` or `${name<operator>word}`; operator "length" is `${#name}`."""

    name: str
    operator: str
    word: Word | None
    quoted: bool


@dataclass(frozen=True)
class Substitution:
    """`$(…)` or backquotes."""

    body: List
    quoted: bool


@dataclass(frozen=True)
class Arithmetic:
    """`$((…))`."""

    expression: Word
    quoted: bool


Part = Text | Parameter | Substitution | Arithmetic


@dataclass(frozen=True)
class Word:
    """One word before expansion."""

    parts: tuple[Part, ...]

    @property
    def plain(self) -> str | None:
        """The text, if nothing in the word is quoted or expanded."""
        texts = [part.text for part in self.parts if isinstance(part, Text) and not part.quoted]
        return "".join(texts) if len(texts) == len(self.parts) and texts else None


@dataclass(frozen=True)
class Redirection:
    """`fd operator target`; for `>&` and `<&` the target is another descriptor."""

    fd: int
    operator: Literal["<", ">", ">>", ">|", "<>", ">&", "<&"]
    target: Word


@dataclass(frozen=True)
class Simple:
    """`NAME=value … command argument …`."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...]


@dataclass(frozen=True)
class Group:
    """`( … )` or `{ …; }`."""

    body: List
    subshell: bool
    redirections: tuple[Redirection, ...]


@dataclass(frozen=True)
class If:
    """`if … then … elif … else … fi`."""

    branches: tuple[tuple[List, List], ...]
    otherwise: List | None
    redirections: tuple[Redirection, ...]


@dataclass(frozen=True)
class Loop:
    """`while` or `until … do … done`."""

    condition: List
    body: List
    until: bool
    redirections: tuple[Redirection, ...]


@dataclass(frozen=True)
class For:
    """`for name in words; do … done`."""

    name: str
    words: tuple[Word, ...]
    body: List
    redirections: tuple[Redirection, ...]


Command = Simple | Group | If | Loop | For


@dataclass(frozen=True)
class Pipeline:
    """Commands whose outputs feed the next one's input."""

    commands: tuple[Command, ...]
    negated: bool


@dataclass(frozen=True)
class AndOr:
    """Pipelines; each but the first with the operator before it, `&&` or `||`."""

    first: Pipeline
    rest: tuple[tuple[str, Pipeline], ...]


@dataclass(frozen=True)
class List:
    """Commands run one after another."""

    items: tuple[AndOr, ...] = field(default=())


@dataclass(frozen=True)
class _Operator:
    text: str
    fd: int | None = None


_Token = Word | _Operator


def parse(source: str) -> List:
    """Reads a command line; raises ShellSyntaxError."""
    if len(source) > MAX_LENGTH:
        raise ShellSyntaxError(f"command line of more than {MAX_LENGTH} characters")
    return _Parser(_Lexer(source, 0)).program()


class _Lexer:
    """Splits a line into words and operators, on demand."""

    def __init__(self, source: str, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise ShellSyntaxError(f"more than {MAX_DEPTH} levels of nesting")
        self._source = source
        self._at = 0
        self.depth = depth

    def next(self) -> _Token | None:
        """The next word or operator, None at the end."""
        self._skip_blanks()
        source, start = self._source, self._at
        if start >= len(source):
            return None
        digits = re.compile(r"[0-9]+(?=[<>])").match(source, start)
        fd = None
        if digits and len(digits[0]) < 3:
            fd = int(digits[0])
            start = digits.end()
        for operator in _OPERATORS:
            if source.startswith(operator, start):
                self._at = start + len(operator)
                return _Operator(operator, fd)
        return Word(tuple(self._parts(quoted=False, end="")))

    def _skip_blanks(self) -> None:
        source = self._source
        while self._at < len(source):
            if source[self._at] in " \t\r":
                self._at += 1
            elif source.startswith("\\\n", self._at):
                self._at += 2
            elif source[self._at] == "#":
                while self._at < len(source) and source[self._at] != "\n":
                    self._at += 1
            else:
                return

    def _parts(self, *, quoted: bool, end: str) -> list[Part]:
        """Reads parts up to one of `end` (which is left unread), or without `end` up to the end of the word."""
        source = self._source
        parts: list[Part] = []
        text: list[str] = []

        def flush() -> None:
            if text:
                parts.append(Text("".join(text), quoted))
                text.clear()

        while self._at < len(source):
            char = source[self._at]
            if end and char in end:
                break
            if not end and char in " \t\r\n;&|<>()":
                break
            if char == "\\":
                following = source[self._at + 1 : self._at + 2]
                self._at += 2
                if following == "\n":
                    continue
                if quoted and following not in ("$", "`", '"', "\\", "}"):
                    text.append("\\" + following)
                elif quoted:
                    text.append(following)
                else:
                    flush()
                    parts.append(Text(following or "\\", quoted=True))
            elif char == "'" and not quoted:
                flush()
                close = source.find("'", self._at + 1)
                if close < 0:
                    raise ShellSyntaxError("no closing quote")
                parts.append(Text(source[self._at + 1 : close], quoted=True))
                self._at = close + 1
            elif char == '"' and not quoted:
                flush()
                self._at += 1
                inner = self._parts(quoted=True, end='"')
                self._expect('"')
                parts += inner or [Text("", quoted=True)]
            elif char == "$":
                expansion = self._expansion(quoted)
                if expansion is None:
                    text.append("$")
                else:
                    flush()
                    parts.append(expansion)
            elif char == "`":
                flush()
                parts.append(self._backquotes(quoted))
            else:
                text.append(char)
                self._at += 1
        flush()
        return parts

    def _expect(self, char: str) -> None:
        if not self._source.startswith(char, self._at):
            raise ShellSyntaxError("no closing quote" if char == '"' else f"no closing '{char}'")
        self._at += len(char)

    def _expansion(self, quoted: bool) -> Part | None:
        """Reads what follows a `$`; None if the `$` stands for itself."""
        source = self._source
        self._at += 1
        if source.startswith("((", self._at):
            inner = self._matching(self._at + 2, "((", "))")
            if inner is not None:
                lexer = _Lexer(inner, self.depth + 1)
                return Arithmetic(Word(tuple(lexer._parts(quoted=True, end="\0"))), quoted)
        if source.startswith("(", self._at):
            lexer = _Lexer(source[self._at + 1 :], self.depth + 1)
            body = _Parser(lexer).until_parenthesis()
            self._at += 1 + lexer._at
            return Substitution(body, quoted)
        if source.startswith("{", self._at):
            self._at += 1
            return self._braced(quoted)
        name = _NAME.match(source, self._at)
        if name:
            self._at = name.end()
            return Parameter(name[0], "", None, quoted)
        if self._at < len(source) and source[self._at] in _SPECIAL:
            self._at += 1
            return Parameter(source[self._at - 1], "", None, quoted)
        return None

    def _matching(self, start: int, opening: str, closing: str) -> str | None:
        """The text up to the `))` that closes an arithmetic expression; None if it is a nested substitution."""
        depth = 0
        for at in range(start, len(self._source)):
            char = self._source[at]
            if char == "(":
                depth += 1
            elif char == ")":
                if depth == 0:
                    if not self._source.startswith(closing, at):
                        return None
                    self._at = at + len(closing)
                    return self._source[start:at]
                depth -= 1
        return None

    def _braced(self, quoted: bool) -> Part:
        source = self._source
        length = source.startswith("#", self._at) and not source.startswith("#}", self._at)
        if length:
            self._at += 1
        name = _NAME.match(source, self._at) or re.compile(r"[0-9]+|[?$#@*!-]").match(source, self._at)
        if not name:
            raise ShellSyntaxError("bad substitution")
        self._at = name.end()
        if length:
            self._expect("}")
            return Parameter(name[0], "length", None, quoted)
        operator = _PARAMETER_OPERATOR.match(source, self._at)
        word = None
        if operator:
            self._at = operator.end()
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise ShellSyntaxError(f"more than {MAX_DEPTH} levels of nesting")
            word = Word(tuple(self._parts(quoted=quoted, end="}")))
            self.depth -= 1
        if not source.startswith("}", self._at):
            raise ShellSyntaxError("bad substitution")
        self._at += 1
        return Parameter(name[0], operator[0] if operator else "", word, quoted)

    def _backquotes(self, quoted: bool) -> Part:
        source = self._source
        inner: list[str] = []
        self._at += 1
        while self._at < len(source) and source[self._at] != "`":
            if source[self._at] == "\\" and source[self._at + 1 : self._at + 2] in ("`", "\\", "$"):
                self._at += 1
            inner.append(source[self._at : self._at + 1])
            self._at += 1
        self._expect("`")
        return Substitution(_Parser(_Lexer("".join(inner), self.depth + 1)).program(), quoted)


class _Parser:
    """Recursive descent over the lexer's tokens."""

    def __init__(self, lexer: _Lexer) -> None:
        self._lexer = lexer
        self._depth = lexer.depth
        self._token = lexer.next()

    def program(self) -> List:
        result = self._list()
        if self._token is not None:
            raise self._unexpected()
        return result

    def until_parenthesis(self) -> List:
        """A list that a `)` closes; the lexer stands behind it afterwards."""
        result = self._list()
        if self._token != _Operator(")"):
            raise self._unexpected()
        return result

    # Tokens.

    def _advance(self) -> None:
        self._token = self._lexer.next()

    def _is(self, *operators: str) -> bool:
        return isinstance(self._token, _Operator) and self._token.fd is None and self._token.text in operators

    def _reserved(self) -> str | None:
        return self._token.plain if isinstance(self._token, Word) else None

    def _newlines(self) -> None:
        while self._is("\n"):
            self._advance()

    def _expect(self, word: str) -> None:
        if self._reserved() != word:
            raise self._unexpected()
        self._advance()

    def _unexpected(self) -> ShellSyntaxError:
        if self._token is None:
            return ShellSyntaxError("syntax error: unexpected end of file")
        if isinstance(self._token, _Operator):
            text = "newline" if self._token.text == "\n" else self._token.text
        else:
            text = self._token.plain or "word"
        return ShellSyntaxError(f"syntax error: unexpected '{text}'")

    # Grammar.

    def _list(self) -> List:
        items: list[AndOr] = []
        while True:
            while self._is("\n", ";") and (items or self._is("\n")):
                self._advance()
            if self._token is None or self._is(")", ";;") or self._reserved() in _RESERVED_ENDS:
                return List(tuple(items))
            items.append(self._and_or())
            if not self._is(";", "&", "\n"):
                return List(tuple(items))
            # There is nothing to run beside: a command in the background runs at once.
            self._advance()

    def _and_or(self) -> AndOr:
        first = self._pipeline()
        rest: list[tuple[str, Pipeline]] = []
        while self._is("&&", "||"):
            assert isinstance(self._token, _Operator)
            operator = self._token.text
            self._advance()
            self._newlines()
            rest.append((operator, self._pipeline()))
        return AndOr(first, tuple(rest))

    def _pipeline(self) -> Pipeline:
        negated = self._reserved() == "!"
        if negated:
            self._advance()
        commands = [self._command()]
        while self._is("|"):
            self._advance()
            self._newlines()
            commands.append(self._command())
        return Pipeline(tuple(commands), negated)

    def _command(self) -> Command:
        # The lexer counts on from here inside of $( … ).
        self._depth = self._lexer.depth = self._depth + 1
        if self._depth > MAX_DEPTH:
            raise ShellSyntaxError(f"more than {MAX_DEPTH} levels of nesting")
        try:
            return self._any_command()
        finally:
            self._depth = self._lexer.depth = self._depth - 1

    def _any_command(self) -> Command:
        if self._is("("):
            self._advance()
            body = self._list()
            if not self._is(")"):
                raise self._unexpected()
            self._advance()
            return Group(body, True, self._redirections())
        word = self._reserved()
        if word == "{":
            self._advance()
            body = self._list()
            self._expect("}")
            return Group(body, False, self._redirections())
        if word == "if":
            return self._if()
        if word in ("while", "until"):
            self._advance()
            condition = self._list()
            return Loop(condition, self._do(), word == "until", self._redirections())
        if word == "for":
            return self._for()
        return self._simple()

    def _if(self) -> If:
        self._advance()
        branches = [self._branch()]
        while self._reserved() == "elif":
            self._advance()
            branches.append(self._branch())
        otherwise = None
        if self._reserved() == "else":
            self._advance()
            otherwise = self._list()
        self._expect("fi")
        return If(tuple(branches), otherwise, self._redirections())

    def _branch(self) -> tuple[List, List]:
        condition = self._list()
        self._expect("then")
        return condition, self._list()

    def _do(self) -> List:
        self._expect("do")
        body = self._list()
        self._expect("done")
        return body

    def _for(self) -> For:
        self._advance()
        name = self._reserved()
        if name is None or not _NAME.fullmatch(name):
            raise self._unexpected()
        self._advance()
        self._newlines()
        words: list[Word] = []
        if self._reserved() == "in":
            self._advance()
            while isinstance(self._token, Word):
                words.append(self._token)
                self._advance()
        else:
            words.append(Word((Parameter("@", "", None, quoted=True),)))
        while self._is(";", "\n"):
            self._advance()
        return For(name, tuple(words), self._do(), self._redirections())

    def _simple(self) -> Simple:
        assignments: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirections: list[Redirection] = []
        while self._token is not None:
            if isinstance(self._token, Word):
                assignment = None if words else _assignment(self._token)
                if assignment:
                    assignments.append(assignment)
                else:
                    words.append(self._token)
                self._advance()
            elif self._is_redirection():
                redirections.append(self._redirection())
            else:
                break
        if not (assignments or words or redirections):
            raise self._unexpected()
        return Simple(tuple(assignments), tuple(words), tuple(redirections))

    def _is_redirection(self) -> bool:
        return isinstance(self._token, _Operator) and self._token.text[0] in "<>"

    def _redirections(self) -> tuple[Redirection, ...]:
        found: list[Redirection] = []
        while self._is_redirection():
            found.append(self._redirection())
        return tuple(found)

    def _redirection(self) -> Redirection:
        token = self._token
        assert isinstance(token, _Operator)
        if token.text == "<<":
            raise ShellSyntaxError("here documents (<<) are not supported: use echo and a pipe")
        fd = token.fd if token.fd is not None else (0 if token.text[0] == "<" else 1)
        self._advance()
        if not isinstance(self._token, Word):
            raise self._unexpected()
        target = self._token
        self._advance()
        return Redirection(fd, token.text, target)  # type: ignore[arg-type]


def _assignment(word: Word) -> tuple[str, Word] | None:
    """NAME and value, if the word is `NAME=value` with an unquoted NAME=."""
    first = word.parts[0] if word.parts else None
    if not isinstance(first, Text) or first.quoted:
        return None
    name, equals, rest = first.text.partition("=")
    if not equals or not _NAME.fullmatch(name):
        return None
    parts = (Text(rest, quoted=False), *word.parts[1:]) if rest else word.parts[1:]
    return name, Word(parts)
