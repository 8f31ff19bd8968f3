"""The network of embedded phones whose apps reach replayed content through a real proxy."""

from __future__ import annotations

import importlib.util
import threading
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

from mobile_env.phone.network import Fetcher, PhoneNetwork
from mobile_env.replay.proxy.certificates import Store, install_certificate
from mobile_env.replay.proxy.phone_client import proxied_fetcher
from mobile_env.replay.proxy.serving import INSTALL, ProxyError, RunningProxy, serve
from mobile_env.replay.source import ReplaySource, open_source

if TYPE_CHECKING:
    from mobile_env.phone import Phone


class ReplayNetwork(PhoneNetwork):
    """What `load(tasks, content=ReplayNetwork("wikihow"))` wants: one proxy for all its phones.

    The proxy starts when the first phone boots, and stops with `close`, when this object is dropped, or when the
    process ends. Each phone that boots finds the proxy in its setting `global http_proxy` and the proxy's
    certificate authority in its store.

    Args:
      source: a store's folder, the name of shipped content, or a source.
      certificates: the phone's store that gets the authority: `system`, `user`, or None to leave it out.
      seed: decides whatever shipped content leaves to chance.

    Raises:
      StoreError: there is no such source, or mitmproxy is not installed.
    """

    def __init__(
        self, source: str | Path | ReplaySource, *, certificates: Store | None = "system", seed: int = 0
    ) -> None:
        if importlib.util.find_spec("mitmproxy") is None:
            raise ProxyError(f"the replay proxy needs mitmproxy, which is not installed ({INSTALL})")
        self._source = open_source(source, seed=seed)
        self._certificates = certificates
        self._lock = threading.Lock()
        self._proxy: RunningProxy | None = None

    @property
    def proxy(self) -> RunningProxy:
        """The proxy, started if it is not running.

        Raises:
          ProxyError: it cannot be started.
        """
        with self._lock:
            if self._proxy is None:
                self._proxy = serve(self._source)
                weakref.finalize(self, self._proxy.stop)
            return self._proxy

    def __enter__(self) -> ReplayNetwork:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops the proxy; a phone that boots later starts another."""
        with self._lock:
            if self._proxy is not None:
                self._proxy.stop()
                self._proxy = None

    def prepare(self, phone: Phone) -> None:
        """Sets a phone's proxy and installs the certificate authority."""
        phone.state.settings.put("global", "http_proxy", self.proxy.address)
        if self._certificates is not None:
            install_certificate(phone, self.proxy.certificate_authority, self._certificates)

    def fetcher(self, phone: Phone) -> Fetcher:
        """How a phone fetches: through whatever proxy its setting names."""
        return proxied_fetcher(phone)
