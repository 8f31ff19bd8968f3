"""Display: brightness, dark theme, sizes of text and of everything, rotation, time-out, screen saver."""

from __future__ import annotations

from mobile_env.phone.apps.settings.brightness import BrightnessDialog, level_in, slider_of
from mobile_env.phone.apps.settings.page import Block, Page, Rows, on_off, percent
from mobile_env.phone.sdk import (
    FooterPreference,
    ListPreference,
    MainSwitchPreference,
    Preference,
    PrimarySwitchPreference,
    RadioPreference,
    Section,
    SeekBarPreference,
    SwitchPreference,
)

TIMEOUTS = {
    "15000": "15 seconds",
    "30000": "30 seconds",
    "60000": "1 minute",
    "120000": "2 minutes",
    "300000": "5 minutes",
    "600000": "10 minutes",
    "1800000": "30 minutes",
}
FONT_SCALES = {"0.85": "Small", "1.0": "Default", "1.15": "Large", "1.3": "Largest"}
DENSITIES = {0.85: "Small", 1.0: "Default", 1.1: "Large", 1.2: "Larger", 1.3: "Largest"}
"""Shares of the display's own density (android.util.DisplayMetrics; settingslib's DisplayDensityConfiguration)."""
_COLORS = {"0": "Natural", "1": "Boosted", "3": "Adaptive"}
_SAVERS = {
    "com.android.dreams.basic/.Colors": "Colors",
    "com.google.android.deskclock/com.android.deskclock.Screensaver": "Clock",
    "com.android.dreams.phototable/.PhotoTableDream": "Photo Table",
}
_SAVER_WHEN = {
    "charging": "While charging",
    "dock": "While docked",
    "either": "While charging or docked",
    "": "Never",
}


class Display(Page):
    title = "Display"

    def rows(self) -> Rows:
        level = level_in(self.setting("system", "screen_brightness"))
        adaptive = self.is_on("system/screen_brightness_mode")
        rotating = self.is_on("system/accelerometer_rotation")
        timeout = self.setting("system", "screen_off_timeout")
        dark = self.setting("secure", "ui_night_mode") == "2"
        scale = self.setting("system", "font_scale", "1.0")
        return (
            Section(
                "Brightness",
                Preference(
                    "brightness", "Brightness level", click=self.brightness, summary=percent(slider_of(level))
                ),
                PrimarySwitchPreference(
                    "auto_brightness_entry",
                    "Adaptive brightness",
                    click=self.call(self.open_page, "auto_brightness"),
                    summary=on_off(adaptive),
                    setting="system/screen_brightness_mode",
                ),
            ),
            Section(
                "Lock display",
                self.link(
                    "lockscreen_from_display_settings",
                    "Lock screen",
                    "lock_screen",
                    summary="Show all notification content",
                ),
                self.link(
                    "screen_timeout",
                    "Screen timeout",
                    "screen_timeout",
                    summary=f"After {TIMEOUTS.get(timeout, timeout + ' ms')} of inactivity",
                ),
            ),
            Section(
                "Appearance",
                PrimarySwitchPreference(
                    "dark_ui_mode",
                    "Dark theme",
                    click=self.call(self.open_page, "dark_theme"),
                    summary="Will never turn off automatically"
                    if dark
                    else "Will never turn on automatically",
                    get=lambda: dark,
                    set=self.set_dark,
                ),
                self.link("font_size", "Font size", "font_size", summary=_nearest(FONT_SCALES, scale)),
                self.link(
                    "display_settings_screen_zoom",
                    "Display size",
                    "display_size",
                    summary=DENSITIES[self.zoom],
                ),
            ),
            Section(
                "Color",
                PrimarySwitchPreference(
                    "night_display",
                    "Night Light",
                    click=self.call(self.open_page, "night_light"),
                    setting="secure/night_display_activated",
                    summary="Will never turn on automatically",
                ),
                self.link(
                    "color_mode",
                    "Colors",
                    "colors",
                    summary=_COLORS.get(self.setting("system", "display_color_mode", "0"), "Natural"),
                ),
            ),
            Section(
                "Other display controls",
                PrimarySwitchPreference(
                    "auto_rotate",
                    "Auto-rotate screen",
                    click=self.call(self.open_page, "auto_rotate"),
                    summary=on_off(rotating),
                    setting="system/accelerometer_rotation",
                ),
                self.link(
                    "screensaver",
                    "Screen saver",
                    "screen_saver",
                    summary=_saver(self) if self.is_on("secure/screensaver_enabled") else "Off",
                ),
            ),
        )

    @property
    def zoom(self) -> float:
        """The step of `DENSITIES` that the display's density is nearest to."""
        return nearest_zoom(self)

    def brightness(self) -> None:
        self.dialog(BrightnessDialog)

    def set_dark(self, on: bool) -> None:
        self.put("secure/ui_night_mode", "2" if on else "1")


