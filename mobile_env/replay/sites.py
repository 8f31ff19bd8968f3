"""Sites made from articles: shipped sites by name, a user's sites by directory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Protocol

from mobile_env.phone.network import Fetcher, Response
from mobile_env.replay.articles import Library
from mobile_env.replay.body import parse_body
from mobile_env.replay.faults import ContentError, ContentFault
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
    """Names of the shipped sites."""
    return tuple(sorted(_SITES))


def is_article_folder(path: str | Path) -> bool:
    """Whether a folder holds articles, laid out as `replay_data/wikihow` is (its README.md says how)."""
    return (Path(path) / "articles").is_dir()


def site_fetcher(source: str | Path, seed: int = 0, search: str | None = None) -> Fetcher:
    """A fetcher that answers as the WikiHow site does.

    A shipped site is read at the first request, once a process. Articles in a folder are read now, so that their
    faults are told now.

    Args:
        source: name of a shipped site, or a folder of articles.
        seed: decides on random articles.
        search: the engine of its search pages, `bm25` or `pyserini`; else the one that the environment variable
            MOBILE_ENV_SEARCH names; else `bm25`.

    Raises:
        ContentError: articles in the folder are wrong.
        SearchUnavailable: there is no such engine, or something that it needs is not installed.
    """
    engine = engine_name(search)
    search_engine(engine)  # what it lacks is told now, not when the first query comes
    if str(source) in _SITES:
        return _shipped_fetcher(str(source), seed, engine)
    site = WikiHowSite(_read_folder(Path(source)), engine)
    return lambda url, headers: site(url, headers, seed)


def _read_folder(folder: Path) -> Library:
    library = load_library(folder)
    faults: list[ContentFault] = []
    for article in library.articles.values():
        parse_body(article, faults.append)
    if faults:
        raise ContentError(faults)
    return library


@lru_cache(maxsize=256)
def _shipped_fetcher(name: str, seed: int, engine: str) -> Fetcher:
    site = _SITES[name]

    def fetch(url: str, headers: Mapping[str, str]) -> Response:
        return site(engine)(url, headers, seed)

    return fetch
