"""Modifiers, which a slot applies to its value: `<regex_list,regex_esc':keywords>`.

Names and results are those of the template toolkit of Mobile-Env, so that its templates keep their meaning, with
two extensions: what `regex_list` made is still known as alternatives, and a modifier after it changes each of them;
`end_period` ends a sentence once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import quote, quote_plus

SEPARATOR: Final = ","
"""Separates the items of a list on one line."""

NO_QUOTE: Final = "no_quote"
"""The modifier that inserts a value unescaped into a string."""

_METACHARACTERS: Final = frozenset(".^$*+?{}\\[]|()")
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
# What stays as it is in a path, beside letters, digits and -._~: fewer than RFC 3986 (3.3) allows, as published
# templates expect it.
_PATH_CHARACTERS: Final = "/:@=()"


class Items(tuple[str, ...]):
    """A list of texts. As one text, they are joined by commas."""

    def __str__(self) -> str:
        return SEPARATOR.join(self)


class Alternatives(tuple[str, ...]):
    """Regular expressions of which any may match. As one text, they are `(a|b)`."""

    def __str__(self) -> str:
        return f"({'|'.join(self)})"


Value = str | Items | Alternatives


def items_of(value: Value) -> Items:
    """A value as a list. A text is split at its commas."""
    return Items(value.split(SEPARATOR)) if isinstance(value, str) else Items(value)


def escape(text: str) -> str:
    """Escapes a text for a string of the text format, or of Python."""
    return "".join(_ESCAPES.get(character, character) for character in text)


def _regex_esc(text: str) -> str:
    return "".join(f"\\{character}" if character in _METACHARACTERS else character for character in text)


def _remove_howto(text: str) -> str:
    return text[len("how to ") :] if text.lower().startswith("how to ") else text


def _to_list(value: Value) -> str:
    return "[" + ", ".join(f'"{escape(item)}"' for item in items_of(value)) + "]"


_OF_TEXTS: Final[Mapping[str, Callable[[str], str]]] = {
    "capital": lambda text: text[:1].upper() + text[1:],
    "end_period": lambda text: text if text.endswith(".") else f"{text}.",
    "filter_comma": lambda text: text.replace(",", ""),
    "filter_period": lambda text: text.replace(".", ""),
    "lower": str.lower,
    "python_esc": escape,
    "regex_esc": _regex_esc,
    "remove_howto": _remove_howto,
    "sentence_to_words": lambda text: SEPARATOR.join(text.split()),
    "upper": str.upper,
    "url_path": lambda text: quote(text, safe=_PATH_CHARACTERS),
    "url_query": quote_plus,
    "url_title": lambda text: text.replace(" ", "-"),
}
_OF_LISTS: Final[Mapping[str, Callable[[Value], Value]]] = {
    "regex_list": lambda value: Alternatives(items_of(value)),
    "spacejoin": lambda value: " ".join(items_of(value)),
    "to_list": _to_list,
}

MODIFIERS: Final = tuple(sorted((*_OF_TEXTS, *_OF_LISTS, NO_QUOTE)))
"""All modifiers. A modifier of texts followed by `'` applies to each item of a list."""


def is_modifier(name: str) -> bool:
    """Whether a slot may use a modifier. `name` is as written, including its `'`."""
    return name in MODIFIERS or (name.endswith("'") and name[:-1] in _OF_TEXTS)


def modify(name: str, value: Value) -> Value:
    """Applies one modifier.

    Args:
      name: a modifier as written; see `is_modifier`.
      value: a text or a list. A modifier of texts treats a list as one text (joined by commas), unless it is
        written with `'`. It changes alternatives one by one.
    """
    if name == NO_QUOTE:
        return value
    if name in _OF_LISTS:
        return _OF_LISTS[name](value)
    change = _OF_TEXTS[name.removesuffix("'")]
    if isinstance(value, Alternatives):
        return Alternatives(change(item) for item in value)
    if name.endswith("'"):
        return Items(change(item) for item in items_of(value))
    return change(str(value))
