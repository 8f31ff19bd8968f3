"""Templates: task (or demonstration) files with slots, and their instances."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Generic, TypeVar

from google.protobuf.message import Message

from mobile_env.proto import demonstration_pb2, task_pb2
from mobile_env.suggestions import nearest
from mobile_env.tasks.errors import Fault, FieldPath, TaskFileError, whole_file
from mobile_env.tasks.templates.configs import Config
from mobile_env.tasks.templates.places import Place, TextBuilder
from mobile_env.tasks.templates.slots import TYPES, Declaration, Item, Pair, Unfit, Value
from mobile_env.tasks.templates.template_text import Directive, SlotUse, TemplateText, fill, read_template
from mobile_env.tasks.textproto import Document, parse_textproto

TASK_SUFFIX: Final = ".textproto.template"
DEMONSTRATION_SUFFIX: Final = ".demo.textproto.template"

M = TypeVar("M", bound=Message)
T = TypeVar("T")


@dataclass(frozen=True)
class Placed(Generic[T]):
    """A value and its position."""

    value: T
    place: Place


@dataclass(frozen=True)
class Made(Generic[M]):
    """A message made from a template.

    Attributes:
      message: the message.
      path: the template.
    """

    message: M
    path: Path
    _document: Document
    _text: TextBuilder

    def fault(self, field_path: FieldPath, what: str, mend: str) -> Fault:
        """A fault of a field, at its position in the template."""
        line, column = self._document.locate(field_path)
        return self._text.traced(Fault(self.path, line, column, what, mend))


@dataclass(frozen=True)
class Instance:
    """A template with its slots filled: one sub-task.

    Attributes:
      name: `<template>-<instance>`.
      task: the task of this sub-task.
      demonstration: the sub-task's part of the demonstration; None if the template has none.
      directives: the `#:` lines with filled slots: word and text, in order.
    """

    name: str
    task: Made[task_pb2.Task]
    demonstration: Made[demonstration_pb2.Demonstration] | None
    directives: tuple[tuple[str, Placed[str]], ...]

    def directive(self, word: str) -> Placed[str] | None:
        """The last directive with this word."""
        return next((value for name, value in reversed(self.directives) if name == word), None)


WORDS: Final = ("on", "open", "link", "page", "anchor", "element", "says", "instruction")
"""Words of directives, except `slot`, `for each` and `end`."""


class Template:
    """A task template, and its demonstration template if there is one.

    Raises:
      TaskFileError: the templates have faults; contains all of them.
    """

    def __init__(
        self, name: str, task_path: Path, demonstration_path: Path | None, defined: Collection[str] = ()
    ) -> None:
        self.name = name
        self.task_path = task_path
        self.demonstration_path = demonstration_path
        faults: list[Fault] = []
        texts: list[TemplateText] = []
        for path in (task_path, demonstration_path):
            if path is not None:
                try:
                    texts.append(read_template(path, defined))
                except TaskFileError as error:
                    faults.extend(error.faults)
        if faults:
            raise TaskFileError(faults)
        self._texts = texts
        faults.extend(self._unknown_directives())
        faults.extend(self._undeclared())
        if faults:
            raise TaskFileError(faults)

    @cached_property
    def declarations(self) -> Mapping[str, Declaration]:
        """All slots, in the order of their declaration, or else of their first use."""
        found: dict[str, Declaration] = {}
        for text in self._texts:
            found |= {name: value for name, value in text.declarations.items() if name not in found}
        for text in self._texts:
            for use in text.slots():
                name = use.slot.name
                found.setdefault(name.partition(".")[0], Declaration(name))
        return found

    def instantiate(self, config: Config) -> Instance:
        """Fills the slots.

        Raises:
          TaskFileError: a value has the wrong type, is missing, or belongs to no slot; or the result is not a valid
            task.
        """
        values, items = self._values(config)
        task = self._make(self._texts[0], self.task_path, task_pb2.Task, values, items)
        demonstration = None
        if self.demonstration_path is not None:
            demonstration = self._make(
                self._texts[1], self.demonstration_path, demonstration_pb2.Demonstration, values, items
            )
        directives = tuple(
            (directive.word, Placed(said, directive.place))
            for text in self._texts
            for directive in text.directives
            for said in self._said(directive, values, items)
        )
        return Instance(config.instance, task, demonstration, directives)

    def _values(self, config: Config) -> tuple[dict[str, Value], dict[str, tuple[Item, ...]]]:
        faults: list[Fault] = []
        values: dict[str, Value] = {}
        items: dict[str, tuple[Item, ...]] = {}
        for name, entries in config.entries.items():
            if name not in self.declarations:
                slots = f"slots of {self.name}: {', '.join(self.declarations) or 'none'}"
                mend = nearest(name, self.declarations, slots)
                faults.append(entries[0].place.fault(f"template {self.name} has no slot {name!r}", mend))
        for name, declaration in self.declarations.items():
            entries = config.entries.get(name, [])
            if not entries and not declaration.optional:
                faults.append(self._missing(name, config))
                continue
            try:
                values[name], items[name] = declaration.read(entries)
            except Unfit as error:
                place = error.entry.place if error.entry else config.place
                faults.append(place.fault(error.what, error.mend))
        if faults:
            raise TaskFileError(faults)
        return values, items

    def _missing(self, name: str, config: Config) -> Fault:
        use = next(
            (use for text in self._texts for use in text.slots() if use.slot.name.partition(".")[0] == name),
            None,
        )
        what = f"slot <{name}> of template {self.name} has no value"
        if use is not None:
            what += f" (used in {use.place.fault('', '').path.name}:{use.place.fault('', '').line})"
        return config.place.fault(what, f"add a line `{name}: ...` to {config.instance}")

    def _make(
        self,
        text: TemplateText,
        path: Path,
        message_type: type[M],
        values: dict[str, Value],
        items: dict[str, tuple[Item, ...]],
    ) -> Made[M]:
        builder = TextBuilder()
        fill(text.parts, values, items, builder)
        if not builder.text.strip():
            return Made(message_type(), path, Document(message_type(), {}), builder)
        try:
            document = parse_textproto(builder.text, message_type, path)
        except TaskFileError as error:
            raise TaskFileError([builder.traced(fault) for fault in error.faults]) from None
        return Made(document.message, path, document, builder)

    def _said(
        self, directive: Directive, values: dict[str, Value], items: dict[str, tuple[Item, ...]]
    ) -> list[str]:
        """The texts of a directive. A directive that consists of one slot gives one text per item of a list."""
        parts = directive.parts
        if len(parts) == 1 and isinstance(parts[0], SlotUse) and not parts[0].slot.modifiers:
            return [item.text if isinstance(item, Pair) else item for item in items[parts[0].slot.name]]
        builder = TextBuilder()
        fill(parts, values, items, builder)
        return [builder.text]

    def _unknown_directives(self) -> list[Fault]:
        return [
            directive.place.fault(
                f"unknown directive {directive.word!r}", f"known: slot, for each, end, {', '.join(WORDS)}"
            )
            for text in self._texts
            for directive in text.directives
            if directive.word not in WORDS
        ]

    def _undeclared(self) -> list[Fault]:
        """Reports slots without declaration, and slots that are not used as declared.

        In a template without any declaration, all slots are texts, as in the original templates of Mobile-Env.
        """
        declared = {name: value for text in self._texts for name, value in text.declarations.items()}
        if not declared:
            return []
        faults = []
        for place, name in (use for text in self._texts for use in text.uses()):
            slot, _, half = name.partition(".")
            if slot not in declared:
                known = ", ".join(declared)
                mend = f"declare it: #: slot {slot} text (declared: {known})"
                faults.append(place.fault(f"slot <{slot}> is not declared", mend))
            elif half and declared[slot].type != "pairs":
                faults.append(
                    place.fault(f"slot {slot} holds {TYPES[declared[slot].type]}", f"write <{slot}>")
                )
        return faults


class TemplateFolder:
    """The templates of a directory by name. Each is read once.

    Args:
      folder: the directory.
      variant: `<name>.<variant>.textproto.template` takes precedence over `<name>.textproto.template`.
      defined: names that are defined for `# ifdef`.
    """

    def __init__(self, folder: Path, variant: str = "", defined: Collection[str] = ()) -> None:
        self.folder = folder
        self.variant = variant
        self.defined = frozenset(defined)
        self._templates: dict[str, Template] = {}

    def varies(self, name: str) -> bool:
        """Whether this variant has its own template with this name."""
        return bool(self.variant) and self._own(name).is_file()

    def names(self) -> list[str]:
        """Names of all templates that are not variants, in order."""
        found = (path.name.removesuffix(TASK_SUFFIX) for path in self.folder.glob(f"*{TASK_SUFFIX}"))
        return sorted(name for name in found if "." not in name)

    def find(self, name: str) -> Template | None:
        """Returns the template with this name, or None.

        Raises:
          TaskFileError: the template has faults.
        """
        if name not in self._templates:
            path = self._own(name) if self.varies(name) else self.folder / f"{name}{TASK_SUFFIX}"
            if not name or not path.is_file():
                return None
            demonstration = self.folder / f"{name}{DEMONSTRATION_SUFFIX}"
            self._templates[name] = Template(
                name, path, demonstration if demonstration.is_file() else None, self.defined
            )
        return self._templates[name]

    def _own(self, name: str) -> Path:
        return self.folder / f"{name}.{self.variant}{TASK_SUFFIX}"


def template_file(path: Path) -> Template:
    """Reads the template of a file, and its demonstration template.

    Raises:
      TaskFileError: the file is not a template, or has faults.
    """
    if not path.name.endswith(TASK_SUFFIX) or path.name.endswith(DEMONSTRATION_SUFFIX):
        raise whole_file(path, "is not named as a template", f"name it NAME{TASK_SUFFIX}")
    name = path.name.removesuffix(TASK_SUFFIX)
    found = TemplateFolder(path.parent).find(name)
    if found is None:
        raise whole_file(path, "there is no such template", "check the path")
    return found
