"""Shipped content by name: where its sources lie, and the fetcher that serves it to the phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from mobile_env.phone.network import Fetcher, Response
from mobile_env.replay.articles import Library
from mobile_env.replay.reading import load_library
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


def _wikihow(seed: int) -> Fetcher:
    return WikiHowSite(shipped_library("wikihow"), seed)


_SITES: dict[str, Callable[[int], Fetcher]] = {"wikihow": _wikihow}


@cache
def fetcher_for(name: str, seed: int = 0) -> Fetcher:
    """A fetcher that serves the content set `name`, shared by all who ask with the same seed.

    Nothing is read before the first request. The seed decides on random articles alone.

    Raises:
        ValueError: no content set has that name.
    """
    if name not in _SITES:
        raise ValueError(f"no content is named {name!r} (known: {', '.join(sorted(_SITES))})")
    site: Fetcher | None = None

    def fetch(url: str, headers: Mapping[str, str]) -> Response:
        nonlocal site
        if site is None:
            site = _SITES[name](seed)
        return site(url, headers)

    return fetch
