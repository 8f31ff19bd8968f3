"""A replay proxy of this machine for a device that is reached over adb."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from android_env.components import errors

from mobile_env.replay.proxy.serving import RunningProxy, serve
from mobile_env.trust.authority import read_authority
from mobile_env.trust.plan import Device, TrustError, run_adb
from mobile_env.trust.system import system_plan

logger = logging.getLogger(__name__)

AUTHORITY_FOLDER: Final = "~/.mitmproxy"
"""mitmproxy's default directory of its authority. A device that trusts this authority once also trusts it in
later runs."""
_NO_PROXY: Final = ":0"
_PROXY_SETTING: Final = ("global", "http_proxy")


class AttachedProxy:
    """Gives replayed content to a device: a proxy on loopback, `adb reverse` to it, and the device's proxy setting.

    The proxy starts when the device is first launched. When the environment closes, the device's setting is
    restored. The device's certificate store is never changed. If the device does not trust the authority, the
    log says so (`mobile-env device trust` installs the authority).

    Args:
      source: a store's directory, or the name of shipped content.
      device: the device's spec, for messages.
      authority_folder: directory of the proxy's certificate authority; created if it is missing.
      seed: seed of the random choices of shipped content.
    """

    def __init__(
        self, source: str, device: str, *, authority_folder: str | Path = AUTHORITY_FOLDER, seed: int = 0
    ) -> None:
        self._source = source
        self._spec = device
        self._folder = Path(authority_folder).expanduser()
        self._seed = seed
        self._proxy: RunningProxy | None = None
        self._device: Device | None = None
        self._earlier = ""
        self._told = False

    def attach(self, simulator: Device) -> None:
        """Connects a device to the proxy. Starts the proxy if it is not running.

        Raises:
          StoreError: the proxy cannot be started, or there is no such source.
          SimulatorError: the device refuses the connection.
        """
        if self._proxy is None:
            self._proxy = serve(self._source, confdir=self._folder, seed=self._seed)
        try:
            self._connect(simulator, self._proxy)
        except TrustError as error:
            raise errors.SimulatorError(
                f"device {self._spec} cannot reach the replay proxy: {error}"
            ) from error
        self._device = simulator
        self._tell_of_trust(simulator)

    def _connect(self, simulator: Device, proxy: RunningProxy) -> None:
        port = f"tcp:{proxy.port}"
        run_adb(simulator, ("reverse", port, port))
        ours = f"localhost:{proxy.port}"
        found = run_adb(simulator, ("shell", "settings", "get", *_PROXY_SETTING)).strip()
        if found != ours:
            self._earlier = found
            run_adb(simulator, ("shell", "settings", "put", *_PROXY_SETTING, ours))

    def close(self) -> None:
        """Restores the device's setting and stops the proxy."""
        proxy, device = self._proxy, self._device
        self._proxy = self._device = None
        if proxy is None:
            return
        try:
            if device is not None:
                self._detach(device, proxy)
        finally:
            proxy.stop()

    def _detach(self, device: Device, proxy: RunningProxy) -> None:
        # Android's own way to set no proxy. An empty or deleted setting leaves the last proxy in use.
        earlier = self._earlier if self._earlier not in ("", "null") else _NO_PROXY
        commands: Sequence[tuple[str, ...]] = (
            ("shell", "settings", "put", *_PROXY_SETTING, earlier),
            ("reverse", "--remove", f"tcp:{proxy.port}"),
        )
        for command in commands:
            try:
                run_adb(device, command)
            except Exception as error:  # a lost device has no setting to restore
                logger.warning("the replay proxy is gone, and the device keeps its setting: %s", error)
                return

    def _tell_of_trust(self, device: Device) -> None:
        if self._told:
            return
        self._told = True
        certificate = self._folder / "mitmproxy-ca-cert.pem"
        try:
            with tempfile.TemporaryDirectory() as work:
                trusted = not system_plan(device, read_authority(certificate), Path(work)).steps
        except TrustError as error:
            logger.warning("whether the device trusts the replay proxy cannot be seen: %s", error)
            return
        if not trusted:
            logger.warning(
                "device %s does not trust the replay proxy: HTTPS fails in apps until a plan was carried out, "
                "such as `mobile-env device trust --plan system --device %s --ca %s`",
                self._spec,
                self._spec,
                certificate,
            )
