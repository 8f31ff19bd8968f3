"""Resolves the name of a network, as a user gives it, to what an embedded phone finds on that network."""

from __future__ import annotations

from pathlib import Path

from mobile_env.phone.network import THROUGH_PROXY, Fetcher
from mobile_env.replay import content
from mobile_env.replay.direct import DirectFetcher
from mobile_env.replay.store.errors import StoreError


def fetcher_by_name(name: str, *, seed: int = 0) -> Fetcher:
    """Returns a phone's network. If the fetcher has a method `close`, the caller must call it.

    Args:
      name: shipped content (`wikihow`), or the directory of a replay store. With the prefix `proxy:`, phones reach
        the content by HTTP(S) through mitmproxy, which starts with the first phone.
      seed: seed of the random choices of shipped content.

    Raises:
      ValueError: the name is unknown, or needs mitmproxy, which is not installed.
    """
    source = source_by_name(name)
    try:
        if name.startswith(THROUGH_PROXY):
            from mobile_env.replay.proxy.phone_network import ReplayNetwork

            return ReplayNetwork(source, seed=seed)
        if source in content.names():
            return content.fetcher_for(source, seed=seed)
        return DirectFetcher(source, seed=seed)
    except StoreError as error:
        raise ValueError(str(error)) from None


def source_by_name(name: str) -> str:
    """Removes the prefix `proxy:` from a user's name and checks that the content exists.

    Returns:
      The name of shipped content, or the directory of a store.

    Raises:
      ValueError: there is no such content or directory.
    """
    source = name.removeprefix(THROUGH_PROXY)
    if source not in content.names() and not Path(source or "-").exists():
        known = ", ".join(content.names())
        raise ValueError(
            f"no content is named {source!r} (known: {known}; or name the folder of a replay store)"
        )
    return source
