"""The expression of `find`: tests and actions joined by `-a`, `-o`, `!` and parentheses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from mobile_env.regex import LONGEST_PATTERN

TESTS: Final = ("iname", "ipath", "mtime", "name", "newer", "path", "size", "type", "user", "group", "perm")
_ACTIONS: Final = ("delete", "print", "print0")
_IGNORED: Final = ("depth", "xdev", "noleaf")
_MOST_NESTED: Final = 100


class FindError(ValueError):
    """The words are not a valid expression. The text is the error message of `find`."""


@dataclass(frozen=True)
class Term:
    """One test or action: its name without the dash, and the words that belong to it."""

    name: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Either:
    """True if any part is true. Parts after the first true one are not evaluated."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class All:
    """True if all parts are true. Parts after the first false one are not evaluated."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Not:
    """True if its part is false."""

    part: Expression


Expression = Term | Either | All | Not


@dataclass
class Parsed:
    """What follows the paths of a `find`.

    Attributes:
      expression: what is asked of each file.
      acts: whether any term is an action; if none is, files for which the expression holds are printed.
      least: fewest levels below the path.
      most: most levels.
      depth_first: whether what is inside a folder comes before it.
    """

    expression: Expression = field(default_factory=lambda: All(()))
    acts: bool = False
    least: int = 0
    most: int = 1 << 30
    depth_first: bool = False


class _Parser:
    def __init__(self, words: Sequence[str]) -> None:
        self._words = list(words)[::-1]
        self.parsed = Parsed()

    def parse(self) -> Parsed:
        self.parsed.expression = self._any(0)
        if self._words:
            raise FindError(f"bad arg '{self._words[-1]}'")
        return self.parsed

    def _any(self, nested: int) -> Expression:
        if nested > _MOST_NESTED:
            raise FindError("too many parentheses")
        parts = [self._all(nested)]
        while self._words and self._words[-1] in ("-o", "-or"):
            self._words.pop()
            parts.append(self._all(nested))
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _all(self, nested: int) -> Expression:
        parts: list[Expression] = []
        while self._words and self._words[-1] not in ("-o", "-or", ")"):
            if self._words[-1] in ("-a", "-and"):
                self._words.pop()
                continue
            parts.append(self._one(nested))
        return All(tuple(parts))

    def _one(self, nested: int) -> Expression:
        word = self._words.pop()
        if word in ("!", "-not"):
            if not self._words:
                raise FindError(f"'{word}' needs 1 arg")
            return Not(self._one(nested + 1)) if nested < _MOST_NESTED else All(())
        if word == "(":
            inner = self._any(nested + 1)
            if not self._words or self._words.pop() != ")":
                raise FindError("need extra )")
            return inner
        name = word.lstrip("-")
        if not word.startswith("-"):
            raise FindError(f"bad arg '{word}'")
        if name in ("maxdepth", "mindepth"):
            self._level(name, self._value(word))
            return All(())
        if name in _IGNORED:
            self.parsed.depth_first |= name == "depth"
            return All(())
        if name == "exec":
            return self._command()
        if name in _ACTIONS:
            self.parsed.acts = True
            self.parsed.depth_first |= name == "delete"
            return Term(name)
        if name in ("empty", "true", "false"):
            return Term(name)
        if name in TESTS:
            value = self._value(word)
            if len(value) > LONGEST_PATTERN:
                raise FindError(f"'{word}' takes at most {LONGEST_PATTERN} characters")
            return Term(name, (value,))
        raise FindError(f"bad arg '{word}'")

    def _value(self, word: str) -> str:
        if not self._words:
            raise FindError(f"'{word}' needs 1 arg")
        return self._words.pop()

    def _level(self, name: str, value: str) -> None:
        if not value.isdecimal() or len(value) > 9:
            raise FindError(f"not integer: {value}")
        if name == "mindepth":
            self.parsed.least = int(value)
        else:
            self.parsed.most = int(value)

    def _command(self) -> Term:
        command: list[str] = []
        while self._words and self._words[-1] not in (";", "+"):
            command.append(self._words.pop())
        if not self._words or not command:
            raise FindError("'-exec' missing ;")
        self._words.pop()
        self.parsed.acts = True
        return Term("exec", tuple(command))


def parse_find(words: Sequence[str]) -> Parsed:
    """Reads the words after the paths.

    Raises:
      FindError: they make no expression.
    """
    return _Parser(words).parse()


def holds(expression: Expression, ask: Callable[[Term], bool]) -> bool:
    """Whether an expression holds; `ask` carries out a test or an action."""
    if isinstance(expression, Term):
        return ask(expression)
    if isinstance(expression, Not):
        return not holds(expression.part, ask)
    if isinstance(expression, Either):
        return any(holds(part, ask) for part in expression.parts)
    return all(holds(part, ask) for part in expression.parts)
