"""Text in console commands: escapes and numbers."""

from __future__ import annotations

import re
from typing import Final

from mobile_env.phone.wire.console.table import Refusal

_ESCAPE: Final = re.compile(rb"\\(?:n|\\|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|)")
_ESCAPES_HINT: Final = (
    "text is UTF-8 with these escapes:\n"
    "    \\n      newline\n"
    "    \\xNN    a byte, two hexadecimal digits\n"
    "    \\uNNNN  a character, four hexadecimal digits\n"
    "    \\\\      a backslash"
)
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,9}")


def unescape(text: str) -> str:
    r"""Text with the escapes \n, \xNN, \uNNNN and \\ taken out.

    Raises:
      Refusal: there is another escape, or the bytes are no UTF-8.
    """
    try:
        return _ESCAPE.sub(_plain, text.encode()).decode()
    except UnicodeError:
        raise Refusal("badly formatted text", hint=_ESCAPES_HINT) from None


def _plain(match: re.Match[bytes]) -> bytes:
    escape = match[0][1:]
    if not escape:
        raise Refusal("badly formatted text", hint=_ESCAPES_HINT)
    if escape[:1] == b"x":
        return bytes([int(escape[1:], 16)])
    if escape[:1] == b"u":
        return chr(int(escape[1:], 16)).encode()
    return b"\n" if escape == b"n" else b"\\"


def integer(word: str) -> int | None:
    """A whole number of up to nine digits; None if the word is not a number."""
    return int(word) if _INTEGER.fullmatch(word) else None
