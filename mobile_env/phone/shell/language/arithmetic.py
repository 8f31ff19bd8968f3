"""The shell's `$((…))`: whole numbers of 64 bits, evaluated without Python's eval."""

from __future__ import annotations

import re
from collections.abc import Callable

_TOKEN = re.compile(
    r"\s*(0[xX][0-9a-fA-F]+|[0-9]+|[A-Za-z_][A-Za-z0-9_]*|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%()<>&|^!~])"
)
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_MAX_DEPTH = 60


class ExpressionError(ValueError):
    """An expression that has no value."""


def evaluate(expression: str, variable: Callable[[str], str]) -> int:
    """Returns the value of an expression; raises ExpressionError for anything that has none.

    Args:
      expression: operators of C on whole numbers, except assignment and `?:`.
      variable: gives the text of a variable, "" if it is not set.
    """
    tokens: list[str] = []
    at = 0
    expression = expression.strip()
    while at < len(expression):
        match = _TOKEN.match(expression, at)
        if not match:
            raise ExpressionError(f"{expression}: unexpected '{expression[at]}'")
        tokens.append(match[1])
        at = match.end()
    if not tokens:
        return 0
    tokens.reverse()
    value = _binary(tokens, 0, variable, 0)
    if tokens:
        raise ExpressionError(f"{expression}: unexpected '{tokens[-1]}'")
    return value


def _wrap(value: int) -> int:
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def _binary(tokens: list[str], level: int, variable: Callable[[str], str], depth: int) -> int:
    if level == len(_LEVELS):
        return _unary(tokens, variable, depth)
    left = _binary(tokens, level + 1, variable, depth)
    while tokens and tokens[-1] in _LEVELS[level]:
        operator = tokens.pop()
        left = _wrap(_apply(operator, left, _binary(tokens, level + 1, variable, depth)))
    return left


def _apply(operator: str, left: int, right: int) -> int:
    if operator in ("/", "%"):
        if right == 0:
            raise ExpressionError("divide by zero")
        # C rounds toward zero.
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if operator == "/" else left - quotient * right
    if operator in ("<<", ">>"):
        shift = right & 63
        return left << shift if operator == "<<" else left >> shift
    results: dict[str, Callable[[], int]] = {
        "||": lambda: int(bool(left) or bool(right)),
        "&&": lambda: int(bool(left) and bool(right)),
        "|": lambda: left | right,
        "^": lambda: left ^ right,
        "&": lambda: left & right,
        "==": lambda: int(left == right),
        "!=": lambda: int(left != right),
        "<": lambda: int(left < right),
        ">": lambda: int(left > right),
        "<=": lambda: int(left <= right),
        ">=": lambda: int(left >= right),
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
    }
    return results[operator]()


def _unary(tokens: list[str], variable: Callable[[str], str], depth: int) -> int:
    if depth > _MAX_DEPTH:
        raise ExpressionError(f"more than {_MAX_DEPTH} levels of nesting")
    if not tokens:
        raise ExpressionError("unexpected end of expression")
    token = tokens.pop()
    if token == "(":
        value = _binary(tokens, 0, variable, depth + 1)
        if not tokens or tokens.pop() != ")":
            raise ExpressionError("missing )")
        return value
    if token in ("-", "+", "!", "~"):
        value = _unary(tokens, variable, depth + 1)
        return _wrap({"-": -value, "+": value, "!": int(not value), "~": ~value}[token])
    if token[0].isdigit():
        return _number(token)
    if token[0].isalpha() or token[0] == "_":
        text = variable(token).strip()
        return _number(text) if text else 0
    raise ExpressionError(f"unexpected '{token}'")


def _number(text: str) -> int:
    # A leading 0 is decimal in mksh unless asked otherwise.
    if not re.fullmatch(r"-?(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})", text):
        raise ExpressionError(f"{text}: bad number")
    return _wrap(int(text, 16 if "x" in text.lower() else 10))
