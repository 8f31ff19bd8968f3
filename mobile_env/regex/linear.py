"""Patterns of Python's `re` as patterns of RE2, which searches in time linear in the text.

A pattern is read by Python's own parser and written anew from the tree, so that both engines mean the same. What RE2
lacks (look-around, back references), and what the two engines do differently, raises UntranslatableError.
"""

from __future__ import annotations

import re
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any

# RE2 takes at most about this for a program and its automata; the default is 8 MiB for each pattern.
_MEMORY = 1 << 19
# Characters of the text times instructions of the pattern, in one search: about 2 s where no automaton helps.
MAX_STEPS = 400_000_000
# RE2 refuses larger counts.
_LARGEST_COUNT = 1_000
_SURROGATE = re.compile("[\ud800-\udfff]")

_CATEGORIES = {
    sre.CATEGORY_DIGIT: "0-9",
    sre.CATEGORY_WORD: "0-9A-Za-z_",
    sre.CATEGORY_SPACE: r"\t\n\v\f\r ",
}
_NEGATED = {
    sre.CATEGORY_NOT_DIGIT: r"\x00-/:-\x{10FFFF}",
    sre.CATEGORY_NOT_WORD: r"\x00-/:-@\[-\^`{-\x{10FFFF}",
    sre.CATEGORY_NOT_SPACE: r"\x00-\x08\x0E-\x1F!-\x{10FFFF}",
}
_ALPHABETS = re.ASCII | re.UNICODE
_UNICODE_SPACES = "\x1c\x1d\x1e\x1f"


class UntranslatableError(Exception):
    """A pattern that RE2 cannot search for as Python does."""


class LinearPattern:
    """A pattern that RE2 searches for."""

    __slots__ = ("_ascii_only", "_compiled", "_no_final_newline", "_steps_a_character")

    def __init__(self, parsed: Any, flags: int, *, longest: bool = False):
        """Translates a pattern.

        Args:
          parsed: the pattern as Python's parser reads it.
          flags: of the compiled pattern.
          longest: finds the longest match at the first place, not the one that Python tries first.

        Raises:
          UntranslatableError: RE2 cannot search for it as Python does.
        """
        # Imported when a pattern needs it: most do not.
        import re2

        writer = _Writer()
        try:
            source = writer.sequence(parsed, flags)
        except RecursionError:
            raise UntranslatableError("nested too deeply") from None
        self._ascii_only = writer.ascii_only
        self._no_final_newline = writer.no_final_newline
        options = re2.Options()
        options.max_mem = _MEMORY
        options.log_errors = False
        options.longest_match = longest
        try:
            self._compiled = re2.compile(source.encode("ascii"), options)
        except re2.error as error:
            raise UntranslatableError(str(error)) from None
        self._steps_a_character = self._compiled.programsize

    def reads(self, text: str) -> bool:
        """Whether RE2 finds in this text what Python would find, in a bounded number of steps."""
        if not text or len(text) * self._steps_a_character > MAX_STEPS:
            return False
        return not (self._no_final_newline and text[-1] == "\n") and (not self._ascii_only or text.isascii())

    def spans(self, text: EncodedText, at: int, *, anchored: bool) -> list[tuple[int, int]] | None:
        """Where the first match at or after the character `at` lies: the match, then each group, (-1, -1) if unused."""
        found = (self._compiled.match if anchored else self._compiled.search)(text.data, text.byte(at))
        if found is None:
            return None
        ends = [found.span(group) for group in range(self._compiled.groups + 1)]
        return [
            (-1, -1) if start < 0 else (text.character(start), text.character(end)) for start, end in ends
        ]


class EncodedText:
    """A text as UTF-8, and which byte is which character. Lone surrogates become U+FFFD, one for one."""

    __slots__ = ("_byte", "_character", "_plain", "data")

    def __init__(self, text: str):
        self._plain = text.isascii()
        self.data = (text if self._plain else _SURROGATE.sub("\ufffd", text)).encode()
        # A place that is known; matches follow each other, so that the next one is near.
        self._byte = self._character = 0

    def byte(self, character: int) -> int:
        """Where a character begins."""
        if self._plain:
            return character
        if character < self._character:
            self._byte = self._character = 0
        at = self._byte
        for _ in range(character - self._character):
            at += 1
            while at < len(self.data) and self.data[at] & 0xC0 == 0x80:
                at += 1
        self._byte, self._character = at, character
        return at

    def character(self, byte: int) -> int:
        """The character that begins at a byte."""
        if self._plain:
            return byte
        if byte >= self._byte:
            self._character += len(self.data[self._byte : byte].decode())
        else:
            self._character -= len(self.data[byte : self._byte].decode())
        self._byte = byte
        return self._character


