"""Shipped content by name: the directory of its sources, and the fetcher that serves it to a phone."""

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
    """Returns the directory of `replay_data` that holds the sources of `name`."""
    return Path(str(resources.files("mobile_env.replay_data"))) / name


@cache
def shipped_library(name: str = "wikihow") -> Library:
    """Returns the library shipped as `name`. It is read once per process.

    Raises:
        ContentError: the sources have faults.
    """
    return load_library(source_folder(name))


class Site(Protocol):
    """A fetcher whose random choices follow a seed."""

    def __call__(self, url: str, headers: Mapping[str, str], seed: int) -> Response: ...


@cache
def _wikihow(engine: str) -> Site:
    return WikiHowSite(shipped_library("wikihow"), engine)


#: Makes each site, by name, with a search engine. A site is made once per process.
_SITES: dict[str, Callable[[str], Site]] = {"wikihow": _wikihow}


def names() -> tuple[str, ...]:
    """Names of the shipped content sets."""
    return tuple(sorted(_SITES))


def fetcher_for(name: str, seed: int = 0, search: str | None = None) -> Fetcher:
    """Returns a fetcher that serves the content set `name`. All fetchers of a process share a cache.

    The fetcher reads nothing before the first request.

    Args:
        name: name of shipped content.
        seed: seed of the random choices; it only affects random articles.
        search: the search engine, `bm25` or `pyserini`. By default the environment variable
            MOBILE_ENV_SEARCH names it, else it is `bm25`.

    Raises:
        ValueError: the content or the engine is unknown. SearchUnavailable, a ValueError: a package that the
            engine needs is not installed.
    """
    if name not in _SITES:
        raise ValueError(f"no content is named {name!r} (known: {', '.join(sorted(_SITES))})")
    engine = engine_name(search)
    search_engine(engine)  # reports missing packages now, not at the first query
    return _fetcher(name, seed, engine)


@lru_cache(maxsize=256)
def _fetcher(name: str, seed: int, engine: str) -> Fetcher:
    site = _SITES[name]

    def fetch(url: str, headers: Mapping[str, str]) -> Response:
        return site(engine)(url, headers, seed)

    return fetch
