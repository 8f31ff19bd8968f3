"""Backslash escapes and `printf` formats of the shell."""

from __future__ import annotations

import re

MAX_WIDTH = 4096
# Characters of one printf.
MAX_LENGTH = 1 << 24

_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "\\": "\\",
    "e": "\x1b",
}
_ESCAPE = re.compile(
    r"\\(?:(?P<octal>0[0-7]{0,3}|[1-7][0-7]{0,2})|x(?P<hex>[0-9a-fA-F]{1,2})|u(?P<u>[0-9a-fA-F]{1,4})|(?P<char>.))",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"%([-+ #0]*)(\*|[0-9]*)(?:\.(\*|[0-9]*))?([a-zA-Z%])")


def unescape(text: str) -> tuple[str, bool]:
    """Returns the text with its escapes replaced, and whether `\\c` ended it."""
    before, stop, _ = _split_at_stop(text)

    def replace(match: re.Match[str]) -> str:
        if match["octal"] is not None:
            return bytes([int(match["octal"], 8) & 0xFF]).decode("utf-8", "surrogateescape")
        if match["hex"] is not None:
            return bytes([int(match["hex"], 16)]).decode("utf-8", "surrogateescape")
        if match["u"] is not None:
            code = int(match["u"], 16)
            return "?" if 0xD800 <= code < 0xE000 else chr(code)
        return _ESCAPES.get(match["char"], match[0])

    # Bytes given one by one may make up characters together.
    replaced = _ESCAPE.sub(replace, before)
    return replaced.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape"), stop


def _split_at_stop(text: str) -> tuple[str, bool, str]:
    for match in _ESCAPE.finditer(text):
        if match["char"] == "c":
            return text[: match.start()], True, text[match.end() :]
    return text, False, ""


def format_arguments(form: str, arguments: list[str]) -> tuple[str, list[str]]:
    """Returns what `printf` prints, the format repeated while arguments are left, and its complaints."""
    form, stop = unescape(form)
    left = arguments[::-1]
    complaints: list[str] = []
    out: list[str] = []

    def number(text: str) -> int:
        text = text.strip()
        if len(text) >= 2 and text[0] in "'\"":
            return ord(text[1])
        if re.fullmatch(r"[-+]?(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})", text):
            digits = text.lstrip("-+")
            base = (
                16
                if "x" in digits.lower()
                else 8
                if digits[0] == "0" and set(digits) <= set("01234567")
                else 10
            )
            value = int(digits, base)
            return -value if text[0] == "-" else value
        if text:
            complaints.append(f"{text}: expected a numeric value")
        return 0

    def width_of(text: str | None) -> str:
        if text == "*":
            text = str(number(left.pop() if left else "0"))
        if text and text.lstrip("-").isdecimal() and abs(int(text)) > MAX_WIDTH:
            complaints.append(f"{text}: field wider than {MAX_WIDTH}")
            return ""
        return text or ""

    def replace(match: re.Match[str]) -> str:
        flags, kind = match[1], match[4]
        if kind == "%":
            return "%"
        width = width_of(match[2])
        precision = width_of(match[3])
        dot = f".{precision}" if match[3] is not None else ""
        value = left.pop() if left else ""
        if kind in "diu":
            return f"%{flags}{width}{dot}d" % number(value)
        if kind in "xXo":
            return f"%{flags}{width}{dot}{kind}" % (number(value) & 0xFFFFFFFFFFFFFFFF)
        if kind in "feEgG":
            try:
                real = float(value or 0)
            except ValueError:
                complaints.append(f"{value}: expected a numeric value")
                real = 0.0
            return f"%{flags}{width}{dot}{kind}" % real
        if kind == "c":
            return value[:1]
        if kind == "b":
            value = unescape(value)[0]
        elif kind == "q":
            value = "'" + value.replace("'", "'\\''") + "'"
        elif kind != "s":
            complaints.append(f"%{kind}: invalid directive")
            return ""
        return f"%{flags.replace('0', '')}{width}{dot}s" % value

    length = 0

    def bounded(match: re.Match[str]) -> str:
        nonlocal length
        text = "" if length > MAX_LENGTH else replace(match)
        length += len(text)
        return text

    while True:
        before = len(left)
        out.append(_DIRECTIVE.sub(bounded, form))
        length += len(form)
        if length > MAX_LENGTH:
            complaints.append(f"more than {MAX_LENGTH} characters")
        if stop or not left or len(left) == before or complaints:
            return "".join(out), complaints
