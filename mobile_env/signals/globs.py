"""Globs over absolute paths: `*`, `?` and `[…]` within a name, `**` for any number of folders, none included."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

_MAGIC: Final = re.compile(r"[*?\[]")


class Glob(NamedTuple):
    """A glob ready to be matched.

    Attributes:
      top: the longest folder above everything that the glob can find; the path itself for a glob without wildcards.
      pattern: matches whole paths.
      deepest: how many names below `top` a path can have; None: any number.
    """

    top: str
    pattern: re.Pattern[str]
    deepest: int | None


def has_wildcard(name: str) -> bool:
    """Whether a name of a path is a pattern."""
    return bool(_MAGIC.search(name))


@lru_cache(maxsize=256)
def name_pattern(name: str) -> re.Pattern[str]:
    """Matches whole names. As in a shell, a wildcard does not find hidden names."""
    return re.compile(_visible(name) + _in_name(name), re.DOTALL)


@lru_cache(maxsize=256)
def compile_glob(glob: str) -> Glob:
    """Reads a glob. ValueError if it is no absolute path."""
    if not glob.startswith("/"):
        raise ValueError(f"{glob!r} is no absolute path")
    names = [name for name in glob.split("/") if name]
    plain = next((place for place, name in enumerate(names) if has_wildcard(name)), len(names))
    rest = names[plain:]
    pattern = "".join(f"/{re.escape(name)}" for name in names[:plain])
    for place, name in enumerate(rest):
        if name == "**":
            pattern += "(?:/[^/]+)+" if place == len(rest) - 1 else "(?:/[^/]+)*"
        elif has_wildcard(name):
            pattern += f"/{_visible(name)}{_in_name(name)}"
        else:
            pattern += f"/{re.escape(name)}"
    return Glob(
        "/" + "/".join(names[:plain]),
        re.compile(pattern or "/", re.DOTALL),
        None if "**" in rest else len(rest),
    )


def _visible(name: str) -> str:
    return "" if name.startswith(".") else r"(?!\.)"


def _in_name(name: str) -> str:
    """The regular expression of a name's pattern, which never reaches over a slash."""
    parts, place = [], 0
    while place < len(name):
        character = name[place]
        if character == "*":
            parts.append("[^/]*")
        elif character == "?":
            parts.append("[^/]")
        elif (
            character == "["
            and (end := name.find("]", place + 2 + name.startswith(("!", "^"), place + 1))) > 0
        ):
            parts.append(_one_of(name[place + 1 : end]))
            place = end
        else:
            parts.append(re.escape(character))
        place += 1
    return "".join(parts)


def _one_of(body: str) -> str:
    """The regular expression of what stands in brackets; a range that is no range finds nothing."""
    negated = body[0] in "!^"
    escaped = re.sub(r"([\\\[\]^&~|])", r"\\\1", body[negated:])
    found = f"(?!/)[{'^' * negated}{escaped}]"
    try:
        re.compile(found)
    except re.error:
        return "(?!)"
    return found
