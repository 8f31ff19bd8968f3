"""What pages and style sheets link to, and what robots.txt allows."""

import pytest

from mobile_env.replay.crawl.links import page_links, redirect_target, stylesheet_links
from mobile_env.replay.crawl.robots import Robots

PAGE = b"""<!DOCTYPE html><html><head><base href="/wiki/">
<link rel="stylesheet" href="/style.css"><link rel="next" href="two"><link rel="dns-prefetch" href="//cdn.org">
<meta http-equiv="refresh" content="5; url='later'"><style>p { background: url( "bg.png" ) }</style>
<script src="//cdn.org/x.js"></script></head>
<body><a href="one#part">1</a> <a href="ONE">1</a> <a href="mailto:a@b">m</a> <a href="javascript:x()">j</a>
<a href="http://[bad">b</a> <a href="
 caf\xc3\xa9?q=a b">c</a> <area href="map"><iframe src="frame"></iframe>
<img src="a.png" srcset="a-1.png 1x, a,2.png 2x" data-src="lazy.png"> <img src="data:image/png;base64,AA">
<div style="background:url(d.png)"></div><video poster="p.jpg"><source src="v.mp4"></video>
<a href="both.png">x</a><img src="both.png"><svg><image href="i.svg"/></svg></body></html>"""


def test_page_links():
    links, nofollow = page_links("https://a.org/start/page", PAGE, "text/html; charset=utf-8")
    root = "https://a.org/wiki/"
    assert {link.url.removeprefix(root) for link in links if not link.media} == {
        "two",
        "later",
        "one",
        "ONE",
        "caf%C3%A9?q=a%20b",
        "map",
        "frame",
        "both.png",
    }
    assert {link.url.removeprefix(root) for link in links if link.media} == {
        "https://a.org/style.css",
        "bg.png",
        "https://cdn.org/x.js",
        "a.png",
        "a-1.png",
        "a,2.png",
        "lazy.png",
        "d.png",
        "p.jpg",
        "v.mp4",
        "i.svg",
    }
    assert not nofollow


@pytest.mark.parametrize("body", [b"", b"   ", b"\0\0\0", b"<", b"\xff\xfe\x00", b"<a href>", b"<p>" * 5000])
def test_pages_without_links(body):
    assert page_links("https://a.org/", body) == ((), False)


def test_what_a_page_says_to_robots():
    body = b'<meta name="ROBOTS" content="noindex, NoFollow"><a href="/x">x</a>'
    assert page_links("https://a.org/", body).nofollow
    assert [link.url for link in page_links("https://a.org/", body, "text/html; charset=nonsense").links]


def test_stylesheet_links():
    text = "@import 'a.css'; @import url(b.css); p{background:url('c.png')} @font-face{src:url(d.woff) format('woff')}"
    assert [link.url for link in stylesheet_links("https://a.org/css/x.css", text)] == [
        f"https://a.org/css/{name}" for name in ("a.css", "b.css", "c.png", "d.woff")
    ]


def test_redirect_targets():
    assert redirect_target("https://a.org/x/y", "../z#part") == "https://a.org/z"
    assert redirect_target("https://a.org/x", "javascript:alert(1)") == ""
    assert redirect_target("https://a.org/x", "http://[") == ""


ROBOTS = """\
User-agent: other
Disallow: /

User-agent: *
User-agent: someone
Disallow: /private/ # not here
Disallow: /*.pdf$
Disallow: /*?action=
Allow: /private/open
Crawl-delay: 2.5
Disallow:
"""


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", True),
        ("/private", True),
        ("/private/x", False),
        ("/%70rivate/x", False),
        ("/private/open/x", True),
        ("/x.pdf", False),
        ("/x.pdf?y", True),
        ("/x?action=edit", False),
        ("/x?b=1&action=edit", True),
    ],
)
def test_robots(path, allowed):
    assert Robots.parse(ROBOTS).allows(f"https://a.org{path}") is allowed


def test_robots_groups():
    assert Robots.parse(ROBOTS).delay == 2.5
    own = Robots.parse(ROBOTS + "\nUser-Agent: Mobile-Env\nAllow: /\n")
    assert own.allows("https://a.org/private/x")
    assert own.delay == 0
    assert not Robots.parse(ROBOTS, "other").allows("https://a.org/")
    assert Robots.parse("").allows("https://a.org/")
    assert Robots.parse("<html>no robots</html>").allows("https://a.org/")
    assert not Robots.nothing().allows("https://a.org/")
