"""Any transformation is refused at load, makes plain data, or fails with its own error: nothing else, and in bounds."""

import re
from random import Random

import pytest
from corpus import LONG, lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.events.transformations import Transformation, TransformationError, TransformationFault

CALM = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
CORPUS = lines("transformations.jsonl")
# Each table has what the language knows, and what it must refuse.
NAMES = [
    ["x", "x", "a"],
    ["y", "len", "str", "ast", "int", "__import__", "eval", "open", "_", "__builtins__"],
]
FUNCTIONS = [
    [
        "abs", "all", "any", "bool", "chr", "dict", "divmod", "enumerate", "filter", "float", "int", "len", "list",
        "map", "max", "min", "ord", "pow", "range", "repr", "reversed", "round", "sorted", "str", "sum", "tuple", "zip",
    ],
    ["eval", "exec", "__import__", "getattr", "type", "open", "vars", "print", "x", "isinstance", "compile", "iter"],
]  # fmt: skip
METHODS = [
    [
        "format", "join", "replace", "split", "upper", "strip", "get", "items", "keys", "values", "index", "count",
        "copy", "center", "zfill", "ljust", "splitlines", "casefold", "partition", "rsplit", "find", "title", "rfind",
        "rpartition", "lstrip", "rstrip",
    ],
    ["append", "encode", "__class__", "__init__", "format_map", "translate", "pop", "expandtabs", "sort", "mro"],
]  # fmt: skip
LITERALS = [
    [
        "0", "1", "-1", "2.5", "1e308", "10**4", "99999", "True", "None", "''", "'a'", "'{}'", "'{0.__class__}'",
        "'%s %1000000d'", "'%*d'", "'%(a(b))9000000d'", "'%(a)s%l9000000d'", "{'a(b)': 1, 'a': 'b'}",
        "(2**61 - 1)", "'\\0' * 9999",
        "'{:>99999}'", "[]", "[1, 2]", "{}", "{'a': 1}", "()", "(1, 'b')", "'[' * 99",
        "'(1, [2])'", "f'{x}'", "f'{x!r:>9}'", "f'{x:{x}}'", "'é\\u0000'", "9" * 50, "'abc' * 99",
    ],
    ["b'a'", "1j", "...", "{1, 2}", "x.__class__", "().__class__"],
]  # fmt: skip
OPERATORS = [
    ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "and", "or", "in", "==", "<"],
    ["@", "is"],
]
# What an expression is made of: E stands for another, F, M, O for a function, a method, an operator.
FORMS = [
    [
        "F(E)", "F(E)", "F(E, E)", "sorted(E, key=F)", "max(E, key=F)", "map(F, E)", "filter(None, E)", "(E).M()",
        "(E).M(E)", "(E).M(E, E)", "(E) O (E)", "(E) O (E)", "(E)[E]", "(E)[0]", "(E)[E:E]", "(E) if (E) else (E)",
        "[E for a in E]", "[E for a in E for b in E if E]", "{E: E for a in E}", "[E, E]", "{E: E}", "not (E)", "~(E)",
        "isinstance(E, (int, str))", "f'{a}{x!r}'", "f'{E!r}{E!a}'", "pow(E, E, E)", "{a * (2**61 - 1): E for a in E}",
        "(E) % (E)", "[E] * 9", "ast.literal_eval(E)", "ast.literal_eval(str(E))",
    ],
    ["lambda: E", "(a := E)", "(E).__class__", "isinstance(E, F)", "(*E,)", "F(*E)", "F(**E)", "{**E}", "(E).M"],
]  # fmt: skip
STATEMENTS = [
    ["y = E", "y = E", "y = E", "a = E", "x += E", "x *= E", "x = [x, x]", "x = x * 9", "a, y = E, E", "y = a = E"],
    ["import os", "del x", "y: int = 1", "pass", "E", "from os import path", "global x", "assert E", "while E: pass"],
]  # fmt: skip
_LEVELS = 4


class Author:
    """Writes transformations; one in a few does not know the language."""

    def __init__(self, seed):
        self._random = Random(seed)
        self._wild = self._random.random() < 0.2

    def transformation(self):
        statements = [self._choose(STATEMENTS) for _ in range(self._random.randint(1, 3))]
        lines = ["import ast", "a = x", *statements, "y = E"]
        return [self._filled(line, _LEVELS) for line in lines]

    def changed(self, text):
        """A text with something put into it, and a little cut."""
        place = self._random.randint(0, len(text))
        return text[:place] + self._expression(1) + text[place + self._random.randint(0, 3) :]

    def pick(self, texts):
        return self._random.choice(texts)

    def _choose(self, table):
        return self._random.choice(table[self._wild and self._random.random() < 0.3])

    def _expression(self, levels):
        if levels == 0 or self._random.random() < 0.25:
            return self._choose(self._random.choice((NAMES, LITERALS)))
        return self._filled(self._choose(FORMS), levels - 1)

    def _filled(self, form, levels):
        tables = {"F": FUNCTIONS, "M": METHODS, "O": OPERATORS}
        return re.sub(
            r"\b[EFMO]\b",
            lambda place: self._expression(levels) if place[0] == "E" else self._choose(tables[place[0]]),
            form,
        )


@st.composite
def transformations(draw):
    # From a seed: drawing every term alone costs Hypothesis more than running it.
    author = Author(draw(st.integers(0, 2**64 - 1)))
    if draw(st.integers(0, 3)):
        return author.transformation()
    return [author.changed(author.pick(CORPUS))]


INPUTS = st.one_of(
    st.sampled_from([(), ("1",), ("a", None), ["x", 0.5], [["1"], [2.0]], "12", 0.7, True, [], ("[1, 2]",), {"a": 1}]),
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(-99, 10**30), st.floats(), st.text(max_size=5)),
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=2), inner, max_size=3)),
        max_leaves=8,
    ),
)  # fmt: skip
PLAIN = (bool, int, float, str, type(None))


def plain(value):
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, (list, tuple)):
            pending += each
        elif isinstance(each, dict):
            pending += [*each.keys(), *each.values()]
        elif type(each) not in PLAIN:
            return False
    return True


def check(sources, value):
    try:
        transformation = Transformation(sources)
    except TransformationFault as fault:
        assert 0 <= fault.index < len(sources) and str(fault)
        return
    before = repr(value)
    try:
        made = transformation(value)
    except TransformationError as error:
        assert str(error)
    else:
        assert plain(made)
    # An input may be handed to others, too.
    assert repr(value) == before


@pytest.mark.parametrize("text", CORPUS)
def test_the_corpus(text):
    for value in ((), ("1", "b"), [["a"], []], 0.5):
        check([text], value)


@settings(CALM, max_examples=400)
@given(transformations(), INPUTS)
def test_transformations(sources, value):
    check(sources, value)


@pytest.mark.long
@settings(CALM, max_examples=LONG)
@given(transformations(), INPUTS)
def test_transformations_at_length(sources, value):
    check(sources, value)
