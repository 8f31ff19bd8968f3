"""Selectors give what CSS says: by hand, and as lxml's cssselect on random trees and selectors."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from lxml.cssselect import CSSSelector

from mobile_env.events.selectors import (
    HierarchyIndex,
    SelectorError,
    compile_selector,
    expand_shorthands,
    unmatchable,
)
from mobile_env.signals.hierarchy import parse_hierarchy

SCREEN = """<hierarchy rotation="0">
<node index="0" package="com.wikihow" class="android.widget.FrameLayout" resource-id="">
  <node index="0" package="com.wikihow" class="android.view.View" resource-id="cat_navigation">
    <node index="0" package="com.wikihow" class="android.view.View" text="Seafood" resource-id="">
      <node index="0" package="com.wikihow" class="android.widget.TextView" text="a, b > c" resource-id=""/>
    </node>
    <node index="1" package="com.wikihow" class="android.widget.Image" text="x" resource-id="" />
  </node>
  <node index="1" package="com.android.systemui" class="LinearLayout" resource-id="a:id/search_plate">
    <node index="2" package="com.android.systemui" class="android.widget.EditText" text="#&quot;q&quot;"
      resource-id="a:id/search_src_text" clickable="true" />
  </node>
</node></hierarchy>"""


def select(selector, xml=SCREEN):
    index = HierarchyIndex(parse_hierarchy(xml))
    return [node.position for node in compile_selector(selector).select(index)]


@pytest.mark.parametrize(
    ("selector", "positions"),
    [
        ('#$"search_plate">#$"search_src_text"', [7]),
        ('.$"View"#"cat_navigation">."android.view.View"', [3]),
        ('#"cat_navigation" .$"TextView"', [4]),
        ('#^"a:id/"', [6, 7]),
        ('#*"search"', [6, 7]),
        ('$"com.android.systemui"@1', [6]),
        ('$^"com.wiki"@1', [5]),
        ("@2", [7]),
        ("@$'2'", [7]),
        ('.*"widget"', [1, 4, 5, 7]),
        ("hierarchy", [0]),
        (":root > node", [1]),
        ("*", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("node:empty", [4, 5, 7]),
        ('[text="a, b > c"]', [4]),
        ("""[text='#"q"']""", [7]),  # what looks like a shorthand inside quotes is text
        ('[clickable="true"], @2, #"cat_navigation"', [2, 7]),
        ('#"cat_navigation" > :first-child', [3]),
        ('#"cat_navigation" > :nth-child(2)', [5]),
        ('#"cat_navigation" + node', [6]),
        ('.$"View" ~ node', [5, 6]),
        ('#"cat_navigation" > :not(.$"View")', [5]),
        ("node:not([text])", [1, 2, 6]),
        (':is(."android.widget.Image", ."android.widget.EditText")', [5, 7]),
        ('/* all */ ."android.widget.Image"', [5]),
        ("  @2  ", [7]),
        ("[class~=android]", []),
        ("[rotation|='0']", [0]),
        ("[text]", [3, 4, 5, 7]),
        ('[text^=""]', []),
    ],
)
def test_what_a_selector_gives(selector, positions):
    assert select(selector) == positions


def test_an_empty_value_is_a_value():
    assert select('#""') == [1, 3, 4, 5]


@pytest.mark.parametrize(
    ("selector", "css"),
    [
        ('#"a"', '[resource-id="a"]'),
        ('.$"a"#^"b"', '[class$="a"][resource-id^="b"]'),
        ("$*'a'@12", "[package*='a'][index=\"12\"]"),
        ('[text="#\\"a\\""] @2', '[text="#\\"a\\""] [index="2"]'),
        ("[a='$']", "[a='$']"),
        ('#"a]b"[x=".\'1"]', '[resource-id="a]b"][x=".\'1"]'),
        ("node.plain#plain", "node.plain#plain"),
        ('/* #"a" */ @1', '/* #"a" */ [index="1"]'),
    ],
)
def test_shorthands(selector, css):
    assert expand_shorthands(selector)[0] == css


@pytest.mark.parametrize(
    ("selector", "what"),
    [
        ("node[text='a]", "unclosed string at character 11"),
        ("", "empty selector"),
        ("  ", "empty selector"),
        ('#$"a" > ', "at its end"),
        ('#"a', "unclosed string at character 2"),
        ('#$"a" ]', "at character 7, ']'"),
        ('$"a" @2 ,, node', "at character 10, ', node'"),
        ('#"a" > > node', "at character 8"),
        ("[text", "at its end"),
        ('[package$"x"]', "at character 9"),
        ("node:nth-child(x)", "bad argument of :nth-child()"),
        ("node:hover", "pseudo-class :hover"),
        ("node:checked", "pseudo-class :checked"),
        ("node::before", "pseudo-element"),
        ("node:contains('a')", ":contains()"),
        ("node:has(> node)", ":has()"),
        ("android|node", "namespace 'android'"),
        ("[android|text]", "namespace 'android'"),
        ('[text="a" i]', "case flag"),
        ("[text!=a]", "operator !="),
        (":not(" * 500, "bad selector"),
        ("a" * 5000, "5000 characters"),
    ],
)
def test_bad_selectors_say_what_and_where(selector, what):
    with pytest.raises(SelectorError) as error:
        compile_selector(selector)
    assert what in str(error.value)
    assert error.value.mend


TAGS = ["node", "hierarchy", "View"]
NAMES = ["resource-id", "class", "text", "id", "index"]
VALUES = ["", "a", "ab", "b", "a b", "a-b", "1", "2"]

elements = st.recursive(
    st.builds(
        lambda tag, attributes: (tag, attributes, []),
        st.sampled_from(TAGS),
        st.dictionaries(st.sampled_from(NAMES), st.sampled_from(VALUES), max_size=3),
    ),
    lambda inner: st.builds(
        lambda tag, attributes, children: (tag, attributes, children),
        st.sampled_from(TAGS),
        st.dictionaries(st.sampled_from(NAMES), st.sampled_from(VALUES), max_size=3),
        st.lists(inner, min_size=1, max_size=5),
    ),
    max_leaves=30,
)

series = st.sampled_from(["1", "2", "odd", "even", "2n+1", "-n+2", "n", "3n-1", "0n+2", "-2n+5", "n+3"])
attribute_tests = st.builds(
    lambda name, operator, value: f"[{name}{operator}'{value}']",
    st.sampled_from(NAMES),
    st.sampled_from(["=", "~=", "|=", "^=", "$=", "*="]),
    st.sampled_from(VALUES),
)
simple = st.one_of(
    attribute_tests,
    st.sampled_from(
        [".a", "#a", ".ab", "[text]", ":first-child", ":last-child", ":only-child", ":empty", ":root"]
    ),
    st.builds("#'{}'".format, st.sampled_from(VALUES)),
    st.builds(".{}'{}'".format, st.sampled_from("$^*"), st.sampled_from(VALUES)),
    st.sampled_from(["@1", "@2"]),
    st.builds(":nth-{}({})".format, st.sampled_from(["child", "last-child"]), series),
)
typed = st.one_of(
    st.sampled_from([":first-of-type", ":last-of-type", ":only-of-type"]),
    st.builds(":nth-{}({})".format, st.sampled_from(["of-type", "last-of-type"]), series),
)
negations = st.builds(":not({})".format, simple)
compounds = st.one_of(
    st.builds(
        lambda tag, parts: tag + "".join(parts),
        st.sampled_from([*TAGS, "*"]),
        st.lists(st.one_of(simple, negations), max_size=2),
    ),
    st.builds(lambda tag, part: tag + part, st.sampled_from(TAGS), typed),
    st.builds("".join, st.lists(simple, min_size=1, max_size=2)),
)
complexes = st.builds(
    lambda first, rest: first + "".join(combinator + each for combinator, each in rest),
    compounds,
    st.lists(st.tuples(st.sampled_from([" ", " > ", "+", " ~ "]), compounds), max_size=3),
)
selectors = st.builds(", ".join, st.lists(complexes, min_size=1, max_size=2))


def as_xml(element):
    tag, attributes, children = element
    made = etree.Element(tag, attributes)
    made.extend([as_xml(child) for child in children])
    return made


@settings(max_examples=250, deadline=None)
@given(elements, st.lists(selectors, min_size=1, max_size=3))
def test_the_same_as_lxml_on_random_trees(element, texts):
    root = as_xml(element)
    place = {each: position for position, each in enumerate(root.iter())}
    index = HierarchyIndex(parse_hierarchy(etree.tostring(root, encoding="unicode")))
    for text in texts:
        expected = [place[each] for each in CSSSelector(expand_shorthands(text)[0])(root)]
        assert [node.position for node in compile_selector(text).select(index)] == sorted(expected), text


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from(list("#.$@^*[]='\"\\ab1 >+~,:()|!-")), max_size=14))
def test_any_text_is_a_selector_or_a_clear_error(text):
    try:
        compile_selector(text)
    except SelectorError as error:
        assert str(error) and error.mend
    else:
        assert all(what and mend for what, mend in unmatchable(text))


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ('."android.view.View" > .$"TextView"#$"title"@2', []),
        (r".android\.widget\.TextView, node:not(.x):is(#a, b) > *, hierarchy", []),
        ("TextView", ["elements of a dump are called node, and none TextView"]),
        ('."android.view.View" #title', ["no node of a dump has an id, as #title asks"]),
        (".TextView:first-child", ["no node of a dump is of a class .TextView"]),
        ("node, Button > *", ["elements of a dump are called node, and none Button"]),
        (
            "android.widget.TextView",
            [
                "no node of a dump is of a class .TextView",
                "no node of a dump is of a class .widget",
                "elements of a dump are called node, and none android",
            ],
        ),
    ],
)
def test_what_is_written_for_web_pages_matches_no_dump(selector, expected):
    compile_selector(selector)
    assert [what for what, _mend in unmatchable(selector)] == expected
