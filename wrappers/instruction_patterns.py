"""Patterns of instructions: `(What should I|How do I) note when {<v.ing>…}[, please]?`

The paper's public patterns (appendix C.4, figure 8): branches in parentheses of which one is taken, options in
brackets that are taken or left, and slots in braces whose phrase is inflected.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from mobile_env.wrappers.inflection import FORMS, inflect_phrase

_SPECIAL: Final = re.compile(r"\\.|[()\[\]|]|\{[^{}]*\}|\{")
_SLOT: Final = re.compile(r"\{\s*(?:<(?P<form>[^<>]*)>)?\s*(?P<name>[^\W\d]\w*|…|\.\.\.)\s*\}")
VERB_SLOT: Final = "do"
"""What `…` in a slot stands for."""

# What ends in an abbreviation whose period has been taken for the sentence's: "Lena Marsh, M.Sc", "Ray Dutton, Jr".
_ABBREVIATED: Final = re.compile(r"(\.\w+|, \w{1,3})$")
_MOST_DEPTH: Final = 32


class PatternError(ValueError):
    """A pattern is not well formed.

    Attributes:
      position: where, in characters from 0.
      mend: how to mend it.
    """

    def __init__(self, position: int, what: str, mend: str) -> None:
        super().__init__(f"at character {position + 1}: {what}")
        self.position = position
        self.mend = mend


@dataclass(frozen=True)
class _Slot:
    name: str
    form: str


@dataclass(frozen=True)
class _Branches:
    choices: tuple[tuple[_Part, ...], ...]


_Part = str | _Slot | _Branches


@dataclass(frozen=True)
class Pattern:
    """A parsed pattern.

    Attributes:
      text: as it is written.
      slots: names of its slots.
    """

    text: str
    slots: frozenset[str]
    _parts: tuple[_Part, ...]

    def fill(self, slots: Mapping[str, str], chance: random.Random) -> str:
        """One instruction of this pattern.

        Args:
          slots: the phrase of each slot.
          chance: decides on branches and options.
        """
        filled = "".join(_fill(part, slots, chance) for part in self._parts)
        filled = re.sub(r"\s+", " ", filled).strip()
        filled = re.sub(r" ([,.?!;:])", r"\1", filled)
        return filled[:1].upper() + filled[1:]

    def all_branches(self) -> int:
        """How many ways there are through the pattern."""
        return _ways(self._parts)


def _ways(parts: tuple[_Part, ...]) -> int:
    ways = 1
    for part in parts:
        if isinstance(part, _Branches):
            ways *= sum(_ways(choice) for choice in part.choices)
    return ways


def _fill(part: _Part, slots: Mapping[str, str], chance: random.Random) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, _Slot):
        phrase = slots[part.name]
        return inflect_phrase(phrase, part.form) if part.form else phrase
    choice = part.choices[chance.randrange(len(part.choices))]
    return "".join(_fill(inner, slots, chance) for inner in choice)


def parse_pattern(text: str) -> Pattern:
    """Parses a pattern; `\\` before a character takes it as it is.

    Raises:
      PatternError: it is not well formed.
    """
    parser = _Parser(text)
    parts = parser.sequence("", 0)
    return Pattern(text, frozenset(parser.slots), parts)


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self.slots: set[str] = set()

    def sequence(self, closing: str, depth: int) -> tuple[_Part, ...]:
        """Parts up to `|` or the closing character, which is left to the caller; "" goes to the end."""
        if depth > _MOST_DEPTH:
            raise PatternError(self._position, "branches are nested too deeply", "write several patterns")
        parts: list[_Part] = []
        while match := _SPECIAL.search(self._text, self._position):
            if match.start() > self._position:
                parts.append(self._text[self._position : match.start()])
            self._position = match.start()
            mark = match.group()
            if mark[0] == "\\":
                parts.append(mark[1])
                self._position = match.end()
            elif mark[0] == "{":
                parts.append(self._slot(mark))
            elif mark == "(":
                parts.append(_Branches(tuple(self._branches(")", depth))))
            elif mark == "[":
                parts.append(_Branches((*self._branches("]", depth), ())))
            elif closing and mark in ("|", closing):
                return tuple(parts)
            else:
                raise PatternError(
                    self._position, f"{mark!r} closes nothing", f"write \\{mark} for the character"
                )
        if closing:
            raise PatternError(len(self._text), f"{closing!r} is missing", "close what was opened")
        parts.append(self._text[self._position :])
        self._position = len(self._text)
        return tuple(part for part in parts if part != "")

    def _branches(self, closing: str, depth: int) -> list[tuple[_Part, ...]]:
        choices = []
        while True:
            self._position += 1
            choices.append(self.sequence(closing, depth + 1))
            if self._text[self._position] == closing:
                self._position += 1
                return choices

    def _slot(self, mark: str) -> _Slot:
        match = _SLOT.fullmatch(mark)
        known = ", ".join(f"<{form}>" for form in FORMS)
        if match is None:
            raise PatternError(
                self._position, f"{mark!r} is no slot", "write {name} or {<v.ing>…}; \\{ for a brace"
            )
        if match["form"] is not None and match["form"] not in FORMS:
            raise PatternError(self._position, f"unknown form <{match['form']}>", f"known: {known}")
        name = VERB_SLOT if match["name"] in ("…", "...") else match["name"]
        self.slots.add(name)
        self._position += len(mark)
        return _Slot(name, match["form"] or "")


def form_matcher(form: str) -> Callable[[str], dict[str, str] | None]:
    """A function that recognises instructions of a form such as `Access the article "How to {title}".`

    It gives the slots' phrases, or None for another instruction. A period that ends an abbreviation and the
    sentence ("… of Lena Marsh, M.Sc.") belongs to the phrase, too.
    """
    pieces = re.split(r"\{(\w+)\}", form)
    pattern = "".join(
        f"(?P<{piece}>.+)" if number % 2 else re.escape(piece) for number, piece in enumerate(pieces)
    )
    compiled = re.compile(pattern, re.DOTALL)
    last = pieces[-2] if len(pieces) > 1 and pieces[-1] == "." else ""

    def match(instruction: str) -> dict[str, str] | None:
        found = compiled.fullmatch(instruction)
        if found is None:
            return None
        phrases = found.groupdict()
        if last in phrases and _ABBREVIATED.search(phrases[last]):
            phrases[last] += "."
        return phrases

    return match
