"""`choice` and `sample`: one value, or several, of those written out, of a file's, or of a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.tasks.errors import FieldPath
from mobile_env.tasks.parameters.compiling import Compiler, DrawError, Generator, Scope, whole_number
from mobile_env.tasks.parameters.draws import Draws
from mobile_env.tasks.parameters.expression import Expression
from mobile_env.tasks.parameters.texts import Text


@dataclass(frozen=True)
class _Source:
    """Where the values come from: exactly one of the three."""

    texts: tuple[Text, ...] = ()
    lines: Sequence[Any] = ()
    expression: Expression | None = None

    @property
    def reads(self) -> frozenset[str]:
        names = self.expression.reads if self.expression else frozenset()
        return names.union(*(text.reads for text in self.texts))

    def values(self, scope: Scope) -> Sequence[Any]:
        if self.expression is None:
            return self.lines or [text(scope.names, scope.clock, work=scope.work) for text in self.texts]
        found = self.expression(scope.names, scope.clock, scope.work)
        if not isinstance(found, list | tuple):
            raise DrawError(f"{self.expression.source!r} gives {found!r:.60}, not a list")
        return found

    def some_values(self, scope: Scope) -> Sequence[Any]:
        found = self.values(scope)
        if not found:
            raise DrawError(f"{self.expression.source if self.expression else 'the list'!r} has no values")
        return found


@dataclass(frozen=True)
class Choice:
    """One value."""

    source: _Source
    is_random: bool = True

    @property
    def reads(self) -> frozenset[str]:
        return self.source.reads

    def draw(self, draws: Draws, scope: Scope) -> Any:
        return draws.choice(self.source.some_values(scope))


@dataclass(frozen=True)
class Sample:
    """Several values, each at most once, in random order."""

    source: _Source
    count: Expression | None
    is_random: bool = True

    @property
    def reads(self) -> frozenset[str]:
        return self.source.reads | (self.count.reads if self.count else frozenset())

    def draw(self, draws: Draws, scope: Scope) -> Any:
        found = self.source.values(scope)
        if self.count is None:
            return draws.shuffled(found)
        count = whole_number(self.count(scope.names, scope.clock, scope.work), self.count.source)
        try:
            return draws.shuffled(found, count)
        except ValueError as error:
            raise DrawError(str(error)) from None


def compile_choice(compiler: Compiler, path: FieldPath, message: Any) -> Generator | None:
    """`choice { value… | file | from }`"""
    if message.count:
        compiler.report((*path, "count"), "`choice` draws one value", "use `sample` for several")
        return None
    source = _source(compiler, path, message)
    return Choice(source) if source else None


def compile_sample(compiler: Compiler, path: FieldPath, message: Any) -> Generator | None:
    """`sample { value… | file | from, count }`"""
    source = _source(compiler, path, message)
    count = compiler.expression((*path, "count"), message.count) if message.count else None
    if source is None or (message.count and count is None):
        return None
    return Sample(source, count)


def _source(compiler: Compiler, path: FieldPath, message: Any) -> _Source | None:
    given = [name for name in ("value", "file", "from") if getattr(message, name)]
    if len(given) != 1:
        what = f"has {' and '.join(f'`{name}`' for name in given)}" if given else "has no values"
        compiler.report(path, f"`{path[-1]}` {what}", "give one of `value` (repeated), `file`, `from`")
        return None
    if message.file:
        lines = compiler.lines((*path, "file"), message.file)
        return _Source(lines=lines) if lines is not None else None
    if given == ["from"]:
        expression = compiler.expression((*path, "from"), getattr(message, "from"))
        return _Source(expression=expression) if expression else None
    texts = [compiler.text((*path, "value", place), value) for place, value in enumerate(message.value)]
    found = tuple(text for text in texts if text is not None)
    return _Source(texts=found) if len(found) == len(texts) else None
