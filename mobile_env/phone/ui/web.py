"""Web pages: prepares HTML and CSS for layout, and derives the accessibility nodes that Chrome would show."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from mobile_env.phone.ui import css_source, html_source

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from mobile_env.phone.ui.web_nodes import WebPage

Loader = Callable[[str], bytes | None]

MOST_NESTED = 80
"""Levels of elements that a page is read to: reading it takes some of the interpreter's own levels for each."""

_EMPTY = "<html><body></body></html>"


class WebDocument:
    """An immutable web page of a WebView. Each process parses equal content once."""

    def __init__(
        self,
        url: str,
        html: bytes,
        css: Sequence[str] = (),
        loader: Loader = lambda url: None,
        *,
        shown: Iterable[str] = (),
        hidden: Iterable[str] = (),
    ) -> None:
        """
        Args:
            url: address of the page, against which its links and images resolve.
            html: the page's bytes; their encoding is told by a BOM or `<meta>`, else UTF-8.
            css: texts of its external style sheets, in order. `<style>` elements come on their own.
            loader: bytes of a resource by its absolute URL, None where there is none. Asked when the page is first
                laid out.
            shown: HTML ids of elements whose `hidden` attribute is taken away.
            hidden: HTML ids of elements that are neither drawn nor in the hierarchy.
        """
        self.url = url
        self.html = html
        self.css = tuple(css)
        self._loader = loader
        self._shown = frozenset(shown)
        self._hidden = frozenset(hidden)

    def __repr__(self) -> str:
        return f"WebDocument({self.url!r}, {len(self.html)} bytes)"

    def variant(self, shown: Iterable[str] = (), hidden: Iterable[str] = ()) -> WebDocument:
        """The same page with elements un-hidden or hidden by HTML id."""
        return WebDocument(self.url, self.html, self.css, self._loader, shown=shown, hidden=hidden)

    @functools.cached_property
    def images(self) -> list[str]:
        """Absolute URLs of the page's images in document order, each once."""
        found = (
            absolute(self.url, img.get("src", "")) for img in parse(self.html).iter("img") if img.get("src")
        )
        return [url for url in dict.fromkeys(found) if url and not url.startswith("data:")]

    @functools.cached_property
    def stylesheets(self) -> list[str]:
        """Absolute URLs of the page's external style sheets in document order."""
        links = parse(self.html).iter("link")
        sheets = [link for link in links if "stylesheet" in link.get("rel", "").lower().split()]
        found = (absolute(self.url, link.get("href", "")) for link in sheets if link.get("href"))
        return [url for url in found if url]

    @functools.cached_property
    def title(self) -> str:
        """The page's `<title>`, white space collapsed."""
        title = parse(self.html).find(".//title")
        return " ".join((title.text_content() if title is not None else "").split())

    @functools.cached_property
    def page(self) -> WebPage:
        """The page made ready for layout: HTML with ids, style sheets, and its nodes."""
        return _page(self.url, self.html, self.css, self._shown, self._hidden, self._resources())

    def _resources(self) -> tuple[tuple[str, bytes | None], ...]:
        urls = [*self.images, *self._css_urls()]
        return tuple((url, self._loader(url)) for url in dict.fromkeys(urls))

    def _css_urls(self) -> list[str]:
        document = parse(self.html)
        sheets = [*self.css, *(style.text or "" for style in document.iter("style"))]
        sheets += [style for element in document.iter() if "(" in (style := element.get("style") or "")]
        named = (name for sheet in sheets for name in css_source.picture_urls(sheet))
        found = (absolute(self.url, name) for name in named)
        return [url for url in found if url and not url.startswith("data:")]


def parse(html: bytes) -> HtmlElement:
    """Parse a page, tolerantly and in bounded time; an empty page has an empty body."""
    import lxml.etree
    import lxml.html

    markup = html_source.reduced(html).strip() or _EMPTY
    parser = lxml.html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        document = lxml.html.document_fromstring(markup.encode(), parser=parser, ensure_head_body=True)
    except lxml.etree.ParserError:
        document = lxml.html.document_fromstring(_EMPTY.encode(), parser=parser, ensure_head_body=True)
    _prune(document)
    return document


def _prune(document: HtmlElement) -> None:
    """Removes elements that are nested deeper than MOST_NESTED."""
    level: list[HtmlElement] = [document]
    for _ in range(MOST_NESTED):
        level = [child for element in level for child in element]
    for element in level:
        for child in list(element):
            element.remove(child)


def absolute(base: str, reference: str) -> str:
    """Returns the absolute URL of a reference on the page at `base`, or "" if it is not a valid URL."""
    try:
        url = urljoin(base, reference.strip())
        urlsplit(url).port  # noqa: B018 - the parser finds some faults only now
    except ValueError:
        return ""
    return url


@functools.lru_cache(maxsize=48)
def _page(
    url: str,
    html: bytes,
    css: tuple[str, ...],
    shown: frozenset[str],
    hidden: frozenset[str],
    resources: tuple[tuple[str, bytes | None], ...],
) -> WebPage:
    from mobile_env.phone.ui.web_nodes import build

    return build(url, parse(html), css, shown, hidden, dict(resources))
