"""Reads the text of a template: slots, included files, repeated parts, and lines that begin with `#:`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from mobile_env.tasks.errors import Fault, TaskFileError
from mobile_env.tasks.templates.conditions import Conditions
from mobile_env.tasks.templates.modifiers import MODIFIERS, escape
from mobile_env.tasks.templates.places import Place, Source, TextBuilder
from mobile_env.tasks.templates.slots import SLOT, TYPES, Declaration, Item, Pair, Slot, Value, read_slot
from mobile_env.tasks.textproto import read_text

DIRECTIVE: Final = "#:"

_INCLUDE = re.compile(r"\s*#\s*include\s+(?P<path>\S+)\s*")
_DECLARATION = re.compile(
    r"(?P<name>\S+)(\s+(?P<type>[a-z]+)(\((?P<choices>[^()]*)\))?)?(?P<optional>\s+optional)?\s*(--\s*(?P<meaning>.*))?"
)
_STRING_OR_COMMENT = re.compile(
    r"""(?P<comment>\#[^\n]*)|(?P<quote>["'])|(?P<double><<)|(?P<slot>""" + SLOT.pattern + ")"
)
# Deeper than reasonable templates include each other.
_MOST_INCLUDES = 16
# Files that a template includes in all; 16 levels of ten includes each would be 10^16.
_MOST_INCLUDED = 1000


@dataclass(frozen=True)
class Literal:
    """Literal text of the template."""

    text: str
    place: Place


@dataclass(frozen=True)
class SlotUse:
    """A slot in the text. Inside a string, its value is escaped."""

    slot: Slot
    in_string: bool
    place: Place


@dataclass
class Repeat:
    """A part that is repeated for each item of a slot."""

    name: str
    place: Place
    parts: list[Part] = field(default_factory=list)


Part = Literal | SlotUse | Repeat


@dataclass(frozen=True)
class Directive:
    """A line `#: word rest`. `parts` is the rest, with slots."""

    word: str
    parts: tuple[Part, ...]
    place: Place


@dataclass
class TemplateText:
    """A parsed template.

    Attributes:
      parts: the text, in order.
      declarations: slots declared by `#: slot` lines, in order.
      directives: all other `#:` lines, except those of repeated parts.
    """

    parts: list[Part]
    declarations: dict[str, Declaration]
    directives: list[Directive]

    def slots(self) -> Iterator[SlotUse]:
        """All slots, including slots in directives."""
        yield from _slots(self.parts)
        for directive in self.directives:
            yield from _slots(directive.parts)

    def uses(self) -> Iterator[tuple[Place, str]]:
        """Position and name of each use of a slot, in the text or to repeat a part."""
        yield from ((use.place, use.slot.name) for use in self.slots())
        yield from ((part.place, part.name) for part in self.parts if isinstance(part, Repeat))


def _slots(parts: list[Part] | tuple[Part, ...]) -> Iterator[SlotUse]:
    for part in parts:
        if isinstance(part, SlotUse):
            yield part
        elif isinstance(part, Repeat):
            yield from _slots(part.parts)


def read_template(path: Path, defined: Collection[str] = ()) -> TemplateText:
    """Reads a template.

    Args:
      path: the file.
      defined: names that are defined for `# ifdef`.

    Raises:
      TaskFileError: the template or an included file has faults; contains all of them.
    """
    reader = _Reader(defined)
    reader.read(path, ())
    if reader.faults:
        raise TaskFileError(reader.faults)
    return TemplateText(reader.parts, reader.declarations, reader.directives)


