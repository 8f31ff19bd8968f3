"""The words of a text-format file: tokens with their places, and string literals with their escapes.

Follows the text format specification of Protocol Buffers where Python's own parser does, and that parser
where the two differ (an unknown escape such as `\\$` keeps its backslash: published files rely on it).
"""

from __future__ import annotations

import bisect
import re
from typing import NamedTuple

NAME = "name"
NUMBER = "number"
STRING = "string"
MARK = "mark"
END = "end"

_TOKEN = re.compile(
    r"""
      (?P<blank> (?: \s | \#[^\n]* )++ )
    | (?P<name> [A-Za-z_][0-9A-Za-z_]*+ )
    | (?P<number> (?: [0-9+-] | \.[0-9] ) [0-9A-Za-z_.+-]*+ )
    | (?P<string> "(?: [^"\\\n]++ | \\[^\n] )*+" | '(?: [^'\\\n]++ | \\[^\n] )*+' )
    | (?P<mark> [][{}<>:,;.] )
    """,
    re.VERBOSE,
)

_ESCAPE = re.compile(
    r"""\\(?:
      (?P<octal> [0-7]{1,3} )
    | x (?P<hex> [0-9A-Fa-f]{1,2} )
    | u (?P<high> [Dd][89ABab][0-9A-Fa-f]{2} ) \\u (?P<low> [Dd][C-Fc-f][0-9A-Fa-f]{2} )
    | u (?P<short> [0-9A-Fa-f]{4} )
    | U (?P<long> [0-9A-Fa-f]{8} )
    | (?P<other> . )
    )""",
    re.VERBOSE | re.DOTALL,
)

_PLAIN_ESCAPES = {
    "a": b"\a",
    "b": b"\b",
    "f": b"\f",
    "n": b"\n",
    "r": b"\r",
    "t": b"\t",
    "v": b"\v",
    "\\": b"\\",
    "'": b"'",
    '"': b'"',
}


class Token(NamedTuple):
    """One word of the file: its kind, its characters, and where it starts (in characters from 0)."""

    kind: str
    text: str
    start: int


class TokenError(Exception):
    """The text cannot be cut into words, or a literal not be read.

    Attributes:
      start: where, in characters from 0.
      what: what is wrong.
      mend: how to mend it.
    """

    def __init__(self, start: int, what: str, mend: str):
        super().__init__(what)
        self.start = start
        self.what = what
        self.mend = mend


class LineIndex:
    """Finds the line and column of a place in a text."""

    def __init__(self, text: str):
        self._starts = [0]
        self._starts.extend(match.end() for match in re.finditer("\n", text))

    def locate(self, start: int) -> tuple[int, int]:
        """Line and column, both from 1, of a place given in characters from 0."""
        line = bisect.bisect_right(self._starts, start)
        return line, start - self._starts[line - 1] + 1


def tokenize(text: str) -> list[Token]:
    """Cuts a text into words; the last one is always of kind END.

    Raises:
      TokenError: a character that no word begins with, or a string without its closing quote.
    """
    tokens = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _untokenizable(text, position)
        kind = match.lastgroup
        assert kind is not None
        if kind != "blank":
            tokens.append(Token(kind, match.group(), position))
        position = match.end()
    tokens.append(Token(END, "", len(text)))
    return tokens


def _untokenizable(text: str, position: int) -> TokenError:
    character = text[position]
    if character in "\"'":
        return TokenError(
            position,
            f"a string begins here with {character} and does not end on its line",
            f"close it with {character}; a line break inside is written \\n; strings side by side are joined",
        )
    if character in "“”‘’„":
        return TokenError(position, f"unexpected character {character}", "use straight quotes: \" or '")
    if character == "/":
        return TokenError(position, "unexpected character /", "a comment begins with #")
    return TokenError(position, f"unexpected character {character!r}", "remove it, or put the text in quotes")


def unquote(token: Token) -> bytes:
    """The bytes that a string literal stands for.

    Raises:
      TokenError: an escape that stands for nothing.
    """
    inner = token.text[1:-1]
    if "\\" not in inner:
        return inner.encode("utf-8")
    pieces = []
    end = 0
    for match in _ESCAPE.finditer(inner):
        pieces.append(inner[end : match.start()].encode("utf-8"))
        pieces.append(_escaped(match, token.start + 1 + match.start()))
        end = match.end()
    pieces.append(inner[end:].encode("utf-8"))
    return b"".join(pieces)


def _escaped(match: re.Match[str], start: int) -> bytes:
    kind = match.lastgroup
    value = match.group(kind) if kind else ""
    if kind == "octal":
        number = int(value, 8)
        if number > 0xFF:
            raise TokenError(start, f"\\{value} is not a byte", "octal escapes go up to \\377")
        return bytes([number])
    if kind == "hex":
        return bytes([int(value, 16)])
    if kind in ("short", "long"):
        number = int(value, 16)
        if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            raise TokenError(start, f"{match.group()} is not a character", "write the character itself")
        return chr(number).encode("utf-8")
    if kind == "low":
        high, low = int(match.group("high"), 16), int(value, 16)
        return chr(0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF)).encode("utf-8")
    if value in ("x", "u", "U"):
        digits = {"x": "one or two", "u": "four", "U": "eight"}[value]
        raise TokenError(
            start, f"\\{value} without its digits", f"{digits} hexadecimal digits follow; a backslash is \\\\"
        )
    return _PLAIN_ESCAPES.get(value) or match.group().encode("utf-8")
