"""Functions that a transformation may call: pure functions, and methods of texts, lists, tuples and dicts.

The first argument of each function is the budget. Each checks the size of its result before it computes a
large one.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from mobile_env.events.work_budget import (
    WorkBudget,
    WorkError,
    check_bits,
    check_length,
    check_text,
    check_width,
    mapping,
)

# Types that a value may be of; also what isinstance() may ask for.
TYPES: dict[str, type] = {
    "bool": bool,
    "dict": dict,
    "float": float,
    "int": int,
    "list": list,
    "str": str,
    "tuple": tuple,
}

Function = Callable[..., Any]


def items(budget: WorkBudget, value: Any) -> Sequence[Any]:
    """The items of something iterable, paid for."""
    if not isinstance(value, (str, list, tuple, dict, range)):
        raise TypeError(f"{type(value).__name__} has no items")
    if not isinstance(value, str):
        check_length(len(value))
    budget.spend(len(value))
    return list(value)


def literal(budget: WorkBudget, text: Any) -> Any:
    """`ast.literal_eval`: a Python literal read as data."""
    if not isinstance(text, str):
        raise TypeError(f"ast.literal_eval() reads a text, not {type(text).__name__}")
    budget.spend(len(text))
    check_text(len(text))
    try:
        value = ast.literal_eval(text)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        raise ValueError(f"ast.literal_eval() cannot read {text[:60]!r}") from None
    check_plain(value)
    return value


def check_plain(value: Any) -> None:
    """Raises TypeError if a value is, or holds, something that is no plain data; WorkError as `mapping` does."""
    if isinstance(value, (list, tuple)):
        for part in value:
            check_plain(part)
    elif isinstance(value, dict):
        mapping(value.items())
        for key, part in value.items():
            check_plain(key)
            check_plain(part)
    elif not (value is None or isinstance(value, (bool, int, float, str))):
        raise TypeError(f"{type(value).__name__} is no value of a transformation")


def power(budget: WorkBudget, base: Any, exponent: Any, modulus: Any = None) -> Any:
    """`base ** exponent`."""
    if isinstance(base, int) and isinstance(exponent, int):
        if modulus is None:
            check_bits(base.bit_length() * max(exponent, 0) if abs(base) > 1 else 0)
        elif isinstance(modulus, int):
            # A multiplication of large integers for each bit of the exponent.
            digits = modulus.bit_length() // 30 + 1
            budget.spend(exponent.bit_length() * digits * digits // 200)
    return pow(base, exponent, modulus)


def multiply(budget: WorkBudget, left: Any, right: Any) -> Any:
    """`left * right`."""
    for value, times in ((left, right), (right, left)):
        if isinstance(value, (str, list, tuple)) and isinstance(times, int):
            (check_text if isinstance(value, str) else check_length)(len(value) * max(times, 0))
    return left * right


def shift_left(budget: WorkBudget, left: Any, right: Any) -> Any:
    """`left << right`."""
    if isinstance(left, int) and isinstance(right, int):
        check_bits(left.bit_length() + max(right, 0))
    return left << right


_SHORT = (bool, int, float, str, type(None))
_FLAGS_AND_LENGTHS = "-+ #0hlL"
# Of a float: 1e308 as %f, decimals apart; and as repr has it.
_LONGEST_FLOAT, _LONGEST_REPR = 330, 25


def modulo(budget: WorkBudget, left: Any, right: Any) -> Any:
    """`left % right`, of numbers, or a text formatted the old way."""
    if isinstance(left, str):
        values = right if isinstance(right, tuple) else (right,)
        if isinstance(right, dict):
            values = tuple(right.values())
        fields = list(_percent_fields(left))
        _check_formatted(
            left, [width for width, _ in fields], values, escaped=any(kind in "ra" for _, kind in fields)
        )
    return left % right


def _percent_fields(template: str) -> Iterator[tuple[int, str]]:
    """Width and conversion of each field of a template, read as Python reads it: a key may have parentheses in it."""
    at = template.find("%")
    while at >= 0:
        at += 1
        if template[at : at + 1] == "(":
            depth = 1
            while depth:
                at += 1
                if at >= len(template):
                    raise ValueError("incomplete format key")
                depth += {"(": 1, ")": -1}.get(template[at], 0)
            at += 1
        width = 0
        while template[at : at + 1] and template[at] in _FLAGS_AND_LENGTHS + "*.0123456789":
            if template[at] == "*":
                raise WorkError("formats to a width taken from a value")
            end = at
            while template[end : end + 1] and template[end] in "0123456789":
                end += 1
            width = max(width, _width(template[at:end]))
            at = max(end, at + 1)
        yield width, template[at : at + 1] or "%"
        at = template.find("%", at + 1)


def _width(digits: str) -> int:
    if not digits:
        return 0
    check_width(10**9 if len(digits) > 9 else int(digits))
    return int(digits)


def check_format_spec(spec: str) -> int:
    """Raises WorkError if a format specification pads too far; returns how far it pads at most."""
    return max((_width(digits) for digits in re.findall(r"\d+", spec)), default=0)


def _check_formatted(template: str, widths: Sequence[int], values: Iterable[Any], *, escaped: bool) -> None:
    longest = max((_formatted_length(value, escaped=escaped) for value in values), default=0)
    check_text(len(template) + sum(widths) + len(widths) * longest)


def check_shown(value: Any, *, escaped: bool) -> int:
    """Raises WorkError if a value would be too long as a text; returns how long it is at most.

    Args:
      value: a value that the budget has weighed.
      escaped: whether it is shown by `repr` or `ascii`; what is inside another value always is.
    """
    length = 0
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, str):
            # An escaped text has at most ten times as many characters as the text, which is bounded itself.
            length += len(ascii(each)) if escaped or each is not value else len(each)
        elif isinstance(each, int):
            length += each.bit_length() * 3 // 10 + 5
        elif isinstance(each, (list, tuple)):
            length += 2 * len(each) + 3
            pending += each
        elif isinstance(each, dict):
            length += 4 * len(each) + 2
            pending += each.keys()
            pending += each.values()
        else:
            length += _LONGEST_REPR
        check_text(length)
    return length


def _formatted_length(value: Any, *, escaped: bool) -> int:
    """How long a text or number is at most in a format without a width, binary digits in groups among it."""
    if not isinstance(value, _SHORT):
        raise TypeError(f"formats texts and numbers only, not {type(value).__name__}")
    if isinstance(value, int):
        return value.bit_length() * 5 // 4 + 5
    return _LONGEST_FLOAT if isinstance(value, float) else check_shown(value, escaped=escaped)


def _format(budget: WorkBudget, template: str, *values: Any, **named: Any) -> str:
    widths = []
    escaped = False
    for _literal, name, spec, conversion in string.Formatter().parse(template):
        if name is None:
            continue
        if re.fullmatch(r"\w*", name) is None or "{" in (spec or ""):
            raise ValueError(f"format field {name!r} is more than a name or number")
        widths.append(check_format_spec(spec or ""))
        escaped = escaped or conversion in ("r", "a")
    _check_formatted(template, widths, [*values, *named.values()], escaped=escaped)
    return template.format(*values, **named)


def _replace(budget: WorkBudget, text: str, old: str, new: str, count: int = -1) -> str:
    found = text.count(old) if count < 0 else min(count, text.count(old))
    check_text(len(text) + found * max(len(new) - len(old), 0))
    return text.replace(old, new, count)


def _join(budget: WorkBudget, text: str, parts: Any) -> str:
    listed = items(budget, parts)
    check_text(sum(len(part) + len(text) for part in listed if isinstance(part, str)))
    return text.join(listed)


def _padded(name: str) -> Function:
    def pad(budget: WorkBudget, text: str, width: int, *fill: str) -> Any:
        check_text(width)
        return getattr(text, name)(width, *fill)

    return pad


def _plain_method(kind: type, name: str) -> Function:
    method = getattr(kind, name)

    def call(budget: WorkBudget, *arguments: Any, **named: Any) -> Any:
        return method(*arguments, **named)

    return call


# Characters that Python compares in the time of one of our steps.
_COMPARED_IN_A_STEP = 2_000


def _backwards(name: str) -> Function:
    """A method that looks for a text from the end: Python may compare all of it at every place."""
    method = getattr(str, name)

    def call(budget: WorkBudget, text: str, *arguments: Any, **named: Any) -> Any:
        for part in (*arguments, *named.values()):
            if isinstance(part, str):
                budget.spend(len(text) * len(part) // _COMPARED_IN_A_STEP)
        return method(text, *arguments, **named)

    return call


def _stripped(name: str) -> Function:
    """A method that strips characters: Python may look for each character of the text in all of them."""
    method = getattr(str, name)

    def call(budget: WorkBudget, text: str, characters: str | None = None) -> str:
        if isinstance(characters, str):
            characters = "".join(dict.fromkeys(characters))
            budget.spend(len(text) * len(characters) // _COMPARED_IN_A_STEP)
        return method(text, characters)

    return call


def _listed_method(name: str) -> Function:
    def call(budget: WorkBudget, value: dict[Any, Any]) -> list[Any]:
        return list(getattr(value, name)())

    return call


_TEXT_METHODS = (
    "capitalize casefold count endswith find index isalnum isalpha isdecimal isdigit islower isnumeric isspace"
    " istitle isupper lower partition removeprefix removesuffix split splitlines startswith swapcase title upper"
)

METHODS: dict[type, dict[str, Function]] = {
    str: {
        **{name: _plain_method(str, name) for name in _TEXT_METHODS.split(" ")},
        **{name: _backwards(name) for name in ("rfind", "rindex", "rpartition", "rsplit")},
        **{name: _stripped(name) for name in ("lstrip", "rstrip", "strip")},
        **{name: _padded(name) for name in ("center", "ljust", "rjust", "zfill")},
        "format": _format,
        "join": _join,
        "replace": _replace,
    },
    list: {name: _plain_method(list, name) for name in ("copy", "count", "index")},
    tuple: {name: _plain_method(tuple, name) for name in ("count", "index")},
    dict: {
        **{name: _plain_method(dict, name) for name in ("copy", "get")},
        **{name: _listed_method(name) for name in ("items", "keys", "values")},
    },
}


def _plain(function: Function) -> Function:
    def call(budget: WorkBudget, *arguments: Any, **named: Any) -> Any:
        return function(*arguments, **named)

    return call


def _of_items(function: Function) -> Function:
    """Wraps a function of one iterable: the budget pays for its items."""

    def call(budget: WorkBudget, *arguments: Any, **named: Any) -> Any:
        if not arguments:
            return function(**named)
        return function(items(budget, arguments[0]), *arguments[1:], **named)

    return call


def _extreme(function: Function) -> Function:
    """min() and max(): of one iterable, or of several values."""

    def call(budget: WorkBudget, *arguments: Any, **named: Any) -> Any:
        if "key" in named:
            named["key"] = bound(budget, named["key"])
        if len(arguments) == 1:
            arguments = (items(budget, arguments[0]),)
        return function(*arguments, **named)

    return call


def bound(budget: WorkBudget, function: Function | None) -> Callable[..., Any] | None:
    """A function of this module without its budget parameter, each call paid for."""
    if function is None:
        return None

    def call(*arguments: Any) -> Any:
        budget.spend(1)
        return function(budget, *arguments)

    return call


def _map(budget: WorkBudget, function: Function, *iterables: Any) -> list[Any]:
    called = bound(budget, function)
    if called is None:
        raise TypeError("map() needs a function")
    return list(map(called, *(items(budget, each) for each in iterables)))


def _filter(budget: WorkBudget, function: Function | None, iterable: Any) -> list[Any]:
    return list(filter(bound(budget, function), items(budget, iterable)))


def _sorted(
    budget: WorkBudget, iterable: Any, *, key: Function | None = None, reverse: bool = False
) -> list[Any]:
    return sorted(items(budget, iterable), key=bound(budget, key), reverse=reverse)


def _zip(budget: WorkBudget, *iterables: Any) -> list[Any]:
    return list(zip(*(items(budget, each) for each in iterables), strict=False))


def _enumerate(budget: WorkBudget, iterable: Any, start: int = 0) -> list[Any]:
    return list(enumerate(items(budget, iterable), start))


def _reversed(budget: WorkBudget, iterable: Any) -> list[Any]:
    return list(reversed(items(budget, iterable)))


def _sum(budget: WorkBudget, iterable: Any, start: Any = 0) -> Any:
    listed = items(budget, iterable)
    if not all(isinstance(each, (int, float)) for each in (*listed, start)):
        raise TypeError("sum() adds numbers")
    return sum(listed, start)


def _dict(budget: WorkBudget, *pairs: Any, **named: Any) -> dict[Any, Any]:
    if len(pairs) > 1:
        raise TypeError(f"dict() takes one argument by place, not {len(pairs)}")
    listed: list[tuple[Any, Any]] = []
    for given in pairs:
        if isinstance(given, dict):
            listed += given.items()
            continue
        for pair in items(budget, given):
            parts = items(budget, pair)
            if len(parts) != 2:
                raise ValueError(f"dict() needs pairs, not {len(parts)} values")
            listed.append((parts[0], parts[1]))
    return make_dict(budget, [*listed, *named.items()])


def make_dict(budget: WorkBudget, pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """A dict of keys and values; raises WorkError as `mapping` does."""
    return mapping(_weighed(budget, pairs))


def _weighed(budget: WorkBudget, pairs: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    for key, value in pairs:
        if isinstance(key, tuple):
            # Hashed anew each time.
            budget.weigh(key)
        yield key, value


def _round(budget: WorkBudget, value: Any, places: Any = None) -> Any:
    if isinstance(places, int):
        check_width(places)
    return round(value, places)


def _text(budget: WorkBudget, value: Any = "") -> str:
    check_shown(value, escaped=False)
    return str(value)


def _representation(budget: WorkBudget, value: Any) -> str:
    check_shown(value, escaped=True)
    return repr(value)


FUNCTIONS: dict[str, Function] = {
    "abs": _plain(abs),
    "all": _of_items(all),
    "any": _of_items(any),
    "bool": _plain(bool),
    "chr": _plain(chr),
    "dict": _dict,
    "divmod": _plain(divmod),
    "enumerate": _enumerate,
    "filter": _filter,
    "float": _plain(float),
    "int": _plain(int),
    "isinstance": _plain(isinstance),
    "len": _plain(len),
    "list": _of_items(list),
    "map": _map,
    "max": _extreme(max),
    "min": _extreme(min),
    "ord": _plain(ord),
    "pow": power,
    "range": _plain(range),
    "repr": _representation,
    "reversed": _reversed,
    "round": _round,
    "sorted": _sorted,
    "str": _text,
    "sum": _sum,
    "tuple": _of_items(tuple),
    "zip": _zip,
}

# Where a function stands as an argument: place of a positional one, or name.
FUNCTION_ARGUMENTS: dict[str, frozenset[int | str]] = {
    "filter": frozenset({0}),
    "map": frozenset({0}),
    "max": frozenset({"key"}),
    "min": frozenset({"key"}),
    "sorted": frozenset({"key"}),
}
