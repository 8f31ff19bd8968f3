"""Connected devices: Bluetooth, pairing, NFC, casting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mobile_env.phone.apps.settings.page import Block, Page, Rows, on_off
from mobile_env.phone.sdk import (
    FooterPreference,
    Item,
    MainSwitchPreference,
    Preference,
    Section,
    SwitchPreference,
)

_ICONS = {
    "headset": "headset",
    "speaker": "speaker",
    "watch": "watch",
    "keyboard": "keyboard",
    "car": "directions_car",
    "computer": "laptop",
    "phone": "smartphone",
}


class Connected(Page):
    title = "Connected devices"

    def rows(self) -> Rows:
        bluetooth = self.system.bluetooth
        return (
            Section("Media devices", *(_device(self, each) for each in bluetooth.paired if each.connected)),
            Section(
                "",
                self.link(
                    "add_bt_devices",
                    "Pair new device",
                    "pairing",
                    icon="add",
                    summary="" if bluetooth.enabled else "Bluetooth will turn on to pair",
                ),
                *(_device(self, each) for each in bluetooth.paired if not each.connected),
            ),
            Section(
                "",
                self.link(
                    "connection_preferences",
                    "Connection preferences",
                    "connection_preferences",
                    summary="Bluetooth, Android Auto, NFC",
                ),
            ),
            FooterPreference("Turn on Bluetooth to connect to other devices.", when=not bluetooth.enabled),
        )


def _device(page: Page, device: Any) -> Preference:
    return page.link(
        f"device_{device.address}",
        device.label,
        "device_details",
        subject=device.address,
        icon=_ICONS.get(device.kind, "bluetooth"),
        summary="Active" if device.connected else "Saved",
    )


class ConnectionPreferences(Page):
    title = "Connection preferences"

    def rows(self) -> Rows:
        return (
            self.link(
                "bluetooth_switchbar_screen",
                "Bluetooth",
                "bluetooth",
                icon="bluetooth",
                summary=on_off(self.system.bluetooth.enabled),
            ),
            self.link(
                "nfc_and_payment_settings",
                "NFC",
                "nfc",
                icon="nfc",
                summary=on_off(self.is_on("global/nfc_on")),
            ),
            self.link("cast", "Cast", "cast", icon="cast"),
            Preference(
                "connected_device_printing", "Printing", icon="outlined/print", summary="0 print services on"
            ),
            SwitchPreference(
                "nearby_share",
                "Nearby Share",
                setting="secure/nearby_sharing_enabled",
                icon="near_me",
                summary="Share with people who are near",
            ),
        )


class Bluetooth(Page):
    title = "Bluetooth"

    def rows(self) -> Rows:
        bluetooth = self.system.bluetooth
        on = bluetooth.enabled
        return (
            MainSwitchPreference("use_bluetooth", "Use Bluetooth", get=lambda: on, set=self.set_bluetooth),
            self.link("pair_new_device", "Pair new device", "pairing", icon="add", when=on),
            Preference(
                "bluetooth_device_name", "Device name", summary=bluetooth.own_name, click=self.rename, when=on
            ),
            Section("Saved devices", *(_device(self, each) for each in bluetooth.paired))
            if on
            else Section(""),
            FooterPreference(
                f"Visible as “{bluetooth.own_name}” to other devices"
                if on
                else "When Bluetooth is turned on, your device can communicate with other nearby Bluetooth devices."
            ),
        )

    def set_bluetooth(self, on: bool) -> None:
        self.system.bluetooth.set_enabled(on, package=self.package)

    def rename(self) -> None:
        self.ask_text(
            "Rename this device",
            self.system.bluetooth.own_name,
            then=self.renamed,
            yes_label="Rename",
            required="Enter a name",
        )

    def renamed(self, name: str) -> None:
        self.system.bluetooth.rename(name.strip())


class Pairing(Page):
    """Devices near: the page switches Bluetooth on."""

    title = "Pair new device"

    def on_create(self) -> None:
        if not self.system.bluetooth.enabled:
            self.system.bluetooth.set_enabled(True, package=self.package)

    def rows(self) -> Rows:
        bluetooth = self.system.bluetooth
        return (
            Preference("bt_pair_rename_devices", "Device name", summary=bluetooth.own_name),
            Section(
                "Available devices",
                *(
                    Preference(
                        f"near_{device.address}",
                        device.name,
                        icon=_ICONS.get(device.kind, "bluetooth"),
                        click=self.call(self.ask, device.address),
                    )
                    for device in bluetooth.nearby
                ),
            ),
            FooterPreference("Make sure the device you want to pair with is in pairing mode."),
        )

    def ask(self, address: str) -> None:
        found = next((each for each in self.system.bluetooth.nearby if each.address == address), None)
        if found is not None:
            self.confirm(
                "Allow access to your contacts and call history",
                title=f"Pair with {found.name}?",
                yes=self.call(self.pair, address),
                yes_label="Pair",
            )

    def pair(self, address: str) -> None:
        self.system.bluetooth.pair(address)
        self.finish()


class DeviceDetails(Page):
    title = "Device details"
    searchable = False

    def bar(self) -> Sequence[Item]:
        return (Item("Edit", self.rename, icon="edit", id="rename"),)

    def rows(self) -> Rows:
        device = self.system.bluetooth.device(self.subject)
        if device is None:
            return (FooterPreference("The device is no longer paired."),)
        return (
            Block(
                "header",
                "entity.xml",
                icon=_ICONS.get(device.kind, "bluetooth"),
                colour="",
                label=device.label,
                summary="Active" if device.connected else "Saved",
            ),
            Block(
                "buttons",
                "actions.xml",
                actions=[
                    {"label": "Forget", "icon": "outlined/delete", "click": self.forget, "usable": True},
                    {
                        "label": "Disconnect" if device.connected else "Connect",
                        "icon": "close" if device.connected else "add",
                        "click": self.toggle,
                        "usable": True,
                    },
                ],
            ),
            FooterPreference(f"Device’s Bluetooth address: {device.address}"),
        )

    def rename(self) -> None:
        device = self.system.bluetooth.device(self.subject)
        if device is not None:
            self.ask_text("Rename device", device.label, then=self.renamed, yes_label="Rename")

    def renamed(self, name: str) -> None:
        self.system.bluetooth.set_alias(self.subject, name.strip())

    def forget(self) -> None:
        self.confirm(
            "Your phone will no longer be paired with it.",
            title="Forget device?",
            yes=self.forgotten,
            yes_label="Forget device",
        )

    def forgotten(self) -> None:
        self.system.bluetooth.forget(self.subject)
        self.finish()

    def toggle(self) -> None:
        device = self.system.bluetooth.device(self.subject)
        if device is not None:
            self.system.bluetooth.connect(self.subject, not device.connected)


class Nfc(Page):
    title = "NFC"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference("toggle_nfc", "Use NFC", setting="global/nfc_on"),
            SwitchPreference(
                "nfc_secure_settings",
                "Require device unlock for NFC",
                depends="toggle_nfc",
                setting="secure/nfc_secure",
                summary="Allow NFC use only when screen is unlocked",
            ),
            Preference("nfc_payment", "Contactless payments", depends="toggle_nfc", summary="No default app"),
        )


class Cast(Page):
    title = "Cast"

    def bar(self) -> Sequence[Item]:
        return (Item("Enable wireless display", self.toggle, checked=self.is_on("global/wifi_display_on")),)

    def rows(self) -> Rows:
        return (FooterPreference("No nearby devices were found."),)

    def toggle(self) -> None:
        self.put("global/wifi_display_on", not self.is_on("global/wifi_display_on"))
