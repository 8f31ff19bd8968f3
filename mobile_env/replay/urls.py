"""Addresses of the WikiHow site: names of pages and pictures, and the normal form of a requested URL."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlsplit

HOST = "www.wikihow.com"
ROOT = f"https://{HOST}"
HOME = "/Main-Page"
ABOUT = "/wikiHow:Delivering-a-Trustworthy-Experience"
CATEGORY_LIST = "/Special:Categorylisting"
RANDOM = "/Special:Randomizer"
SEARCH = "/wikiHowTo"

#: Parameters that the app appends to every address; they do not change the page.
IGNORED_PARAMETERS = frozenset({"wh_an", "amp"})


class Address(NamedTuple):
    """The parts of a URL that identify a page: lower-case host, decoded path, parameters in order."""

    host: str
    path: str
    query: tuple[tuple[str, str], ...]


def normalise(url: str) -> Address:
    """Returns the address of `url` without scheme, port, fragment and the app's own parameters."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:  # for example, an unclosed IPv6 bracket
        return Address("", url, ())
    query = tuple(
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True, errors="replace")
        if name not in IGNORED_PARAMETERS
    )
    return Address(host.lower().rstrip("."), unquote(parts.path, errors="replace") or "/", query)


def page_name(title: str) -> str:
    """`Bake Lobster Tails` → `Bake-Lobster-Tails`."""
    return "-".join(title.split())


def file_stem(title: str) -> str:
    """`Change a Cat's Litter` → `change-a-cats-litter`: the name of the article's source file."""
    return re.sub(r"[^a-z0-9-]", "", page_name(title).lower())


def person_page_name(name: str) -> str:
    """`Lena Marsh, M.Sc.` → `Lena-Marsh-MSc`: commas and periods dropped."""
    return page_name(name.replace(",", "").replace(".", ""))


def _path(text: str) -> str:
    return quote(text, safe="/:!$'()*,;@~-._")


def article_path(title: str) -> str:
    return _path("/" + page_name(title))


def author_path(name: str) -> str:
    return _path("/Author/" + person_page_name(name))


def category_path(name: str) -> str:
    return _path("/Category:" + page_name(name))


def picture_path(name: str, width: int) -> str:
    """Path of the picture file `name` scaled to `width` px, laid out as MediaWiki lays out thumbnails.

    The two directories are the first letter and the first two letters of the MD5 of the file name
    (MediaWiki manual, *$wgHashedUploadDirectory*).
    """
    file_name = f"{name}.jpg"
    digest = hashlib.md5(file_name.encode(), usedforsecurity=False).hexdigest()
    return _path(f"/images/thumb/{digest[0]}/{digest[:2]}/{file_name}/{width}px-{file_name}")
