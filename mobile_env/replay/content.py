"""Shipped content by name: where its sources lie, and the fetcher that serves it to the phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Protocol

from mobile_env.phone.network import Fetcher, Response
from mobile_env.replay.articles import Library
from mobile_env.replay.reading import load_library
from mobile_env.replay.search.engines import engine_name, search_engine
from mobile_env.replay.site import WikiHowSite


def source_folder(name: str) -> Path:
    """The folder of `replay_data` that holds the sources of `name`."""
    return Path(str(resources.files("mobile_env.replay_data"))) / name


@cache
def shipped_library(name: str = "wikihow") -> Library:
    """The library shipped as `name`, read once a process.

    Raises:
        ContentError: when its sources are wrong.
    """
    return load_library(source_folder(name))


class Site(Protocol):
    """A fetcher whose random choices follow a seed."""

    def __call__(self, url: str, headers: Mapping[str, str], seed: int) -> Response: ...


@cache
def _wikihow(engine: str) -> Site:
    return WikiHowSite(shipped_library("wikihow"), engine)


#: By name: how the site is made with a search engine, once a process.
_SITES: dict[str, Callable[[str], Site]] = {"wikihow": _wikihow}


def names() -> tuple[str, ...]:
    """Names of the shipped content sets."""
    return tuple(sorted(_SITES))


def fetcher_for(name: str, seed: int = 0, search: str | None = None) -> Fetcher:
    """A fetcher that serves the content set `name`; all fetchers of a process share what was read and rendered.

    Nothing is read before the first request. The seed decides on random articles alone.

    Args:
        name: of shipped content.
        seed: decides whatever is left to chance.
        search: the engine of its search pages, `bm25` or `pyserini`; else the one that the environment variable
            MOBILE_ENV_SEARCH names; else `bm25`.

    Raises:
        ValueError: no content set has that name, there is no such engine, or (SearchUnavailable) something that
            the engine needs is not installed.
    """
    if name not in _SITES:
        raise ValueError(f"no content is named {name!r} (known: {', '.join(sorted(_SITES))})")
    engine = engine_name(search)
    search_engine(engine)  # what it lacks is told now, not when the first query comes
    return _fetcher(name, seed, engine)


@lru_cache(maxsize=256)
def _fetcher(name: str, seed: int, engine: str) -> Fetcher:
    site = _SITES[name]

    def fetch(url: str, headers: Mapping[str, str]) -> Response:
        return site(engine)(url, headers, seed)

    return fetch
