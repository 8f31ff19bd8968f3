"""Any text is a selector that selects, or an error that says what and where."""

import pytest
from corpus import LONG, lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.events.selectors import HierarchyIndex, SelectorError, compile_selector
from mobile_env.signals.hierarchy import parse_hierarchy

CALM = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
CORPUS = lines("selectors.jsonl")
TREE = HierarchyIndex(
    parse_hierarchy(
        '<hierarchy rotation="0"><node index="0" class="a.View" resource-id="p:id/a" text="x"><node index="1" text=""/>'
        '<node index="2" class="b" package="p" text="é"><node text="1"/></node></node><node/></hierarchy>'
    )
)
PIECES = st.sampled_from(
    [
        "#", ".", "$", "@", "^", "*", "~", "|", "+", ">", ",", ":", "::", "(", ")", "[", "]", "=", "!=", "^=", "$=",
        '"', "'", "\\", "\\0 ", "\\110000", "/*", "*/", "<!--", "node", "a", "a.b", "-", "--a", "0", "2n+1", "-n",
        "+n", "99999999999999999999n", "odd", ":not(", ":is(", ":where(", ":has(", ":nth-child(", ":nth-last-of-type(",
        ":nth-child(2 of ", ":first-child", ":empty", ":root", ":scope", ":lang(en)", "text", 'text="x"', " ", "\n",
        "\0", "é", "\ud7ff", "😀", '#"p:id/a"', '.$"View"', '$"p"', "@2", " i]", "|a", "*|*",
    ]
)  # fmt: skip


@st.composite
def texts(draw):
    if draw(st.booleans()):
        return "".join(draw(st.lists(PIECES, max_size=14)))
    text = draw(st.sampled_from(CORPUS))
    place = draw(st.integers(0, len(text)))
    return (
        text[:place] + draw(st.one_of(PIECES, st.text(max_size=3))) + text[place + draw(st.integers(0, 3)) :]
    )


def check(text):
    try:
        selector = compile_selector(text)
    except SelectorError as error:
        assert str(error) and error.mend
        return
    found = list(selector.select(TREE))
    places = [node.position for node in found]
    assert places == sorted(set(places))


@pytest.mark.parametrize("text", CORPUS)
def test_the_corpus(text):
    check(text)


@settings(CALM, max_examples=400)
@given(texts())
def test_selectors(text):
    check(text)


@pytest.mark.long
@settings(CALM, max_examples=LONG)
@given(texts())
def test_selectors_at_length(text):
    check(text)
