"""Style sheets of pages, reduced to what the layout engine may be given: rules that fetch nothing and do not
explode.

The rewriting works on tokens (CSS Syntax Module Level 3), after escapes are read, and keeps what it knows: an
unknown
at-rule, a rule within a rule and every `url()` that is not one of the phone's own pictures are left out.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

MOST_CHARACTERS = 1 << 18
"""Characters of one sheet that are read; what comes after them is not applied."""

_MOST_NESTED = 32

Pictures = Callable[[str], "str | None"]
"""The URL under which the layout engine gets a picture that a sheet names; None where it gets none."""

_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}[ \t\n]?|[^\n0-9a-fA-F])"
_NAME = rf"(?:[\w\-\u0080-\U0010ffff]|{_ESCAPE})"
_START = rf"(?:--|-?(?:[A-Za-z_\u0080-\U0010ffff]|{_ESCAPE}))"
# In a string an escape may also be of a line's end, and a number takes one blank after it, be it a line's end.
_IN_STRING = r"\\(?:[0-9a-fA-F]{1,6}+[ \t\n]?+|[\s\S])"
_STRING = rf""""(?:[^"\\\n]|{_IN_STRING})*+"?|'(?:[^'\\\n]|{_IN_STRING})*+'?"""
_TOKEN = re.compile(
    rf"""(?P<comment>/\*[\s\S]*?(?:\*/|\Z))
    |(?P<space>[ \t\n]++)
    |(?P<string>{_STRING})
    |(?P<number>[0-9]{_NAME}*+)
    |(?P<hash>\#{_NAME}++)
    |(?P<at>@{_START}{_NAME}*+)
    |(?P<cdo><!--|-->)
    |(?P<name>{_START}{_NAME}*+)
    |(?P<mark>[\s\S])""",
    re.VERBOSE | re.ASCII,
)
# What follows `url(`: a string and nothing else, or bare characters.
_QUOTED_URL = re.compile(rf"[ \t\n]*(?P<string>{_STRING})[ \t\n]*(?:\)|\Z)")
_BARE_URL = re.compile(r"[ \t\n]*(?P<url>(?:[^)\\]|\\[\s\S])*+)(?:\)|\\?\Z)")
_ONE_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\n]?|(\n)|([\s\S]))")

# Written for what is left out between two tokens, which must not become one: a blank would end an escape.
_GAP = "/**/"
_CLOSERS = {"{": "}", "(": ")", "[": "]"}
# At-rules whose block holds rules, and those whose block holds declarations. All others are left out.
_GROUPS = frozenset(["media", "supports", "layer", "container", "keyframes", "-webkit-keyframes"])
_DECLARED = frozenset(["property", "counter-style"])
# Functions that take a URL in another form than url().
_FETCHERS = frozenset(["src", "image", "image-set", "-webkit-image-set", "cross-fade", "-webkit-cross-fade"])
# Of a float that stands in a line of text, the engine's layout never ends.
_LEFT_OUT = frozenset(["float"])
# The engine draws every dash of a border of any length, on the screen or not.
_DRAWN_AS = {"dashed": "solid", "dotted": "solid"}
_PLAIN_DISPLAY = frozenset(
    [
        "block", "inline", "inline-block", "none", "list-item", "contents", "flow-root", "table", "inline-table",
        "table-row", "table-cell", "table-row-group", "table-header-group", "table-footer-group", "table-column",
        "table-column-group", "table-caption", "initial", "unset", "revert",
    ]
)  # fmt: skip


class _Token(NamedTuple):
    kind: str
    """A group of _TOKEN, or "url"."""
    text: str
    """As it is to be written."""
    value: str = ""
    """Of names and at-keywords: lower case, escapes read."""


# Style sheets whose reading is remembered, by content.
_SHEETS_KEPT = 64


def unescaped(text: str) -> str:
    """A name or the inside of a string with its escapes read."""

    def read(match: re.Match[str]) -> str:
        if match[1]:
            code = int(match[1], 16)
            return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        return "" if match[2] else match[3]

    return _ONE_ESCAPE.sub(read, text) if "\\" in text else text


