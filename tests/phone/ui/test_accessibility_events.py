"""Events are told from two looks at the screen."""

import pytest

from mobile_env.phone.ui.accessibility_events import click_event, events_between
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.elements import parse
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.window import WindowView


def look(*windows):
    """What services see of (key, markup) windows, the last of them active."""
    screen = Screen(Display(200, 300, 160))
    screen.compose(
        [WindowView(key, "a.b", markup, scroll=scroll) for key, markup, scroll in windows], windows[-1][0]
    )
    return screen.accessibility_windows()


def app(text="", *, focused=True, name="field", scroll=0.0, password=False):
    flags = f'focused="{str(focused).lower()}" password="{str(password).lower()}"'
    markup = (
        '<ScrollView id="scroller" style="height:100px"><LinearLayout>'
        f'<EditText id="{name}" text="{text}" {flags}/><TextView id="t" style="height:400px">Title</TextView>'
        "</LinearLayout></ScrollView>"
    )
    return ("activity:1", markup, {"scroller": scroll})


def types(before, after):
    return [event.type for event in events_between(before, after)]


def test_nothing_happened():
    assert events_between(look(app("x")), look(app("x"))) == []


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("", "cat", (0, 3, 0)),
        ("cat", "ca", (2, 0, 1)),
        ("cat", "coat", (1, 1, 0)),
        ("aa", "aaa", (2, 1, 0)),
        ("abc", "xyz", (0, 3, 3)),
    ],
)
def test_a_text_changes(old, new, change):
    event = events_between(look(app(old)), look(app(new)))[0]
    assert (event.type, event.before_text, event.text) == ("TYPE_VIEW_TEXT_CHANGED", old, new)
    assert (event.from_index, event.added, event.removed) == change
    assert event.source.resource_id == "a.b:id/field"


def test_a_password_is_not_told():
    event = events_between(look(app("ab", password=True)), look(app("abc", password=True)))[0]
    assert (event.before_text, event.text) == ("••", "•••")


def test_focus_and_scrolling():
    focus = events_between(look(app(focused=False)), look(app("x")))
    assert [event.type for event in focus] == ["TYPE_VIEW_FOCUSED", "TYPE_WINDOW_CONTENT_CHANGED"]
    scroll = events_between(look(app()), look(app(scroll=30.0)))
    assert [event.type for event in scroll] == ["TYPE_VIEW_SCROLLED", "TYPE_WINDOW_CONTENT_CHANGED"]
    assert scroll[0].scrolled == (0.0, 30.0)
    assert scroll[0].source.resource_id == "a.b:id/scroller"


def test_windows_come_and_go():
    dialog = ("dialog:2", "<LinearLayout><TextView>Sure?</TextView></LinearLayout>", {})
    opened = events_between(look(app()), look(app(), dialog))
    assert [(event.type, event.text) for event in opened] == [
        ("TYPE_WINDOW_STATE_CHANGED", "Sure?"),
        ("TYPE_WINDOWS_CHANGED", ""),
    ]
    assert types(look(app(), dialog), look(app())) == ["TYPE_WINDOW_STATE_CHANGED", "TYPE_WINDOWS_CHANGED"]
    toast = ("toast:3", "<TextView>Copied</TextView>", {})
    shown = events_between(look(app()), look(toast, app()))
    assert next((event.type, event.text, event.source) for event in shown) == (
        "TYPE_NOTIFICATION_STATE_CHANGED",
        "Copied",
        None,
    )


def test_a_click_speaks_with_what_it_was_on():
    row = parse(
        "<LinearLayout><TextView>One</TextView><TextView>Two</TextView></LinearLayout>", package="a.b"
    )
    assert (click_event(row).text, click_event(row).package) == ("One, Two", "a.b")
