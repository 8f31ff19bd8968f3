"""Web pages: HTML and CSS made ready for the layout engine, and the nodes that Chrome would show of them."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from mobile_env.phone.ui.web_nodes import WebPage

Loader = Callable[[str], bytes | None]

_IMPORT = re.compile(r"@(?:import|charset)[^;]*;")
_CSS_URL = re.compile(r"url\(\s*(['\"]?)(?!data:|file:)([^'\")]+)\1\s*\)")


class WebDocument:
    """A page as a WebView holds it. Immutable; equal content is parsed once a process."""

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
            urljoin(self.url, img.get("src", "")) for img in parse(self.html).iter("img") if img.get("src")
        )
        return [url for url in dict.fromkeys(found) if not url.startswith("data:")]

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
        sheets = [*self.css, *(style.text or "" for style in parse(self.html).iter("style"))]
        return [urljoin(self.url, match[2].strip()) for sheet in sheets for match in _CSS_URL.finditer(sheet)]


def parse(html: bytes) -> HtmlElement:
    """Parse a page, tolerantly; an empty page has an empty body."""
    import lxml.html

    encoding = None if re.search(rb"<meta[^>]+charset", html[:2048], re.IGNORECASE) else "utf-8"
    parser = lxml.html.HTMLParser(encoding=encoding, remove_comments=True, remove_pis=True)
    return lxml.html.document_fromstring(
        html.strip() or b"<html><body></body></html>", parser=parser, ensure_head_body=True
    )


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


def resolve_css(css: str, url: str, file_of: Callable[[str], str | None]) -> str:
    """A style sheet whose pictures are files, and which asks for nothing else."""

    def replace(match: re.Match[str]) -> str:
        target = file_of(urljoin(url, match[2].strip()))
        return f'url("{target}")' if target else "none"

    return _CSS_URL.sub(replace, _IMPORT.sub("", css))
