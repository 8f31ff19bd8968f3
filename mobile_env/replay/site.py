"""The WikiHow site as a pure function of a request. Pages are rendered and pictures are drawn on demand."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache

from mobile_env.phone.network import Response
from mobile_env.replay import urls
from mobile_env.replay.articles import Article, Author, Library
from mobile_env.replay.body import parse_body
from mobile_env.replay.pages.rendering import PageRenderer, portrait_name
from mobile_env.replay.phone_time import request_time
from mobile_env.replay.search import SearchEngine, search_engine

RESULTS = 10
MAXIMUM_QUERY = 1000
_HOSTS = frozenset({urls.HOST, "wikihow.com", "m.wikihow.com"})
_PICTURE = re.compile(r"/images/thumb/./../(?P<name>.+)\.jpg/(?P<width>\d{1,4})px-(?P=name)\.jpg")


class WikiHowSite:
    """Answers requests for pages and pictures of a library. The same request and seed give the same bytes.

    A site is a `Fetcher`: call it as `site(url, headers) -> Response`. Its only state is a cache, so any
    number of phones may share it.

    * `/Special:Randomizer` redirects to an article chosen by a hash of the seed and the phone's clock
      (`request_time`). The same history gives the same article; another time gives another article. A `Date`
      header counts whole seconds.
    * `/wikiHowTo?search=…` shows ages relative to the phone's clock.
    * The app's parameters `wh_an` and `amp`, and fragments, are ignored.
    """

    def __init__(
        self, library: Library, search_engine: Callable[[Library], SearchEngine] | str | None = None
    ) -> None:
        """`search_engine` makes the title index at the first query, or is the name of an engine.

        Raises:
          SearchUnavailable: there is no such engine, or something that it needs is not installed.
        """
        self.library = library
        self._make_engine = search_engine if callable(search_engine) else title_index_by(search_engine)
        self._renderer = PageRenderer(library)
        self._answers: dict[str, Response] = {}
        self._search_page = lru_cache(maxsize=256)(self._render_search)

    def __call__(self, url: str, headers: Mapping[str, str], seed: int = 0) -> Response:
        """Answers a GET request. `seed` affects only random articles."""
        address = urls.normalise(url)
        if address.host not in _HOSTS:
            return self._missing(f"{address.host or 'no host'}{address.path}")
        if address.path == urls.SEARCH:
            query = dict(address.query).get("search", "")[:MAXIMUM_QUERY]
            return self._search_page(query, request_time(headers).date())
        if address.path == urls.RANDOM:
            return self._random(request_time(headers), seed)
        if address.path in ("/", ""):
            return Response(301, {"Location": urls.ROOT + urls.HOME, "Content-Length": "0"}, b"")
        answer = self._answers.get(address.path)
        if answer is None:
            answer = self._answer(address.path)
            if answer.status == 200:  # there is no limit to the number of unknown addresses
                self._answers[address.path] = answer
        return answer

    @property
    def page_paths(self) -> tuple[str, ...]:
        """Decoded paths of all pages, except search and random articles; the home page first."""
        return tuple(self._pages)

    @cached_property
    def _pages(self) -> dict[str, Callable[[], str]]:
        library, renderer = self.library, self._renderer
        pages: dict[str, Callable[[], str]] = {
            urls.HOME: renderer.home,
            urls.ABOUT: renderer.about,
            urls.CATEGORY_LIST: renderer.category_list,
        }
        for category in library.categories.values():
            path = urls.normalise(urls.category_path(category.name)).path
            pages[path] = lambda category=category: renderer.category(category)  # type: ignore[misc]
        for author in library.authors.values():
            path = urls.normalise(urls.author_path(author.name)).path
            pages[path] = lambda author=author: renderer.author(author)  # type: ignore[misc]
        for article in library.articles.values():
            path = urls.normalise(urls.article_path(article.title)).path
            pages[path] = lambda article=article: renderer.article(article, parse_body(article))  # type: ignore[misc]
        return pages

    @cached_property
    def _articles_by_page(self) -> dict[str, Article]:
        return {urls.page_name(article.title): article for article in self.library.articles.values()}

    @cached_property
    def _authors_by_portrait(self) -> dict[str, Author]:
        return {portrait_name(author): author for author in self.library.authors.values()}

    def _picture(self, name: str, width: int) -> bytes | None:
        """Returns a JPEG by its file name without extension, or None if no picture has this name and width."""
        from mobile_env.replay import illustrations  # imports OpenCV: only when a picture is requested

        if name in self._authors_by_portrait:
            return illustrations.portrait(name) if width == illustrations.PORTRAIT.width else None
        sizes = (illustrations.LARGE, illustrations.TILE, illustrations.THUMBNAIL)
        size = next((size for size in sizes if size.width == width), None)
        if size is None:
            return None
        if name in self._articles_by_page:
            return illustrations.scene(name, self._articles_by_page[name].image, size)
        page, _, number = name.rpartition("-Method-")
        article = self._articles_by_page.get(page)
        if article is None or not re.fullmatch("[1-9][0-9]?", number):
            return None
        if int(number) > len(parse_body(article).methods):
            return None
        return illustrations.scene(name, article.image, size, companion=True)

    @cached_property
    def _engine(self) -> SearchEngine:
        return self._make_engine(self.library)

    def _answer(self, path: str) -> Response:
        page = self._pages.get(path)
        if page is not None:
            return _html(page())
        match = _PICTURE.fullmatch(path)
        if match and path == urls.normalise(urls.picture_path(match["name"], int(match["width"]))).path:
            data = self._picture(match["name"], int(match["width"]))
            if data is not None:
                return Response(200, _headers("image/jpeg", data, "max-age=31536000"), data)
        return self._missing(path)

    def _missing(self, address: str) -> Response:
        return _html(self._renderer.not_found(address), status=404)

    def _render_search(self, query: str, today: datetime.date) -> Response:
        hits = self._engine.search(query, RESULTS)
        found = [self.library.articles[hit.key] for hit in hits]
        return _html(self._renderer.search(query, found, today))

    def _random(self, now: datetime.datetime, seed: int) -> Response:
        digest = hashlib.sha256(f"{seed}:{now.timestamp():.3f}".encode()).digest()
        articles = list(self.library.articles.values())
        chosen = articles[int.from_bytes(digest[:8], "big") % len(articles)]
        location = urls.ROOT + urls.article_path(chosen.title)
        return Response(302, {"Location": location, "Cache-Control": "no-store", "Content-Length": "0"}, b"")


def title_index_by(engine: str | None = None) -> Callable[[Library], SearchEngine]:
    """Returns a function that makes an index of titles. `engine` is a name for `search_engine`.

    Raises:
      SearchUnavailable: there is no such engine, or something that it needs is not installed.
    """
    make = search_engine(engine)

    def index(library: Library) -> SearchEngine:
        articles = sorted(library.articles.values(), key=lambda article: article.title.casefold())
        return make((article.stem, article.title) for article in articles)

    return index


def title_index(library: Library, engine: str | None = None) -> SearchEngine:
    """Makes an index of titles. Equal scores are in alphabetical order of titles. Raises like
    `title_index_by`."""
    return title_index_by(engine)(library)


def _headers(kind: str, body: bytes, caching: str) -> dict[str, str]:
    return {
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        "Cache-Control": caching,
        "ETag": f'"{hashlib.sha256(body).hexdigest()[:16]}"',
    }


def _html(text: str, status: int = 200) -> Response:
    body = text.encode()
    return Response(status, _headers("text/html; charset=utf-8", body, "no-cache"), body)
