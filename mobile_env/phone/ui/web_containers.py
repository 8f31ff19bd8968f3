"""Finds the flex and grid containers of a page before layout, to keep their children and to bound their nesting."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import cast

from cssselect import SelectorError
from lxml.cssselect import CSSSelector
from lxml.etree import XPathError
from lxml.html import HtmlElement

from mobile_env.phone.ui import css_source

_MOST_CONTAINERS = 8
"""Flex and grid containers within one another: the engine lays out what is inside twice for each of them."""
_MOST_SELECTORS = 200
_SIMPLE_SELECTOR = re.compile(r"[^\s>+~]{1,80}(?:[\s>+~]+[^\s>+~]{1,80}){0,3}")


def containers(document: HtmlElement, sheets: Sequence[str]) -> tuple[set[HtmlElement], set[HtmlElement]]:
    """Returns the flex and grid containers, whose children must stay their children, and those nested too deep."""
    certain: set[HtmlElement] = set()
    possible: set[HtmlElement] = set()
    for each in document.iter():
        kind = css_source.container_of_style(each.get("style") or "")
        if kind:
            (certain if kind == "certain" else possible).add(each)
    left = _MOST_SELECTORS
    for sheet in sheets:
        found = css_source.container_selectors(sheet)
        for preludes, among in ((found.certain, certain), (found.possible, possible)):
            for selector in [each.strip() for prelude in preludes for each in prelude.split(",")]:
                left -= 1
                compiled = _compiled(selector) if left >= 0 else None
                if compiled is not None:
                    among.update(cast(list[HtmlElement], compiled(document)))
                else:
                    possible.update(_likely(document, selector))
    possible |= certain
    stacked: set[HtmlElement] = set()
    level = [(document, 0)]
    while level and len(possible) > _MOST_CONTAINERS:
        element, around = level.pop()
        if element in possible:
            around += 1
            if around > _MOST_CONTAINERS:
                stacked.add(element)
        level.extend((child, around) for child in element)
    return certain - stacked, stacked


@functools.lru_cache(maxsize=1024)
def _compiled(selector: str) -> CSSSelector | None:
    """Compiles a selector; None unless it is of the simple kinds that are matched in bounded time."""
    if not _SIMPLE_SELECTOR.fullmatch(selector) or "(" in selector:
        return None
    try:
        return CSSSelector(selector, translator="html")
    except (SelectorError, XPathError, ValueError):
        return None  # a selector that only the layout engine knows


def _likely(document: HtmlElement, selector: str) -> list[HtmlElement]:
    """Returns a superset of the elements that the selector matches: those with the last class, id or tag in it."""
    last = re.split(r"[\s>+~]", selector)[-1]
    plain = re.fullmatch(r"(?:([A-Za-z][\w-]*)|([.#])([\w-]+))(?:[.#][\w-]+)*(?:::?[\w-]+)*", last)
    if plain is None or "(" in selector or "\\" in selector or '"' in selector or "'" in selector:
        return list(document.iter())
    if plain[1]:
        return list(document.iter(plain[1].lower()))
    name = "id" if plain[2] == "#" else "class"
    return [each for each in document.iter() if plain[3] in (each.get(name) or "").split()]
