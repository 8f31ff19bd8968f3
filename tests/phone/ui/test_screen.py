"""Versions, hits, scrolling and errors of the screen."""

import os
import signal

import numpy as np
import pytest

from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.elements import LayoutError
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.web import WebDocument
from mobile_env.phone.ui.window import WindowView

DISPLAY = Display(360, 640, 160)
LIST = (
    '<FrameLayout class="fill"><RecyclerView id="list" style="height:200px">'
    + "".join(
        f'<TextView id="row" key="k{n}" text="row {n}" click="open" arg="{n}" style="height:50px"/>'
        for n in range(10)
    )
    + '</RecyclerView><HorizontalScrollView key="tabs" style="height:40px">'
    + "".join(f'<TextView text="tab {n}" style="width:100px;flex:none"/>' for n in range(6))
    + "</HorizontalScrollView></FrameLayout>"
)


def _view(markup: str = LIST, key: str = "activity:1", **rest: object) -> WindowView:
    return WindowView(key, "com.foo", markup, **rest)


def _screen(*views: WindowView) -> Screen:
    screen = Screen(DISPLAY)
    screen.compose(views, views[-1].key)
    return screen


def test_nothing_changed_gives_the_same_objects():
    screen = _screen(_view())
    pixels, dump, versions = (
        screen.pixels(),
        screen.hierarchy(),
        (screen.pixels_version, screen.hierarchy_version),
    )
    screen.compose([_view()], "activity:1")
    assert screen.pixels() is pixels and screen.hierarchy() is dump
    assert (screen.pixels_version, screen.hierarchy_version) == versions


def test_frames_are_read_only_rgb_and_old_ones_stay():
    screen = _screen(_view('<FrameLayout class="fill" style="background:#ff0000"/>'))
    first = screen.pixels()
    assert first.shape == (640, 360, 3) and first.dtype == np.uint8
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 0
    screen.compose([_view('<FrameLayout class="fill" style="background:#00ff00"/>')], "activity:1")
    assert tuple(screen.pixels()[0, 0]) == (0, 255, 0)
    assert tuple(first[0, 0]) == (255, 0, 0)


def test_versions_tell_what_changed():
    screen = _screen(_view())
    pixels, tree = screen.pixels_version, screen.hierarchy_version
    toast = _view('<TextView text="hi" style="height:30px"/>', "toast:1", touchable=False)
    screen.compose([_view(), toast], "activity:1")
    assert screen.pixels_version > pixels and screen.hierarchy_version == tree
    screen.compose([_view(scroll={"list": 10}), toast], "activity:1")
    assert screen.hierarchy_version > tree


def test_hits_go_to_the_topmost_touchable_window():
    dialog = _view(
        '<LinearLayout class="dialog"><Button id="ok" text="OK" click="ok"/></LinearLayout>',
        "dialog:1",
        dim=0.3,
    )
    toast = _view('<TextView class="fill" text="hi"/>', "toast:1", touchable=False)
    screen = _screen(_view(), dialog, toast)
    ok = screen.find("dialog:1", resource_id="ok")
    left, top, right, bottom = screen.bounds(ok)
    hit = screen.hit((left + right) / 2, (top + bottom) / 2)
    assert hit.window == "dialog:1" and hit.path[0] is ok and hit.path[-1].parent is None
    outside = screen.hit(5, 75)
    assert outside.window == "activity:1" and outside.path[0].attributes["arg"] == "1"


def test_clipped_rows_are_not_hit():
    screen = _screen(_view())
    assert screen.hit(10, 199).path[0].text == "row 3"
    assert screen.hit(10, 201).path[0].text == "tab 0"
    assert screen.hit(10, 300).path[0].cls == "android.widget.FrameLayout"


