"""Internet: the Wi-Fi networks in range, those that are saved, and one of them in detail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mobile_env.phone.apps.settings.network import CARRIER
from mobile_env.phone.apps.settings.page import Block, Page, Rows
from mobile_env.phone.sdk import (
    Button,
    Choice,
    Dialog,
    FooterPreference,
    Form,
    FormScreen,
    Item,
    Layout,
    Preference,
    Screen,
    Section,
    SwitchPreference,
    Text,
    Toolbar,
)

_BARS = ("signal_wifi_0_bar", "signal_wifi_0_bar", "network_wifi", "network_wifi", "signal_wifi_4_bar")
_SECURITY = {"open": "None", "wpa2": "WPA2-Personal", "wpa3": "WPA3-Personal"}


class Internet(Page):
    title = "Internet"

    def bar(self) -> Sequence[Item]:
        return (Item("Reset internet", self.reset, icon="replay", id="fix_connectivity"),)

    def rows(self) -> Rows:
        networks = self.system.networks
        saved = [network.ssid for network in networks.saved]
        rows: list[Preference] = [
            self.link(
                f"wifi_{point.ssid}",
                point.ssid,
                "wifi_details",
                subject=point.ssid,
                icon=_BARS[point.level],
                summary="Connected",
            )
            for point in networks.in_range
            if point.ssid == networks.joined
        ]
        if networks.mobile:
            rows.append(
                self.link(
                    "mobile",
                    CARRIER,
                    "mobile_network",
                    icon="signal_cellular_4_bar",
                    summary="LTE" if networks.joined else "Connected / LTE",
                )
            )
        rows.append(
            SwitchPreference(
                "main_toggle_wifi", "Wi‑Fi", get=lambda: networks.wifi_enabled, set=self.set_wifi
            )
        )
        rows += [
            Preference(
                f"wifi_{point.ssid}",
                point.ssid,
                click=self.call(self.tapped, point.ssid),
                icon=_BARS[point.level],
                summary="Saved" if point.ssid in saved else "",
            )
            for point in networks.in_range
            if point.ssid != networks.joined
        ]
        if networks.wifi_enabled:
            rows.append(self.link("add_wifi_network", "Add network", "add_network", icon="add"))
        count = len(saved)
        return (
            *rows,
            self.link(
                "configure_wifi_settings",
                "Network preferences",
                "network_preferences",
                summary="Wi‑Fi turns back on automatically",
            ),
            self.link(
                "saved_networks",
                "Saved networks",
                "saved_networks",
                when=bool(saved),
                summary=f"{count} network{'s' if count != 1 else ''}",
            ),
            Preference("non_carrier_data_usage", "Non-carrier data usage", summary="0 B used this month"),
        )

    def set_wifi(self, on: bool) -> None:
        self.system.networks.set_wifi(on, package=self.package)

    def tapped(self, ssid: str) -> None:
        """Joins a network that is open or known; asks for the password of any other."""
        networks = self.system.networks
        point = next((each for each in networks.in_range if each.ssid == ssid), None)
        if point is None:
            return
        if point.security == "open" or any(each.ssid == ssid for each in networks.saved):
            networks.join(ssid, point.security)
        else:
            self.dialog(
                Password,
                then=self.call(self.joined, ssid, point.security),
                ssid=ssid,
                password="",
                shown=False,
            )

    def joined(self, ssid: str, security: str, password: str) -> None:
        self.system.networks.join(ssid, security, password)

    def reset(self) -> None:
        self.confirm(
            "This will end your phone call and stop your internet for a moment.",
            title="Reset internet?",
            yes=self.reconnect,
            yes_label="Reset",
        )

    def reconnect(self) -> None:
        networks = self.system.networks
        joined = networks.joined
        if joined:
            networks.leave()
            networks.join(joined)
        self.toast("Resetting your internet…")


class Password(Dialog):
    """Asks for a network's password."""

    def screen(self) -> Screen:
        return Layout("wifi_password.xml", **self.state, short=len(self.state["password"]) < 8)

    def show(self) -> None:
        self.state["shown"] = not self.state["shown"]

    def connect(self) -> None:
        if len(self.state["password"]) >= 8:
            self.close(self.state["password"])


