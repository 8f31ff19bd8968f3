"""Values of a text-format file that are no messages: numbers, truth values, enumerations, strings."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import cast

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

from mobile_env.suggestions import nearest
from mobile_env.tasks import tokens

_INTEGER = re.compile(r"[-+]?(?:0[xX][0-9A-Fa-f]+|0[0-7]*|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?[fF]?\Z")
_INFINITE = re.compile(r"[-+]?inf(?:inity)?f?\Z", re.IGNORECASE)
_NOT_A_NUMBER = re.compile(r"nanf?\Z", re.IGNORECASE)
# No number that fits a field is longer; Python refuses thousands of digits by an error of its own.
_MOST_DIGITS = 100

_INTEGER_BITS = {
    FieldDescriptor.TYPE_INT32: (True, 32),
    FieldDescriptor.TYPE_SINT32: (True, 32),
    FieldDescriptor.TYPE_SFIXED32: (True, 32),
    FieldDescriptor.TYPE_UINT32: (False, 32),
    FieldDescriptor.TYPE_FIXED32: (False, 32),
    FieldDescriptor.TYPE_INT64: (True, 64),
    FieldDescriptor.TYPE_SINT64: (True, 64),
    FieldDescriptor.TYPE_SFIXED64: (True, 64),
    FieldDescriptor.TYPE_UINT64: (False, 64),
    FieldDescriptor.TYPE_FIXED64: (False, 64),
}
_FLOATS = (FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_DOUBLE)
_TEXTS = (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES)
_TRUTHS = {
    **dict.fromkeys(("true", "True", "t", "1"), True),
    **dict.fromkeys(("false", "False", "f", "0"), False),
}


class Unreadable(Exception):
    """One value cannot be read. What follows can.

    Attributes:
      token: where.
      what: what is wrong.
      mend: how to mend it.
    """

    def __init__(self, token: tokens.Token, what: str, mend: str):
        super().__init__(what)
        self.token = token
        self.what = what
        self.mend = mend


def read_word(field: FieldDescriptor, token: tokens.Token) -> int | float | bool:
    """What a number or a name stands for.

    Raises:
      Unreadable: the field takes no such value.
    """
    if field.type in _TEXTS:
        raise Unreadable(token, f"`{field.name}` takes a string, found {token.text}", f'write "{token.text}"')
    if field.type in _INTEGER_BITS:
        return _integer(field, token)
    if field.type in _FLOATS:
        return _floating(field, token)
    if field.type == FieldDescriptor.TYPE_BOOL:
        if token.text not in _TRUTHS:
            raise Unreadable(token, f"`{field.name}` takes true or false, found {token.text}", "")
        return _TRUTHS[token.text]
    return _enumerated(field, token)


def read_strings(field: FieldDescriptor, strings: Sequence[tokens.Token]) -> str | bytes:
    """What string literals side by side stand for, joined.

    Raises:
      Unreadable: the field takes no string, an escape stands for nothing, or the text is not UTF-8.
    """
    first = strings[0]
    if field.type not in _TEXTS:
        raise Unreadable(first, f"`{field.name}` takes no string, found {shown(first)}", wanted(field))
    pieces = []
    for token in strings:
        try:
            pieces.append(tokens.unquote(token))
        except tokens.TokenError as error:
            raise Unreadable(token._replace(start=error.start), error.what, error.mend) from None
    joined = b"".join(pieces)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return joined
    try:
        return joined.decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"`{field.name}` is not UTF-8 text: byte 0x{joined[error.start]:02x}"
        raise Unreadable(first, what, "write characters themselves, or \\u and four digits") from None


def _integer(field: FieldDescriptor, token: tokens.Token) -> int:
    if not _INTEGER.match(token.text):
        raise Unreadable(token, f"`{field.name}` takes a whole number, found {token.text}", "")
    signed, bits = _INTEGER_BITS[field.type]
    lowest, highest = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    number = _integer_value(token.text) if len(token.text) < _MOST_DIGITS else None
    if number is None or not lowest <= number <= highest:
        raise Unreadable(
            token, f"{shown(token)} is too big for `{field.name}`", f"from {lowest} to {highest}"
        )
    return number


def _floating(field: FieldDescriptor, token: tokens.Token) -> float:
    if _FLOAT.match(token.text):
        return float(token.text.rstrip("fF"))
    if _INFINITE.match(token.text):
        return -math.inf if token.text.startswith("-") else math.inf
    if _NOT_A_NUMBER.match(token.text):
        return math.nan
    raise Unreadable(token, f"`{field.name}` takes a number, found {token.text}", "")


def _enumerated(field: FieldDescriptor, token: tokens.Token) -> int:
    enum = cast(EnumDescriptor, field.enum_type)
    value = enum.values_by_name.get(token.text)
    if value is None and _INTEGER.match(token.text) and len(token.text) < _MOST_DIGITS:
        value = enum.values_by_number.get(_integer_value(token.text))
    if value is not None:
        return value.number
    names = list(enum.values_by_name)
    raise Unreadable(
        token, f"`{field.name}` has no value {token.text}", nearest(token.text, names, wanted(field))
    )


def _integer_value(text: str) -> int:
    # Python writes 0o where the text format writes 0.
    return int(re.sub(r"^([-+]?)0(?=[0-7])", r"\g<1>0o", text), 0)


def wanted(field: FieldDescriptor) -> str:
    """What a field takes, for a person."""
    if field.type in _TEXTS:
        return "it takes a string in quotes"
    if field.type in _INTEGER_BITS:
        return "it takes a whole number"
    if field.type in _FLOATS:
        return "it takes a number"
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "it takes true or false"
    if field.type == FieldDescriptor.TYPE_ENUM:
        return f"it takes {listed(list(cast(EnumDescriptor, field.enum_type).values_by_name))}"
    return "it takes a message in { }"


def listed(names: Sequence[str]) -> str:
    """Names for a person: `a, b, c`."""
    return ", ".join(names)


def shown(token: tokens.Token) -> str:
    """A word for a person, cut short if it is long."""
    if token.kind == tokens.END:
        return "the end of the file"
    return token.text if len(token.text) <= 40 else f"{token.text[:37]}..."
