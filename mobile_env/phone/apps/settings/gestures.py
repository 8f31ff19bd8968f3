"""Gestures: how to get around the system, and shortcuts by movement."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Page, Rows, on_off
from mobile_env.phone.sdk import (
    MainSwitchPreference,
    RadioPreference,
    Section,
    SeekBarPreference,
    SwitchPreference,
)

_MODES = {
    "2": (
        "gesture_nav",
        "Gesture navigation",
        "To go Home, swipe up from the bottom of the screen. To switch apps, swipe up from the bottom, hold, then "
        "release. To go back, swipe from either the left or right edge.",
    ),
    "0": (
        "legacy_nav",
        "3-button navigation",
        "Go back, Home, and switch apps with buttons at the bottom of your screen.",
    ),
}


class Gestures(Page):
    title = "Gestures"

    def rows(self) -> Rows:
        mode = self.setting("secure", "navigation_mode", "0")
        return (
            SwitchPreference(
                "gesture_double_tap_power",
                "Quickly open camera",
                summary="Press power button twice",
                get=lambda: not self.is_on("secure/camera_double_tap_power_gesture_disabled"),
                set=self.set_camera,
            ),
            self.link(
                "gesture_system_navigation",
                "System navigation",
                "navigation",
                summary=_MODES.get(mode, _MODES["0"])[1],
            ),
            self.link(
                "gesture_tap",
                "Tap to check phone",
                "lift_tap",
                summary=on_off(self.is_on("secure/doze_tap_gesture", "1")),
            ),
            SwitchPreference(
                "gesture_prevent_ringing",
                "Prevent ringing",
                setting="secure/volume_hush_gesture",
                default="1",
                summary="Press power & volume up together",
            ),
            self.link("gesture_power_menu", "Press and hold power button", "power_menu"),
            SwitchPreference(
                "one_handed",
                "One-handed mode",
                setting="secure/one_handed_mode_enabled",
                summary="Reach the top of your screen with one hand",
            ),
        )

    def set_camera(self, on: bool) -> None:
        self.put("secure/camera_double_tap_power_gesture_disabled", not on)


class SystemNavigation(Page):
    title = "System navigation"

    def rows(self) -> Rows:
        mode = self.setting("secure", "navigation_mode", "0")
        return (
            *(
                RadioPreference(id, label, value, get=lambda: mode, set=self.set_mode, summary=summary)
                for value, (id, label, summary) in _MODES.items()
            ),
            Section(
                "Back sensitivity",
                SeekBarPreference(
                    "back_left",
                    "Left edge",
                    low=0,
                    high=3,
                    setting="secure/back_gesture_inset_scale_left",
                    default=1,
                ),
                SeekBarPreference(
                    "back_right",
                    "Right edge",
                    low=0,
                    high=3,
                    setting="secure/back_gesture_inset_scale_right",
                    default=1,
                ),
            )
            if mode == "2"
            else Section(""),
        )

    def set_mode(self, mode: str) -> None:
        self.put("secure/navigation_mode", mode)


class TapToCheck(Page):
    title = "Tap to check phone"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference(
                "gesture_tap", "Tap to check phone", setting="secure/doze_tap_gesture", default="1"
            ),
        )


class PressAndHold(Page):
    title = "Press and hold power button"

    def rows(self) -> Rows:
        held = self.setting("global", "power_button_long_press", "1")
        return [
            RadioPreference(f"power_{value}", label, value, get=lambda: held, set=self.set_power)
            for value, label in {"1": "Power menu", "5": "Digital assistant"}.items()
        ]

    def set_power(self, value: str) -> None:
        self.put("global/power_button_long_press", value)