def _tokens(css: str, pictures: Pictures) -> Iterator[_Token]:
    """The tokens of a sheet; comments and their like as empty comments, `url()` as the picture's URL or `none`."""
    css = (
        css[:MOST_CHARACTERS]
        .replace("\r\n", "\n")
        .replace("\r", "\n")
        .replace("\f", "\n")
        .replace("\0", "\ufffd")
    )
    if (len(css) - len(css.rstrip("\\"))) % 2:
        css = css[:-1]  # it would escape what follows the sheet
    place = 0
    while (match := _TOKEN.match(css, place)) is not None:
        place = match.end()
        kind, text = match.lastgroup or "", match[0]
        if kind in ("comment", "cdo"):
            yield _Token("space", _GAP)
        elif kind == "string":
            yield _string(text)
        elif kind in ("name", "at"):
            value = unescaped(text.removeprefix("@")).lower()
            if kind == "name" and css.startswith("(", place):
                if value == "url":
                    token, place = _url(css, place + 1, pictures)
                    yield token
                    continue
                if value in _FETCHERS:
                    text = "x-" + value
            elif value == "u" and css.startswith("+", place):
                # To readers that know ranges of characters `u+a26src(` is the range U+A26 and a function.
                text += _GAP
            elif kind == "name" and value in _LEFT_OUT:
                text = "x-" + value
            elif kind == "name" and value in _DRAWN_AS:
                text = _DRAWN_AS[value]
            yield _Token(kind, text, value)
        elif kind in ("number", "hash") and css.startswith("(", place):
            # `u+1url(` is an address to readers that know ranges of characters, and a unit to others.
            yield _Token(kind, text + " ")
        else:
            yield _Token(kind, text)


def _string(text: str) -> _Token:
    """Returns a string token. A string that could be a `data:` URL becomes empty."""
    quote = text[0]
    inside = unescaped(text[1:])
    if "data:" in re.sub(r"[\x00-\x20]", "", inside).lower():
        return _Token("string", quote * 2)
    return _Token("string", text)


def _url(css: str, place: int, pictures: Pictures) -> tuple[_Token, int]:
    """The token of a `url(` whose parenthesis ends at `place`, and where it ends."""
    match = _QUOTED_URL.match(css, place)
    if match is not None:
        url = unescaped(match["string"][1:].removesuffix(match["string"][0]))
    else:
        match = _BARE_URL.match(css, place)
        assert match is not None
        bare = match["url"].rstrip(" \t\n")
        if bare[:1] in ("'", '"'):
            # A string and more, which no browser knows: an unknown function.
            return _Token("name", "x-url", "x-url"), place - 1
        url = "" if re.search(r"[\s\"'(]", bare) else unescaped(bare)
    target = pictures(url.strip()) if url.strip() else None
    if target is None:
        glued = re.match(rf"{_NAME}|\(", css[match.end() : match.end() + 2])
        return _Token("url", "none " if glued else "none"), match.end()
    return _Token("url", target if target.startswith("url(") else f'url("{target}")'), match.end()


@dataclass
class _Block:
    closer: str
    holds: str
    """ "rules", "declarations", "values", or "nothing" of what is to be written."""
    start: int
    """Where in the output the present statement begins."""
    keyword: str | None = None
    """The at-rule of the present statement; "" where it is none, None where it has not begun."""


def reduced(css: str, pictures: Pictures) -> str:
    """Returns the style sheet without anything that fetches and with all blocks closed; "" if it is nested too deep."""
    return _reduced(css, pictures, "rules") if picture_urls(css) else _reduced_without_pictures(css)


@functools.lru_cache(maxsize=_SHEETS_KEPT)
def _reduced_without_pictures(css: str) -> str:
    return _reduced(css, lambda url: None, "rules")


def reduced_declarations(style: str, pictures: Pictures) -> str:
    """Reduces the text of a `style` attribute as `reduced` does a style sheet."""
    if not _SUSPECT.search(style):
        return style
    return _reduced(style, pictures, "declarations")


# Declarations without any of this have nothing to leave out.
_SUSPECT = re.compile(r"url|src|image|fade|data|dashed|dotted|float|[\\{}()\[\]\"'@/\0]", re.IGNORECASE)


def _reduced(css: str, pictures: Pictures, holds: str) -> str:
    out: list[str] = []
    blocks = [_Block("", holds, 0)]
    for token in _tokens(css, pictures):
        block = blocks[-1]
        text = token.text
        if text == block.closer:
            blocks.pop()
            if block.holds == "rules" and block.keyword:
                del out[block.start :]
            if block.holds != "nothing":
                out.append(text)
            if text == "}":
                _begin(blocks[-1], out)
        elif token.kind == "mark" and text in _CLOSERS:
            if len(blocks) > _MOST_NESTED:
                return ""
            inner = _holds(block) if text == "{" else ("nothing" if block.holds == "nothing" else "values")
            if inner == "nothing" and block.holds in ("rules", "declarations"):
                del out[block.start :]
            elif block.holds != "nothing":
                out.append(text if inner != "nothing" else _GAP)
            if block.keyword is None:
                block.keyword = ""
            blocks.append(_Block(_CLOSERS[text], inner, len(out)))
        elif block.holds == "nothing":
            continue
        elif text == "}":
            out.append(_GAP)
        elif text == ";" and block.holds == "declarations":
            out.append(text)
            _begin(block, out)
        elif text == ";" and block.holds == "rules" and block.keyword:
            if block.keyword == "layer":
                out.append(text)
            else:
                del out[block.start :]
            _begin(block, out)
        else:
            if block.keyword is None and token.kind != "space":
                block.keyword = token.value if token.kind == "at" else ""
            if block.holds == "declarations" and token.kind == "at":
                text = "x-at"
            out.append(text)
    _close(blocks, out)
    return "".join(out)


