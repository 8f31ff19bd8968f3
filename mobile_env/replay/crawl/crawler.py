"""Crawls a site, breadth first, into a store: pages from the home page on, and the media that they need."""

from __future__ import annotations

import fnmatch
import re
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from mobile_env.replay.coding import CodingError, decoded
from mobile_env.replay.crawl.client import CrawlClient, FetchFailed
from mobile_env.replay.crawl.frontier import Frontier, Item
from mobile_env.replay.crawl.links import Link, page_links, redirect_target, stylesheet_links
from mobile_env.replay.crawl.robots import Robots
from mobile_env.replay.source import wire_url
from mobile_env.replay.store.errors import StoreError
from mobile_env.replay.store.exchange import Exchange, field
from mobile_env.replay.store.folder import RESOURCE_LIMIT
from mobile_env.replay.store.store import ReplayStore
from mobile_env.replay.store.writer import StoreWriter

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PAGE_KINDS = frozenset({"text/html", "application/xhtml+xml"})
_MOST_HOPS = 20
_COMMIT_SECONDS = 2.0
_LONGEST_WAIT = 120.0


@dataclass(frozen=True)
class CrawlPlan:
    """Scope and speed of a crawl.

    Attributes:
      hosts: further hosts of the site; the home page's host, with and without `www.`, always belongs to it.
        `*` is a wildcard.
      media: `all` fetches media from any host, `site` only from the site's hosts, `none` fetches no media.
      exclude: regular expressions; URLs in which one matches are skipped.
      depth: largest number of links from the home page; None: no limit.
      pages: largest number of HTML pages in the store; None: no limit.
      size: stop after this many fetched bytes; None: no limit.
      resource_size: larger resources are skipped; bytes.
      delay: seconds between the starts of two requests.
      connections: number of parallel requests.
      tries: number of requests for a resource before it counts as failed.
      robots: whether robots.txt and pages' own `nofollow` are respected.
      refresh: whether to start again and fetch resources that the store already has.
    """

    hosts: tuple[str, ...] = ()
    media: str = "all"
    exclude: tuple[str, ...] = ()
    depth: int | None = None
    pages: int | None = None
    size: int | None = None
    resource_size: int = RESOURCE_LIMIT
    delay: float = 1.0
    connections: int = 1
    tries: int = 3
    robots: bool = True
    refresh: bool = False


@dataclass
class CrawlProgress:
    """Progress of a crawl.

    Attributes:
      pages, media: number of recorded resources, including redirects.
      kept: number of these that the store already had.
      failed, refused: number of resources that could not be fetched, and that were skipped (robots.txt, size).
      size: bytes fetched.
      waiting: number of known resources not fetched yet.
      stopped: why the crawl ended before everything was fetched; "" otherwise.
    """

    pages: int = 0
    media: int = 0
    kept: int = 0
    failed: int = 0
    refused: int = 0
    size: int = 0
    waiting: int = 0
    stopped: str = ""


