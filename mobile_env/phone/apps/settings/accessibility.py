"""Accessibility: services, text and reading, colour and motion, timing, captions, audio."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Page, Rows, on_off
from mobile_env.phone.sdk import (
    FooterPreference,
    ListPreference,
    MainSwitchPreference,
    Preference,
    Section,
    SeekBarPreference,
    SwitchPreference,
)

_DELAYS = {"400": "Short", "1000": "Medium", "1500": "Long"}
_WAITS = {
    "0": "Default",
    "10000": "10 seconds",
    "30000": "30 seconds",
    "60000": "1 minute",
    "120000": "2 minutes",
}
_CORRECTIONS = {"12": "Deuteranomaly", "11": "Protanomaly", "13": "Tritanomaly", "0": "Grayscale"}
_SCALES = ("window_animation_scale", "transition_animation_scale", "animator_duration_scale")


class Accessibility(Page):
    title = "Accessibility"

    def rows(self) -> Rows:
        enabled = self.setting("secure", "enabled_accessibility_services").split(":")
        return (
            Section(
                "Downloaded apps",
                *(
                    self.link(
                        f"service_{each.component}",
                        each.label,
                        "accessibility_service",
                        subject=each.component,
                        icon=each.icon,
                        summary=on_off(each.component in enabled),
                    )
                    for each in self.system.accessibility_services()
                ),
            ),
            Section(
                "Display",
                self.link("text_reading", "Text and display", "text_reading", icon="outlined/text_fields"),
                self.link("color_motion", "Color and motion", "color_motion", icon="outlined/palette"),
                self.link(
                    "reduce_bright_colors",
                    "Extra dim",
                    "extra_dim",
                    icon="brightness_low",
                    summary=on_off(self.is_on("secure/reduce_bright_colors_activated")),
                ),
                self.link(
                    "magnification",
                    "Magnification",
                    "magnification",
                    icon="zoom_in",
                    summary=on_off(self.is_on("secure/accessibility_display_magnification_enabled")),
                ),
            ),
            Section(
                "Interaction controls",
                self.link("timing", "Timing controls", "timing", icon="outlined/timer"),
                SwitchPreference(
                    "power_button_ends_call",
                    "Power button ends call",
                    get=lambda: self.setting("secure", "incall_power_button_behavior") == "2",
                    set=self.set_power_button,
                ),
                SwitchPreference(
                    "auto_rotate", "Auto-rotate screen", setting="system/accelerometer_rotation"
                ),
            ),
            Section(
                "Captions",
                self.link(
                    "captioning",
                    "Caption preferences",
                    "captions",
                    icon="outlined/closed_caption",
                    summary=on_off(self.is_on("secure/accessibility_captioning_enabled")),
                ),
            ),
            Section(
                "Audio",
                self.link(
                    "audio_adjustment", "Audio adjustment", "audio_adjustment", icon="outlined/hearing"
                ),
            ),
        )

    def set_power_button(self, on: bool) -> None:
        self.put("secure/incall_power_button_behavior", "2" if on else "1")


class AccessibilityServicePage(Page):
    """One service; the subject is its component."""

    searchable = False

    def heading(self) -> str:
        return next(
            (each.label for each in self.system.accessibility_services() if each.component == self.subject),
            "Service",
        )

    def rows(self) -> Rows:
        on = self.subject in self._enabled()
        return (
            MainSwitchPreference("use_service", f"Use {self.heading()}", get=lambda: on, set=self.ask),
            FooterPreference("The service can read the screen and act for you while it is on."),
        )

    def _enabled(self) -> list[str]:
        return [each for each in self.setting("secure", "enabled_accessibility_services").split(":") if each]

    def ask(self, on: bool) -> None:
        if on:
            self.confirm(
                "Full control is appropriate for apps that help you with accessibility needs, but not for most "
                "apps.",
                title=f"Allow {self.heading()} to have full control of your device?",
                yes=self.call(self.use, True),
                yes_label="Allow",
                no_label="Deny",
            )
        else:
            self.use(False)

    def use(self, on: bool) -> None:
        others = [each for each in self._enabled() if each != self.subject]
        enabled = [*others, self.subject] if on else others
        self.put("secure/enabled_accessibility_services", ":".join(enabled))
        self.put("secure/accessibility_enabled", bool(enabled))


class TextAndReading(Page):
    title = "Text and display"

    def rows(self) -> Rows:
        return (
            self.link("font_size", "Font size", "font_size"),
            self.link("display_size", "Display size", "display_size"),
            SwitchPreference(
                "toggle_force_bold_text",
                "Bold text",
                get=lambda: self.setting("secure", "font_weight_adjustment") == "300",
                set=self.set_bold,
            ),
            SwitchPreference(
                "toggle_high_text_contrast_preference",
                "High contrast text",
                setting="secure/high_text_contrast_enabled",
                summary="Change text color to black or white. Maximizes contrast with the background.",
            ),
        )

    def set_bold(self, on: bool) -> None:
        self.put("secure/font_weight_adjustment", "300" if on else "0")


class ColorAndMotion(Page):
    title = "Color and motion"

    def rows(self) -> Rows:
        still = all(self.setting("global", key) in ("0", "0.0") for key in _SCALES)
        return (
            SwitchPreference(
                "daltonizer", "Color correction", setting="secure/accessibility_display_daltonizer_enabled"
            ),
            ListPreference(
                "daltonizer_mode",
                "Correction mode",
                _CORRECTIONS,
                depends="daltonizer",
                default="12",
                setting="secure/accessibility_display_daltonizer",
            ),
            SwitchPreference(
                "toggle_inversion_preference",
                "Color inversion",
                setting="secure/accessibility_display_inversion_enabled",
                summary="Turns light screens dark and dark screens light",
            ),
            SwitchPreference(
                "dark_ui_mode_accessibility",
                "Dark theme",
                set=self.set_dark,
                get=lambda: self.setting("secure", "ui_night_mode") == "2",
            ),
            SwitchPreference(
                "toggle_disable_animations",
                "Remove animations",
                get=lambda: still,
                set=self.set_still,
                summary="Reduce movement on the screen",
            ),
            SwitchPreference(
                "toggle_large_pointer_icon",
                "Large mouse pointer",
                setting="secure/accessibility_large_pointer_icon",
                summary="Make the mouse pointer more noticeable",
            ),
        )

    def set_dark(self, on: bool) -> None:
        self.put("secure/ui_night_mode", "2" if on else "1")

    def set_still(self, on: bool) -> None:
        for key in _SCALES:
            self.put(f"global/{key}", "0" if on else "1")


class ExtraDim(Page):
    title = "Extra dim"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference(
                "rbc_switch", "Use extra dim", setting="secure/reduce_bright_colors_activated"
            ),
            SeekBarPreference(
                "rbc_intensity",
                "Intensity",
                setting="secure/reduce_bright_colors_level",
                default=80,
                depends="rbc_switch",
            ),
            SwitchPreference(
                "rbc_persist",
                "Keep on after device restarts",
                depends="rbc_switch",
                setting="secure/reduce_bright_colors_persist_across_reboots",
            ),
            FooterPreference("Dim screen beyond your phone’s minimum brightness"),
        )


class Magnification(Page):
    title = "Magnification"

    def rows(self) -> Rows:
        return (
            SwitchPreference(
                "magnification_shortcut",
                "Magnification shortcut",
                setting="secure/accessibility_display_magnification_enabled",
            ),
            ListPreference(
                "magnification_mode",
                "Magnification type",
                {
                    "1": "Magnify full screen",
                    "2": "Magnify part of screen",
                    "3": "Switch between full and partial screen",
                },
                default="1",
                setting="secure/accessibility_magnification_mode",
            ),
            FooterPreference("Quickly zoom in on the screen to make content larger."),
        )


class TimingControls(Page):
    title = "Timing controls"

    def rows(self) -> Rows:
        return (
            ListPreference(
                "select_long_press_timeout_preference",
                "Touch & hold delay",
                _DELAYS,
                setting="secure/long_press_timeout",
            ),
            ListPreference(
                "accessibility_control_timeout",
                "Time to take action",
                _WAITS,
                default="0",
                setting="secure/accessibility_interactive_ui_timeout_ms",
            ),
            SwitchPreference(
                "autoclick", "Autoclick (dwell timing)", setting="secure/accessibility_autoclick_enabled"
            ),
        )


class Captions(Page):
    title = "Caption preferences"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference(
                "captioning_preference_switch",
                "Show captions",
                setting="secure/accessibility_captioning_enabled",
            ),
            ListPreference(
                "captioning_font_size",
                "Caption size",
                {"0.5": "Small", "1.0": "Normal", "1.5": "Large", "2.0": "Very large"},
                setting="secure/accessibility_captioning_font_scale",
                default="1.0",
            ),
            Preference("captioning_language", "Language", summary="Default"),
        )


class AudioAdjustment(Page):
    title = "Audio adjustment"

    def rows(self) -> Rows:
        return (
            SwitchPreference(
                "toggle_primary_mono",
                "Mono audio",
                setting="system/master_mono",
                summary="Combine channels when playing audio",
            ),
            SeekBarPreference(
                "master_balance",
                "Audio balance",
                setting="system/master_balance_percent",
                low=-100,
                high=100,
                default=0,
            ),
        )
