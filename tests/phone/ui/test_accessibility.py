"""The trees that accessibility services see, beside the dump that shows every view."""

import xml.etree.ElementTree as ET

import pytest

from mobile_env.phone.ui.accessibility import important, important_children
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.elements import parse
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.window import WindowView

MARKUP = """
<FrameLayout>
  <LinearLayout id="row">
    <LinearLayout id="box" click="open"><TextView id="title">Title</TextView></LinearLayout>
    <View id="line" style="height:1px"/>
    <ImageView id="named" desc="Picture" style="height:20px"/>
    <ImageView id="nameless" icon="search" style="height:20px"/>
    <TextView id="drawn" decor="true">not there</TextView>
    <ScrollView id="scroller" style="height:40px">
      <LinearLayout id="inner">
        <EditText id="field" hint="Search" style="height:30px"/>
        <LinearLayout id="held" long_click="hold" style="height:30px"/>
        <TextView id="below" style="height:500px">far below</TextView>
      </LinearLayout>
    </ScrollView>
    <TextView id="gone" visibility="gone">gone</TextView>
  </LinearLayout>
</FrameLayout>
"""


@pytest.fixture(scope="module")
def screen():
    made = Screen(Display(200, 300, 160))
    made.compose(
        [
            WindowView("activity:1", "a.b", MARKUP),
            WindowView(
                "navigation_bar", "c.d", '<View id="bar"/>', style="top:auto;height:20px", static=True
            ),
        ],
        "activity:1",
    )
    return made


def ids(elements):
    return [element.attributes.get("id") for element in elements]


def test_views_that_do_not_matter_give_their_place_to_what_is_below_them():
    root = parse(MARKUP, window="w", package="a.b")
    assert ids(important_children(root)) == ["box", "named", "scroller", "gone"]
    scroller = next(each for each in root.walk() if each.attributes.get("id") == "scroller")
    assert ids(important_children(scroller)) == ["field", "held", "below"]


@pytest.mark.parametrize(
    ("markup", "matters"),
    [
        ("<LinearLayout/>", False),
        ("<ImageView/>", False),
        ("<TextView/>", True),
        ('<View desc="x"/>', True),
        ('<View focusable="true"/>', True),
        ('<View clickable="true"/>', True),
        ('<View clickable="false"/>', False),
        ("<RecyclerView/>", True),
        ("<ProgressBar/>", True),
        ("<a.b.Label>words</a.b.Label>", True),
    ],
)
def test_which_views_matter(markup, matters):
    assert important(parse(markup)) is matters


def test_the_compressed_dump_is_the_dump_without_them(screen):
    whole, compressed = ET.fromstring(screen.hierarchy()), ET.fromstring(screen.compressed_hierarchy())

    def nodes(tree):
        return {
            node.get("resource-id").partition("/")[2]: {k: v for k, v in node.attrib.items() if k != "index"}
            for node in tree.iter("node")
        }

    left_out = nodes(whole).keys() - nodes(compressed).keys()
    assert left_out == {"row", "line", "nameless", "inner"}
    assert nodes(compressed).items() <= nodes(whole).items()
    # Invisible ones count for the index, and are left out.
    assert [node.get("index") for node in compressed[0]] == ["0", "1", "2"]


def test_windows(screen):
    app, bar = screen.accessibility_windows()
    assert (app.key, app.layer, app.active, app.bounds) == ("activity:1", 0, True, (0, 0, 200, 300))
    assert (bar.key, bar.layer, bar.active, bar.bounds) == ("navigation_bar", 1, False, (0, 280, 200, 300))
    scroller = app.root.children[2]
    assert scroller.scrollable
    assert scroller.bounds[3] - scroller.bounds[1] == 40
    field, held, below = scroller.children
    assert (field.text, field.flags.long_clickable, field.flags.focused) == ("Search", True, False)
    assert held.flags.long_clickable
    assert below.bounds is None
    assert app.root.children[3].bounds is None
