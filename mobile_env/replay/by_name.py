"""What an embedded phone finds on the network, by what a user names."""

from __future__ import annotations

from pathlib import Path

from mobile_env.phone.network import Fetcher
from mobile_env.replay import content
from mobile_env.replay.direct import direct_fetcher
from mobile_env.replay.store.errors import StoreError

THROUGH_PROXY = "proxy:"


def fetcher_by_name(name: str, *, seed: int = 0) -> Fetcher:
    """The network of a phone.

    Args:
      name: shipped content (`wikihow`), or the folder of a replay store; with `proxy:` before it, phones reach it
        by HTTP(S) through mitmproxy, which starts with the first of them.
      seed: decides whatever shipped content leaves to chance.

    Raises:
      ValueError: it is neither, or mitmproxy is asked for and not installed.
    """
    source = name.removeprefix(THROUGH_PROXY)
    if source not in content.names() and not Path(source or "-").exists():
        known = ", ".join(content.names())
        raise ValueError(
            f"no content is named {source!r} (known: {known}; or name the folder of a replay store)"
        )
    try:
        if name.startswith(THROUGH_PROXY):
            from mobile_env.replay.proxy.phone_network import ReplayNetwork

            return ReplayNetwork(source, seed=seed)
        if source in content.names():
            return content.fetcher_for(source, seed=seed)
        return direct_fetcher(source, seed=seed)
    except StoreError as error:
        raise ValueError(str(error)) from None