def _begin(block: _Block, out: list[str]) -> None:
    block.start, block.keyword = len(out), None


def _holds(block: _Block) -> str:
    """The kind of content of a block nested in `block`."""
    if block.holds == "rules":
        if not block.keyword:
            return "declarations"
        if block.keyword in _GROUPS:
            return "rules"
        return "declarations" if block.keyword in _DECLARED else "nothing"
    return "nothing"


def _close(blocks: list[_Block], out: list[str]) -> None:
    """Closes blocks that the sheet left open, so that later text does not become part of them."""
    if out and out[-1][:1] in ("'", '"') and (len(out[-1]) == 1 or not _ends(out[-1])):
        out[-1] = out[-1][0] * 2
    begun = True
    for block in reversed(blocks):
        if begun and block.holds == "rules" and block.keyword:
            del out[block.start :]
        elif begun and block is blocks[0] and block.holds == "rules" and block.keyword is not None:
            out.append("{}")
        if block.holds != "nothing":
            out.append(block.closer)
        begun = block.holds in ("values", "nothing")


def _ends(string: str) -> bool:
    """Whether a string token has its closing quote."""
    body = string[1:]
    return body.endswith(string[0]) and (len(body) - len(body[:-1].rstrip("\\")) - 1) % 2 == 0


# The pages of a site share their sheets, and reading a sheet takes longer than laying out a small page.
@functools.lru_cache(maxsize=_SHEETS_KEPT)
def picture_urls(css: str) -> tuple[str, ...]:
    """The URLs that a sheet names by `url()`, as written, in order, each once."""
    found: dict[str, None] = {}
    for _ in _tokens(css, lambda url: found.setdefault(url)):
        pass
    return tuple(found)


class ContainerSelectors(NamedTuple):
    """Selectors of rules that make, or may make, flex or grid containers."""

    certain: tuple[str, ...]
    possible: tuple[str, ...]


@functools.lru_cache(maxsize=_SHEETS_KEPT)
def container_selectors(css: str) -> ContainerSelectors:
    """Selectors of a reduced sheet whose elements are, or may be, flex or grid containers."""
    certain: list[str] = []
    possible: list[str] = []
    prelude: list[str] = []
    body: list[_Token] | None = None
    for token in _tokens(css, lambda url: None):
        if token.text == "{":
            if prelude and prelude[0].startswith("@"):
                prelude = []
            else:
                body = []
        elif token.text == "}":
            if body is not None and (kind := _container(body)):
                (certain if kind == "certain" else possible).append("".join(prelude).strip())
            prelude, body = [], None
        elif body is not None:
            body.append(token)
        elif token.text == ";":
            prelude = []
        elif prelude or token.kind != "space":
            prelude.append(token.text)
    return ContainerSelectors(tuple(certain), tuple(possible))


def container_of_style(style: str) -> str:
    """Whether a `style` attribute makes a flex or grid container: "certain", "possible" or ""."""
    lower = style.lower()
    if not ("\\" in lower or "display" in lower or "all" in lower):
        return ""
    return _container(list(_tokens(style, lambda url: None)))


def _container(declarations: list[_Token]) -> str:
    found = name = ""
    values: list[str] = []
    for token in [*declarations, _Token("mark", ";")]:
        if token.text == ";":
            kind = _display(name, values)
            found = "certain" if "certain" in (found, kind) else found or kind
            name, values = "", []
        elif token.kind == "name" and not name:
            name = token.value
        elif token.kind == "name":
            values.append(token.value)
    return found


def _display(name: str, values: list[str]) -> str:
    if name == "display":
        if any(value in ("flex", "inline-flex", "grid", "inline-grid") for value in values):
            return "certain"
        return "" if all(value in _PLAIN_DISPLAY or value == "important" for value in values) else "possible"
    return "possible" if name == "all" else ""
