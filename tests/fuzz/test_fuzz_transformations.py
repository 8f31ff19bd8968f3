"""Any transformation is refused at load, makes plain data, or fails with its own error: nothing else, and in bounds."""

import pytest
from corpus import LONG, lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.events.transformations import Transformation, TransformationError, TransformationFault

CALM = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
CORPUS = lines("transformations.jsonl")
NAMES = st.sampled_from(
    ["x", "x", "x", "y", "a", "len", "str", "ast", "int", "__import__", "eval", "open", "_"]
)
FUNCTIONS = st.sampled_from(
    [
        "abs", "all", "any", "bool", "chr", "dict", "divmod", "enumerate", "filter", "float", "int", "isinstance",
        "len", "list", "map", "max", "min", "ord", "pow", "range", "repr", "reversed", "round", "sorted", "str", "sum",
        "tuple", "zip", "eval", "exec", "__import__", "getattr", "type",
        "ast.literal_eval", "open", "vars", "print", "x",
    ]
)  # fmt: skip
METHODS = st.sampled_from(
    [
        "format", "join", "replace", "split", "upper", "strip", "get", "items", "keys", "values", "index", "count",
        "copy", "center", "zfill", "ljust", "append", "encode", "__class__", "__init__", "format_map", "translate",
        "pop", "expandtabs", "splitlines", "casefold", "partition",
    ]
)  # fmt: skip
LITERALS = st.sampled_from(
    [
        "0", "1", "-1", "2.5", "1e308", "10**4", "99999", "True", "None", "''", "'a'", "'{}'", "'{0.__class__}'",
        "'%s %1000000d'", "'%*d'", "'{:>99999}'", "[]", "[1, 2]", "{}", "{'a': 1}", "()", "(1, 'b')", "b'a'", "1j",
        "...", "'[' * 99", "'(1, [2])'", "f'{x}'", "f'{x!r:>9}'", "f'{x:{x}}'", "'é\\u0000'", "9" * 50,
    ]
)  # fmt: skip


def _deeper(inner):
    return st.one_of(
        st.builds("{}({})".format, FUNCTIONS, inner),
        st.builds("{}({}, {})".format, FUNCTIONS, inner, inner),
        st.builds("{}({}, key={})".format, st.sampled_from(["max", "min", "sorted"]), inner, FUNCTIONS),
        st.builds("({}).{}({})".format, inner, METHODS, st.one_of(st.just(""), inner)),
        st.builds("({}).{}({}, {})".format, inner, METHODS, inner, inner),
        st.builds("({}) {} ({})".format, inner, st.sampled_from(
            ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "@", "and", "or", "in", "is", "==", "<"]
        ), inner),
        st.builds("({})[{}]".format, inner, inner),
        st.builds("({})[{}:{}]".format, inner, inner, inner),
        st.builds("({}) if ({}) else ({})".format, inner, inner, inner),
        st.builds("[{} for a in {}]".format, inner, inner),
        st.builds("[{} for a in {} for b in {} if {}]".format, inner, inner, inner, inner),
        st.builds("{{{}: {} for a in {}}}".format, inner, inner, inner),
        st.builds("[{}, {}]".format, inner, inner),
        st.builds("{{{}: {}}}".format, inner, inner),
        st.builds("not ({})".format, inner),
        st.builds("~({})".format, inner),
        st.builds("lambda: {}".format, inner),
        st.builds("(a := {})".format, inner),
        st.builds("({}).__class__".format, inner),
    )  # fmt: skip


EXPRESSIONS = st.recursive(st.one_of(NAMES, LITERALS), _deeper, max_leaves=12)
STATEMENTS = st.one_of(
    st.builds("y = {}".format, EXPRESSIONS),
    st.builds("y = {}".format, EXPRESSIONS),
    st.builds("a = {}".format, EXPRESSIONS),
    st.builds("a, y = {}".format, EXPRESSIONS),
    st.builds("x {}= {}".format, st.sampled_from(["+", "*", "**", "<<", "%"]), EXPRESSIONS),
    st.sampled_from(
        ["import ast", "import os", "del x", "y = x", "x = [x, x]", "x = x * 9", "y: int = 1", "pass"]
    ),
    st.text(max_size=12),
)


@st.composite
def transformations(draw):
    if draw(st.integers(0, 2)):
        return draw(st.lists(STATEMENTS, min_size=1, max_size=4))
    text = draw(st.sampled_from(CORPUS))
    place = draw(st.integers(0, len(text)))
    return [text[:place] + draw(st.one_of(NAMES, LITERALS, st.text(max_size=3))) + text[place:]]


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