class _Writer:
    """Writes the tree of a pattern in RE2's syntax.

    Attributes:
      ascii_only: whether the engines agree on ASCII texts only.
      no_final_newline: whether they agree only on texts that do not end with a line break.
    """

    def __init__(self) -> None:
        self.ascii_only = False
        self.no_final_newline = False

    def sequence(self, items: Any, flags: int) -> str:
        return "".join(self._item(operation, argument, flags) for operation, argument in items)

    def _item(self, operation: Any, argument: Any, flags: int) -> str:
        if operation is sre.LITERAL:
            return self._set([(operation, argument)], flags) if flags & re.IGNORECASE else _char(argument)
        if operation is sre.NOT_LITERAL:
            return self._set([(sre.NEGATE, None), (sre.LITERAL, argument)], flags)
        if operation is sre.ANY:
            return "(?s:.)" if flags & re.DOTALL else r"[^\n]"
        if operation is sre.IN:
            return self._set(argument, flags)
        if operation is sre.BRANCH:
            return "(?:" + "|".join(self.sequence(each, flags) for each in argument[1]) + ")"
        if operation is sre.SUBPATTERN:
            group, added, removed, body = argument
            if added & _ALPHABETS:
                removed |= _ALPHABETS & ~added
            inner = self.sequence(body, (flags | added) & ~removed)
            return f"({inner})" if group is not None else f"(?:{inner})"
        if operation in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            low, high, body = argument
            return self._repeat(low, high, body, flags) + ("?" if operation is sre.MIN_REPEAT else "")
        if operation is sre.AT:
            return self._place(argument, flags)
        raise UntranslatableError(str(operation))

    def _repeat(self, low: int, high: Any, body: Any, flags: int) -> str:
        if high != 1 and body.getwidth()[0] == 0:
            # Rounds that take nothing: the engines end them differently.
            raise UntranslatableError("a repeat of what may be empty")
        inner = f"(?:{self.sequence(body, flags)})"
        if high is sre.MAXREPEAT:
            if low > _LARGEST_COUNT:
                raise UntranslatableError("a large count")
            return inner + {0: "*", 1: "+"}.get(low, f"{{{low},}}")
        if high > _LARGEST_COUNT:
            raise UntranslatableError("a large count")
        return f"{inner}{{{low},{high}}}"

    def _place(self, place: Any, flags: int) -> str:
        if place is sre.AT_BEGINNING:
            return "(?m:^)" if flags & re.MULTILINE else r"\A"
        if place is sre.AT_BEGINNING_STRING:
            return r"\A"
        if place is sre.AT_END_STRING:
            return r"\z"
        if place is sre.AT_END:
            if flags & re.MULTILINE:
                return "(?m:$)"
            # Python's is also before a line break at the end.
            self.no_final_newline = True
            return r"\z"
        if place in (sre.AT_BOUNDARY, sre.AT_NON_BOUNDARY):
            self._needs_ascii(flags)
            return r"\b" if place is sre.AT_BOUNDARY else r"\B"
        raise UntranslatableError(str(place))

    def _set(self, parts: Any, flags: int) -> str:
        negated = False
        out: list[str] = []
        for operation, argument in parts:
            if operation is sre.NEGATE:
                negated = True
            elif operation is sre.LITERAL:
                out += self._range(argument, argument, flags)
            elif operation is sre.RANGE:
                low, high = argument
                out += self._range(low, high, flags)
            elif operation is sre.CATEGORY:
                out.append(self._category(argument, flags))
            else:
                raise UntranslatableError(str(operation))
        return f"[{'^' if negated else ''}{''.join(out)}]"

    def _range(self, low: int, high: int, flags: int) -> list[str]:
        ranges = [f"{_char(low)}-{_char(high)}"]
        if flags & re.IGNORECASE:
            self._needs_ascii(flags)
            if high > 127 and not flags & re.ASCII:
                raise UntranslatableError("a letter that may be an ASCII letter in the other case")
            for first, last, shift in ((65, 90, 32), (97, 122, -32)):
                start, end = max(low, first), min(high, last)
                if start <= end:
                    ranges.append(f"{_char(start + shift)}-{_char(end + shift)}")
        return ranges

    def _category(self, category: Any, flags: int) -> str:
        self._needs_ascii(flags)
        unicode_ = not flags & re.ASCII
        if category is sre.CATEGORY_SPACE and unicode_:
            return _CATEGORIES[category] + "".join(map(_char, map(ord, _UNICODE_SPACES)))
        if category is sre.CATEGORY_NOT_SPACE and unicode_:
            return r"\x00-\x08\x0E-\x1B!-\x{10FFFF}"
        known = _CATEGORIES.get(category) or _NEGATED.get(category)
        if known is None:
            raise UntranslatableError(str(category))
        return known

    def _needs_ascii(self, flags: int) -> None:
        if not flags & re.ASCII:
            self.ascii_only = True


def _char(code: int) -> str:
    if 0xD800 <= code <= 0xDFFF:
        raise UntranslatableError("a surrogate")
    char = chr(code)
    return char if char.isascii() and char.isalnum() else f"\\x{{{code:X}}}"
