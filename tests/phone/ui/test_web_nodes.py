"""Pages appear in the hierarchy as Chrome on Android exposes them."""

import base64
import xml.etree.ElementTree as ET

import cv2
import numpy as np
import pytest

from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.web import WebDocument
from mobile_env.phone.ui.window import WindowView

DISPLAY = Display(360, 640, 160)


def _show(document: WebDocument) -> Screen:
    screen = Screen(DISPLAY)
    markup = (
        '<FrameLayout class="fill"><WebView id="webView" document="main" style="height:640px"/></FrameLayout>'
    )
    screen.compose([WindowView("a", "com.foo", markup, documents={"main": document})], "a")
    return screen


def _page(html: str, css: str = "", loader=lambda url: None) -> Screen:
    return _show(WebDocument("https://e.org/dir/page", html.encode(), [css] if css else [], loader))


def _brief(node: ET.Element) -> str:
    """Class, id, text and clickability in the form View#id'text'! with children in brackets."""
    name = node.get("class").rpartition(".")[2]
    name += f"#{node.get('resource-id')}" if node.get("resource-id") else ""
    name += f"'{node.get('text')}'" if node.get("text") else ""
    name += "!" if node.get("clickable") == "true" else ""
    inner = ", ".join(_brief(child) for child in node)
    return f"{name}[{inner}]" if inner else name


def _nodes(html: str, css: str = "") -> str:
    web = ET.fromstring(_page(html, css).hierarchy())[0][0]
    assert web.get("class") == "android.webkit.WebView"
    assert {node.get("package") for node in web.iter("node")} == {"com.foo"}
    return ", ".join(_brief(node) for node in web)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>One\n   two</p>", "TextView'One two'"),
        ("<div><div><p>a</p><p>b</p></div></div>", "TextView'a', TextView'b'"),
        ('<div id="s"><div class="wrap"><p>x</p></div></div>', "View#s[TextView'x']"),
        ('<div id="s">only text</div>', "View#s[TextView'only text']"),
        ('<p id="s">has <b>bold</b> text</p>', "View#s[TextView'has bold text']"),
        ("<h2>Head <em>ing</em></h2>", "View'Head ing'"),
        ('<h1 class="title big">How to</h1>', "TextView'How to'"),
        ('<h1 data-a11y="TextView" id="t">How to</h1>', "TextView#t'How to'"),
        ('<div data-a11y="View" id="n">Name</div>', "View#n'Name'"),
        ('<h2>See <a href="x">this</a></h2>', "View[TextView'See ', View'this'!]"),
        ('<a href="/x">Go</a>', "View'Go'!"),
        (
            '<a href="/x"><img src="i.png" alt="pic" width="9" height="9"><p>Go</p></a>',
            "View![Image'pic', TextView'Go']",
        ),
        ("<a>no link</a>", "TextView'no link'"),
        (
            '<p>Mix in <a href="x">flour</a> and <b>salt</b>.</p>',
            "TextView'Mix in ', View'flour'!, TextView' and salt.'",
        ),
        ("<ul><li>one</li><li id='two'>two</li></ul>", "View[View[TextView'one'], View#two[TextView'two']]"),
        (
            "<div><span>41,446 views</span><span>• </span><span>Updated</span></div>",
            "TextView'41,446 views', TextView'• ', TextView'Updated'",
        ),
        ('<button id="yes" name="vote">Yes</button>', "Button#yes'Yes'!"),
        ('<input type="submit" value="Send">', "Button'Send'!"),
        ('<input id="q" placeholder="Search">', "EditText#q'Search'!"),
        ('<input type="hidden" id="q" value="x"><p>y</p>', "TextView'y'"),
        ('<div role="button">Press</div>', "View[TextView'Press']"),
        ('<p hidden>a</p><p style="display: none">b</p><p>c</p><script>d</script><!-- e -->', "TextView'c'"),
        ('<p class="off">a</p><p>c</p>', "TextView'c'"),
        ("<p>line<br>break</p>", "TextView'line&#10;break'".replace("&#10;", "\n")),
        ("<div>loose text<p>block</p>more</div>", "TextView'loose text', TextView'block', TextView'more'"),
        ('<body id="b"><p>x</p></body>', "View#b[TextView'x']"),
    ],
)
def test_mapping(html, expected):
    assert _nodes(html, ".off{display:none}") == expected


def test_links_and_buttons_name_their_handlers():
    screen = _page(
        '<a href="../b?x=1#c">l</a><button name="vote" id="yes">Yes</button><button id="no">No</button>'
    )
    found = {e.text: e.attributes for e in screen.elements("a")}
    assert (found["l"]["click"], found["l"]["arg"]) == ("@link", "https://e.org/b?x=1#c")
    assert (found["Yes"]["click"], found["Yes"]["arg"], found["No"]["arg"]) == ("@button", "vote", "no")


def test_every_run_and_link_has_a_box_of_its_own():
    link = '<a href="x">a link of several words that will have to wrap</a>'
    html = f'<p>Some words before {link} and <a href="y">short</a> end.</p>'
    screen = _page(f"<body style='margin:0;padding:0;width:300px'>{html}</body>")
    boxes = {e.text.strip(): screen.bounds(e) for e in screen.elements("a") if e.text}
    assert all(box and box[2] > box[0] and box[3] > box[1] for box in boxes.values()), boxes
    before, link, short = (
        boxes["Some words before"],
        boxes["a link of several words that will have to wrap"],
        boxes["short"],
    )
    assert before[0] == 0 and before[3] - before[1] < 25
    assert link[3] - link[1] > 35  # two lines
    assert short[1] > before[1] and short[0] > 0
    x, y = (short[0] + short[2]) / 2, (short[1] + short[3]) / 2
    assert screen.hit(x, y).path[0].text == "short"