def test_hits_follow_scrolling():
    screen = _screen(_view(scroll={"list": 130, "tabs": 250}))
    assert screen.hit(10, 10).path[0].text == "row 2"
    assert screen.hit(10, 210).path[0].text == "tab 2"
    screen.compose([_view(scroll={"list": 0})], "activity:1")
    assert screen.hit(10, 10).path[0].text == "row 0"
    assert screen.hit(10, 210).path[0].text == "tab 0"


def test_scrollers_and_ranges():
    screen = _screen(_view())
    over_list, over_tabs = screen.hit(10, 10), screen.hit(10, 210)
    assert screen.scroller(over_list, "vertical").scroll_key == "list"
    assert screen.scroller(over_list, "horizontal") is None
    assert screen.scroller(over_tabs, "horizontal").scroll_key == "tabs"
    assert screen.scroll_range("activity:1", "list") == 300
    assert screen.scroll_range("activity:1", "tabs") == 240
    assert screen.scroll_range("activity:1", "none") == 0


def test_a_scroller_without_range_leaves_the_drag_to_the_one_around_it():
    inner = (
        '<ScrollView key="inner" style="height:50px"><TextView text="x" style="height:20px"/></ScrollView>'
    )
    screen = _screen(
        _view(f'<ScrollView key="outer" class="fill">{inner}<View style="height:900px"/></ScrollView>')
    )
    assert screen.scroller(screen.hit(5, 5), "vertical").scroll_key == "outer"


def test_offset_past_the_end_is_shown_at_the_end():
    screen = _screen(_view(scroll={"list": 9999}))
    assert screen.hit(10, 199).path[0].text == "row 9"


@pytest.mark.parametrize("scroll", [0, 80])
def test_offset_of_brings_an_element_to_the_top(scroll):
    screen = _screen(_view(scroll={"list": scroll}))
    row = screen.find("activity:1", key="k4")
    offset = screen.offset_of("activity:1", row, "list")
    assert offset == 200
    screen.compose([_view(scroll={"list": offset})], "activity:1")
    assert screen.bounds(screen.find("activity:1", key="k4"))[:2] == (0, 0)
    assert screen.offset_of("activity:1", screen.find("activity:1", key="k9"), "list") == 300


def test_find_by_id_key_and_predicate():
    screen = _screen(_view())
    assert screen.find("activity:1", resource_id="row").text == "row 0"
    assert screen.find("activity:1", resource_id="com.foo:id/row").text == "row 0"
    assert screen.find("activity:1", predicate=lambda e: e.attributes.get("arg") == "7").text == "row 7"
    assert screen.find("activity:1", resource_id="absent") is None
    assert screen.find("nowhere", resource_id="row") is None


def test_bad_markup_leaves_the_screen_as_it_was():
    screen = _screen(_view())
    dump = screen.hierarchy()
    with pytest.raises(LayoutError, match="activity:1:1"):
        screen.compose([_view("<FrameLayout>")], "activity:1")
    assert screen.hierarchy() is dump


def test_an_unknown_icon_is_named_and_the_screen_recovers():
    screen = _screen(_view())
    with pytest.raises(LayoutError, match=r"'serch'.*search"):
        screen.compose([_view('<ImageView icon="serch"/>')], "activity:1")
    screen.compose([_view()], "activity:1")
    assert screen.hit(10, 10).path[0].text == "row 0"


def test_focus_on_no_window_is_refused():
    with pytest.raises(ValueError, match=r"'gone' is not among the windows"):
        Screen(DISPLAY).compose([_view()], "gone")


