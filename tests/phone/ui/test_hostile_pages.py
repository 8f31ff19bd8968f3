"""A page may be blank. It may not raise, hang, or take more than its size allows."""

import base64
import dataclasses

import pytest
from test_page_isolation import show_page

from mobile_env.phone.ui import css_source, html_source, images
from mobile_env.phone.ui.web import MOST_NESTED, WebDocument, absolute, parse
from mobile_env.phone.ui.web_surface import WebSurface

URL = "https://e.org/page"


def drawing(shapes):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">{shapes}</svg>'
    return f'<img src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'


COLUMN = "display:flex;flex-direction:column"
# Each of these once raised an error, or did not end within minutes.
PAGES = {
    "masks within masks": drawing(
        '<mask id="m0"><rect width="9" height="9"/></mask>'
        + "".join(
            f'<mask id="m{n + 1}">' + f'<rect mask="url(#m{n})" width="9" height="9"/>' * 2 + "</mask>"
            for n in range(30)
        )
        + '<rect mask="url(#m30)" width="9" height="9"/>'
    ),
    "dashes of a drawing": drawing('<path d="M0 0L1e9 1e9" stroke="red" stroke-dasharray="0.0001"/>'),
    "nested": "<div>" * 300 + "x",
    "nested links": "<a href=x>" * 5000 + "x",
    "nested columns": f'<div style="{COLUMN}">' * 40 + "x",
    "nested columns by class": f"<style>.a{{{COLUMN}}}</style>" + "<div class=a>" * 40 + "x",
    "nested columns by a selector of the engine's": f"<style>:is(.a){{{COLUMN}}}</style>" + "<div class=a>" * 40 + "x",
    "nested columns by a variable": f"<style>*{{--a:flex;{COLUMN};display:var(--a)}}</style>" + "<div>" * 40 + "x",
    "a float in a line": '<p>x<span style="float:left">y</span>',
    "a float in a line by an escaped name": '<p>x<span style="fl\\6f at:left">y</span>',
    "a table that floats": "x<table align=left><tr><td>y</table>z",
    "superscript width": "<img width='²' height='٣' src='data:image/png;base64,iVBORw0KGgo='>",
    "long width": f"<img width='{'9' * 5000}' src='data:,x'>",
    "division by zero": '<p style="width:calc(1px/0);height:calc(1e30px/0);margin:calc(-1e38px*1e38)">x',
    "infinite text": '<p style="font-size:calc(infinity*1px);line-height:1e30">x',
    "no brace": "<style>" + "a" * 400_000,
    "no end of link": "<link " * 200_000,
    "no end of title": "<title " * 200_000,
    "no end of style": "<style>" * 200_000,
    "no end of comment": "<!--" * 200_000,
    "no end of url": "<style>" + "url(" * 200_000,
    "no end of import": "<style>" + "@import " * 100_000,
    "attributes": "<p " + " ".join(f"a{n}=1" for n in range(100_000)) + ">x",
    "attributes of much text": "<p " + "a='>" * 100_000 + ">x",
    "rules in rules": "<style>p,q{" + "&,&{" * 40 + "color:red" + "}" * 41 + "</style><p>x",
    "dashes": '<p style="border:1px dashed red;height:1e9px">x',
    "dashes by an escaped name": '<p style="border:1px das\\68 ed red;height:1e9px">x',
    "selectors": f"<style>{'* ' * 3000}{{display:grid}}{'a~' * 300}a{{display:grid}}</style>" + "<a>x</a>" * 3000,
    "tracks": '<div style="display:grid;grid-template-columns:repeat(1000000,1px)">x',
    "elements": "<p>x" * 100_000,
    "elements in a line": "<p>" + "<span>x</span>" * 100_000,
    "relative url": '<p style="mask-image:url(x);background:url(/etc/passwd)">x',
    "bad link": '<a href="http://[::1">x</a><a href="http://e:99999999/">y</a><img src="http://[">',
    "nothing but a comment": "<!-- x -->",
    "nothing": "",
    "control characters": "<p id='\x0b'>\x01\x0b\x00\ufffe\ud800</p>",
    "ids of ours": '<p id="x-body"><p id="x-1"><p id="&quot;><b>"><i id="1">x',
    "odd elements": "<plaintext><xmp><frameset><math><svg><select><option><textarea><table><caption><image>",
    "tags cut off": "<p><a b=\"c",
    "same picture": f'<img src="{"x" * 30}">' * 9000,
}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_page(name):
    html = PAGES[name].encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    assert show_page(html, "/nowhere").shape == (120, 120, 3)


def test_levels_and_elements_are_counted():
    document = parse(b"<div>" * 5000)
    depth = 0
    while len(document):
        document, depth = document[-1], depth + 1
    assert depth == MOST_NESTED
    assert html_source.reduced(b"<p>" * 50_000).count("<p>") == html_source.MOST_ELEMENTS
    many = b"<p " + b" ".join(b"a%d=1" % n for n in range(500)) + b">"
    assert html_source.reduced(many).count("=") == html_source.MOST_ATTRIBUTES


