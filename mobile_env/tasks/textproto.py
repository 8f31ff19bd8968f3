"""Reads Protocol Buffers' text format into a message, remembers where every field stands, and says what is
wrong as a person would want to hear it. Goes on after a fault where it can, so that one reading tells all."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from mobile_env.host_files import UnfitFileError, read_regular
from mobile_env.suggestions import nearest
from mobile_env.tasks import tokens
from mobile_env.tasks.errors import Fault, FieldPath, TaskFileError, in_order, whole_file
from mobile_env.tasks.values import Unreadable, listed, read_strings, read_word, shown, wanted

# Far beyond any real file; a hostile one must not take memory or stack.
MOST_BYTES = 8 * 2**20
MOST_DEPTH = 64
MOST_FAULTS = 1000

# (message name, field name) -> how to mend a field of that name that the message does not have.
Hints = Mapping[tuple[str, str], str]

M = TypeVar("M", bound=Message)

_CLOSING = {"{": "}", "<": ">", "[": "]"}


@dataclass(frozen=True)
class Document(Generic[M]):
    """A message as it was read.

    Attributes:
      message: what the file says.
      positions: line and column (from 1) of every field that is written: for a message its name (in a
        list, its opening bracket), for anything else its value.
    """

    message: M
    positions: Mapping[FieldPath, tuple[int, int]]

    def locate(self, field_path: Sequence[str | int]) -> tuple[int, int]:
        """Line and column of a field, or of the closest field around it that is written."""
        path = tuple(field_path)
        while path and path not in self.positions:
            path = path[:-1]
        return self.positions.get(path, (1, 1))


def parse_textproto_file(path: Path, message_type: type[M], hints: Hints | None = None) -> Document[M]:
    """Reads one file.

    Args:
      path: a UTF-8 file, with or without a byte order mark.
      message_type: what the file holds.
      hints: how to mend fields that are often misnamed.

    Raises:
      TaskFileError: the file cannot be read or does not say such a message.
    """
    return parse_textproto(read_text(path), message_type, path, hints)


def read_text(path: Path) -> str:
    """The text of a UTF-8 file.

    Raises:
      TaskFileError: it is missing, no regular file, too big, or not UTF-8.
    """
    try:
        content = read_regular(path, MOST_BYTES)
    except FileNotFoundError:
        raise whole_file(path, "there is no such file", "check the path") from None
    except IsADirectoryError:
        raise whole_file(path, "is a directory, not a file", "name a .textproto file in it") from None
    except UnfitFileError as error:
        raise whole_file(path, str(error.strerror), "is this a task file?") from None
    except OSError as error:
        what = f"cannot be read: {error.strerror}"
        raise whole_file(path, what, "check the path and its permissions") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8-sig", errors="replace")) + 1
        what = f"is not UTF-8 text: byte 0x{content[error.start]:02x}"
        raise TaskFileError([Fault(path, line, column, what, "save the file as UTF-8")]) from None


def parse_textproto(
    text: str, message_type: type[M], path: Path = Path("<text>"), hints: Hints | None = None
) -> Document[M]:
    """Reads one message.

    Args:
      text: the text format of `message_type`.
      message_type: the class of the message.
      path: the file's name, for errors.
      hints: how to mend fields that are often misnamed.

    Raises:
      TaskFileError: with every fault that could be found.
    """
    lines = tokens.LineIndex(text)
    message = message_type()
    try:
        words = tokens.tokenize(text)
    except tokens.TokenError as error:
        raise TaskFileError([Fault(path, *lines.locate(error.start), error.what, error.mend)]) from None
    if len(words) == 1:
        name = message.DESCRIPTOR.name
        raise whole_file(path, "is empty", f"write the fields of a {name} message")
    parser = _Parser(words, lines, path, hints or {})
    parser.parse(message)
    if parser.faults:
        raise TaskFileError(in_order(parser.faults))
    return Document(message, parser.positions)


class _Broken(Exception):
    """The structure is lost: what follows cannot be read. Its fault has been noted."""


class _Parser:
    """Walks the words of a file along the descriptors of its messages."""

    def __init__(self, words: list[tokens.Token], lines: tokens.LineIndex, path: Path, hints: Hints):
        self.faults: list[Fault] = []
        self.positions: dict[FieldPath, tuple[int, int]] = {}
        self._words = words
        self._lines = lines
        self._path = path
        self._hints = hints
        self._next = 0

    def parse(self, message: Message) -> None:
        with contextlib.suppress(_Broken):
            self._fields(message, (), None, 0)

    # -- words

    def _peek(self) -> tokens.Token:
        return self._words[self._next]

    def _take(self) -> tokens.Token:
        token = self._words[self._next]
        if token.kind != tokens.END:
            self._next += 1
        return token

    def _at(self, marks: str) -> bool:
        token = self._words[self._next]
        return token.kind == tokens.MARK and token.text in marks

    def _take_mark(self, marks: str) -> bool:
        if self._at(marks):
            self._next += 1
            return True
        return False

    # -- faults

    def _fault(self, token: tokens.Token, what: str, mend: str) -> None:
        self.faults.append(Fault(self._path, *self._lines.locate(token.start), what, mend))
        if len(self.faults) >= MOST_FAULTS:
            raise _Broken

    def _break(self, token: tokens.Token, what: str, mend: str) -> _Broken:
        if len(self.faults) < MOST_FAULTS - 1:
            self._fault(token, what, mend)
        return _Broken()

    # -- structure

    def _fields(self, message: Message, path: FieldPath, opening: tokens.Token | None, depth: int) -> None:
        """Reads fields up to the bracket that closes `opening`, or to the end of the file."""
        closing = _CLOSING[opening.text] if opening else None
        seen: dict[str, tokens.Token] = {}
        while True:
            token = self._peek()
            if token.kind == tokens.END:
                if opening is None:
                    return
                line, column = self._lines.locate(opening.start)
                raise self._break(
                    token,
                    f"the file ends, but the {opening.text} of {line}:{column} is open",
                    f"add {closing}",
                )
            if self._at("}>]"):
                if token.text == closing:
                    self._take()
                    return
                if opening is None:
                    raise self._break(
                        token, f"{token.text} closes nothing", "remove it, or look for one too many above"
                    )
                line, column = self._lines.locate(opening.start)
                raise self._break(
                    token,
                    f"{token.text} cannot close the {opening.text} of {line}:{column}",
                    f"close it with {closing} first",
                )
            self._field(message, path, seen, depth)
            self._take_mark(",;")

    def _field(self, message: Message, path: FieldPath, seen: dict[str, tokens.Token], depth: int) -> None:
        descriptor = cast(Descriptor, message.DESCRIPTOR)
        token = self._take()
        if token.kind == tokens.NUMBER:
            self._fault(token, f"expected the name of a field, found {token.text}", _some_fields(descriptor))
            self._skip_value()
            return
        if token.kind == tokens.MARK and token.text == "[":
            raise self._break(
                token, "extensions and Any are not part of task files", "use the fields of the format"
            )
        if token.kind != tokens.NAME:
            raise self._break(
                token, f"expected the name of a field, found {shown(token)}", _some_fields(descriptor)
            )
        field = descriptor.fields_by_name.get(token.text)
        if field is None:
            what = f"{descriptor.name} has no field `{token.text}`"
            self._fault(token, what, self._hint(descriptor, token.text))
            self._skip_value()
            return
        if not self._allowed(field, token, seen):
            self._skip_value()
            return
        is_message = field.type == FieldDescriptor.TYPE_MESSAGE
        colon = self._take_mark(":")
        value = self._peek()
        # A message in place of a value is said better when the value is read.
        if not colon and not is_message and not self._at("{<"):
            if value.kind in (tokens.END, tokens.MARK) and not self._at("["):
                raise self._break(value, f"expected : and a value after `{token.text}`", wanted(field))
            self._fault(value, f"expected : after `{token.text}`", f"write {token.text}: {shown(value)}")
        place = (*path, field.name)
        if field.is_repeated:
            self._repeated(message, field, token, place, depth)
        elif self._at("["):
            self._fault(value, f"`{field.name}` takes one value, not a list", "remove the brackets")
            self._skip_value()
        elif is_message:
            self._message(getattr(message, field.name), place, token, depth)
        else:
            self._scalar(message, field, place)

    def _allowed(self, field: FieldDescriptor, token: tokens.Token, seen: dict[str, tokens.Token]) -> bool:
        """Whether a field may be given (again) in this message."""
        if field.is_repeated:
            return True
        group = field.containing_oneof
        # A field with `optional` is in a group of its own, which has no meaning here.
        key = f"oneof {group.name}" if group is not None and len(group.fields) > 1 else field.name
        earlier = seen.setdefault(key, token)
        if earlier is token:
            return True
        line, _ = self._lines.locate(earlier.start)
        if earlier.text == token.text:
            self._fault(token, f"`{token.text}` is given twice, first on line {line}", "keep one of them")
        else:
            self._fault(
                token,
                f"`{token.text}` cannot go with `{earlier.text}` of line {line}",
                f"keep one of {listed([other.name for other in group.fields]) if group else token.text}",
            )
        return False

    def _repeated(
        self, message: Message, field: FieldDescriptor, name: tokens.Token, place: FieldPath, depth: int
    ) -> None:
        values = getattr(message, field.name)
        self.positions.setdefault(place, self._lines.locate(name.start))
        if not self._take_mark("["):
            self._element(values, field, name, place, depth)
            return
        if self._take_mark("]"):
            return
        while True:
            self._element(values, field, self._peek(), place, depth)
            if self._take_mark("]"):
                return
            token = self._peek()
            if not self._take_mark(","):
                line, column = self._lines.locate(name.start)
                raise self._break(
                    token,
                    f"expected , or ] in the list `{field.name}` of {line}:{column}, found {shown(token)}",
                    "separate the values of a list by commas, close it with ]",
                )
            if self._at("]"):
                self._fault(token, "a comma before the end of the list", "remove it")
                self._take()
                return

    def _element(
        self, values: Any, field: FieldDescriptor, name: tokens.Token, place: FieldPath, depth: int
    ) -> None:
        element = (*place, len(values))
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            self._message(values.add(), element, name, depth)
            return
        start = self._peek()
        try:
            values.append(self._value(field))
        except Unreadable as error:
            self._fault(error.token, error.what, error.mend)
        self.positions[element] = self._lines.locate(start.start)

    def _message(self, message: Message, place: FieldPath, name: tokens.Token, depth: int) -> None:
        self.positions[place] = self._lines.locate(name.start)
        message.SetInParent()
        opening = self._peek()
        if not self._take_mark("{<"):
            self._fault(
                opening,
                f"expected {{ here: {message.DESCRIPTOR.name} is a message, found {shown(opening)}",
                _some_fields(cast(Descriptor, message.DESCRIPTOR)),
            )
            self._skip_single_value()
            return
        if depth >= MOST_DEPTH:
            raise self._break(opening, f"messages nested more than {MOST_DEPTH} deep", "write it flatter")
        self._fields(message, place, opening, depth + 1)

    def _scalar(self, message: Message, field: FieldDescriptor, place: FieldPath) -> None:
        self.positions[place] = self._lines.locate(self._peek().start)
        try:
            setattr(message, field.name, self._value(field))
        except Unreadable as error:
            self._fault(error.token, error.what, error.mend)

    # -- values

    def _value(self, field: FieldDescriptor) -> str | bytes | int | float | bool:
        """Takes the value of a field that is no message; takes it too when it is unreadable."""
        token = self._peek()
        if token.kind == tokens.END or self._at("}>]:,;"):
            raise self._break(
                token, f"expected a value for `{field.name}`, found {shown(token)}", wanted(field)
            )
        if token.kind == tokens.MARK:
            self._skip_single_value()
            raise Unreadable(token, f"`{field.name}` is no message", wanted(field))
        if token.kind != tokens.STRING:
            return read_word(field, self._take())
        strings = [self._take()]
        while self._peek().kind == tokens.STRING:
            strings.append(self._take())
        return read_strings(field, strings)

    # -- going on after a fault

    def _skip_value(self) -> None:
        """Passes over what follows the name of a field that is not read."""
        self._take_mark(":")
        self._skip_single_value()

    def _skip_single_value(self) -> None:
        token = self._peek()
        if token.kind == tokens.STRING:
            while self._peek().kind == tokens.STRING:
                self._take()
        elif self._at("{<["):
            self._skip_brackets()
        elif not self._at("}>],;:"):
            self._take()

    def _skip_brackets(self) -> None:
        open_brackets = [self._take()]
        while open_brackets:
            token = self._take()
            if token.kind == tokens.END:
                line, column = self._lines.locate(open_brackets[-1].start)
                raise self._break(
                    token, f"the file ends, but the bracket of {line}:{column} is open", "close it"
                )
            if token.kind != tokens.MARK:
                continue
            if token.text in _CLOSING:
                open_brackets.append(token)
            elif token.text in _CLOSING.values() and token.text != _CLOSING[open_brackets.pop().text]:
                raise self._break(
                    token, f"{token.text} does not match the bracket it closes", "pair the brackets"
                )

    def _hint(self, descriptor: Descriptor, name: str) -> str:
        known = self._hints.get((descriptor.name, name))
        if known:
            return known
        return nearest(name, descriptor.fields_by_name, _some_fields(descriptor))


def _some_fields(descriptor: Descriptor) -> str:
    names = list(descriptor.fields_by_name)
    return f"{descriptor.name} has {listed(names)}" if names else f"{descriptor.name} has no fields"
