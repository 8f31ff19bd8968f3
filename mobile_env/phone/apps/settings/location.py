"""Location: on or off, and who asks for it."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Page, Rows, on_off
from mobile_env.phone.sdk import FooterPreference, MainSwitchPreference, Section, SwitchPreference

_ON, _OFF = "3", "0"
"""Values of `location_mode`: high accuracy and off (android.provider.Settings.Secure)."""


class Location(Page):
    title = "Location"

    def rows(self) -> Rows:
        on = self.setting("secure", "location_mode", _OFF) != _OFF
        allowed = sum(self.system.permissions(app.name).get("location", False) for app in self.system.apps())
        return (
            MainSwitchPreference("location_switch", "Use location", get=lambda: on, set=self.set_location),
            Section(
                "Recent access",
                FooterPreference("No apps recently accessed location", id="recent_none", icon=""),
            ),
            Section(
                "",
                self.link(
                    "location_app_permissions",
                    "App location permissions",
                    "location_apps",
                    summary=f"{allowed} apps have access to location" if on else "Location is off",
                    usable=on,
                ),
                self.link("location_services", "Location services", "location_services"),
            ),
            FooterPreference(
                "Location may use sources like GPS, Wi‑Fi, mobile networks, and sensors to help estimate "
                "your device’s location."
            ),
        )

    def set_location(self, on: bool) -> None:
        self.put("secure/location_mode", _ON if on else _OFF)


class LocationApps(Page):
    title = "App location permissions"

    def rows(self) -> Rows:
        return [
            self.link(
                f"app_{app.name}",
                app.label,
                "app_permission",
                subject=f"{app.name}/location",
                icon=app.icon,
                colour=app.colour,
                summary="Allowed" if held["location"] else "Not allowed",
            )
            for app in self.system.apps()
            if "location" in (held := self.system.permissions(app.name))
        ] or [FooterPreference("No apps have asked for location")]


class LocationServices(Page):
    title = "Location services"

    def rows(self) -> Rows:
        return (
            SwitchPreference(
                "wifi_always_scanning",
                "Wi‑Fi scanning",
                setting="global/wifi_scan_always_enabled",
                summary="Allow apps and services to scan for Wi‑Fi networks at any time, even when Wi‑Fi is off",
            ),
            SwitchPreference(
                "bluetooth_always_scanning",
                "Bluetooth scanning",
                setting="global/ble_scan_always_enabled",
                summary="Allow apps and services to scan for nearby devices at any time, even when Bluetooth "
                "is off",
            ),
            SwitchPreference(
                "emergency_location",
                "Emergency Location Service",
                default="1",
                setting="secure/emergency_location_on",
                summary=on_off(self.is_on("secure/emergency_location_on", "1")),
            ),
        )
