"""Crawls of real servers on loopback: what is taken, what is not, in which order, and again after a stop."""

import gzip
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from loopback import LoopbackSite, Reply

from mobile_env.replay import urls
from mobile_env.replay.crawl.articles import record_wikihow
from mobile_env.replay.crawl.client import HttpClient, web_view_headers
from mobile_env.replay.crawl.crawler import Crawl, CrawlPlan, CrawlProgress
from mobile_env.replay.direct import DirectFetcher
from mobile_env.replay.reading import load_library
from mobile_env.replay.site import WikiHowSite
from mobile_env.replay.store.errors import StoreError
from mobile_env.replay.store.store import ReplayStore

FAST = partial(CrawlPlan, delay=0.0, tries=1)


def page(*links: str, media: str = "") -> Reply:
    return Reply("".join(f"<a href='{link}'>x</a>" for link in links).encode() + media.encode())


def crawl(site: LoopbackSite, folder: Path, plan: CrawlPlan | None = None) -> tuple[CrawlProgress, Crawl]:
    with Crawl(folder, HttpClient(web_view_headers(), timeout=5), plan or FAST()) as running:
        progress = running.run([site.url("/")])
        running.found_failures, running.found_refusals = running.failures, running.refusals
    return progress, running


def recorded(folder: Path) -> dict[str, bytes]:
    with ReplayStore(folder) as store:
        return {entry.url: store.read(entry).body for entry in store.entries()}


@pytest.fixture
def site(loopback: LoopbackSite) -> LoopbackSite:
    """Home with two pages, one of them two links away, and media."""
    loopback.replies = {
        "/": page("/a", "/b?x=1", media="<img src='/p.png'><link rel=stylesheet href='/s.css'>"),
        "/a": page("/c", "/", "https://elsewhere.example/"),
        "/b?x=1": page("/a#part"),
        "/c": page("/missing"),
        "/p.png": Reply(b"\x89PNG", (("Content-Type", "image/png"),)),
        "/s.css": Reply(b"p{background:url(bg.png)}", (("Content-Type", "text/css"),)),
        "/bg.png": Reply(b"\x89PNG 2", (("Content-Type", "image/png"),)),
    }
    return loopback


def test_breadth_first_with_media_and_each_once(site, tmp_path):
    progress, _ = crawl(site, tmp_path / "s")
    assert site.asked == ["/robots.txt", "/", "/p.png", "/s.css", "/bg.png", "/a", "/b?x=1", "/c", "/missing"]
    assert (progress.pages, progress.media, progress.failed, progress.waiting) == (5, 3, 0, 0)
    assert set(recorded(tmp_path / "s")) == {site.url(path) for path in site.asked[1:]}
    assert site.headers[0]["User-Agent"].startswith("Mozilla/5.0 (Linux; Android 13;")


def test_limits(site, tmp_path):
    crawl(site, tmp_path / "depth", FAST(depth=1, media="none"))
    assert site.asked == ["/robots.txt", "/", "/a", "/b?x=1"]
    site.asked.clear()
    progress, _ = crawl(site, tmp_path / "pages", FAST(pages=2))
    assert site.asked == ["/robots.txt", "/", "/p.png", "/s.css", "/bg.png", "/a"]
    assert progress.stopped == "2 pages are in the store"
    site.asked.clear()
    crawl(site, tmp_path / "pages", FAST(pages=3))
    assert site.asked == ["/robots.txt", "/b?x=1"]
    site.asked.clear()
    progress, _ = crawl(site, tmp_path / "size", FAST(size=1, robots=False))
    assert site.asked == ["/"]
    assert progress.stopped == "1 bytes have been fetched"
    site.asked.clear()
    crawl(site, tmp_path / "exclude", FAST(exclude=("/a$", "png"), robots=False))
    assert site.asked == ["/", "/s.css", "/b?x=1"]


def test_robots_are_respected_unless_told_otherwise(site, tmp_path):
    site.replies["/robots.txt"] = Reply(b"User-agent: *\nDisallow: /a\n", (("Content-Type", "text/plain"),))
    _, running = crawl(site, tmp_path / "s")
    assert "/a" not in site.asked
    assert running.found_refusals == [(site.url("/a"), "robots.txt forbids it")]
    crawl(site, tmp_path / "t", FAST(robots=False))
    assert "/a" in site.asked


def test_a_site_whose_robots_fail_is_left_alone(site, tmp_path):
    site.replies["/robots.txt"] = Reply(b"", status=503)
    progress, _ = crawl(site, tmp_path / "s")
    assert site.asked == ["/robots.txt"]
    assert progress.refused == 1


def test_nofollow(site, tmp_path):
    site.replies["/"] = page("/a", media="<meta name=robots content=nofollow><img src='/p.png'>")
    crawl(site, tmp_path / "s")
    assert site.asked == ["/robots.txt", "/", "/p.png"]


def test_redirects_loops_and_endless_ones(loopback, tmp_path):
    def to(path: str) -> Reply:
        return Reply(b"", (("Location", path),), 302)

    loopback.replies = {
        "/": page("/old", "/one", "/self", "/away", "/1"),
        "/old": to("/new"),
        "/new": page(),
        "/one": to("/two"),
        "/two": to("/one"),
        "/self": to("/self"),
        "/away": to("https://elsewhere.example/"),
        **{f"/{number}": to(f"/{number + 1}") for number in range(1, 100)},
    }
    progress, _ = crawl(loopback, tmp_path / "s", FAST(robots=False))
    assert loopback.asked.count("/one") == loopback.asked.count("/two") == loopback.asked.count("/self") == 1
    assert "/21" in loopback.asked
    assert "/22" not in loopback.asked
    assert progress.waiting == 0
    with ReplayStore(tmp_path / "s") as store:
        assert store.read(store.lookup(loopback.url("/old"))).status == 302


