"""The first page: what there is to set, with a search bar above."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Page, Rows, on_off
from mobile_env.phone.sdk import PreferenceScreen, Screen


class Home(Page):
    title = "Settings"

    def rows(self) -> Rows:
        system = self.system
        used, whole = system.storage
        located = self.setting("secure", "location_mode", "0") != "0"
        return (
            self.link(
                "top_level_network",
                "Network & internet",
                "network",
                icon="wifi",
                summary="Mobile, Wi‑Fi, hotspot",
            ),
            self.link(
                "top_level_connected_devices",
                "Connected devices",
                "connected",
                icon="devices",
                summary="Bluetooth, pairing",
            ),
            self.link("top_level_apps", "Apps", "apps", icon="apps", summary="Recent apps, default apps"),
            self.link(
                "top_level_notifications",
                "Notifications",
                "notifications",
                icon="outlined/notifications",
                summary="Notification history, conversations",
            ),
            self.link(
                "top_level_battery",
                "Battery",
                "battery",
                icon="battery_full",
                summary=f"{system.battery_level}%",
            ),
            self.link(
                "top_level_storage",
                "Storage",
                "storage",
                icon="storage",
                summary=f"{100 * used // whole}% used - {self.format.size(whole - used)} free",
            ),
            self.link(
                "top_level_sound",
                "Sound & vibration",
                "sound",
                icon="outlined/volume_up",
                summary="Volume, haptics, Do Not Disturb",
            ),
            self.link(
                "top_level_display",
                "Display",
                "display",
                icon="brightness_6",
                summary="Dark theme, font size, brightness",
            ),
            self.link(
                "top_level_wallpaper",
                "Wallpaper & style",
                "wallpaper",
                icon="outlined/palette",
                summary="Colors, themed icons, app grid",
            ),
            self.link(
                "top_level_accessibility",
                "Accessibility",
                "accessibility",
                icon="accessibility_new",
                summary="Display, interaction, audio",
            ),
            self.link(
                "top_level_security",
                "Security",
                "security",
                icon="outlined/lock",
                summary="Screen lock, app security",
            ),
            self.link(
                "top_level_privacy",
                "Privacy",
                "privacy",
                icon="outlined/visibility",
                summary="Permissions, account activity, personal data",
            ),
            self.link(
                "top_level_location",
                "Location",
                "location",
                icon="outlined/location_on",
                summary=on_off(located),
            ),
            self.link(
                "top_level_emergency",
                "Safety & emergency",
                "safety",
                icon="outlined/local_hospital",
                summary="Emergency SOS, medical info, alerts",
            ),
            self.link(
                "top_level_accounts",
                "Passwords & accounts",
                "accounts",
                icon="outlined/account_box",
                summary="Saved passwords, autofill, synced accounts",
            ),
            self.link(
                "top_level_system",
                "System",
                "system",
                icon="outlined/info",
                summary="Languages, gestures, time, backup",
            ),
            self.link(
                "top_level_about_device",
                "About emulated device",
                "about",
                icon="smartphone",
                summary=self.setting("global", "device_name"),
            ),
        )

    def screen(self) -> Screen:
        return PreferenceScreen(None, *self.rows(), skeleton="home.xml")

    def search(self) -> None:
        self.start(".search.SearchActivity")
