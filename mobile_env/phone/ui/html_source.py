"""Reduces the HTML of any page to markup that the parser reads in bounded time.

One pass over the text reads tags as the HTML standard's tokeniser does, and writes them so that they can be read in
one way only: attributes quoted and few, no comments, scripts or other text that is not shown. The page's end is cut
off where it has more elements or letters than are read.
"""

from __future__ import annotations

import codecs
import functools
import re
from html import escape

MOST_BYTES = 1 << 21
MOST_ELEMENTS = 10_000
MOST_ATTRIBUTES = 64
"""Attributes of one element that are read."""

# Encodings that a page may name; all others are read as UTF-8.
ENCODINGS = frozenset(
    [
        "iso-8859-1", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
        "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "windows-1250", "windows-1251",
        "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258",
        "koi8-r", "koi8-u", "gbk", "gb2312", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr",
    ]
)  # fmt: skip
_CHARSET = re.compile(rb"<meta[^>]{1,300}charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([\w.:-]{1,40})", re.IGNORECASE)

_SPACE = r"[ \t\n\f\r]"
_ATTRIBUTE = rf"""[ \t\n\f\r/]*+[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+
    (?:{_SPACE}*+={_SPACE}*+(?:"[^"]*+"|'[^']*+'|[^ \t\n\f\r>"'][^ \t\n\f\r>]*+)?+)?+"""
_TAG = re.compile(rf"<(/?)([A-Za-z][^ \t\n\f\r/>]*+)((?:{_ATTRIBUTE})*+)[ \t\n\f\r/]*+>", re.VERBOSE)
_PARTS = re.compile(
    rf"""[ \t\n\f\r/]*+(?P<name>[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+)
    (?:{_SPACE}*+={_SPACE}*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'
    |(?P<bare>[^ \t\n\f\r>"'][^ \t\n\f\r>]*+))?+)?+""",
    re.VERBOSE,
)
_PLAIN = re.compile(r'(?:\x20[a-z][a-z0-9-]*+="[^"<>]*+"){0,20}+')
_COMMENT_END = re.compile(r"--!?>")
# Names that are read the same by every parser.
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}")
_ATTRIBUTE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,99}")
# Elements whose content is text up to their end tag, and what is kept of it.
_UNSEEN = frozenset(["script", "iframe", "noembed", "noframes", "xmp"])
_TEXTUAL = frozenset(["title", "textarea"])


@functools.lru_cache(maxsize=16)
def reduced(html: bytes) -> str:
    """Returns the page with all tags and attributes written in one canonical form."""
    text = _decoded(html[:MOST_BYTES]).replace("\0", "\ufffd")
    out: list[str] = []
    place = elements = 0
    while (start := text.find("<", place)) >= 0:
        out.append(text[place:start])
        tag = _TAG.match(text, start)
        if tag is None:
            place = _after_other(text, start)
            if place == start + 1:
                out.append("&lt;")
            if place < 0:
                return "".join(out)
            continue
        place = tag.end()
        name = tag[2].lower()
        if tag[1]:
            if _NAME.fullmatch(name):
                out.append(f"</{name}>")
            continue
        elements += 1
        if elements > MOST_ELEMENTS or name == "plaintext":
            return "".join(out)
        if name in _UNSEEN or name in _TEXTUAL or name == "style":
            end = _end_of(name).search(text, place)
            if name not in _UNSEEN:
                content = text[place : end.start() if end else len(text)]
                out.append(f"<{name}{_attributes(tag[3])}>{_content(name, content)}</{name}>")
            if end is None:
                return "".join(out)
            place = end.start()
            after = _TAG.match(text, place)
            if after is None:
                return "".join(out)
            place = after.end()
        elif _NAME.fullmatch(name):
            out.append(f"<{name}{_attributes(tag[3])}>")
    out.append(text[place:])
    return "".join(out)


def _decoded(html: bytes) -> str:
    if html.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return html.decode("utf-16", "replace")
    if html.startswith(codecs.BOM_UTF8):
        return html[3:].decode("utf-8", "replace")
    named = _CHARSET.search(html[:2048])
    encoding = named[1].decode("ascii", "replace").lower() if named else "utf-8"
    # As browsers do: what calls itself Latin-1 is its superset.
    encoding = "windows-1252" if encoding in ("iso-8859-1", "latin1", "us-ascii", "ascii") else encoding
    return html.decode(encoding if encoding in ENCODINGS else "utf-8", "replace")


def _after_other(text: str, start: int) -> int:
    """Where a `<` that begins no tag ends: the end of a comment, or the next letter; -1 where the text is cut off."""
    if text.startswith("<!--", start):
        if text.startswith((">", "->"), start + 4):
            return text.index(">", start) + 1
        end = _COMMENT_END.search(text, start + 4)
        return end.end() if end else -1
    following = text[start + 1 : start + 3]
    if following[:1] in ("!", "?") or (following[:1] == "/" and len(following) == 2):
        end_of_bogus = text.find(">", start)
        return end_of_bogus + 1 if end_of_bogus >= 0 else -1
    # A tag that does not end is dropped with all that follows it.
    return -1 if following[:1].isascii() and following[:1].isalpha() else start + 1


@functools.cache
def _end_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}(?=[ \t\n\f\r/>])", re.IGNORECASE)


def _content(name: str, content: str) -> str:
    if name == "style":
        return content.replace("<!--", " ").replace("<", "\\3c ")
    return content.replace("<", "&lt;")


def _attributes(text: str) -> str:
    if not text or _PLAIN.fullmatch(text):
        return text
    out = []
    names: set[str] = set()
    for part in _PARTS.finditer(text):
        name = part["name"].lower()
        if name in names or not _ATTRIBUTE_NAME.fullmatch(name):
            continue
        names.add(name)
        value = part["double"] or part["single"] or part["bare"] or ""
        # Character references in it stand.
        value = escape(value).replace("&amp;", "&").replace("&#x27;", "'")
        out.append(f' {name}="{value}"')
        if len(names) >= MOST_ATTRIBUTES:
            break
    return "".join(out)