def test_large_resources_are_refused_unread(loopback, tmp_path):
    loopback.replies = {
        "/": page("/huge", "/endless", "/fits"),
        "/huge": Reply(b"", length=2 * 2**30),
        "/endless": Reply(b"x" * 300_000, chunks=True),
        "/fits": Reply(b"x" * 100_000, chunks=True),
    }
    _, running = crawl(loopback, tmp_path / "s", FAST(resource_size=100_000, robots=False))
    assert running.found_refusals == [
        (loopback.url("/huge"), "2147483648 bytes are more than the limit of 100000"),
        (loopback.url("/endless"), "more than the limit of 100000 bytes"),
    ]
    assert recorded(tmp_path / "s")[loopback.url("/fits")] == b"x" * 100_000


def test_what_failed_is_told_and_tried_again(loopback, tmp_path):
    replies = iter([Reply(b"", status=503), page(), Reply(b"", status=500), Reply(b"", status=500), page()])
    loopback.replies = {
        "/": page("/a", "/b", "/cut"),
        "/a": lambda: next(replies),
        "/b": lambda: next(replies),
    }
    loopback.replies["/cut"] = Reply(b"too short", length=1000)
    _, running = crawl(loopback, tmp_path / "s", FAST(tries=2, robots=False))
    assert running.found_failures[0] == (loopback.url("/b"), "status 500")
    assert running.found_failures[1][0] == loopback.url("/cut")
    assert "cut off: 991 bytes are missing" in running.found_failures[1][1]
    loopback.replies["/cut"] = page()
    loopback.asked.clear()
    progress, running = crawl(loopback, tmp_path / "s", FAST(robots=False))
    assert loopback.asked == ["/b", "/cut"]
    assert (progress.pages, running.found_failures) == (2, [])


def test_coded_pages_are_kept_coded_and_followed(loopback, tmp_path):
    coded = gzip.compress(b"<a href='/a'>x</a>")
    fields = (
        ("Content-Type", "text/html"),
        ("Content-Encoding", "gzip"),
        ("Set-Cookie", "a"),
        ("Set-Cookie", "b"),
    )
    loopback.replies = {"/": Reply(coded, fields), "/a": Reply(b"no gzip", fields)}
    crawl(loopback, tmp_path / "s")
    assert recorded(tmp_path / "s")[loopback.url("/")] == coded
    with ReplayStore(tmp_path / "s") as store:
        headers = store.read(store.lookup(loopback.url("/"))).headers
        assert headers == (*fields, ("Content-Length", str(len(coded))))


def test_a_killed_crawl_goes_on_and_fetches_nothing_twice(loopback, tmp_path):
    count = 200
    loopback.replies = {f"/{n}": page(f"/{2 * n}", f"/{2 * n + 1}") for n in range(1, count)}
    loopback.replies["/"] = page("/1")
    program = f"""
import os, signal
from mobile_env.replay.crawl.client import HttpClient
from mobile_env.replay.crawl.crawler import Crawl, CrawlPlan
crawl = Crawl({str(tmp_path / "s")!r}, HttpClient({{}}), CrawlPlan(delay=0, robots=False))
def report(progress):
    if progress.pages == 60:
        crawl._commit()
    if progress.pages == 100:
        os.kill(os.getpid(), signal.SIGKILL)
crawl.run([{loopback.url("/")!r}], report)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -signal.SIGKILL
    assert len(loopback.asked) == 100
    progress, _ = crawl(loopback, tmp_path / "s", FAST(robots=False, depth=7))
    assert progress.kept == 40
    assert len(loopback.asked) == len(set(loopback.asked))
    assert {site for site in loopback.asked if site in loopback.replies} == {
        "/",
        *(f"/{n}" for n in range(1, 128)),
    }
    assert len(recorded(tmp_path / "s")) == len(loopback.asked)


def test_several_connections_take_the_same(site, tmp_path):
    crawl(site, tmp_path / "one")
    crawl(site, tmp_path / "four", FAST(connections=4))
    assert recorded(tmp_path / "one") == recorded(tmp_path / "four")


@pytest.mark.parametrize("url", ["ftp://a.org/", "a.org", "http://", "http:///x", "file:///etc/passwd"])
def test_addresses_where_no_crawl_begins(tmp_path, url):
    with (
        Crawl(tmp_path / "s", HttpClient({}), FAST()) as running,
        pytest.raises(StoreError, match="begins at"),
    ):
        running.run([url])


def test_a_server_that_is_not_there(tmp_path):
    with Crawl(tmp_path / "s", HttpClient({}, timeout=2), FAST(robots=False)) as running:
        progress = running.run(["http://127.0.0.1:9/"])
        assert progress.failed == 1
        assert "ConnectionRefusedError" in running.failures[0][1]


def test_content_of_ours_is_recorded_whole_and_the_same_each_time(sources, tmp_path):
    site = WikiHowSite(load_library(sources))
    for name in "ab":
        record_wikihow(site, tmp_path / name)
    one, other = ((tmp_path / name / "archive/00000.warc.gz").read_bytes() for name in "ab")
    assert one == other
    direct = DirectFetcher(tmp_path / "a")
    for path in site.page_paths:
        assert direct(f"{urls.ROOT}{path}?wh_an=1&amp=1#References", {}) == site(urls.ROOT + path, {})
    found = recorded(tmp_path / "a")
    assert any(url.endswith(".jpg") for url in found)
    assert not any("wikiHowTo" in url or "Randomizer" in url for url in found)