def nearest_zoom(page: Page) -> float:
    """The step of `DENSITIES` that the display's density is nearest to."""
    own = int(page.system.property("ro.sf.lcd_density") or 160)
    forced = page.setting("secure", "display_density_forced")
    share = int(forced) / own if forced.isdecimal() else 1.0
    return min(DENSITIES, key=lambda step: abs(step - share))


def _nearest(labels: dict[str, str], value: str) -> str:
    try:
        wanted = float(value)
    except ValueError:
        wanted = 1.0
    return labels[min(labels, key=lambda step: abs(float(step) - wanted))]


def _saver(page: Page) -> str:
    chosen = page.setting("secure", "screensaver_components", next(iter(_SAVERS)))
    return _SAVERS.get(chosen, "Colors")


class AdaptiveBrightness(Page):
    title = "Adaptive brightness"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference(
                "auto_brightness", "Use adaptive brightness", setting="system/screen_brightness_mode"
            ),
            FooterPreference(
                "Your screen brightness will automatically adjust to your environment and activities. "
                "You can move the slider manually to help adaptive brightness learn your preferences."
            ),
        )


class LockScreen(Page):
    title = "Lock screen"

    def rows(self) -> Rows:
        return (
            Section(
                "What to show",
                ListPreference(
                    "privacy_lock_screen_notifications",
                    "Privacy",
                    {"1": "Show all notification content", "0": "Don’t show notifications at all"},
                    setting="secure/lock_screen_show_notifications",
                ),
                Preference(
                    "lock_screen_message",
                    "Add text on lock screen",
                    click=self.ask_text_,
                    summary=self.setting("secure", "lock_screen_owner_info") or "None",
                ),
                SwitchPreference(
                    "show_device_controls",
                    "Show device controls",
                    setting="secure/lockscreen_show_controls",
                    summary="From lock screen",
                ),
                SwitchPreference(
                    "show_wallet",
                    "Show wallet",
                    setting="secure/lockscreen_show_wallet",
                    summary="From lock screen",
                ),
                SwitchPreference(
                    "lockscreen_clock",
                    "Double-line clock",
                    setting="secure/lockscreen_use_double_line_clock",
                    default="1",
                    summary="Show double-line clock when available",
                ),
            ),
            Section(
                "When to show",
                SwitchPreference(
                    "ambient_display_always_on",
                    "Always show time and info",
                    setting="secure/doze_always_on",
                    summary="Increased battery usage",
                ),
                SwitchPreference(
                    "ambient_display_tap",
                    "Tap to check phone",
                    setting="secure/doze_tap_gesture",
                    default="1",
                ),
                SwitchPreference(
                    "ambient_display_pickup",
                    "Lift to check phone",
                    setting="secure/doze_pulse_on_pick_up",
                    default="1",
                ),
                SwitchPreference(
                    "ambient_display_notification",
                    "Wake screen for notifications",
                    setting="secure/doze_enabled",
                    default="1",
                    summary="When screen is dark, it’ll turn on for new notifications",
                ),
            ),
        )

    def ask_text_(self) -> None:
        self.ask_text(
            "Add text on lock screen",
            self.setting("secure", "lock_screen_owner_info"),
            then=self.set_text,
            yes_label="Save",
        )

    def set_text(self, text: str) -> None:
        self.put("secure/lock_screen_owner_info", text)


class ScreenTimeout(Page):
    title = "Screen timeout"

    def rows(self) -> Rows:
        return [
            RadioPreference(
                value,
                label,
                value,
                get=lambda: self.setting("system", "screen_off_timeout"),
                set=self.set_timeout,
            )
            for value, label in TIMEOUTS.items()
        ]

    def set_timeout(self, value: str) -> None:
        self.put("system/screen_off_timeout", value)


class DarkTheme(Page):
    title = "Dark theme"

    def rows(self) -> Rows:
        dark = self.setting("secure", "ui_night_mode") == "2"
        return (
            MainSwitchPreference("dark_ui_activated", "Use Dark theme", get=lambda: dark, set=self.set_dark),
            FooterPreference(
                "Dark theme uses a black background to help keep your battery alive longer on some "
                "screens. Dark theme schedules wait to turn on until your screen is off."
            ),
        )

    def set_dark(self, on: bool) -> None:
        self.put("secure/ui_night_mode", "2" if on else "1")


