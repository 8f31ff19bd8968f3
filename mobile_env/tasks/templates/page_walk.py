"""Follows a chain of sub-tasks over the pages of the content, and checks that each sub-task finds what it needs.

See the paper, appendix C.3: the target of a sub-task must be on the current page, or linked from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

import lxml.html

from mobile_env.phone.network import Fetcher
from mobile_env.tasks.errors import Fault
from mobile_env.tasks.templates.chaining import Link

_OK: Final = 200
_MOST_NAMED: Final = 12
_UNSEEN: Final = ("script", "style", "head")


def same_page(url: str) -> str:
    """The part of a URL that names a page: host, decoded path and query, without fragment."""
    parts = urlsplit(url)
    query = "&".join(f"{name}={value}" for name, value in parse_qsl(parts.query, keep_blank_values=True))
    return f"{parts.netloc.lower()}{unquote(parts.path) or '/'}" + (f"?{query}" if query else "")


@dataclass(frozen=True)
class Page:
    """A fetched page."""

    url: str
    html: str

    @cached_property
    def _tree(self) -> lxml.html.HtmlElement:
        return lxml.html.document_fromstring(self.html)

    @cached_property
    def links(self) -> dict[str, str]:
        """Linked pages in order, with the text of each link."""
        found: dict[str, str] = {}
        for element in self._tree.iter("a"):
            address = element.get("href")
            if address and not address.startswith("#"):
                words = " ".join(element.text_content().split())
                found.setdefault(same_page(urljoin(self.url, address)), words)
        return found

    @cached_property
    def anchors(self) -> set[str]:
        """Fragments of the same page that the page links to."""
        addresses = (element.get("href") or "" for element in self._tree.iter("a"))
        return {unquote(address[1:]) for address in addresses if address.startswith("#")}

    @cached_property
    def ids(self) -> set[str]:
        """Ids of the page's elements."""
        return {name for element in self._tree.iter() if (name := element.get("id"))}

    @cached_property
    def text(self) -> str:
        """The readable text of the page, as one line in lower case."""
        body = self._tree.find("body")
        root = self._tree if body is None else body
        words = [text for element in root.iter() for text in _own_texts(element)]
        return re.sub(r"\s+", " ", " ".join(words)).casefold()


def _own_texts(element: lxml.html.HtmlElement) -> list[str]:
    if not isinstance(element.tag, str) or element.tag in _UNSEEN:
        return [element.tail] if element.tail else []
    return [text for text in (element.text, element.tail) if text]


class Pages:
    """Pages of a site. Each page is fetched once."""

    def __init__(self, fetch: Fetcher) -> None:
        self._fetch = fetch
        self._pages: dict[str, Page | None] = {}

    def find(self, url: str) -> Page | None:
        """Returns a page; None if the site does not have it."""
        if url not in self._pages:
            answer = self._fetch(url, {})
            body = answer.body.decode("utf-8", errors="replace")
            self._pages[url] = Page(url, body) if answer.status == _OK else None
        return self._pages[url]


class Walk:
    """The path of one chain. `page` is the current page, None while it is unknown."""

    def __init__(self, pages: Pages | None, faults: list[Fault]) -> None:
        self._pages = pages
        self._faults = faults
        self._kind = ""
        self._url = ""

    def take(self, link: Link) -> None:
        """Follows a sub-task's directives: `on`, `open`, `link`, `page`, `anchor`, `element`, `says`."""
        for word, said in link.instance.directives:
            if word == "on":
                self._on(said.value, link)
            elif word in ("open", "link"):
                kind, _, url = said.value.partition(" ")
                self._go(word, kind, url.strip(), link)
            elif word == "page":
                self._is(said.value, link)
            elif word in ("anchor", "element", "says"):
                self._has(word, said.value, link)

    def _fault(self, link: Link, what: str, mend: str) -> None:
        self._faults.append(link.place.fault(f"{link.instance.name}: {what}", mend))

    @property
    def _page(self) -> Page | None:
        return self._pages.find(self._url) if self._pages is not None and self._url else None

    def _on(self, kind: str, link: Link) -> None:
        if self._kind and kind != self._kind:
            where = f"begins on a page of kind {kind}, the current page is of kind {self._kind}"
            self._fault(
                link,
                where + (f" ({self._url})" if self._url else ""),
                "put a sub-task that leads there before it",
            )
        self._kind = kind

    def _go(self, word: str, kind: str, url: str, link: Link) -> None:
        page = self._page
        if word == "link" and page is not None and same_page(url) not in page.links:
            named = [words or address for address, words in page.links.items()]
            more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
            mend = f"it links {', '.join(dict.fromkeys(named[:_MOST_NAMED])) or 'nothing'}{more}"
            self._fault(link, f"the current page {self._url} has no link to {url}", mend)
        if url and self._pages is not None and self._pages.find(url) is None:
            self._fault(link, f"the content has no page {url}", "check the config's value")
        self._kind, self._url = kind, url

    def _is(self, url: str, link: Link) -> None:
        if self._url and same_page(url) != same_page(self._url):
            self._fault(
                link, f"is about the page {url}, the current page is {self._url}", "take another instance"
            )
        self._url = self._url or url

    def _has(self, word: str, what: str, link: Link) -> None:
        page = self._page
        if page is None or not what:
            return
        there = {
            "anchor": lambda: what in page.anchors,
            "element": lambda: what in page.ids,
            "says": lambda: re.sub(r"\s+", " ", what).casefold() in page.text,
        }[word]()
        if not there:
            said = {
                "anchor": f"no link to its own #{what}",
                "element": f"no element with the id {what}",
                "says": f"no text {what!r}",
            }
            self._fault(
                link, f"the current page {self._url} has {said[word]}", "take another page or another value"
            )


def walk(links: Sequence[Link], pages: Pages | None, faults: list[Fault]) -> None:
    """Checks that each sub-task can be done on the page where the one before it ended.

    Args:
      links: the chain.
      pages: the content; None: only the kinds of pages are checked.
      faults: list to which faults are added, with positions in the `.task` file.
    """
    way = Walk(pages, faults)
    for link in links:
        way.take(link)
