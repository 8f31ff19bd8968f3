"""Resolves the content that a user names to a phone's network."""

from __future__ import annotations

from pathlib import Path

from mobile_env.phone.network import OFFLINE, THROUGH_PROXY, Fetcher, offline
from mobile_env.replay import sites
from mobile_env.replay.direct import DirectFetcher
from mobile_env.replay.store.errors import StoreError
from mobile_env.suggestions import nearest


def fetcher_for(content: str | Path | Fetcher | None, seed: int = 0, search: str | None = None) -> Fetcher:
    """The network of a phone. A fetcher with a `close` method must be closed by the caller.

    Args:
      content: name of shipped content (`wikihow`), a folder of articles, or the folder of a replay store; with
        `proxy:` before it, phones reach it by HTTP(S) through mitmproxy, which starts with the first of them.
        `none` or None: no network. A fetcher is returned as it is.
      seed: decides on random articles.
      search: the engine of search pages made from articles, `bm25` or `pyserini`; else the one that the environment
        variable MOBILE_ENV_SEARCH names; else `bm25`. A replay store and a proxy have their own.

    Raises:
      ValueError: the content is none of these, its articles are wrong, or (SearchUnavailable, for one)
        something that
        it needs is not installed.
    """
    if content is None or content == OFFLINE:
        return offline
    if callable(content):
        return content
    source = source_of(content)
    try:
        if str(content).startswith(THROUGH_PROXY):
            from mobile_env.replay.proxy.phone_network import ReplayNetwork

            return ReplayNetwork(source, seed=seed)
        if source in sites.names() or sites.is_article_folder(source):
            return sites.site_fetcher(source, seed, search)
        return DirectFetcher(source, seed=seed)
    except StoreError as error:
        raise ValueError(str(error)) from None


def source_of(content: str | Path) -> str:
    """Removes the prefix `proxy:` from a user's name of content, and checks that the content exists.

    Raises:
      ValueError: it is neither.
    """
    source = str(content).removeprefix(THROUGH_PROXY)
    if source not in sites.names() and not Path(source or "-").exists():
        raise ValueError(
            f"no content is named {source!r} ({nearest(source, sites.names())}; or name the folder of a replay "
            "store, or a folder of articles)"
        )
    return source