class _Reader:
    def __init__(self, defined: Collection[str]) -> None:
        self.parts: list[Part] = []
        self.declarations: dict[str, Declaration] = {}
        self.directives: list[Directive] = []
        self.faults: list[Fault] = []
        self._conditions = Conditions(defined, self.faults)
        self._includes = 0

    def read(self, path: Path, stack: tuple[Path, ...]) -> None:
        source = Source(path, read_text(path))
        repeat: Repeat | None = None
        depth = self._conditions.depth
        start = 0
        for line in source.text.splitlines(keepends=True):
            place = Place(source, start)
            start += len(line)
            into = repeat.parts if repeat is not None else self.parts
            if self._conditions.take(line, place) or not self._conditions.active:
                continue
            if include := _INCLUDE.fullmatch(line):
                self._include(
                    path.parent / include["path"],
                    Place(source, place.start + include.start("path")),
                    (*stack, path.resolve()),
                )
            elif line.lstrip().startswith(DIRECTIVE):
                repeat = self._directive(line, place, repeat)
            else:
                into.extend(self._cut(line, place, whole_is_string=False))
        self._conditions.close(depth)
        if repeat is not None:
            self.faults.append(
                repeat.place.fault("the repeated part does not end", "close it with a line `#: end`")
            )

    def _include(self, path: Path, place: Place, stack: tuple[Path, ...]) -> None:
        if path.resolve() in stack or len(stack) > _MOST_INCLUDES:
            self.faults.append(place.fault(f"{path.name} includes itself", "remove one of the includes"))
        elif not path.is_file():
            self.faults.append(
                place.fault(f"there is no file {path}", "paths of includes are relative to their file")
            )
        elif self._includes >= _MOST_INCLUDED:
            self.faults.append(place.fault(f"more than {_MOST_INCLUDED} includes", "include less"))
            raise TaskFileError(self.faults)
        else:
            self._includes += 1
            self.read(path, stack)

    def _directive(self, line: str, place: Place, repeat: Repeat | None) -> Repeat | None:
        """Reads a `#:` line. Returns the repeated part that is open after the line."""
        begin = line.index(DIRECTIVE) + len(DIRECTIVE)
        rest = line[begin:].strip()
        at = Place(place.source, place.start + begin + len(line[begin:]) - len(line[begin:].lstrip()))
        word, _, value = rest.partition(" ")
        value = value.strip()
        value_at = Place(at.source, at.start + len(rest) - len(value))
        if word == "slot":
            self._declare(value, value_at)
        elif word == "for" and value.startswith("each "):
            if repeat is not None:
                self.faults.append(
                    at.fault("a repeated part inside another", "close the outer one with `#: end` first")
                )
                return repeat
            repeat = Repeat(value.removeprefix("each ").strip(), at)
            self.parts.append(repeat)
        elif word == "end" and not value:
            if repeat is None:
                self.faults.append(at.fault("`#: end` without `#: for each`", "remove it"))
            return None
        elif word in ("for", "end") or not word:
            self.faults.append(
                at.fault(
                    f"`{DIRECTIVE} {rest}` is not understood",
                    "write `#: for each NAME`, `#: end`, `#: slot NAME TYPE`, ...",
                )
            )
        else:
            self.directives.append(
                Directive(word, tuple(self._cut(value, value_at, whole_is_string=True)), at)
            )
        return repeat

    def _declare(self, text: str, place: Place) -> None:
        match = _DECLARATION.fullmatch(text)
        kind = (match["type"] if match else None) or "text"
        if match is None or not re.fullmatch(r"[^\W\d]\w*", match["name"]):
            self.faults.append(
                place.fault(f"{text!r} declares no slot", "write `#: slot NAME TYPE [optional] -- meaning`")
            )
        elif kind not in TYPES or (kind == "choice") != bool(match["choices"]):
            self.faults.append(
                place.fault(
                    f"unknown type of slot: {text!r}",
                    f"write one of {', '.join(TYPES)}; choice as choice(A B)",
                )
            )
        elif match["name"] in self.declarations:
            self.faults.append(
                place.fault(f"slot {match['name']} is declared twice", "remove one of the lines")
            )
        else:
            choices = tuple((match["choices"] or "").replace("|", " ").split())
            self.declarations[match["name"]] = Declaration(
                match["name"], kind, choices, bool(match["optional"]), match["meaning"] or ""
            )

    def _cut(self, text: str, place: Place, *, whole_is_string: bool) -> Iterator[Part]:
        """Splits a line into literal texts and slots. Comments are not changed."""
        quote = ""
        position = literal = 0
        source = place.source

        def upto(end: int) -> Iterator[Part]:
            if end > literal:
                yield Literal(text[literal:end], Place(source, place.start + literal))

        while match := _STRING_OR_COMMENT.search(text, position):
            position = match.end()
            if match["comment"] is not None:
                if quote or whole_is_string:
                    position = match.start() + 1
                    continue
                break
            if match["quote"]:
                backslashes = len(text[: match.start()]) - len(text[: match.start()].rstrip("\\"))
                if not quote:
                    quote = match["quote"]
                elif match["quote"] == quote and backslashes % 2 == 0:
                    quote = ""
                continue
            yield from upto(match.start())
            literal = match.end()
            at = Place(source, place.start + match.start())
            if match["double"]:
                yield Literal("<", at)
                continue
            found = SLOT.fullmatch(match["slot"])
            assert found is not None
            slot, unknown = read_slot(found)
            if unknown:
                self.faults.append(
                    at.fault(
                        f"unknown modifier {unknown!r} in {match['slot']}",
                        f"known: {', '.join(MODIFIERS)}; with ' for each item of a list",
                    )
                )
            else:
                yield SlotUse(slot, bool(quote), at)
        yield from upto(len(text))


def fill(
    parts: list[Part] | tuple[Part, ...],
    values: dict[str, Value],
    items: dict[str, tuple[Item, ...]],
    into: TextBuilder,
) -> None:
    """Instantiates parts of a template.

    Args:
      parts: the parts.
      values: the value of each slot in the parts.
      items: the items of each slot that repeats a part.
      into: receives the text.
    """
    for part in parts:
        if isinstance(part, Literal):
            into.add(part.text, part.place, verbatim=True)
        elif isinstance(part, SlotUse):
            text = part.slot.fill(values[part.slot.name])
            into.add(
                escape(text) if part.in_string and part.slot.quoted else text, part.place, verbatim=False
            )
        else:
            for item in items[part.name]:
                own = dict(values)
                if isinstance(item, Pair):
                    own[f"{part.name}.what"], own[f"{part.name}.text"] = item
                else:
                    own[part.name] = item
                fill(part.parts, own, items, into)
