"""Patterns of instructions: `(What should I|How do I) note when {<v.ing>…}[, please]?`

These are the paper's public patterns (appendix C.4, figure 8). One branch in parentheses is chosen, text in
brackets is optional, and the phrase in a slot (in braces) is inflected.
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
"""Name of the slot `…`."""

# An abbreviation whose period was also the sentence's: "Lena Marsh, M.Sc", "Ray Dutton, Jr".
_ABBREVIATED: Final = re.compile(r"(\.\w+|, \w{1,3})$")
_MOST_DEPTH: Final = 32


class PatternError(ValueError):
    """A pattern is malformed.

    Attributes:
      position: position of the fault, in characters from 0.
      mend: how to fix it.
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
      text: the pattern as written.
      slots: names of the slots.
    """

    text: str
    slots: frozenset[str]
    _parts: tuple[_Part, ...]

    def fill(self, slots: Mapping[str, str], chance: random.Random) -> str:
        """Generates an instruction.

        Args:
          slots: the phrase of each slot.
          chance: random generator that chooses branches and optional text.
        """
        filled = "".join(_fill(part, slots, chance) for part in self._parts)
        filled = re.sub(r"\s+", " ", filled).strip()
        filled = re.sub(r" ([,.?!;:])", r"\1", filled)
        return filled[:1].upper() + filled[1:]

    def all_branches(self) -> int:
        """Number of different instructions that the pattern can generate, for given slots."""
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
    """Parses a pattern. `\\` escapes the character after it.

    Raises:
      PatternError: the pattern is malformed.
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
        """Reads parts up to `|` or the closing character, which it does not consume. "" reads to the end."""
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
    """Returns a function that recognises instructions of a form such as `Access the article "How to {title}".`

    The function returns the slots' phrases, or None if the instruction has another form. A final period that
    also ends an abbreviation ("… of Lena Marsh, M.Sc.") belongs to the phrase.
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
