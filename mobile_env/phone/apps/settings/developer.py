"""Developer options."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import ListPreference, MainSwitchPreference, Section, SwitchPreference

_SCALES = {
    "0": "Animation off",
    "0.5": "Animation scale .5x",
    "1.0": "Animation scale 1x",
    "1.5": "Animation scale 1.5x",
    "2": "Animation scale 2x",
    "5": "Animation scale 5x",
    "10": "Animation scale 10x",
}


class DeveloperOptions(Page):
    title = "Developer options"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference(
                "development_settings_enabled",
                "Use developer options",
                setting="global/development_settings_enabled",
            ),
            SwitchPreference(
                "keep_screen_on",
                "Stay awake",
                summary="Screen will never sleep while charging",
                get=lambda: self.setting("global", "stay_on_while_plugged_in", "0") != "0",
                set=self.set_stay_awake,
            ),
            Section(
                "Debugging",
                SwitchPreference(
                    "enable_adb",
                    "USB debugging",
                    setting="global/adb_enabled",
                    summary="Debug mode when USB is connected",
                ),
                SwitchPreference(
                    "toggle_adb_wireless",
                    "Wireless debugging",
                    setting="global/adb_wifi_enabled",
                    summary="Debug mode when Wi‑Fi is connected",
                ),
                SwitchPreference(
                    "verify_apps_over_usb",
                    "Verify apps over USB",
                    setting="global/verifier_verify_adb_installs",
                ),
            ),
            Section(
                "Input",
                SwitchPreference(
                    "show_touches",
                    "Show taps",
                    setting="system/show_touches",
                    summary="Show visual feedback for taps",
                ),
                SwitchPreference(
                    "pointer_location",
                    "Pointer location",
                    setting="system/pointer_location",
                    summary="Screen overlay showing current touch data",
                ),
            ),
            Section(
                "Drawing",
                *(
                    ListPreference(key, label, _SCALES, setting=f"global/{key}", default="1.0")
                    for key, label in (
                        ("window_animation_scale", "Window animation scale"),
                        ("transition_animation_scale", "Transition animation scale"),
                        ("animator_duration_scale", "Animator duration scale"),
                    )
                ),
            ),
            Section(
                "Networking",
                SwitchPreference(
                    "mobile_data_always_on",
                    "Mobile data always active",
                    default="1",
                    setting="global/mobile_data_always_on",
                ),
            ),
        )

    def set_stay_awake(self, on: bool) -> None:
        self.put("global/stay_on_while_plugged_in", "7" if on else "0")