def test_a_page_scrolls_and_is_hit_where_it_shows():
    body = "".join(f"<p style='margin:0;height:40px'><a href='/{n}'>link {n}</a></p>" for n in range(50))
    page = WebDocument("https://e.org/a", f"<body style='margin:0;padding:0'>{body}</body>".encode())
    markup = (
        '<FrameLayout class="fill"><View style="height:100px"/>'
        '<WebView id="web" document="main" style="height:400px"/></FrameLayout>'
    )
    screen = _screen(_view(markup, documents={"main": page}))
    assert screen.scroll_range("activity:1", "web") == 50 * 40 - 400
    link = screen.hit(10, 100 + 45).path[0]
    assert (link.text, link.attributes["click"], link.attributes["arg"]) == (
        "link 1",
        "@link",
        "https://e.org/1",
    )
    assert link.attributes["document"] == "main"
    far = next(e for e in screen.elements("activity:1") if e.text == "link 30")
    assert screen.bounds(far) is None and 'text="link 30"' not in screen.hierarchy()
    offset = screen.offset_of("activity:1", far, "web")
    assert offset == pytest.approx(1200, abs=10)
    screen.compose([_view(markup, documents={"main": page}, scroll={"web": offset})], "activity:1")
    far = next(e for e in screen.elements("activity:1") if e.text == "link 30")
    assert 90 <= screen.bounds(far)[1] <= 110
    assert 'text="link 0"' not in screen.hierarchy()


def test_pixels_of_a_page_stand_where_its_view_is_and_windows_cover_them():
    page = WebDocument(
        "https://e.org/",
        b"<body style='margin:0;background:#ff0000'><div style='height:2000px'></div></body>",
    )
    markup = (
        '<FrameLayout class="fill" style="background:#00ff00"><View style="height:100px;background:#0000ff"/>'
        '<WebView document="main" style="height:300px"/></FrameLayout>'
    )
    screen = _screen(_view(markup, documents={"main": page}))
    frame = screen.pixels()
    assert [tuple(frame[y, 5]) for y in (99, 100, 399)] == [(0, 0, 255), (255, 0, 0), (255, 0, 0)]
    cover = _view(
        '<View style="width:50px;height:50px;background:#ffffff"/>', "popup:1", style="top:200px", dim=0.5
    )
    screen.compose([_view(markup, documents={"main": page}), cover], "popup:1")
    frame = screen.pixels()
    assert tuple(frame[210, 5]) == (255, 255, 255)
    assert frame[300, 5] == pytest.approx([128, 0, 0], abs=1)
    assert frame[50, 5] == pytest.approx([0, 0, 128], abs=1)


def test_same_windows_give_the_same_bytes():
    views = [
        _view(scroll={"list": 33}),
        _view('<LinearLayout class="dialog"><TextView text="?"/></LinearLayout>', "d", dim=0.3),
    ]
    one, two = _screen(*views), _screen(*views)
    two.compose([_view()], "activity:1")
    two.compose(views, "d")
    assert one.hierarchy() == two.hierarchy()
    assert one.pixels().tobytes() == two.pixels().tobytes()


def test_static_windows_look_and_answer_as_others_do():
    bar = '<FrameLayout class="fill" style="background:#fff"><Button text="B" click="key" arg="BACK"/></FrameLayout>'
    place = {"style": "top:auto;height:48px"}
    still, live = (_screen(_view(), _view(bar, "bar", static=static, **place)) for static in (True, False))
    assert np.array_equal(still.pixels(), live.pixels())
    assert still.hierarchy() == live.hierarchy()
    hits = [screen.hit(20, 600).path[0].attributes["arg"] for screen in (still, live)]
    assert hits == ["BACK", "BACK"]


def test_static_window_below_a_toast_keeps_its_place():
    bar = _view(
        '<FrameLayout class="fill" style="background:#ff0000"/>',
        "bar",
        static=True,
        style="top:auto;height:48px",
    )
    toast = _view(
        '<FrameLayout class="fill" style="background:#0000ff"/>',
        "t",
        style="top:auto;height:20px",
        touchable=False,
    )
    screen = _screen(_view(), bar)
    assert tuple(screen.pixels()[630, 5]) == (255, 0, 0)
    screen.compose([_view(), bar, toast], "activity:1")
    assert [tuple(screen.pixels()[y, 5]) for y in (600, 630)] == [(255, 0, 0), (0, 0, 255)]
    screen.compose([_view(), bar], "activity:1")
    assert tuple(screen.pixels()[630, 5]) == (255, 0, 0)


