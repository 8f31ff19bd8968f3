"""Slots of a template: their syntax, their declarations, and their values from a config."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from mobile_env.tasks.templates.configs import Entry
from mobile_env.tasks.templates.modifiers import NO_QUOTE, SEPARATOR, Items, Value, is_modifier, modify

SLOT: Final = re.compile(
    r"<(?:(?P<modifiers>[^\W\d]\w*'?(?:\s*,\s*[^\W\d]\w*'?)*)\s*:\s*)?(?P<name>[^\W\d]\w*(?:\.(?:what|text))?)>"
)
"""Matches a slot. `<<` stands for a literal `<`."""

PAIR: Final = " = "
"""Separates the two halves of an item of type `pairs`."""


class Slot(NamedTuple):
    """A slot as written.

    Attributes:
      name: name of the value; `name.what` and `name.text` are the halves of a pair.
      modifiers: modifiers as written; they are applied from right to left.
    """

    name: str
    modifiers: tuple[str, ...] = ()

    @property
    def quoted(self) -> bool:
        """Whether the value is escaped inside a string."""
        return NO_QUOTE not in self.modifiers

    def fill(self, value: Value) -> str:
        """Applies the modifiers to a value. The result is not yet escaped."""
        for name in reversed(self.modifiers):
            value = modify(name, value)
        return str(value)


def read_slot(match: re.Match[str]) -> tuple[Slot, str]:
    """Returns the slot of a match of `SLOT`, and its first unknown modifier or ""."""
    modifiers = tuple(name.strip() for name in (match["modifiers"] or "").split(",") if name.strip())
    unknown = next((name for name in modifiers if not is_modifier(name)), "")
    return Slot(match["name"], modifiers), unknown


class Pair(NamedTuple):
    """An item of type `pairs`: `what = text`."""

    what: str
    text: str


Item = str | Pair


class Unfit(Exception):
    """A value does not have the type of its slot.

    Attributes:
      entry: the faulty entry; None: the whole value.
      what: what is wrong.
      mend: how to fix it.
    """

    def __init__(self, entry: Entry | None, what: str, mend: str) -> None:
        super().__init__(what)
        self.entry = entry
        self.what = what
        self.mend = mend


TYPES: Final = {
    "text": "a text",
    "list": "a list, on one line with commas",
    "lines": "texts, each as a line `name: text` of its own",
    "pairs": "texts with a word on them, each as a line `name: what = text` of its own",
    "regex": "a regular expression; further lines are joined to it without blanks",
    "number": "a number",
    "choice": "one of the given words",
}
"""Types of slots. A slot without a declaration is a text."""

_REPEATED: Final = ("lines", "pairs")


@dataclass(frozen=True)
class Declaration:
    """A slot as a template declares it.

    Attributes:
      name: the slot.
      type: one of `TYPES`.
      choices: allowed values of type `choice`.
      optional: whether a config may omit the slot; a list is then empty, a text is "".
      meaning: explanation for authors of configs.
    """

    name: str
    type: str = "text"
    choices: tuple[str, ...] = ()
    optional: bool = False
    meaning: str = ""

    def read(self, entries: Sequence[Entry]) -> tuple[Value, tuple[Item, ...]]:
        """Returns the value of a slot, and its items for repeated parts.

        Raises:
          Unfit: the value does not have this type.
        """
        if not entries and self.optional:
            return (Items(()) if self.type in ("list", *_REPEATED) else ""), ()
        if len(entries) > 1 and self.type not in _REPEATED:
            raise Unfit(entries[1], f"{self.name} is given twice", f"it is {TYPES[self.type]}: give it once")
        for entry in entries:
            if not entry.lines:
                raise Unfit(entry, f"{self.name} has no value", f"write {TYPES[self.type]} after the colon")
        if self.type == "pairs":
            pairs = tuple(self._pair(entry) for entry in entries)
            return Items(pair.text for pair in pairs), pairs
        if self.type == "lines":
            lines = Items(entry.text for entry in entries)
            return lines, lines
        entry = entries[0]
        if self.type == "list":
            items = Items(item.strip() for item in " ".join(entry.lines).split(SEPARATOR))
            if "" in items:
                raise Unfit(entry, f"{self.name} has an empty item", "remove the comma beside it")
            return items, items
        text = "".join(entry.lines) if self.type == "regex" else entry.text
        self._check(text, entry)
        return text, (text,)

    def _pair(self, entry: Entry) -> Pair:
        what, separator, text = entry.text.partition(PAIR)
        if not separator or not what.strip() or not text.strip():
            raise Unfit(entry, f"{self.name} is no pair", f"write `{self.name}: what{PAIR}text`")
        return Pair(what.strip(), text.strip())

    def _check(self, text: str, entry: Entry) -> None:
        if self.type == "regex":
            try:
                re.compile(text, re.MULTILINE)
            except re.error as error:
                raise Unfit(
                    entry, f"{self.name} is no regular expression: {error}", "mend it as Python's re reads it"
                ) from None
        elif self.type == "number" and not re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)", text):
            raise Unfit(entry, f"{self.name} is {text!r}, not a number", "write digits, such as 0.7")
        elif self.type == "choice" and text not in self.choices:
            raise Unfit(entry, f"{self.name} is {text!r}", f"write one of {', '.join(self.choices)}")
