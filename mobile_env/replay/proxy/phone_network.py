"""Networks of embedded phones whose apps reach replayed content through a real proxy."""

from __future__ import annotations

import importlib.util
import threading
import weakref
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mobile_env.phone.network import Fetcher, PhoneNetwork, Response
from mobile_env.replay.proxy.certificates import Store, install_certificate
from mobile_env.replay.proxy.phone_client import NO_PROXY, proxied_fetcher
from mobile_env.replay.proxy.serving import INSTALL, ProxyError, RunningProxy, serve
from mobile_env.replay.source import ReplaySource, open_source
from mobile_env.replay.store.store import ReplayStore

if TYPE_CHECKING:
    from mobile_env.phone import Phone


class ReplayNetwork(PhoneNetwork):
    """A network with one proxy for all its phones, for `load(tasks, content=ReplayNetwork("wikihow"))`.

    The proxy starts when the first phone boots. It stops on `close`, when this object is garbage-collected, or
    when the process ends. When a phone boots, its setting `global http_proxy` names the proxy, and its
    certificate store contains the proxy's certificate authority.

    Args:
      source: a store's directory, the name of shipped content, or a source.
      certificates: the phone's store that gets the authority: `system`, `user`, or None for neither.
      seed: seed of the random choices of shipped content.

    Raises:
      StoreError: there is no such source, or mitmproxy is not installed.
    """

    def __init__(
        self, source: str | Path | ReplaySource, *, certificates: Store | None = "system", seed: int = 0
    ) -> None:
        if importlib.util.find_spec("mitmproxy") is None:
            raise ProxyError(f"the replay proxy needs mitmproxy, which is not installed ({INSTALL})")
        self._open = partial(open_source, source, seed=seed)
        self._source: ReplaySource | None = self._open()
        self._keeps_source = isinstance(source, str | Path)
        self._certificates = certificates
        self._lock = threading.Lock()
        self._proxy: RunningProxy | None = None

    @property
    def proxy(self) -> RunningProxy:
        """The proxy. It is started if it is not running.

        Raises:
          ProxyError: the proxy cannot be started.
        """
        with self._lock:
            if self._proxy is None:
                self._source = self._source or self._open()
                self._proxy = serve(self._source)
                weakref.finalize(self, self._proxy.stop)
            return self._proxy

    def __enter__(self) -> ReplayNetwork:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops the proxy and closes a store that was opened for it. A phone that boots later starts a new
        proxy."""
        with self._lock:
            if self._proxy is not None:
                self._proxy.stop()
                self._proxy = None
            if self._keeps_source and isinstance(self._source, ReplayStore):
                self._source.close()
                self._source = None

    def prepare(self, phone: Phone) -> None:
        """Sets a phone's proxy and installs the certificate authority."""
        phone.state.settings.put("global", "http_proxy", self.proxy.address)
        if self._certificates is not None:
            install_certificate(phone, self.proxy.certificate_authority, self._certificates)

    def fetcher(self, phone: Phone) -> Fetcher:
        """Returns a fetcher that uses the proxy in the phone's setting."""
        return proxied_fetcher(phone)


class ProxySettingNetwork(PhoneNetwork):
    """A phone's own network, replaced by a proxy while the phone's setting `global http_proxy` names one.

    Args:
      direct: the fetcher without a proxy.
    """

    def __init__(self, direct: Fetcher) -> None:
        self._direct = direct

    def fetcher(self, phone: Phone) -> Fetcher:
        """Returns a fetcher that reads the proxy setting at each request."""
        proxied = proxied_fetcher(phone)

        def fetch(url: str, headers: Mapping[str, str]) -> Response:
            setting = phone.state.settings.get("global", "http_proxy")
            return (self._direct if setting in NO_PROXY else proxied)(url, headers)

        return fetch
