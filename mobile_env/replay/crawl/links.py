"""Finds the links of a page or style sheet: other pages, and media needed to display the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urljoin

from lxml import etree

from mobile_env.replay.source import wire_url

LONGEST_URL = 2048
_CSS_URL = re.compile(
    r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)'"\s]*))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')"""
)
_REFRESH = re.compile(r"^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?['\"]?([^'\"]+)", re.IGNORECASE)
_PAGES = {"a": "href", "area": "href", "iframe": "src", "frame": "src"}
# Lazily loaded images keep their address in data attributes until a script moves it.
_MEDIA_ATTRIBUTES = {
    "img": ("src", "data-src", "data-original"),
    "script": ("src",),
    "source": ("src", "data-src"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "track": ("src",),
    "embed": ("src",),
    "object": ("data",),
    "input": ("src",),
    "body": ("background",),
    "image": ("href", "{http://www.w3.org/1999/xlink}href", "xlink:href"),
    "use": ("href", "xlink:href"),
}
_SOURCE_SETS = ("srcset", "data-srcset", "imagesrcset")
_MEDIA_RELATIONS = frozenset(
    {
        "stylesheet",
        "icon",
        "apple-touch-icon",
        "mask-icon",
        "preload",
        "modulepreload",
        "manifest",
        "image_src",
    }
)
_PAGE_RELATIONS = frozenset({"next", "prev", "canonical", "amphtml"})


class Link(NamedTuple):
    """A URL that a resource refers to.

    Attributes:
      url: absolute URL, as a client sends it.
      media: True for media needed to display the page, False for another page.
    """

    url: str
    media: bool


class PageLinks(NamedTuple):
    """Distinct links in document order, and whether the page asks crawlers not to follow them."""

    links: tuple[Link, ...]
    nofollow: bool


def page_links(url: str, body: bytes, content_type: str = "") -> PageLinks:
    """Returns the links of an HTML page.

    Args:
      url: URL of the page.
      body: the page without content coding.
      content_type: the header field; its charset takes precedence over the page's own.
    """
    charset = re.search(r"charset=[\"']?([\w-]+)", content_type, re.IGNORECASE)
    try:
        parser = etree.HTMLParser(
            encoding=charset[1] if charset else None, recover=True, no_network=True, huge_tree=True
        )
    except LookupError:  # unknown charset
        parser = etree.HTMLParser(recover=True, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(body, parser) if body.strip() else None
    except etree.ParserError:
        root = None
    if root is None:
        return PageLinks((), False)
    base = next((e.get("href") for e in root.iter("base") if e.get("href")), "")
    base = _joined(url, base) or url if base else url
    nofollow = False
    found: dict[str, bool] = {}
    for element in root.iter(etree.Element):
        if element.tag == "meta" and (element.get("name") or "").lower() == "robots":
            directives = {token.strip().lower() for token in (element.get("content") or "").split(",")}
            nofollow = nofollow or bool(directives & {"nofollow", "none"})
        for address, media in _element_links(element):
            absolute = _joined(base, address)
            if absolute:
                found[absolute] = found.get(absolute, True) and media
    return PageLinks(tuple(Link(address, media) for address, media in found.items()), nofollow)


def stylesheet_links(url: str, text: str) -> tuple[Link, ...]:
    """Media needed by a style sheet: imported sheets, fonts, pictures."""
    found = (_joined(url, address) for address in _css_addresses(text))
    return tuple(Link(address, True) for address in dict.fromkeys(found) if address)


def redirect_target(url: str, location: str) -> str:
    """Absolute URL of a Location field; "" if it does not lead to a web page."""
    return _joined(url, location)


def _joined(base: str, address: str) -> str:
    try:
        absolute = wire_url(urljoin(base, re.sub(r"[\t\r\n]", "", address).strip()))
    except ValueError:  # such as an unclosed IPv6 bracket
        return ""
    if not absolute.startswith(("http://", "https://")) or len(absolute) > LONGEST_URL:
        return ""
    return absolute


def _element_links(element: etree._Element) -> Iterator[tuple[str, bool]]:
    tag = element.tag
    if tag in _PAGES:
        address = element.get(_PAGES[tag])
        if address:
            yield address, False
    elif tag == "link":
        relations = set((element.get("rel") or "").lower().split())
        address = element.get("href")
        if address and relations & (_MEDIA_RELATIONS | _PAGE_RELATIONS):
            yield address, bool(relations & _MEDIA_RELATIONS)
    elif tag == "meta" and (element.get("http-equiv") or "").lower() == "refresh":
        match = _REFRESH.match(element.get("content") or "")
        if match:
            yield match[1], False
    elif tag == "style" and element.text:
        yield from ((address, True) for address in _css_addresses(element.text))
    for name in _MEDIA_ATTRIBUTES.get(tag, ()):
        address = element.get(name)
        if address:
            yield address, True
    for name in _SOURCE_SETS:
        yield from ((address, True) for address in _source_set(element.get(name) or ""))
    style = element.get("style")
    if style:
        yield from ((address, True) for address in _css_addresses(style))


def _css_addresses(text: str) -> Iterator[str]:
    for match in _CSS_URL.finditer(text):
        address = next((group for group in match.groups() if group), "")
        if address:
            yield address


def _source_set(text: str) -> Iterator[str]:
    """URLs of a srcset attribute: `a.png 1x, b.png 2x`. A URL may contain commas."""
    for candidate in re.split(r",\s+|\s+[\d.]+[wxh]\s*,", text):
        words = candidate.split()
        if words:
            yield words[0].rstrip(",")
