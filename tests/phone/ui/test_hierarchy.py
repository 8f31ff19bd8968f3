"""The dump has uiautomator's form to the letter."""

import re
import xml.etree.ElementTree as ET

import pytest

from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.hierarchy import escape
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.window import WindowView

MARKUP = """<FrameLayout style="height:300px">
  <EditText id="query" hint="Search" style="height:56px" focused="true" bind="query"/>
  <LinearLayout id="android:content" click="open" style="height:40px">
  <TextView id="-bare">Tom &amp; "Ann" &lt;3</TextView></LinearLayout>
  <ImageButton id="com.other:id/x" icon="close" click="close" style="height:48px"/>
  <EditText id="secret" password="true" text="abc" style="height:56px"/>
  <View decor="true" style="height:10px"/>
  <CheckBox text="On" checked="true" enabled="false"/>
</FrameLayout>"""

GOLDEN = (
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
    '<hierarchy rotation="0">'
    '<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.foo" content-desc=""'
    ' checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false"'
    ' scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][360,300]">'
    '<node index="0" text="Search" resource-id="com.foo:id/query" class="android.widget.EditText" package="com.foo"'
    ' content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="true"'
    ' scrollable="false" long-clickable="true" password="false" selected="false" bounds="[0,0][360,56]" />'
    '<node index="1" text="" resource-id="android:id/content" class="android.widget.LinearLayout" package="com.foo"'
    ' content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true"'
    ' focused="false" scrollable="false" long-clickable="false" password="false" selected="false"'
    ' bounds="[0,56][360,96]">'
    '<node index="0" text="Tom &amp; &quot;Ann&quot; &lt;3" resource-id="bare" class="android.widget.TextView"'
    ' package="com.foo" content-desc="" checkable="false" checked="false" clickable="false" enabled="true"'
    ' focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false"'
    ' bounds="[0,56][360,76]" />'
    "</node>"
    '<node NAF="true" index="2" text="" resource-id="com.other:id/x" class="android.widget.ImageButton"'
    ' package="com.foo" content-desc="" checkable="false" checked="false" clickable="true" enabled="true"'
    ' focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false"'
    ' bounds="[0,96][48,144]" />'
    '<node index="3" text="•••" resource-id="com.foo:id/secret" class="android.widget.EditText" package="com.foo"'
    ' content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true"'
    ' focused="false" scrollable="false" long-clickable="true" password="true" selected="false"'
    ' bounds="[0,144][360,200]" />'
    '<node index="4" text="On" resource-id="" class="android.widget.CheckBox" package="com.foo" content-desc=""'
    ' checkable="true" checked="true" clickable="true" enabled="false" focusable="true" focused="false"'
    ' scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,210][360,258]" />'
    "</node></hierarchy>"
)


def _screen(markup: str, **view: object) -> Screen:
    screen = Screen(Display(360, 640, 160))
    screen.compose([WindowView("activity:1", "com.foo", markup, **view)], "activity:1")
    return screen


def test_golden():
    assert _screen(MARKUP).hierarchy() == GOLDEN


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a\nb\tc", "a&#10;b&#9;c"),
        ('it\'s > "x"', "it's &gt; &quot;x&quot;"),
        ("né ü 漢", "né ü 漢"),
        ("\U0001f600!", "&#128512;!"),
        ("a\x02b\x7f", "a.b."),
    ],
)
def test_escapes_as_the_dumper_does(text, written):
    assert escape(text) == written


def test_escaped_text_reads_back():
    screen = _screen('<TextView text="&#128512; &amp; x" style="height:20px"/>')
    assert ET.fromstring(screen.hierarchy())[0].get("text") == "\U0001f600 & x"


def _bounds(dump: str) -> dict[str, str]:
    nodes = ET.fromstring(dump).iter("node")
    return {node.get("text") or node.get("resource-id"): node.get("bounds") for node in nodes}


def test_bounds_are_clipped_to_scrollers_and_what_is_outside_is_left_out():
    rows = "".join(f'<TextView text="r{n}" style="height:40px"/>' for n in range(10))
    markup = (
        f'<FrameLayout class="fill"><View style="height:100px"/>'
        f'<ScrollView id="s" style="height:100px">{rows}</ScrollView></FrameLayout>'
    )
    screen = _screen(markup, scroll={"s": 30})
    bounds = _bounds(screen.hierarchy())
    assert {name: bounds[name] for name in bounds if name.startswith("r")} == {
        "r0": "[0,100][360,110]",
        "r1": "[0,110][360,150]",
        "r2": "[0,150][360,190]",
        "r3": "[0,190][360,200]",
    }
    index = {n.get("text"): n.get("index") for n in ET.fromstring(screen.hierarchy()).iter("node")}
    assert index["r3"] == "3"


def test_index_counts_invisible_siblings_and_subtrees_of_invisible_are_left_out():
    markup = (
        '<FrameLayout class="fill"><LinearLayout visibility="gone"><TextView text="a"/></LinearLayout>'
        '<LinearLayout visibility="invisible"><TextView text="b"/></LinearLayout>'
        '<TextView text="off" style="position:absolute;left:400px;width:50px;height:20px"/>'
        '<TextView text="c"/></FrameLayout>'
    )
    found = [(n.get("text"), n.get("index")) for n in ET.fromstring(_screen(markup).hierarchy()).iter("node")]
    assert found == [("", "0"), ("c", "3")]


def test_scrollable_only_where_there_is_somewhere_to_go():
    def scrollable(height: int) -> str:
        markup = f'<ScrollView id="s" style="height:100px"><View style="height:{height}px"/></ScrollView>'
        return re.search(r'scrollable="(\w+)"', _screen(markup).hierarchy())[1]

    assert scrollable(100) == "false"
    assert scrollable(140) == "true"


def test_only_the_focused_window_is_dumped_and_density_scales_bounds():
    screen = Screen(Display(1080, 1920, 400))
    below = WindowView(
        "activity:1", "com.foo", '<FrameLayout class="fill"><TextView text="below"/></FrameLayout>'
    )
    dialog = WindowView("dialog:1", "com.foo", '<TextView text="above" style="width:100px;height:20px"/>')
    screen.compose([below, dialog], "dialog:1")
    assert _bounds(screen.hierarchy()) == {"above": "[0,0][250,50]"}


def test_rotation_is_told():
    screen = _screen('<TextView text="x"/>')
    screen.resize(screen.display.rotated(), 1)
    assert '<hierarchy rotation="1">' in screen.hierarchy()
    assert 'bounds="[0,0][640,20]"' in screen.hierarchy()
    assert screen.pixels().shape == (360, 640, 3)
