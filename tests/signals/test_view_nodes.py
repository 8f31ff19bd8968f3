"""Reading dumps: the same tree as lxml's, whatever was read before, and clear errors."""

from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from mobile_env.signals import hierarchy
from mobile_env.signals.hierarchy import HierarchyError, bounds, extent, parse_hierarchy

DUMP = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0">
  <node index="0" class="android.widget.FrameLayout" bounds="[0,0][1080,1920]">
    <node index="0" text="a &lt; b &amp; &quot;c&quot; > d&#10;e" bounds="[-10,20][300,40]" />
    <node index="1" text='single "quoted"' bounds="x"></node>
  </node>
</hierarchy>
"""


def shape(node):
    return node.tag, node.attributes, [shape(child) for child in node.children]


def lxml_shape(element):
    return element.tag, dict(element.attrib), [lxml_shape(child) for child in element]


@pytest.mark.parametrize("form", [str, str.encode])
def test_attributes_children_and_entities(form):
    root = parse_hierarchy(form(DUMP))
    assert root.tag == "hierarchy" and root.attributes == {"rotation": "0"}
    frame = root.children[0]
    first, second = frame.children
    assert first.attributes["text"] == 'a < b & "c" > d\ne'
    assert second.attributes["text"] == 'single "quoted"'
    assert first.parent is frame and root.parent is None


def test_positions_tell_descendants():
    root = parse_hierarchy(DUMP)
    frame = root.children[0]
    assert [node.position for node in root.document] == [0, 1, 2, 3]
    assert (root.end, frame.end, frame.children[0].end) == (4, 4, 3)
    assert list(frame.subtree()) == [frame, *frame.children]


def test_bounds_and_extent():
    root = parse_hierarchy(DUMP)
    first, second = root.children[0].children
    assert bounds(first) == (-10, 20, 300, 40)
    assert bounds(second) is None and bounds(root) is None
    assert extent(root) == (1080, 1920)
    assert extent(parse_hierarchy("<hierarchy/>")) == (0, 0)


@pytest.mark.parametrize(
    ("xml", "what"),
    [
        ("", "no element found"),
        ("null root node returned by UiTestAutomationBridge", "line 1, column 1"),
        ("<hierarchy><node></hierarchy>", "line 1, column 20: mismatched tag"),
        ("<hierarchy>\n<node a='1' a='2'/></hierarchy>", "line 2, column 13: duplicate attribute"),
        ("<hierarchy/><hierarchy/>", "line 1, column 13: junk after document element"),
        ("<hierarchy", "unclosed token"),
        ("<hierarchy></hierarchy", "unclosed token"),
        ("<hierarchy>&unknown;</hierarchy>", "undefined entity"),
        ("<hierarchy a='&#0;'/>", "reference to invalid character number"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "document type"),
        ("<a>" * 1001 + "</a>" * 1001, "deeper than 1000"),
    ],
)
def test_what_is_no_dump_is_refused(xml, what):
    with pytest.raises(HierarchyError) as error:
        parse_hierarchy(xml)
    assert what in str(error.value)


def test_text_after_a_known_start_tag_does_not_close_it():
    assert parse_hierarchy('<hierarchy><node x="1">t/></node></hierarchy>').children[0].attributes == {
        "x": "1"
    }
    with pytest.raises(HierarchyError):
        parse_hierarchy('<hierarchy><node x="1">t/></hierarchy>')


def test_comments_and_character_data_are_passed_over():
    xml = "<hierarchy><!-- <node/> --><node a='1'/><![CDATA[<node>]]><?p <node?></hierarchy>"
    assert [child.attributes for child in parse_hierarchy(xml).children] == [{"a": "1"}]


names = st.sampled_from(["node", "nodes", "hierarchy", "android.widget.TextView"])
texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=8)
attributes = st.dictionaries(st.sampled_from(["text", "index", "class"]), texts)


def element(name, values, children, blank):
    start = f"<{name}" + "".join(f" {key}={quoteattr(value)}" for key, value in values.items())
    if not children:
        return f"{start}{blank}/>{blank}"
    return f"{start}{blank}>{blank}{''.join(children)}</{name}{blank}>{blank}"


blanks = st.sampled_from(["", " ", "\n"])
trees = st.recursive(
    st.builds(element, names, attributes, st.just([]), blanks),
    lambda inner: st.builds(element, names, attributes, st.lists(inner, max_size=4), blanks),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(trees, st.booleans())
def test_the_same_tree_as_lxml(xml, forget):
    if forget:
        hierarchy._attributes_of.clear()
    assert shape(parse_hierarchy(xml)) == lxml_shape(etree.fromstring(xml))


@settings(max_examples=150, deadline=None)
@given(trees, st.data())
def test_damaged_dumps_are_refused_as_lxml_refuses_them(xml, data):
    place = data.draw(st.integers(0, len(xml) - 1))
    damaged = (
        xml[:place] + data.draw(st.sampled_from(["", "<", ">", "/", '"', "&", " ", "x"])) + xml[place + 1 :]
    )
    try:
        expected = lxml_shape(etree.fromstring(damaged))
    except etree.XMLSyntaxError:
        with pytest.raises(HierarchyError):
            parse_hierarchy(damaged)
    else:
        assert shape(parse_hierarchy(damaged)) == expected
