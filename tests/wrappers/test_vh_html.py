"""A hierarchy as a list of HTML elements."""

import pytest

from mobile_env.signals.hierarchy import parse_hierarchy
from mobile_env.wrappers.vh_html import visible_leaves

# The paper's figure 9, with the boxes and the frame around it that a dump has.
FIGURE_9 = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0">
  <node class="android.widget.FrameLayout" resource-id="" clickable="false" bounds="[0,0][1080,1920]">
    <node class="android.view.ViewGroup" resource-id="com.wikihow.wikihowapp:id/wikihow_toolbar"
      bounds="[0,60][1080,200]">
      <node class="android.widget.ImageButton" resource-id="" content-desc="Open navigation drawer" text=""
        clickable="true" bounds="[0,60][140,200]"/>
      <node class="android.widget.ImageView" resource-id="com.wikihow.wikihowapp:id/wikihow_toolbar_logo"
        content-desc="" text="" clickable="false" bounds="[160,60][500,200]"/>
      <node class="android.widget.ImageView" resource-id="com.wikihow.wikihowapp:id/search_button"
        content-desc="Search" text="" clickable="true" bounds="[940,60][1080,200]"/>
    </node>
    <node class="android.webkit.WebView" resource-id="com.wikihow.wikihowapp:id/webView" content-desc=""
      text="" clickable="true" bounds="[0,200][1080,1920]"/>
    <node class="android.view.View" resource-id="android:id/statusBarBackground" content-desc="" text=""
      clickable="false" bounds="[0,0][1080,60]"/>
  </node>
</hierarchy>"""


def lines(xml, width=1080, height=1920):
    return [element.html for element in visible_leaves(parse_hierarchy(xml), width, height)]


def leaf(**attributes):
    attributes = {"class": "android.view.View", "bounds": "[0,0][10,10]"} | {
        name.replace("_", "-"): value for name, value in attributes.items()
    }
    return f"<hierarchy><node {' '.join(f'{k}={v!r}' for k, v in attributes.items())}/></hierarchy>"


def test_the_papers_figure():
    assert lines(FIGURE_9) == [
        '<button alt="Open navigation drawer" id="0" clickable="true"></button>',
        '<img class="wikihow toolbar logo" id="1" clickable="false">',
        '<img class="search button" alt="Search" id="2" clickable="true">',
        '<div class="webView" id="3" clickable="true"></div>',
        '<div class="statusBarBackground" id="4" clickable="false"></div>',
    ]


@pytest.mark.parametrize(
    ("view_class", "html"),
    [
        ("android.widget.TextView", '<p id="0" clickable="false">a</p>'),
        ("android.widget.CheckedTextView", '<p id="0" clickable="false">a</p>'),
        ("android.widget.Button", '<button id="0" clickable="false">a</button>'),
        ("com.x.ActionMenuItemView", '<button id="0" clickable="false">a</button>'),
        ("android.widget.Image", '<img alt="a" id="0" clickable="false">'),
        ("com.x.IconView", '<img alt="a" id="0" clickable="false">'),
        ("android.widget.EditText", '<input type="text" value="a" id="0" clickable="false">'),
        ("android.widget.CheckBox", '<div id="0" clickable="false">a</div>'),
    ],
)
def test_classes_become_tags(view_class, html):
    assert lines(leaf(**{"class": view_class, "text": "a"})) == [html]


def test_a_name_without_a_package_is_kept_whole():
    assert lines(leaf(resource_id="mw-mf-page_center"))[0].startswith('<div class="mw-mf-page center"')


def test_text_is_escaped_and_stays_on_one_line():
    xml = leaf(**{"class": "a.TextView", "text": 'x &lt;b&gt; &amp; "y"&#10;z', "content-desc": '"&lt;'})
    assert lines(xml) == ['<p alt="&quot;&lt;" id="0" clickable="false">x &lt;b&gt; &amp; "y" z</p>']


def test_an_element_can_be_clicked_if_the_node_above_it_can():
    xml = """<hierarchy><node clickable="true" bounds="[0,0][9,9]">
      <node clickable="false" bounds="[0,0][9,9]"/>
      <node clickable="false" bounds="[0,0][9,9]"><node clickable="false" bounds="[0,0][9,9]"/></node>
    </node></hierarchy>"""
    assert [element.clickable for element in visible_leaves(parse_hierarchy(xml), 9, 9)] == [True, False]


@pytest.mark.parametrize("bounds", ["[0,0][0,0]", "[5,5][5,9]", "[20,0][30,9]", "[0,-9][9,0]", "", "[0,0]"])
def test_what_cannot_be_seen_is_left_out(bounds):
    assert lines(leaf(bounds=bounds), width=20, height=20) == []


def test_boxes_are_cut_at_the_screens_edge():
    (element,) = visible_leaves(parse_hierarchy(leaf(bounds="[-5,10][25,40]")), 20, 30)
    assert element.bounds == (0, 10, 20, 30)
    assert element.node.attributes["bounds"] == "[-5,10][25,40]"
