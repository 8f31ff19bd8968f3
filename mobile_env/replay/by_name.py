"""What an embedded phone finds on the network, by what a user names."""

from __future__ import annotations

from pathlib import Path

from mobile_env.phone.network import THROUGH_PROXY, Fetcher
from mobile_env.replay import content
from mobile_env.replay.direct import DirectFetcher
from mobile_env.replay.store.errors import StoreError


def fetcher_by_name(name: str, *, seed: int = 0) -> Fetcher:
    """The network of a phone. What has a `close` is to be closed by whoever asked for it.

    Args:
      name: shipped content (`wikihow`), or the folder of a replay store; with `proxy:` before it, phones reach it
        by HTTP(S) through mitmproxy, which starts with the first of them.
      seed: decides whatever shipped content leaves to chance.

    Raises:
      ValueError: it is neither, or mitmproxy is asked for and not installed.
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
    """What a user names, without the way to it: the name of shipped content, or the folder of a store.

    Raises:
      ValueError: it is neither.
    """
    source = name.removeprefix(THROUGH_PROXY)
    if source not in content.names() and not Path(source or "-").exists():
        known = ", ".join(content.names())
        raise ValueError(
            f"no content is named {source!r} (known: {known}; or name the folder of a replay store)"
        )
    return source