class FontSize(Page):
    title = "Font size"

    def rows(self) -> Rows:
        return (
            Block("preview", "font_preview.xml"),
            SeekBarPreference(
                "font_size",
                "Font size",
                bind="font_step",
                low=0,
                high=len(FONT_SCALES) - 1,
                seekbar_id="seek_bar",
                summary=_nearest(FONT_SCALES, self.setting("system", "font_scale")),
            ),
            FooterPreference("Make the text on your screen smaller or larger."),
        )

    def read_bind(self, bind: str) -> object:
        if bind != "font_step":
            return super().read_bind(bind)
        label = _nearest(FONT_SCALES, self.setting("system", "font_scale"))
        return list(FONT_SCALES.values()).index(label)

    def write_bind(self, bind: str, value: object) -> None:
        if bind == "font_step" and isinstance(value, int):
            self.put("system/font_scale", list(FONT_SCALES)[value])
        else:
            super().write_bind(bind, value)


class DisplaySize(Page):
    title = "Display size"

    def rows(self) -> Rows:
        return (
            Block("preview", "font_preview.xml"),
            SeekBarPreference(
                "display_size",
                "Display size",
                bind="zoom_step",
                low=0,
                high=len(DENSITIES) - 1,
                seekbar_id="seek_bar",
                summary=DENSITIES[nearest_zoom(self)],
            ),
            FooterPreference(
                "Make the items on your screen smaller or larger. Some apps on your screen may change "
                "position."
            ),
        )

    def read_bind(self, bind: str) -> object:
        if bind != "zoom_step":
            return super().read_bind(bind)
        return list(DENSITIES).index(nearest_zoom(self))

    def write_bind(self, bind: str, value: object) -> None:
        if bind == "zoom_step" and isinstance(value, int):
            own = int(self.system.property("ro.sf.lcd_density") or 160)
            share = list(DENSITIES)[value]
            self.put("secure/display_density_forced", "" if share == 1.0 else round(own * share))
        else:
            super().write_bind(bind, value)


class NightLight(Page):
    title = "Night Light"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference(
                "night_display_activated", "Use Night Light", setting="secure/night_display_activated"
            ),
            ListPreference(
                "night_display_auto_mode",
                "Schedule",
                {"0": "None", "1": "Turns on at custom time", "2": "Turns on from sunset to sunrise"},
                setting="secure/night_display_auto_mode",
                default="0",
            ),
            SeekBarPreference(
                "night_display_temperature",
                "Intensity",
                low=2596,
                high=4082,
                setting="secure/night_display_color_temperature",
                default=2850,
                depends="night_display_activated",
            ),
            FooterPreference(
                "Night Light tints your screen amber. This makes it easier to look at your screen in "
                "dim light, and may help you fall asleep."
            ),
        )


class Colors(Page):
    title = "Colors"

    def rows(self) -> Rows:
        return [
            RadioPreference(
                f"color_mode_{value}",
                label,
                value,
                get=lambda: self.setting("system", "display_color_mode", "0"),
                set=self.set_colors,
            )
            for value, label in _COLORS.items()
        ]

    def set_colors(self, value: str) -> None:
        self.put("system/display_color_mode", value)


class AutoRotate(Page):
    title = "Auto-rotate screen"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference(
                "auto_rotate_main_switch", "Use auto-rotate", setting="system/accelerometer_rotation"
            ),
            SwitchPreference(
                "face_based_rotate",
                "Face Detection",
                setting="secure/camera_autorotate",
                depends="auto_rotate_main_switch",
                summary="Use the front-facing camera to improve auto-rotate accuracy",
            ),
            FooterPreference("When auto-rotate is on, the screen follows the way that you hold your phone."),
        )


class ScreenSaver(Page):
    title = "Screen saver"

    def rows(self) -> Rows:
        return (
            MainSwitchPreference(
                "dream_main_settings_switch", "Use screen saver", setting="secure/screensaver_enabled"
            ),
            Section(
                "Screen saver",
                *(
                    RadioPreference(
                        f"dream_{label}",
                        label,
                        value,
                        get=lambda: self.setting("secure", "screensaver_components", next(iter(_SAVERS))),
                        set=self.set_saver,
                    )
                    for value, label in _SAVERS.items()
                ),
            ),
            Section(
                "Additional settings",
                ListPreference(
                    "when_to_start",
                    "When to start",
                    _SAVER_WHEN,
                    get=self._when,
                    set=self.set_when,
                    depends="dream_main_settings_switch",
                ),
            ),
        )

    def set_saver(self, value: str) -> None:
        self.put("secure/screensaver_components", value)

    def _when(self) -> str:
        charging = self.is_on("secure/screensaver_activate_on_sleep", "1")
        docked = self.is_on("secure/screensaver_activate_on_dock")
        return "either" if charging and docked else "charging" if charging else "dock" if docked else ""

    def set_when(self, when: str) -> None:
        self.put("secure/screensaver_activate_on_sleep", when in ("charging", "either"))
        self.put("secure/screensaver_activate_on_dock", when in ("dock", "either"))
