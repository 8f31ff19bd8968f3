"""About phone: names, versions, addresses; seven taps on the build number make a developer."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import EditTextPreference, Preference, Section

_TAPS = 7


class About(Page):
    title = "About emulated device"

    def rows(self) -> Rows:
        said = self.system.property
        return (
            Section(
                "Basic info",
                EditTextPreference("device_name", "Device name", setting="global/device_name"),
                Preference("phone_number", "Phone number", summary="+1 555-521-5554"),
            ),
            Section(
                "Legal & regulatory",
                Preference("legal_container", "Legal information"),
                Preference("regulatory_info", "Regulatory labels"),
            ),
            Section(
                "Device details",
                Preference("sim_status", "SIM status", summary="T-Mobile"),
                Preference("device_model", "Model", summary=said("ro.product.model")),
                Preference("imei_info", "IMEI", summary="358240051111110"),
            ),
            Section(
                "Device identifiers",
                self.link(
                    "firmware_version",
                    "Android version",
                    "android_version",
                    summary=said("ro.build.version.release"),
                ),
                Preference(
                    "ip_address",
                    "IP address",
                    summary="10.0.2.16"
                    if self.system.networks.wifi
                    else "10.0.2.15"
                    if self.system.networks.mobile
                    else "Unavailable",
                ),
                Preference(
                    "saved_accounts_wifi_mac_address",
                    "Wi‑Fi MAC address",
                    summary="To view, choose saved network",
                ),
                Preference(
                    "bt_address",
                    "Bluetooth address",
                    summary="02:15:B2:00:00:02" if self.system.bluetooth.enabled else "Unavailable",
                ),
                Preference("up_time", "Up time", summary=self._uptime()),
                Preference(
                    "build_number", "Build number", click=self.tapped, summary=said("ro.build.display.id")
                ),
            ),
        )

    def _uptime(self) -> str:
        self.clock("minute")
        minutes = int(self.system.uptime) // 60
        return f"{minutes // 60:02d}:{minutes % 60:02d}"

    def tapped(self) -> None:
        if self.is_on("global/development_settings_enabled"):
            self.toast("No need, you are already a developer.")
            return
        self.state["taps"] = self.state.get("taps", 0) + 1
        left = _TAPS - self.state["taps"]
        if left <= 0:
            self.put("global/development_settings_enabled", True)
            self.toast("You are now a developer!")
        elif left <= 4:
            self.toast(f"You are now {left} step{'s' if left > 1 else ''} away from being a developer.")


class AndroidVersion(Page):
    title = "Android version"

    def rows(self) -> Rows:
        said = self.system.property
        return (
            Preference("os_firmware_version", "Android version", summary=said("ro.build.version.release")),
            Preference(
                "security_key", "Android security update", summary=said("ro.build.version.security_patch")
            ),
            Preference("base_band", "Baseband version", summary="1.0.0.0"),
            Preference(
                "kernel_version",
                "Kernel version",
                summary="5.15.41-android13-8-00055-g4f5025129fe8-ab8949913",
            ),
            Preference("os_build_number", "Build number", summary=said("ro.build.id")),
        )
