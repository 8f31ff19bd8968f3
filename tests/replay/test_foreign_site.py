"""HTML that nobody here wrote: the documentation in pygame's wheel, served, crawled, replayed, compared.

(Python's own documentation of Debian's `python3-doc` was tried the same way by hand: see docs/replay.md.)
"""

import functools
import importlib.util
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from mobile_env.phone import Display, Phone
from mobile_env.replay.crawl.client import HttpClient, web_view_headers
from mobile_env.replay.crawl.crawler import Crawl, CrawlPlan
from mobile_env.replay.direct import DirectFetcher
from mobile_env.replay.proxy.certificates import install_certificate
from mobile_env.replay.proxy.phone_client import proxied_fetcher
from mobile_env.replay.proxy.serving import serve
from mobile_env.replay.store.store import ReplayStore

# The pages name a script on their home server, which no test asks.
PLAN = CrawlPlan(media="site", delay=0.0, tries=1)

pytestmark = [
    pytest.mark.needs_extra("replay"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:mitmproxy.*"),
]


def _documentation() -> Path:
    specification = importlib.util.find_spec("pygame")
    assert specification is not None, "android-env needs pygame, so it is installed"
    assert specification.origin is not None
    return Path(specification.origin).parent / "docs/generated"


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    class Handler(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

    handler = functools.partial(Handler, directory=_documentation())
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def test_crawled_and_replayed_byte_for_byte(served, tmp_path):
    with Crawl(tmp_path / "s", HttpClient(web_view_headers()), PLAN) as crawl:
        progress = crawl.run([f"{served}index.html"])
    assert progress.waiting == progress.failed == progress.refused == 0
    files = {path for path in _documentation().rglob("*") if path.is_file()}
    crawled = set()
    with ReplayStore(tmp_path / "s") as store, serve(store) as proxy:
        phone = Phone(Display(360, 800, 160))
        phone.state.settings.put("global", "http_proxy", proxy.address)
        install_certificate(phone, proxy.certificate_authority)
        direct, proxied = DirectFetcher(store), proxied_fetcher(phone)
        for entry in store.entries():
            answer = proxied(entry.url, {})
            assert answer == direct(entry.url, {}), entry.url
            path = _documentation() / unquote(urlsplit(entry.url).path).lstrip("/")
            if answer.status == 200 and path.is_file():
                assert answer.body == path.read_bytes(), entry.url
                crawled.add(path)
    pages = {path for path in files if path.suffix == ".html"}
    assert len(pages) > 50
    assert len(pages & crawled) > 0.9 * len(pages)
    assert {".css", ".js", ".png"} <= {path.suffix for path in crawled}
