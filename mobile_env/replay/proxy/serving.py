"""The replay proxy: mitmproxy on loopback, which answers every request from a source and none from the
network."""

from __future__ import annotations

import asyncio
import datetime
import logging
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mobile_env.replay.phone_time import request_time
from mobile_env.replay.source import ReplaySource, open_source
from mobile_env.replay.store.errors import StoreError

if TYPE_CHECKING:
    from mitmproxy.addons.proxyserver import Proxyserver
    from mitmproxy.master import Master

    from mobile_env.replay.store.writer import StoreWriter

logger = logging.getLogger(__name__)

HOST = "127.0.0.1"
INSTALL = "pip install 'mobile-env[replay]'"
Clock = Literal["phone", "now"]
_START_TIMEOUT = 30.0


class ProxyError(StoreError):
    """A proxy cannot be started. The text says why, and how to fix it."""


class RunningProxy:
    """A mitmproxy that runs in a thread of this process, from its construction until `stop`.

    Attributes:
      host, port: the address on which the proxy listens.
      certificate_authority: PEM certificate that clients must trust.
    """

    def __init__(
        self,
        addons: list[Any],
        *,
        host: str = HOST,
        port: int = 0,
        confdir: str | Path | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Starts the proxy.

        Args:
          addons: mitmproxy addons, in addition to mitmproxy's basic ones.
          host, port: where to listen; 0 takes a free port.
          confdir: directory of the certificate authority, which is created if it is missing (`~/.mitmproxy` is
            mitmproxy's default); None creates an authority for this proxy alone.
          options: mitmproxy options.

        Raises:
          ProxyError: the proxy cannot be started, for example because the port is in use.
        """
        self._temporary = tempfile.TemporaryDirectory(prefix="mobile-env-ca-") if confdir is None else None
        self._confdir = Path(self._temporary.name if self._temporary else str(confdir)).expanduser()
        self._ready = threading.Event()
        self._failure = ""
        self._master: Master | None = None
        self.host, self.port = host, port
        arguments = (addons, {"listen_host": host, "listen_port": port, **(options or {})})
        self._thread = threading.Thread(target=self._run, args=arguments, name="replay-proxy", daemon=True)
        self._thread.start()
        if not self._ready.wait(_START_TIMEOUT):
            self._failure = f"it did not start within {_START_TIMEOUT:.0f} seconds"
        if self._failure:
            self.stop()
            raise ProxyError(f"no proxy at {host}:{port}: {self._failure}")
        self.certificate_authority = (self._confdir / "mitmproxy-ca-cert.pem").read_bytes()

    @property
    def address(self) -> str:
        """host:port, the format of Android's setting `http_proxy`."""
        return f"{self.host}:{self.port}"

    def __enter__(self) -> RunningProxy:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Closes the port and all connections; harmless when called twice."""
        if self._master is not None and self._thread.is_alive():
            with suppress(RuntimeError):  # the loop has just ended by itself
                self._master.event_loop.call_soon_threadsafe(self._master.shutdown)
        self._thread.join(10)
        if self._temporary is not None:
            self._temporary.cleanup()

    def _run(self, addons: list[Any], options: dict[str, Any]) -> None:
        try:
            asyncio.run(self._serve(addons, options))
        except Exception as error:
            self._failure = self._failure or str(error)
        finally:
            self._ready.set()

    async def _serve(self, addons: list[Any], options: dict[str, Any]) -> None:
        from mitmproxy.addons import core, next_layer, proxyserver, tlsconfig
        from mitmproxy.master import Master
        from mitmproxy.options import Options

        from mobile_env.replay.proxy.thread_context import separate_threads

        separate_threads()
        loop = asyncio.get_running_loop()
        with _untouched_logging():
            master = Master(Options(confdir=str(self._confdir)), event_loop=loop)
        server = proxyserver.Proxyserver()
        log = logging.getLogger("mitmproxy")
        faults = _StartFaults()
        log.addHandler(faults)
        log.propagate = False  # errors at startup are reported by an exception

        def started() -> None:
            log.propagate = True
            self._started(server, faults)

        master.addons.add(core.Core(), server, next_layer.NextLayer(), tlsconfig.TlsConfig(), *addons)
        master.options.update(**options)
        master.addons.add(_Starting(started))
        self._master = master
        loop.set_exception_handler(_pass_over_cancelled)
        try:
            await master.run()
        finally:
            # Closing a master that never opened makes mitmproxy print an empty line.
            log.propagate = not self._failure
            await _close(server)
            log.propagate = True
            log.removeHandler(faults)

    def _started(self, server: Proxyserver, faults: _StartFaults) -> None:
        addresses = server.listen_addrs()
        if addresses:
            self.port = addresses[0][1]
        else:
            reason = faults.text or "the port cannot be opened"
            if "in use" in reason or "Errno 98" in reason:
                reason = "the port is in use, by another proxy perhaps (stop that, or choose another --port)"
            self._failure = reason
        self._ready.set()


@contextmanager
def _untouched_logging() -> Iterator[None]:
    """Restores the root logger, because mitmproxy sets its level to debug and adds handlers."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield
    root.setLevel(level)
    for handler in list(root.handlers):
        if handler not in handlers:
            root.removeHandler(handler)


async def _close(server: Proxyserver) -> None:
    """Closes the port and its connections, which mitmproxy would keep until the process ends."""
    await server.servers.update([])
    for handler in list(server.connections.values()):
        for transport in list(handler.transports.values()):
            if transport.writer is not None:
                transport.writer.close()
    await asyncio.sleep(0)


def _pass_over_cancelled(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    # Connections that are open when the proxy stops end with this exception.
    if not isinstance(context.get("exception"), asyncio.CancelledError):
        loop.default_exception_handler(context)


class _Starting:
    """Signals when the proxy listens."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell

    def running(self) -> None:
        self._tell()


class _StartFaults(logging.Handler):
    """Keeps the last error that mitmproxy logs."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.text = record.getMessage()


def serve(
    source: str | Path | ReplaySource,
    *,
    host: str = HOST,
    port: int = 0,
    confdir: str | Path | None = None,
    clock: Clock = "phone",
    seed: int = 0,
) -> RunningProxy:
    """Starts a replay proxy: `with serve(store) as proxy: …`.

    Args:
      source: a store's directory, the name of shipped content, or a source; `open_source` combines several.
      host, port: where to listen; 0 takes a free port.
      confdir: folder of the certificate authority; None makes one for this proxy alone.
      clock: the time to which response dates are shifted: `phone` (the request's time, see `request_time`) or
        `now`.
      seed: seed of the random choices of shipped content.

    Raises:
      ProxyError: the proxy cannot be started.
      StoreError: there is no such source.
    """
    try:
        from mobile_env.replay.proxy.answering import OFFLINE, AnswerFromSource
    except ImportError:
        raise ProxyError(f"the replay proxy needs mitmproxy, which is not installed ({INSTALL})") from None
    moment = request_time if clock == "phone" else lambda headers: datetime.datetime.now(datetime.UTC)
    addon = AnswerFromSource(open_source(source, seed=seed), moment)
    return RunningProxy([addon], host=host, port=port, confdir=confdir, options=OFFLINE)


def record(
    writer: StoreWriter,
    *,
    host: str = HOST,
    port: int = 0,
    confdir: str | Path | None = None,
    verify_upstream: bool = True,
    report: Callable[[int], object] = lambda count: None,
) -> RunningProxy:
    """Starts a proxy that forwards requests to the network and records the exchanges into a store.

    Args:
      writer: the store's writer; close it after the proxy has stopped.
      host, port: where to listen; 0 takes a free port.
      confdir: folder of the certificate authority; None makes one for this proxy alone.
      verify_upstream: whether servers' certificates are checked.
      report: called after each recorded exchange, with the number of recorded exchanges.

    Raises:
      ProxyError: it cannot be started.
    """
    try:
        from mobile_env.replay.proxy.recording import RecordToStore
    except ImportError:
        raise ProxyError(f"recording needs mitmproxy, which is not installed ({INSTALL})") from None
    options = {"ssl_insecure": not verify_upstream}
    return RunningProxy(
        [RecordToStore(writer, report)], host=host, port=port, confdir=confdir, options=options
    )