def test_inline_text_after_a_block_is_placed_after_it():
    screen = _page(
        "<div><p style='margin:0;height:100px'>block</p><span>after</span> <a href='x'>link</a></div>"
    )
    boxes = {e.text: screen.bounds(e) for e in screen.elements("a") if e.text}
    assert boxes["after"][1] >= 100 and boxes["link"][1] >= 100


def test_children_of_flex_boxes_stay_their_children():
    html = "<div class='row'><span class='grow'>left</span><div>right</div></div>"
    screen = _page(html, ".row{display:flex;width:300px}.grow{flex:1 1 auto}")
    boxes = {e.text: screen.bounds(e) for e in screen.elements("a") if e.text}
    assert boxes["right"][0] > 200 and boxes["right"][1] == boxes["left"][1]


def test_styles_of_page_and_app_stay_apart():
    css = "TextView{color:#ff0000} .title{background:#ff0000} p{background:#ff0000}"
    page = WebDocument(
        "https://e.org/", b"<p class='title' style='margin:0;height:50px'></p>", ["*{background:#00ff00}"]
    )
    markup = (
        '<FrameLayout class="fill"><View class="bar" style="height:100px;background:#0000ff"/>'
        '<WebView document="m" style="height:300px"/></FrameLayout>'
    )
    screen = Screen(DISPLAY)
    screen.compose([WindowView("a", "com.foo", markup, css, documents={"m": page})], "a")
    frame = screen.pixels()
    assert tuple(frame[50, 5]) == (0, 0, 255)
    assert tuple(frame[120, 20]) == (0, 255, 0)


def test_page_rules_by_id_hold():
    screen = _page(
        "<div id='x' style='height:30px'></div>", "#x{background:#ff0000} body{margin:0;padding:0}"
    )
    assert tuple(screen.pixels()[10, 10]) == (255, 0, 0)


def test_images_are_listed_loaded_and_sized():
    picture = np.zeros((40, 80, 3), np.uint8)
    picture[:] = (0, 0, 255)  # BGR
    data = cv2.imencode(".png", picture)[1].tobytes()
    html = (
        "<body style='margin:0;padding:0'><img src='/i/a.png' alt=' A ' width='100' height='50'>"
        "<img src='b.png' alt='B'><img src='/i/a.png'></body>"
    )
    document = WebDocument("https://e.org/d/p", html.encode(), (), {"https://e.org/i/a.png": data}.get)
    assert document.images == ["https://e.org/i/a.png", "https://e.org/d/b.png"]
    screen = _show(document)
    image = next(e for e in screen.elements("a") if e.text == "A")
    assert image.cls == "android.widget.Image" and screen.bounds(image) == (0, 0, 100, 50)
    assert tuple(screen.pixels()[25, 50]) == (255, 0, 0)


def test_pictures_of_style_sheets_are_loaded_and_nothing_else():
    data = cv2.imencode(".png", np.full((8, 8, 3), (0, 255, 0), np.uint8))[1].tobytes()
    asked = []

    def loader(url: str) -> bytes | None:
        asked.append(url)
        return data if url.endswith("bg.png") else None

    css = "@import url(https://evil.example/x.css);div{height:40px;background:url('bg.png')}"
    screen = _page("<body style='margin:0;padding:0'><div></div></body>", css, loader)
    assert tuple(screen.pixels()[4, 4]) == (0, 255, 0)
    assert "https://e.org/dir/bg.png" in asked


def test_data_images_are_drawn():
    data = base64.b64encode(
        cv2.imencode(".png", np.full((8, 8, 3), (255, 0, 0), np.uint8))[1].tobytes()
    ).decode()
    html = (
        f"<body style='margin:0;padding:0'><img width=40 height=40 src='data:image/png;base64,{data}'></body>"
    )
    screen = _page(html)
    assert tuple(screen.pixels()[20, 20]) == (0, 0, 255)


def test_variant_shows_and_hides_by_id():
    html = b"<div id='ask'>Did it help?</div><div id='thanks' hidden>Thanks</div>"
    document = WebDocument("https://e.org/", html)
    voted = document.variant(shown={"thanks"}, hidden={"ask"})
    assert [e.text for e in _show(document).elements("a") if e.text] == ["Did it help?"]
    assert [e.text for e in _show(voted).elements("a") if e.text] == ["Thanks"]


@pytest.mark.parametrize(
    "html",
    [b"", b"   ", b"<p>unclosed <b>x", b"\xff\xfe\x00bad", b"plain", b"<table><tr><td>c</td></tr></table>"],
)
def test_poor_pages_are_shown_somehow(html):
    screen = _show(WebDocument("https://e.org/", html))
    assert "android.webkit.WebView" in screen.hierarchy()
    assert screen.pixels().shape == (640, 360, 3)


def test_title_is_read():
    assert WebDocument("u", b"<title> A \n b</title><p>x</p>").title == "A b"


def test_equal_pages_are_parsed_once():
    one, two = (WebDocument("https://e.org/", b"<p>same</p>") for _ in range(2))
    assert one.page is two.page
