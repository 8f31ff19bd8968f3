"""Texts with parameters: `Delete ${target.name} of ${day|%A}.`"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mobile_env.events.work_budget import WorkBudget
from mobile_env.tasks.parameters.expression import Expression, ExpressionError, TransformationFault
from mobile_env.tasks.parameters.moments import MomentError, TaskClock
from mobile_env.tasks.templates import modifiers

Quote = Callable[[str], str]
"""Makes a value literal where it lands, e.g. inside a glob."""

MOST_CHARACTERS: Final = 1 << 20
"""Characters that the slots of one text may come to."""

_CHARACTERS_PER_STEP: Final = 10
SHELL_ESCAPE: Final = "shell_esc"
_PRINTF = re.compile(r"%[-+ #0]*\d{0,3}(?:\.\d{0,2})?(?P<letter>[deEfgGisxX])")
# From here on a whole number is taken for a moment where a format, such as %d, has two meanings (March 1973).
_FIRST_MOMENT: Final = 10**8


class TextFault(ValueError):
    """A text whose `${…}` cannot be read; `mend` says what to do."""

    def __init__(self, what: str, mend: str):
        super().__init__(what)
        self.mend = mend


@dataclass(frozen=True)
class _Slot:
    expression: Expression
    modifiers: tuple[str, ...]


class Text:
    """A text with slots `${expression}` and `${expression|modifier}`; `$${` stands for `${`.

    A modifier is one of the template toolkit's, `shell_esc`, or a format that begins with `%`: strftime's for
    moments (whole numbers), printf's for numbers. Several are written one after another.

    Attributes:
      source: as it was written.
      reads: names of the parameters that it reads.
    """

    __slots__ = ("_parts", "reads", "source")

    def __init__(self, source: str, known: Collection[str]):
        """Checks a text.

        Raises:
          TextFault: a brace is not closed, a modifier is unknown.
          TransformationFault: an expression is outside the language.
        """
        self.source = source
        self._parts = _parse(source, known)
        self.reads = frozenset(
            name for part in self._parts if isinstance(part, _Slot) for name in part.expression.reads
        )

    @property
    def is_constant(self) -> bool:
        """Whether the text has no slots."""
        return not any(isinstance(part, _Slot) for part in self._parts)

    @property
    def slots(self) -> list[tuple[Expression, tuple[str, ...]]]:
        """Each slot: its expression and its modifiers."""
        return [(part.expression, part.modifiers) for part in self._parts if isinstance(part, _Slot)]

    def __call__(
        self,
        names: Mapping[str, Any],
        clock: TaskClock,
        quote: Quote | None = None,
        work: WorkBudget | None = None,
    ) -> str:
        """The text with its slots filled in.

        Args:
          names: values of the parameters.
          clock: what moments are told by.
          quote: makes what comes in literal; by default it lands as it is.

        Raises:
          ExpressionError: an expression failed, or a format does not fit its value.
        """
        return self.joined(names, clock, quote=quote, work=work)

    def joined(
        self,
        names: Mapping[str, Any],
        clock: TaskClock,
        *,
        quote: Quote | None = None,
        literal: Quote | None = None,
        work: WorkBudget | None = None,
    ) -> str:
        """As a call; `literal` changes each piece that stands in the text itself."""
        parts = []
        length = 0
        for part in self._parts:
            if isinstance(part, str):
                parts.append(literal(part) if literal else part)
                continue
            value = _filled(part, names, clock, work)
            parts.append(quote(value) if quote else value)
            length += len(parts[-1])
            if length > MOST_CHARACTERS:
                raise ExpressionError(
                    f"{self.source[:60]!r} becomes longer than {MOST_CHARACTERS} characters"
                )
        if work is not None:
            work.spend(length // _CHARACTERS_PER_STEP)
        return "".join(parts)


def shown(value: Any) -> str:
    """A value as a text tells it: a list reads `a, b, c`, a whole float has no fraction."""
    if isinstance(value, list | tuple):
        return ", ".join(shown(item) for item in value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {shown(item)}" for key, item in value.items())
    return "" if value is None else str(value)


def _filled(slot: _Slot, names: Mapping[str, Any], clock: TaskClock, work: WorkBudget | None) -> str:
    value = slot.expression(names, clock, work)
    for modifier in slot.modifiers:
        value = _modified(modifier, value, slot.expression.source, clock)
    return shown(value) if not isinstance(value, modifiers.Items | modifiers.Alternatives) else str(value)


def _modified(modifier: str, value: Any, source: str, clock: TaskClock) -> Any:
    if modifier == SHELL_ESCAPE:
        return shlex.quote(shown(value))
    if not modifier.startswith("%"):
        if isinstance(value, list | tuple):
            value = modifiers.Items(shown(item) for item in value)
        elif not isinstance(value, modifiers.Items | modifiers.Alternatives):
            value = shown(value)
        return modifiers.modify(modifier, value)
    if isinstance(value, list | tuple):
        return [_modified(modifier, item, source, clock) for item in value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ExpressionError(
            f"${{{source}|{modifier}}}: a format takes a number or a moment, not {value!r:.60}"
        )
    try:
        printf = _PRINTF.fullmatch(modifier)
        if printf and (printf["letter"] not in "des" or abs(value) < _FIRST_MOMENT):
            return modifier % value
        return clock.written(int(value), modifier)
    except (MomentError, ValueError, OverflowError, TypeError) as error:
        raise ExpressionError(f"${{{source}|{modifier}}}: {error}") from None


def _parse(source: str, known: Collection[str]) -> tuple[str | _Slot, ...]:
    parts: list[str | _Slot] = []
    literal: list[str] = []
    place = 0
    while place < len(source):
        if source.startswith("$${", place):
            literal.append("${")
            place += 3
        elif source.startswith("${", place):
            end = _closing(source, place + 2)
            if literal:
                parts.append("".join(literal))
                literal = []
            parts.append(_slot(source[place + 2 : end], known))
            place = end + 1
        else:
            literal.append(source[place])
            place += 1
    if literal:
        parts.append("".join(literal))
    return tuple(parts)


def _slot(content: str, known: Collection[str]) -> _Slot:
    expression, *rest = _cut(content)
    for modifier in rest:
        if not (modifier.startswith("%") or modifier == SHELL_ESCAPE or modifiers.is_modifier(modifier)):
            names = ", ".join([*modifiers.MODIFIERS, SHELL_ESCAPE])
            raise TextFault(
                f"unknown modifier `{modifier}` in ${{{content}}}",
                f"known are {names}, and formats such as %Y-%m-%d or %.2f; a | of an expression goes in brackets",
            )
    if not expression.strip():
        raise TextFault(
            f"${{{content}}} has no expression", "name a parameter, or write $${ for a literal ${"
        )
    return _Slot(Expression(expression.strip(), known), tuple(rest))


def _closing(source: str, start: int) -> int:
    """The place of the } that closes the slot whose content begins at `start`."""
    depth = 0
    for place, character in _outside_strings(source, start):
        if character in "{[(":
            depth += 1
        elif character in ")]}":
            if character == "}" and depth == 0:
                return place
            depth -= 1
    raise TextFault(f"a ${{ without its }} in {source[:60]!r}", "close it, or write $${ for a literal ${")


def _cut(content: str) -> list[str]:
    """A slot's content at its bars, those inside brackets and strings left alone."""
    pieces, depth, start = [], 0, 0
    for place, character in _outside_strings(content, 0):
        if character in "{[(":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == "|" and depth == 0:
            pieces.append(content[start:place])
            start = place + 1
    return [*pieces, content[start:]]


def _outside_strings(source: str, start: int) -> Iterator[tuple[int, str]]:
    """The characters of an expression that are not inside its string literals, with their places."""
    quote, place = "", start
    while place < len(source):
        character = source[place]
        if quote:
            if character == "\\":
                place += 1
            elif character == quote:
                quote = ""
        elif character in "'\"":
            quote = character
        else:
            yield place, character
        place += 1


__all__ = ["Text", "TextFault", "TransformationFault", "shown"]