class WifiDetails(Page):
    title = "Network details"
    searchable = False

    def rows(self) -> Rows:
        networks, ssid = self.system.networks, self.subject
        point = next((each for each in networks.in_range if each.ssid == ssid), None)
        known = next((each for each in networks.saved if each.ssid == ssid), None)
        joined = networks.joined == ssid
        security = known.security if known else point.security if point else "open"
        return (
            Block(
                "header",
                "entity.xml",
                icon="signal_wifi_4_bar",
                colour="",
                label=ssid,
                summary="Connected" if joined else "Saved",
            ),
            Block("buttons", "actions.xml", actions=self._actions(known is not None, joined)),
            Preference(
                "signal_strength",
                "Signal strength",
                icon="signal_wifi_4_bar",
                when=point is not None,
                summary=("Poor", "Poor", "Fair", "Good", "Excellent")[point.level if point else 0],
            ),
            Preference(
                "frequency",
                "Frequency",
                icon="wifi_tethering",
                when=point is not None,
                summary="5 GHz" if point and point.frequency > 4000 else "2.4 GHz",
            ),
            Preference("security", "Security", icon="outlined/lock", summary=_SECURITY[security]),
            SwitchPreference(
                "auto_connect",
                "Auto-connect",
                summary="Allow connection to this network when in range",
                when=known is not None,
                get=lambda: known is not None and known.auto_join,
                set=self.call(self.change, "auto_join"),
            ),
            SwitchPreference(
                "metered",
                "Treat as metered",
                when=known is not None,
                get=lambda: known is not None and known.metered,
                set=self.call(self.change, "metered"),
            ),
            Section(
                "Network details",
                Preference("ip_address", "IP address", summary="10.0.2.16"),
                Preference("gateway", "Gateway", summary="10.0.2.2"),
                Preference("subnet_mask", "Subnet mask", summary="255.255.255.0"),
                Preference("dns", "DNS", summary="10.0.2.3"),
                Preference("mac_address", "Randomized MAC address", summary="02:15:b2:00:00:01"),
            )
            if joined
            else Section(""),
        )

    def _actions(self, known: bool, joined: bool) -> list[dict[str, Any]]:
        return [
            {"label": "Forget", "icon": "outlined/delete", "click": self.forget, "usable": known},
            {
                "label": "Disconnect" if joined else "Connect",
                "icon": "close" if joined else "wifi",
                "click": self.toggle,
                "usable": True,
            },
        ]

    def change(self, field: str, on: bool) -> None:
        self.system.networks.change(self.subject, **{field: on})

    def forget(self) -> None:
        self.system.networks.forget(self.subject)
        self.finish()

    def toggle(self) -> None:
        networks = self.system.networks
        if networks.joined == self.subject:
            networks.leave()
        else:
            networks.join(self.subject)


class SavedNetworks(Page):
    title = "Saved networks"

    def rows(self) -> Rows:
        return [
            self.link(
                f"saved_{network.ssid}", network.ssid, "wifi_details", subject=network.ssid, icon="wifi"
            )
            for network in self.system.networks.saved
        ] or [FooterPreference("No saved networks")]


class NetworkPreferences(Page):
    title = "Network preferences"

    def rows(self) -> Rows:
        return (
            SwitchPreference(
                "enable_wifi_wakeup",
                "Turn on Wi‑Fi automatically",
                setting="global/wifi_wakeup_enabled",
                summary="Wi‑Fi will turn back on near high‑quality saved networks, like your home network",
            ),
            SwitchPreference(
                "notify_open_networks",
                "Notify for public networks",
                setting="global/wifi_networks_available_notification_on",
                default="1",
                summary="Notify when a high‑quality public network is available",
            ),
        )


_ADD = Form(
    Text("ssid", "Network name", id="ssid", required="Enter the SSID"),
    Choice(
        "security",
        "Security",
        {"open": "None", "wpa2": "WPA/WPA2-Personal", "wpa3": "WPA3-Personal"},
        id="security",
    ),
    Text("password", "Password", id="password", input="password"),
)


class AddNetwork(Page):
    """A network that is not in the list, by its name."""

    title = "Add network"

    def on_create(self) -> None:
        self.fill(_ADD, {"ssid": "", "security": "open", "password": ""})

    def rows(self) -> Rows:
        return ()

    def screen(self) -> Screen:
        return FormScreen(
            Toolbar(self.title, up="close"),
            _ADD,
            buttons=(Button("Cancel", self.finish, style="text"), Button("Save", self.save, id="button1")),
        )

    def save(self) -> None:
        values = self.read(_ADD)
        if values is None:
            return
        try:
            self.system.networks.join(
                values["ssid"], values["security"], values["password"] or "", hidden=True
            )
        except ValueError:
            self.toast("The password must have at least 8 characters")
        else:
            self.finish()
