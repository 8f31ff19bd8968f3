"""Markup becomes elements, or an error that says where and how to mend."""

import pytest

from mobile_env.phone.ui.elements import FieldState, LayoutError, parse


def test_classes_ids_and_text():
    root = parse(
        '<LinearLayout><TextView id="title">  Hello\n   world </TextView>'
        '<androidx.foo.Bar id="android:list" package="com.b"/><WebView document="main"/></LinearLayout>',
        package="com.a",
    )
    title, custom, web = root.children
    assert (title.cls, title.text, title.resource_id) == (
        "android.widget.TextView",
        "Hello world",
        "com.a:id/title",
    )
    assert (custom.cls, custom.tag, custom.resource_id, custom.package) == (
        "androidx.foo.Bar", "Bar", "android:id/list", "com.b",
    )  # fmt: skip
    assert web.cls == "android.webkit.WebView" and root.hosts_page and not web.hosts_page


def test_newlines_of_values_stay():
    assert parse('<TextView text="a\u2028b"/>').text == "a\nb"
    assert parse("<TextView>a\u2028  b\n c</TextView>").text == "a\n b c"


@pytest.mark.parametrize(
    ("value", "expected"), [("true", True), ("True", True), ("false", False), ("False", False), ("", False)]
)
def test_flags(value, expected):
    assert parse(f'<CheckBox checked="{value}"/>').flag("checked") is expected


@pytest.mark.parametrize(
    ("markup", "parts"),
    [
        ("<LinearLayout>\n  <TextView>\n</LinearLayout>", ["home.xml:3", "mismatched tag", "closed tags"]),
        ("<LinearLayout>\n<Texview/></LinearLayout>", ["home.xml:2", "<Texview>", "TextView"]),
        ("<TextView/><TextView/>", ["home.xml:1", "one root"]),
        ("", ["home.xml:1", "no element found"]),
        ('<TextView text="a & b"/>', ["home.xml:1", "{{ }}"]),
    ],
)
def test_bad_markup_says_where(markup, parts):
    with pytest.raises(LayoutError) as error:
        parse(markup, name="home.xml")
    assert all(part in str(error.value) for part in parts), error.value


def test_bound_elements_are_filled_whatever_their_attributes_hold():
    held = {
        "note": FieldState('a > b\n"c"', 3),
        "alarms/loud": FieldState(True),
        "level": FieldState(40),
        "off": FieldState(None),
    }
    root = parse(
        '<LinearLayout><EditText hint="a > b" bind="note"/><LinearLayout scope="alarms"><Switch bind="loud"/>'
        '</LinearLayout><SeekBar bind="level"/><CheckBox bind="off"/></LinearLayout>',
        fields=held.__getitem__,
    )
    note, inner, level, off = root.children
    assert (note.text, note.flag("focused"), note.attributes["caret"]) == ('a > b\n"c"', True, "3")
    assert inner.children[0].flag("checked") and inner.children[0].bind == "alarms/loud"
    assert level.attributes["progress"] == "40"
    assert not off.flag("checked") and off.text == ""
    assert root.fields == held


def test_handlers_are_named_within_their_scope_and_take_arguments():
    root = parse(
        '<LinearLayout click="top" args="17 monday"><FrameLayout scope="alarms"><View click="open" arg="a b"/>'
        """<View click="move" args='["a b", 2, null]'/></FrameLayout></LinearLayout>"""
    )
    opened, moved = root.children[0].children
    assert (root.handler("click"), root.arguments) == ("top", ("17", "monday"))
    assert (opened.handler("click"), opened.arguments) == ("alarms/open", ("a b",))
    assert moved.arguments == ("a b", 2, None)
    assert opened.handler("long_click") == ""
    with pytest.raises(LayoutError, match="no JSON list"):
        _ = parse('<View click="x" args="[1"/>').arguments