def test_going_back_to_a_page_shows_it_as_it_was():
    first, second = (WebDocument("https://e.org/", b"<p>page %d</p>" % n + b"<p>x</p>" * 60) for n in (1, 2))
    markup = (
        '<FrameLayout class="fill"><WebView id="web" document="main" style="height:400px"/></FrameLayout>'
    )
    screen = _screen(_view(markup, documents={"main": first}, scroll={"web": 150}))
    before, dump = screen.pixels(), screen.hierarchy()
    screen.compose([_view(markup, documents={"main": second})], "activity:1")
    assert 'text="page 2"' in screen.hierarchy() and not np.array_equal(screen.pixels(), before)
    screen.compose([_view(markup, documents={"main": first}, scroll={"web": 150})], "activity:1")
    assert screen.hierarchy() == dump and np.array_equal(screen.pixels(), before)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork()")
def test_a_screen_works_on_in_a_forked_process():
    page = WebDocument("https://e.org/", b"<p>page</p>" * 40)
    markup = (
        '<FrameLayout class="fill"><WebView id="web" document="main" style="height:400px"/></FrameLayout>'
    )

    def views(scroll: float) -> list[WindowView]:
        return [_view(key="below"), _view(markup, documents={"main": page}, scroll={"web": scroll})]

    screen = _screen(*views(0))
    screen.pixels()
    child = os.fork()
    if child == 0:  # pragma: no cover - not seen from the parent
        signal.alarm(20)
        screen.compose(views(90), "activity:1")
        fresh = Screen(DISPLAY)
        fresh.compose(views(90), "activity:1")
        same = screen.hierarchy() == fresh.hierarchy() and np.array_equal(screen.pixels(), fresh.pixels())
        os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_one_page_in_two_windows():
    page = WebDocument("https://e.org/", b"<p>page</p>" * 40)
    markup = '<WebView id="web" document="main" style="height:100px"/>'
    views = [
        _view(markup, "a", documents={"main": page}, style="bottom:auto;height:100px"),
        _view(markup, "b", documents={"main": page}, style="top:300px", scroll={"web": 77}),
    ]
    screen = _screen(*views)
    screen.compose(views, "a")
    screen.compose([views[0], _view(markup, "b", documents={"main": page}, style="top:300px")], "a")
    assert [screen.hit(20, y).window for y in (50, 350)] == ["a", "b"]
    assert np.array_equal(screen.pixels()[:100], screen.pixels()[300:400])


def test_a_web_view_without_its_document_is_empty():
    markup = '<WebView id="web" document="main" style="height:100px"/>'
    screen = _screen(_view(markup, documents={"main": WebDocument("https://e.org/", b"<p>page</p>")}))
    assert 'text="page"' in screen.hierarchy()
    screen.compose([_view(markup)], "activity:1")
    assert 'text="page"' not in screen.hierarchy()


@pytest.mark.parametrize(
    "display", [Display(1080, 1920, 420), Display(720, 1280, 300), Display(320, 480, 160)]
)
def test_any_density_fills_the_display_to_its_last_pixel(display):
    bar = _view(
        '<View class="fill" style="background:#0000ff"/>', "bar", static=True, style="top:auto;height:48px"
    )
    screen = Screen(display)
    screen.compose([_view('<View id="all" class="fill" style="background:#ff0000"/>'), bar], "activity:1")
    frame = screen.pixels()
    assert frame.shape == (display.height_px, display.width_px, 3)
    assert tuple(frame[0, -1]) == (255, 0, 0) and tuple(frame[-1, -1]) == (0, 0, 255)
    whole = screen.find("activity:1", resource_id="all")
    assert screen.bounds(whole) == (0, 0, display.width_px, display.height_px)
