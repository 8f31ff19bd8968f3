"""System: the pages about languages, gestures, time and resetting."""

from __future__ import annotations

from mobile_env.phone.apps.settings.date_time import ZONES, offset
from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import Preference


class SystemPage(Page):
    title = "System"

    def rows(self) -> Rows:
        zone = self.configuration.zone
        developer = self.is_on("global/development_settings_enabled")
        return (
            self.link(
                "language_input_settings",
                "Languages & input",
                "languages_input",
                icon="language",
                summary="Android Keyboard (AOSP)",
            ),
            self.link("gesture_settings", "Gestures", "gestures", icon="gesture"),
            self.link(
                "date_time_settings",
                "Date & time",
                "date_time",
                icon="schedule",
                summary=f"{offset(zone, self.clock('minute'))} {ZONES.get(zone, zone)}",
            ),
            Preference("backup_settings", "Backup", icon="outlined/backup", summary="Off"),
            Preference(
                "system_update_settings",
                "System update",
                icon="system_update",
                click=self.check_for_update,
                summary=f"Updated to Android {self.system.property('ro.build.version.release')}",
            ),
            self.link("reset_dashboard", "Reset options", "reset", icon="history"),
            self.link(
                "development_prefs_screen", "Developer options", "developer", icon="code", when=developer
            ),
        )

    def check_for_update(self) -> None:
        self.toast("Your system is up to date")


class ResetOptions(Page):
    title = "Reset options"

    def rows(self) -> Rows:
        return (
            Preference("network_reset_pref", "Reset Wi‑Fi, mobile & Bluetooth", click=self.ask_network),
            Preference("reset_app_prefs", "Reset app preferences", click=self.ask_apps),
            Preference("factory_reset", "Erase all data (factory reset)", click=self.ask_factory),
        )

    def ask_network(self) -> None:
        self.confirm(
            "This will reset all network settings, including Wi‑Fi, mobile data and Bluetooth.",
            title="Reset all network settings?",
            yes=self.reset_network,
            yes_label="Reset settings",
        )

    def reset_network(self) -> None:
        networks, bluetooth = self.system.networks, self.system.bluetooth
        for network in networks.saved:
            networks.forget(network.ssid)
        for device in bluetooth.paired:
            bluetooth.forget(device.address)
        self.put("global/airplane_mode_on", False)
        self.put("global/mobile_data", True)
        networks.set_wifi(True, package=self.package)
        self.toast("Network settings have been reset")

    def ask_apps(self) -> None:
        self.confirm(
            "This will reset all preferences for disabled apps. You will not lose any app data.",
            title="Reset app preferences?",
            yes=self.reset_apps,
            yes_label="Reset apps",
        )

    def reset_apps(self) -> None:
        for app in self.system.apps():
            if not app.enabled:
                self.system.set_enabled(app.name, True)

    def ask_factory(self) -> None:
        self.confirm(
            "All the data of the apps that you can open will be deleted: their files, accounts and settings. "
            "Pictures and downloads stay.",
            title="Erase all data?",
            yes=self.erase,
            yes_label="Erase all data",
        )

    def erase(self) -> None:
        for app in self.system.apps():
            if app.name != self.package and not app.system:
                self.system.clear_data(app.name)
        self.toast("Data erased")
