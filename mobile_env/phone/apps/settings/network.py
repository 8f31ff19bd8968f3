"""Network & internet: mobile data, airplane mode, hotspot, data saver, VPN, private DNS."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Page, Rows, on_off
from mobile_env.phone.apps.settings.private_dns import PrivateDns
from mobile_env.phone.sdk import (
    EditTextPreference,
    FooterPreference,
    ListPreference,
    MainSwitchPreference,
    Preference,
    PrimarySwitchPreference,
    Section,
    SwitchPreference,
)

CARRIER = "T-Mobile"
_DNS = {"off": "Off", "opportunistic": "Automatic"}
_NETWORK_TYPES = {"26": "5G (recommended)", "9": "LTE", "0": "3G", "1": "2G"}
_SIM = {"1": CARRIER, "-1": "Ask every time"}


class Network(Page):
    title = "Network & internet"

    def rows(self) -> Rows:
        networks = self.system.networks
        airplane = networks.airplane_mode
        joined = networks.joined or (CARRIER if networks.mobile else "")
        dns = self.setting("global", "private_dns_mode", "opportunistic")
        return (
            self.link(
                "internet_settings",
                "Internet",
                "internet",
                icon="wifi",
                summary=joined or ("Airplane mode is on" if airplane else "Networks available"),
            ),
            self.link(
                "calls_and_sms",
                "Calls & SMS",
                "calls_sms",
                icon="outlined/call",
                summary="Unavailable" if airplane else CARRIER,
                usable=not airplane,
            ),
            self.link(
                "mobile_network_list",
                "SIMs",
                "mobile_network",
                icon="outlined/sim_card",
                summary=CARRIER,
                usable=not airplane,
            ),
            SwitchPreference(
                "airplane_mode",
                "Airplane mode",
                icon="airplanemode_active",
                setting="global/airplane_mode_on",
            ),
            self.link(
                "tether_settings",
                "Hotspot & tethering",
                "hotspot",
                icon="wifi_tethering",
                summary="On" if self.is_on("global/wifi_ap_on") else "Off",
            ),
            self.link(
                "restrict_background_parent_entry",
                "Data Saver",
                "data_saver",
                icon="data_usage",
                summary=on_off(self.is_on("global/restrict_background")),
            ),
            self.link(
                "vpn_settings",
                "VPN",
                "vpn",
                icon="outlined/vpn_key",
                summary="Connected" if self.is_on("global/vpn_on") else "None",
            ),
            Preference(
                "private_dns_settings",
                "Private DNS",
                click=self.ask_dns,
                icon="dns",
                summary=_DNS.get(dns) or self.setting("global", "private_dns_specifier"),
            ),
        )

    def ask_dns(self) -> None:
        self.dialog(
            PrivateDns,
            then=self.set_dns,
            mode=self.setting("global", "private_dns_mode", "opportunistic"),
            host=self.setting("global", "private_dns_specifier"),
        )

    def set_dns(self, mode: str, host: str) -> None:
        self.put("global/private_dns_mode", mode)
        if mode == "hostname":
            self.put("global/private_dns_specifier", host)


class CallsAndSms(Page):
    title = "Calls & SMS"

    def rows(self) -> Rows:
        return (
            ListPreference("calls", "Calls", _SIM, setting="global/multi_sim_voice_call", default="1"),
            ListPreference("sms", "SMS", _SIM, setting="global/multi_sim_sms", default="1"),
            PrimarySwitchPreference(
                "wifi_calling",
                "Wi‑Fi calling",
                setting="global/wfc_ims_enabled",
                summary="Use Wi‑Fi when the mobile network is weak",
            ),
        )


class MobileNetwork(Page):
    title = CARRIER

    def rows(self) -> Rows:
        return (
            MainSwitchPreference("use_sim_switch", "Use SIM", setting="global/cell_on"),
            SwitchPreference(
                "mobile_data",
                "Mobile data",
                setting="global/mobile_data",
                depends="use_sim_switch",
                summary="Access data using mobile network",
            ),
            SwitchPreference(
                "button_roaming_key",
                "Roaming",
                setting="global/data_roaming",
                depends="use_sim_switch",
                summary="Connect to data services when roaming",
            ),
            Preference("app_data_usage", "App data usage", summary="0 B used this month"),
            SwitchPreference(
                "data_warning", "Data warning", setting="global/data_warning_on", summary="Say so at 2 GB"
            ),
            ListPreference(
                "preferred_network_mode",
                "Preferred network type",
                _NETWORK_TYPES,
                setting="global/preferred_network_mode",
                default="26",
                depends="use_sim_switch",
            ),
            SwitchPreference(
                "automatic_network",
                "Automatically select network",
                default="1",
                setting="global/network_selection_auto",
                depends="use_sim_switch",
            ),
            Preference("imei", "IMEI", summary="358240051111110"),
        )


class Hotspot(Page):
    title = "Hotspot & tethering"

    def rows(self) -> Rows:
        on = self.is_on("global/wifi_ap_on")
        name = self.setting("global", "wifi_ap_ssid", "AndroidAP_2473")
        return (
            PrimarySwitchPreference(
                "wifi_tether",
                "Wi‑Fi hotspot",
                setting="global/wifi_ap_on",
                click=self.call(self.open_page, "wifi_hotspot"),
                summary=f"{name} is active" if on else "Not sharing internet or content with other devices",
            ),
            SwitchPreference(
                "usb_tether_settings",
                "USB tethering",
                usable=False,
                summary="Share phone’s internet connection via USB",
            ),
            SwitchPreference(
                "enable_bluetooth_tethering",
                "Bluetooth tethering",
                setting="global/bluetooth_tether_on",
                summary="Share phone’s internet connection via Bluetooth",
                usable=self.is_on("global/bluetooth_on"),
            ),
            FooterPreference(
                "Use hotspot and tethering to provide internet to other devices through your mobile "
                "data connection. Apps can also create a hotspot to share content with nearby "
                "devices."
            ),
        )


class WifiHotspot(Page):
    title = "Wi‑Fi hotspot"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference("wifi_tether", "Use Wi‑Fi hotspot", setting="global/wifi_ap_on"),
            EditTextPreference(
                "wifi_tether_network_name",
                "Hotspot name",
                setting="global/wifi_ap_ssid",
                default="AndroidAP_2473",
            ),
            ListPreference(
                "wifi_tether_security",
                "Security",
                {"3": "WPA3-Personal", "1": "WPA2-Personal", "0": "None"},
                setting="global/wifi_ap_security",
                default="1",
            ),
            EditTextPreference(
                "wifi_tether_network_password",
                "Hotspot password",
                setting="global/wifi_ap_password",
                default="sunny-otter-41",
            ),
            SwitchPreference(
                "wifi_tether_auto_turn_off_2",
                "Turn off hotspot automatically",
                setting="global/soft_ap_timeout_enabled",
                default="1",
                summary="When no devices are connected",
            ),
            ListPreference(
                "wifi_tether_network_ap_band_single_select",
                "AP Band",
                {"1": "2.4 GHz Band", "3": "5.0 GHz Band preferred"},
                setting="global/wifi_ap_band",
                default="1",
            ),
        )


class DataSaver(Page):
    title = "Data Saver"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference("use_data_saver", "Use Data Saver", setting="global/restrict_background"),
            FooterPreference(
                "To help reduce data usage, Data Saver prevents some apps from sending or receiving "
                "data in the background. An app you’re currently using can access data, but may do so "
                "less frequently. This may mean, for example, that images don’t display until you tap "
                "them."
            ),
        )


class Vpn(Page):
    title = "VPN"

    def rows(self) -> Rows:
        name, server = self.setting("global", "vpn_name"), self.setting("global", "vpn_server")
        if not name:
            return (
                Section("", Preference("vpn_add", "Add VPN", click=self.add, icon="add")),
                FooterPreference("No VPNs added"),
            )
        on = self.is_on("global/vpn_on")
        return (
            SwitchPreference("vpn", name, setting="global/vpn_on", summary="Connected" if on else server),
            Preference("vpn_server", "Server address", summary=server, click=self.ask_server),
            Preference("vpn_forget", "Forget VPN", click=self.forget, icon="outlined/delete"),
        )

    def add(self) -> None:
        self.ask_text(
            "Name of the VPN", then=self.named, hint="Name", required="Enter a name", yes_label="Next"
        )

    def named(self, name: str) -> None:
        self.put("global/vpn_name", name)
        self.ask_server()

    def ask_server(self) -> None:
        held = self.setting("global", "vpn_server")
        self.ask_text("Server address", held, then=self.set_server, hint="vpn.example.com", yes_label="Save")

    def set_server(self, server: str) -> None:
        self.put("global/vpn_server", server)

    def forget(self) -> None:
        for key in ("vpn_name", "vpn_server", "vpn_on"):
            self.put(f"global/{key}", "")