class Crawl:
    """A crawl into a store. The queue is a file of the store, so another `Crawl` can resume it.

    Args:
      folder: of the store.
      client: requests resources.
      plan: scope and speed.
      rules: written to `rules.yaml` if the store has no rules.

    Raises:
      StoreError: the store cannot be written.
    """

    def __init__(
        self, folder: str | Path, client: CrawlClient, plan: CrawlPlan, *, rules: str | None = None
    ) -> None:
        self.plan = plan
        self.progress = CrawlProgress()
        self._client = client
        self._exclude = [re.compile(pattern) for pattern in plan.exclude]
        self._writer = StoreWriter(folder, rules=rules, resource_limit=plan.resource_size)
        try:
            self._known = ReplayStore(folder, resource_limit=plan.resource_size)
            self._frontier = Frontier(Path(folder))
        except BaseException:
            self._writer.close()
            raise
        if plan.refresh:
            self._frontier.forget()
        self._frontier.retry_failed()
        self._robots: dict[str, Robots] = {}
        self._hosts = list(plan.hosts)
        self._pace = threading.Lock()
        self._next_request = 0.0
        self._html_pages = self._writer.index.count(status=200, kinds=_PAGE_KINDS)
        self._committed = time.monotonic()
        self._closed = False
        self._stopped = threading.Event()

    def __enter__(self) -> Crawl:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Saves what was fetched and closes the store. Calling it twice is harmless."""
        if self._closed:
            return
        self._closed = True
        try:
            self._commit()
        finally:
            self._frontier.close()
            self._known.close()
            self._writer.close()

    @property
    def failures(self) -> list[tuple[str, str]]:
        """URL and reason of each resource that could not be fetched."""
        return self._frontier.notes("failed")

    @property
    def refusals(self) -> list[tuple[str, str]]:
        """URL and reason of each resource that was skipped."""
        return self._frontier.notes("refused")

    @property
    def unfollowed(self) -> list[tuple[str, str]]:
        """URL and reason of each recorded resource whose links or redirect could not be followed."""
        return [(url, note) for url, note in self._frontier.notes("done") if note]

    def run(
        self, starts: Iterable[str], report: Callable[[CrawlProgress], object] = lambda progress: None
    ) -> CrawlProgress:
        """Crawls until the queue is empty or a limit is reached.

        Args:
          starts: home pages.
          report: called after every few resources.

        Raises:
          StoreError: the store cannot be written. Everything fetched before is kept.
        """
        for url in starts:
            address = wire_url(url)
            if not address.startswith(("http://", "https://")) or not urlsplit(address).hostname:
                raise StoreError(f"{url!r}: a crawl begins at an address such as https://www.example.org/")
            self._frontier.add_start(self._item(address, 0, False))
        self._hosts += [host for url in self._frontier.starts() for host in _own_hosts(url)]
        with ThreadPoolExecutor(self.plan.connections, thread_name_prefix="crawl") as pool:
            try:
                while items := self._next():
                    results = pool.map(self._fetch, items)
                    for item, (exchange, kept, failure) in zip(items, results, strict=True):
                        self._take(item, exchange, kept, failure)
                    self._commit_sometimes()
                    report(self.progress)
            except BaseException:
                self._stopped.set()  # threads that wait for the next request slot give up
                raise
        self._commit()
        report(self.progress)
        return self.progress

    # Choosing resources.

    def _next(self) -> list[Item]:
        if self.plan.size is not None and self.progress.size >= self.plan.size:
            self.progress.stopped = f"{self.plan.size} bytes have been fetched"
            return []
        full = self.plan.pages is not None and self._html_pages >= self.plan.pages
        count = self.plan.connections
        if self.plan.pages is not None and not full:
            count = min(count, self.plan.pages - self._html_pages)
        items = self._frontier.take(count, media_only=full)
        if full and not items and self._frontier.take(1):
            self.progress.stopped = f"{self.plan.pages} pages are in the store"
        return items

    def _item(self, url: str, depth: int, media: bool, hops: int = 0) -> Item:
        return Item(url, self._writer.rules.key(url), depth, media, hops)

    def _wanted(self, url: str, media: bool) -> bool:
        if any(pattern.search(url) for pattern in self._exclude):
            return False
        if media and self.plan.media != "site":
            return self.plan.media == "all"
        try:
            host = urlsplit(url).netloc.rpartition("@")[2].lower()
        except ValueError:
            return False
        return any(fnmatch.fnmatchcase(host, pattern) for pattern in self._hosts)

    # Fetching, in threads.

    def _fetch(self, item: Item) -> tuple[Exchange | None, bool, FetchFailed | None]:
        """Returns the exchange, if any; whether it came from the store; and the error if there is no
        exchange."""
        if not self.plan.refresh:
            entry = self._known.lookup(item.url)
            if entry is not None:
                try:
                    return self._known.read(entry), True, None
                except StoreError:
                    pass  # damaged record: fetch the resource again
        try:
            robots = self._robots_of(item.url)
            if not robots.allows(item.url):
                return None, False, FetchFailed("robots.txt forbids it", again=False)
            return self._ask(item.url, robots.delay), False, None
        except FetchFailed as failure:
            return None, False, failure

    def _ask(self, url: str, delay: float = 0.0) -> Exchange:
        for attempt in range(1, self.plan.tries + 1):
            self._wait(max(self.plan.delay, delay))
            try:
                return self._client.get(url, self.plan.resource_size)
            except FetchFailed as failure:
                if not failure.again or attempt == self.plan.tries:
                    raise
                self._sleep(min(_LONGEST_WAIT, max(failure.wait, self.plan.delay * 2**attempt)))
        raise AssertionError("tries is at least 1")

    def _wait(self, delay: float) -> None:
        with self._pace:
            now = time.monotonic()
            start = max(now, self._next_request)
            self._next_request = start + delay
        self._sleep(start - now)

    def _sleep(self, seconds: float) -> None:
        if self._stopped.wait(max(0.0, seconds)):
            raise FetchFailed("the crawl was stopped")

    def _robots_of(self, url: str) -> Robots:
        if not self.plan.robots:
            return Robots()
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._robots:
            self._robots[origin] = self._read_robots(f"{origin}/robots.txt")
        return self._robots[origin]

    def _read_robots(self, url: str) -> Robots:
        try:
            for _ in range(5):
                exchange = self._ask(url)
                location = field(exchange.headers, "Location")
                if exchange.status not in _REDIRECTS or not location:
                    break
                url = redirect_target(url, location)
            if exchange.status != 200:
                return Robots()
            text = decoded(exchange.headers, exchange.body, 2**20).decode("utf-8", "replace")
            return Robots.parse(text)
        except CodingError:
            return Robots()
        except FetchFailed as failure:
            # Stop requests to a site with server errors. A site that does not exist fails by itself.
            return Robots.nothing() if failure.status else Robots()

    # Recording.

    def _take(self, item: Item, exchange: Exchange | None, kept: bool, failure: FetchFailed | None) -> None:
        if exchange is None:
            refused = failure is not None and not failure.again
            self._frontier.settle(item, "refused" if refused else "failed", str(failure))
            if refused:
                self.progress.refused += 1
            else:
                self.progress.failed += 1
            return
        if not kept:
            self._writer.add(exchange)
            self.progress.size += len(exchange.body)
        self.progress.kept += kept
        kind = field(exchange.headers, "Content-Type").partition(";")[0].strip().lower()
        if item.media:
            self.progress.media += 1
        else:
            self.progress.pages += 1
            self._html_pages += not kept and exchange.status == 200 and kind in _PAGE_KINDS
        note = self._follow(item, exchange, kind)
        self._frontier.settle(item, "done", note)

    def _follow(self, item: Item, exchange: Exchange, kind: str) -> str:
        """Adds the resource's links to the queue. Returns a note about links that cannot be followed, or ""."""
        location = field(exchange.headers, "Location")
        if exchange.status in _REDIRECTS and location:
            target = redirect_target(exchange.url, location)
            if item.hops >= _MOST_HOPS:
                return f"more than {_MOST_HOPS} redirects one after another"
            if target and self._writer.rules.key(target) == item.key:
                return "redirects to itself"
            if target and self._wanted(target, item.media):
                self._frontier.add([self._item(target, item.depth, item.media, item.hops + 1)])
            return ""
        if exchange.status != 200:
            return ""
        try:
            links, nofollow = self._links(exchange, kind)
        except CodingError as error:
            return f"cannot be read for links: {error}"
        items = []
        for link in links:
            if not link.media:
                if (nofollow and self.plan.robots) or item.media:
                    continue
                if self.plan.depth is not None and item.depth >= self.plan.depth:
                    continue
            if self._wanted(link.url, link.media):
                items.append(self._item(link.url, item.depth + (not link.media), link.media))
        self._frontier.add(items)
        return ""

    def _links(self, exchange: Exchange, kind: str) -> tuple[tuple[Link, ...], bool]:
        if kind in _PAGE_KINDS:
            body = decoded(exchange.headers, exchange.body, self.plan.resource_size)
            return page_links(exchange.url, body, field(exchange.headers, "Content-Type"))
        if kind == "text/css":
            body = decoded(exchange.headers, exchange.body, self.plan.resource_size)
            return stylesheet_links(exchange.url, body.decode("utf-8", "replace")), False
        return (), False

    def _commit_sometimes(self) -> None:
        if time.monotonic() - self._committed >= _COMMIT_SECONDS:
            self._commit()

    def _commit(self) -> None:
        # Commit the store first, because everything that the queue calls done must be in the store.
        self._writer.commit()
        self._frontier.commit()
        self._committed = time.monotonic()
        self.progress.waiting = self._frontier.counts().get("waiting", 0)


def _own_hosts(url: str) -> list[str]:
    """The host (with port) of a start page, with and without `www.`. Wildcard characters in it are escaped."""
    host = urlsplit(url).netloc.rpartition("@")[2].lower()
    bare = host.removeprefix("www.")
    return [re.sub(r"([\[\]*?])", r"[\1]", name) for name in dict.fromkeys((host, bare, f"www.{bare}"))]
