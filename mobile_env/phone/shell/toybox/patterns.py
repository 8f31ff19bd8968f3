"""Regular expressions of the shell's commands: Python's, and POSIX's basic and extended ones, with bounded work."""

from __future__ import annotations

import re

from mobile_env.phone.shell.call import Call, CommandError
from mobile_env.regex import Regex, SearchTime

# Processor time that one command may search, for all of its patterns, in seconds.
SECONDS = 2.0

_CLASSES = {
    "alpha": "a-zA-Z",
    "digit": "0-9",
    "alnum": "a-zA-Z0-9",
    "upper": "A-Z",
    "lower": "a-z",
    "space": r" \t\n\r\f\v",
    "blank": r" \t",
    "punct": r"!-/:-@\[-`{-~",
    "xdigit": "0-9a-fA-F",
    "print": " -~",
    "cntrl": r"\x00-\x1f\x7f",
}


def compile_pattern(
    call: Call,
    pattern: str,
    *,
    extended: bool = False,
    fixed: bool = False,
    flags: re.RegexFlag = re.NOFLAG,
    around: str = "{}",
    longest: bool = False,
) -> Regex:
    """Compiles a pattern of grep or sed.

    Args:
      call: whose searches share their time.
      pattern: a basic regular expression.
      extended: it is an extended one.
      fixed: it is a plain text.
      flags: of Python's `re`.
      around: what stands around the translated pattern, `{}`.
      longest: its matches are shown or replaced, so they must be the longest, as POSIX says.

    Raises:
      CommandError: a bad pattern.
    """
    translated = re.escape(pattern) if fixed else _translate(pattern, extended)
    if call.search_time is None:
        call.search_time = SearchTime(SECONDS)
    return compile_python(
        call.name,
        around.replace("{}", f"(?:{translated})") if around != "{}" else translated,
        flags,
        call.search_time,
        longest=longest,
    )


def compile_python(
    command: str,
    pattern: str,
    flags: re.RegexFlag = re.NOFLAG,
    time: SearchTime | None = None,
    *,
    longest: bool = False,
) -> Regex:
    """Compiles a pattern in the syntax of Python's `re`; raises CommandError for a bad one."""
    try:
        return Regex(pattern, flags | re.ASCII, time=time or SearchTime(SECONDS), longest=longest)
    except re.error as error:
        raise CommandError(f"{command}: bad REGEX: {error}\n", 2) from None


def _translate(pattern: str, extended: bool) -> str:
    out: list[str] = []
    at = 0
    while at < len(pattern):
        char = pattern[at]
        if char == "[":
            text, at = _bracket(pattern, at)
            out.append(text)
            continue
        at += 1
        if char == "\\" and at < len(pattern):
            following = pattern[at]
            at += 1
            if not extended and following in "(){}|+?":
                out.append(following)
            elif following in "<>":
                out.append(r"\b")
            elif following.isascii() and following.isalnum() and following not in "bBdDsSwWnt123456789":
                out.append(following)
            else:
                out.append("\\" + following)
        elif not extended and char in "(){}|+?":
            out.append("\\" + char)
        elif char == "*" and (not out or out[-1] in ("(", "|", "^")) and not extended:
            # At the beginning of a basic expression an asterisk is itself.
            out.append("\\*")
        else:
            out.append(char)
    return "".join(out)


def _bracket(pattern: str, at: int) -> tuple[str, int]:
    """Translates a bracket expression that begins at `at`; returns it and where it ends."""
    end = at + 1
    out = "["
    if pattern[end : end + 1] == "^":
        out += "^"
        end += 1
    first = True
    while end < len(pattern):
        char = pattern[end]
        if char == "]" and not first:
            return out + "]", end + 1
        named = re.compile(r"\[:([a-z]+):\]").match(pattern, end)
        if named and named[1] in _CLASSES:
            out += _CLASSES[named[1]]
            end = named.end()
        else:
            # A backslash is itself between brackets, and an opening bracket needs none in re, but is clearer with one.
            out += "\\" + char if char in "\\[]&~|" else char
            end += 1
        first = False
    return out, end
