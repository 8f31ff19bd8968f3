"""Which networks the phone has: what airplane mode, Wi-Fi, mobile data and the modem leave of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from mobile_env.phone.kernel.events import NetworkChanged, SettingChanged, on
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.connectivity.wifi import (
    IN_RANGE,
    OPEN,
    AccessPoint,
    SavedNetwork,
    WifiNetworks,
)
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.telephony import TelephonyService

_DECIDING: Final = ("airplane_mode_on", "wifi_on", "mobile_data", "http_proxy")
_SHORTEST_PASSWORD: Final = 8
# Values of `wifi_on` (com.android.server.wifi.WifiSettingsStore).
_OFF, _ON, _ON_IN_AIRPLANE_MODE, _OFF_BY_AIRPLANE_MODE = "0", "1", "2", "3"
_ENTERED: Final = {_ON: _OFF_BY_AIRPLANE_MODE}
_LEFT: Final = {_OFF_BY_AIRPLANE_MODE: _ON, _ON_IN_AIRPLANE_MODE: _ON}


class ConnectivityService(Service):
    """Networks. What is switched on and off are settings, which persist and which others may write."""

    name = "connectivity"

    @property
    def _settings(self) -> SettingsService:
        return self.kernel.service(SettingsService)

    @property
    def _networks(self) -> WifiNetworks:
        return self.kernel.part(WifiNetworks)

    @property
    def airplane_mode(self) -> bool:
        return self._settings.is_on("global", "airplane_mode_on")

    @property
    def wifi_enabled(self) -> bool:
        """Whether Wi-Fi is switched on."""
        value = self._settings.get("global", "wifi_on")
        return value == _ON_IN_AIRPLANE_MODE or (value == _ON and not self.airplane_mode)

    @property
    def wifi(self) -> bool:
        """Whether the phone is in a Wi-Fi network."""
        return self.wifi_enabled and bool(self._networks.joined)

    @property
    def mobile(self) -> bool:
        """Whether the phone has mobile data."""
        if self.airplane_mode or not self._settings.is_on("global", "mobile_data"):
            return False
        return self.kernel.service(TelephonyService).modem.data in ("home", "roaming")

    @property
    def active(self) -> Literal["wifi", "mobile", ""]:
        """The network that apps use; "" for none."""
        return "wifi" if self.wifi else "mobile" if self.mobile else ""

    @property
    def proxy(self) -> str:
        """The proxy, "host:port", that apps go through; "" for none."""
        setting = self._settings.get("global", "http_proxy") or ""
        return "" if setting == ":0" else setting

    def set_airplane_mode(self, on_: bool, *, package: str = "android") -> None:
        """Switches airplane mode; it switches Wi-Fi and Bluetooth off, and its end brings back what was on."""
        self._settings.put("global", "airplane_mode_on", str(int(on_)), package=package)

    def set_mobile_data(self, on_: bool, *, package: str = "android") -> None:
        """Switches mobile data on or off."""
        self._settings.put("global", "mobile_data", str(int(on_)), package=package)

    # Wi-Fi.

    def set_wifi(self, on_: bool, *, package: str = "android") -> None:
        """Switches Wi-Fi on or off; in airplane mode, too."""
        on_value = _ON_IN_AIRPLANE_MODE if self.airplane_mode else _ON
        self._settings.put("global", "wifi_on", on_value if on_ else _OFF, package=package)

    @property
    def joined(self) -> str:
        """Name of the Wi-Fi network that the phone is in; "" for none."""
        return self._networks.joined if self.wifi_enabled else ""

    @property
    def in_range(self) -> Sequence[AccessPoint]:
        """Networks that can be seen, the strongest first; none while Wi-Fi is off."""
        return IN_RANGE if self.wifi_enabled else ()

    @property
    def saved(self) -> Sequence[SavedNetwork]:
        """Networks that the phone knows, in order of their numbers."""
        return sorted(self._networks.saved.values(), key=lambda network: network.id)

    def join(self, ssid: str, security: str = OPEN, password: str = "", *, hidden: bool = False) -> None:
        """Joins a network; one that is known needs no password. One that is not in range is only saved.

        Raises:
          ValueError: a network with a password, and none of at least eight characters.
        """
        known = self._networks.saved.get(ssid)
        if known is None or password:
            if security != OPEN and len(password) < _SHORTEST_PASSWORD:
                raise ValueError(f"the password of {ssid} has at least {_SHORTEST_PASSWORD} characters")
            self._networks.save(ssid, security, password, hidden=hidden)
        if any(point.ssid == ssid for point in IN_RANGE):
            self._networks.join(ssid)

    def leave(self) -> None:
        """Leaves the Wi-Fi network, which stays known."""
        self._networks.join("")

    def forget(self, ssid: str) -> None:
        """Forgets a network; silent if the phone does not know it."""
        self._networks.forget(ssid)

    def change(self, ssid: str, **fields: bool) -> None:
        """Changes `auto_join` or `metered` of a known network."""
        self._networks.change(ssid, **fields)

    @on(SettingChanged)
    def _setting_changed(self, event: SettingChanged) -> None:
        if (event.namespace, event.key) == ("global", "airplane_mode_on"):
            wifi = self._settings.get("global", "wifi_on") or _OFF
            changed = (_ENTERED if event.new == "1" else _LEFT).get(wifi)
            if changed is not None:
                self._settings.put("global", "wifi_on", changed)
        elif (event.namespace, event.key) == ("global", "wifi_on") and event.new == _ON:
            self._rejoin()
        if event.namespace == "global" and event.key in _DECIDING:
            self.kernel.emit(NetworkChanged(self.active))

    def _rejoin(self) -> None:
        """Wi-Fi is on again: the phone joins a network that it knows."""
        if self._networks.joined:
            return
        for point in IN_RANGE:
            known = self._networks.saved.get(point.ssid)
            if known is not None and known.auto_join:
                self._networks.join(point.ssid)
                return
