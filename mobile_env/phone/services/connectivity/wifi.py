"""Wi-Fi networks: those in range, those the phone knows, and the one that it is in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from mobile_env.phone.state.part import Part

OPEN: Final = "open"
SECURITIES: Final = (OPEN, "wpa2", "wpa3")
"""As `cmd wifi connect-network` names them."""


@dataclass(frozen=True)
class AccessPoint:
    """A network in range; `level` is its strength, 0 to 4 bars."""

    ssid: str
    security: str
    level: int
    bssid: str
    frequency: int


@dataclass(frozen=True)
class SavedNetwork:
    """A network that the phone knows, and joins by itself if `auto_join`."""

    id: int
    ssid: str
    security: str
    password: str = ""
    auto_join: bool = True
    metered: bool = False
    hidden: bool = False


IN_RANGE: Final = (
    AccessPoint("AndroidWifi", OPEN, 4, "00:13:10:85:fe:01", 2447),
    AccessPoint("Maple Street 5G", "wpa2", 3, "3c:84:6a:10:22:a1", 5180),
    AccessPoint("Corner Cafe", OPEN, 3, "9c:1d:36:7f:40:0b", 2412),
    AccessPoint("NETGEAR-47", "wpa2", 2, "b0:39:56:c2:09:5e", 2462),
    AccessPoint("Library Guest", OPEN, 1, "00:1a:1e:5d:90:c0", 2437),
)
"""What an embedded phone can see: the network of Android's emulator, and neighbours."""


class WifiNetworks(Part):
    """Known networks by name, and the name of the one that the phone is in ("" for none)."""

    def __init__(self) -> None:
        super().__init__()
        self.saved: dict[str, SavedNetwork] = {"AndroidWifi": SavedNetwork(0, "AndroidWifi", OPEN)}
        self.joined = "AndroidWifi"

    def save(self, ssid: str, security: str, password: str = "", *, hidden: bool = False) -> None:
        """Adds a network, or gives a known one another password."""
        old = self.saved.get(ssid)
        number = old.id if old is not None else 1 + max((each.id for each in self.saved.values()), default=-1)
        self.saved = {**self.saved, ssid: SavedNetwork(number, ssid, security, password, hidden=hidden)}
        self.touch()

    def change(self, ssid: str, **fields: bool) -> None:
        """Changes `auto_join` or `metered` of a known network."""
        self.saved = {**self.saved, ssid: replace(self.saved[ssid], **fields)}  # type: ignore[arg-type]
        self.touch()

    def join(self, ssid: str) -> None:
        """Joins a known network; "" leaves the present one."""
        self.joined = ssid
        self.touch()

    def forget(self, ssid: str) -> None:
        """Forgets a network, and leaves it."""
        self.saved = {name: network for name, network in self.saved.items() if name != ssid}
        if self.joined == ssid:
            self.joined = ""
        self.touch()