def test_a_page_that_the_engine_gives_up_is_blank():
    # A relative URL that no base resolves ends the engine's thread.
    document = WebDocument(URL, b"<p>given up")
    page = document.page
    document.page = dataclasses.replace(page, html=page.html.replace("<p", '<img src="/relative"><p'))
    surface = WebSurface(document)
    surface.fit(100.0, 100.0, 1.0)
    assert (surface.rgba() == 255).all()
    assert surface.scroll_range(100.0) == 0
    surface.fit(200.0, 100.0, 1.0)
    assert surface.rgba().shape == (100, 200, 4)


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<p a=1 b='x\"y' C>t", '<p a="1" b="x&quot;y" c="">t'),
        ('<p a="<b>">x</p >', '<p a="&lt;b&gt;">x</p>'),
        ('<p a="1" a="2" a=&amp;>', '<p a="1">'),
        ("<p t='it&#39;s &amp; <'>", '<p t="it&#39;s &amp; &lt;">'),
        ("a < b <3 <!-- x --><!x><?y>z", "a &lt; b &lt;3 z"),
        ("<!--><p><!---><p><!--x--!><p>", "<p><p><p>"),
        ("<title>a<b>c</title>d", "<title>a&lt;b>c</title>d"),
        ("<style><!-- a{} --></style>", "<style>  a{} --></style>"),
        ("<script>'<p>'</script>x", "x"),
        ("<SCRIPT>'</scripty>'</Script >x", "x"),
        ("<img src=x/><br/>", '<img src="x/"><br>'),
        ("x<p a='1", "x"),
        ('<p class="a" id="b">', '<p class="a" id="b">'),
    ],
)
def test_html_is_written_in_one_form(markup, expected):
    assert html_source.reduced(markup.encode()) == expected


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1251", "shift_jis"])
def test_encodings(encoding):
    text = {"windows-1251": "Привет", "shift_jis": "こんにちは"}.get(encoding, "é ☃")
    html = f'<html><head><meta charset="{encoding}"></head><body><p>{text}</p></body></html>'
    assert parse(html.encode(encoding)).text_content().strip() == text


@pytest.mark.parametrize("name", ["rot13", "utf-7", "unicode_escape", "idna", "x" * 400, "zlib"])
def test_encodings_of_no_page_are_read_as_utf8(name):
    assert parse(f"<meta charset={name}><p>é".encode()).text_content() == "é"


def own(url):
    return "data:ours" if url.endswith("ours.png") else None


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("a{color:red}", "a{color:red}"),
        ("a{background:url(ours.png)}", 'a{background:url("data:ours")}'),
        ("a{background:\\75rl( 'ours.png' )}", 'a{background:url("data:ours")}'),
        ("a{background:u\\rl(file:///x)}", "a{background:none}"),
        ("a{background:url('x' y)}", "a{background:x-url('x' y)}"),
        ('@import "x";@\\69mport url(x);a{b:c}', "a{b:c}"),
        ("@import url(x)", ""),
        ('@charset "x";@layer a;@x y{z{}}@font-face{src:url(x)}a{b:c}', "@layer a;a{b:c}"),
        ("a{b{c:d}e:f}", "a{e:f}"),
        ("@media x{a{b:c}", "@media x{a{b:c}}"),
        ("@keyframes k{from{a:b}to{a:c}}", "@keyframes k{from{a:b}to{a:c}}"),
        ('a{b:"x', 'a{b:""}'),
        ("a{b:\\", "a{b:}"),
        ("a{b:'c\\", "a{b:''}"),
        ("a{b:'\\0\nc", "a{b:''}"),
        ("@keyframes k{@url(x", "@keyframes k{}"),
        ("u+1src(x){a:b}", "u/**/+1src (x){a:b}"),
        ("a{b:({x});c:d}", "a{b:(/**/);c:d}"),
        ('a[b="c"]{content:"da\\74 a:x"}', 'a[b="c"]{content:""}'),
        ("/*x*/a/*", "/**/a/**/{}"),
        ("}a{b:c}", "/**/a{b:c}"),
        ("@layer}x{}", "@layer/**/x{}"),
        ("a{b:\\75/*x*/rl(y)}", "a{b:\\75/**/rl(y)}"),
        ("a{b:(\\75{x}rl(y))}", "a{b:(\\75/**/rl(y))}"),
        ("a{b:(\\75}rl(y))}", "a{b:(\\75/**/rl(y))}"),
        ("a{b:url(x)url(ours.png)}", 'a{b:none url("data:ours")}'),
        ('1url("a)b"){x:y}', '1url ("a)b"){x:y}'),
        ("<!--url(x){a:b}-->@import x;c{}", "/**/none{a:b}c{}"),
        ("a{" + "(" * 100 + "}", ""),
    ],
)
def test_css_keeps_what_is_known(css, expected):
    assert css_source.reduced(css, own) == expected


def test_ends_of_sheets():
    for css in ("a{b:(", "a", "@media x", "a{b:'c", "a{b:url(", "/*", "@x{", "a{b:\\"):
        assert css_source.reduced(css, own).count("{") == css_source.reduced(css, own).count("}")


def test_declarations():
    assert css_source.reduced_declarations("color:red", own) == "color:red"
    assert css_source.reduced_declarations("a:url(x);b:c}d{e:f", own) == "a:none;"


@pytest.mark.parametrize("reference", ["http://[", "http://e:99999/", "http://e:x/", "//[::1"])
def test_references_that_are_no_urls(reference):
    assert absolute(URL, reference) == ""
    assert absolute(URL, " a b ") == "https://e.org/a b"


@pytest.mark.parametrize(
    "content",
    [
        b"", b"x", b"GIF8", b"\xff\xd8\xff", b"\xff\xd8\xff" + b"\xff" * 99, b"RIFF....WEBPVP8X", b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0\x00\x00" * 99, b"GIF89a\xff\xff\xff\xff", b"<svg", b"<svg/><svg/>", b"\x1f\x8b<svg/>",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4, "big") * 2 + b"\x08\x02\0\0\0",
        b'<?xml version="1.0" encoding="idna"?><svg/>', b"<!DOCTYPE a [<!ENTITY b 'c'>]><svg>&b;</svg>",
        b"<svg>" * 50 + b"</svg>" * 50, b"<svg>" + b"<g/>" * 6000 + b"</svg>",
    ],
)  # fmt: skip
def test_what_is_no_picture(content):
    assert images.picture(content, 99) is None
