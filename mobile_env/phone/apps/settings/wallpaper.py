"""Wallpaper & style: the picture behind the icons, and the colour that palettes are made of."""

from __future__ import annotations

import json

from mobile_env.phone.apps.settings.page import Block, Page, Rows
from mobile_env.phone.sdk import Section, SwitchPreference

WALLPAPERS = {
    "dawn": ("Dawn", "#f6d5c3", "#c98b70"),
    "forest": ("Forest", "#cfe3cf", "#4f7d5b"),
    "ocean": ("Ocean", "#c7dff5", "#2f6ea6"),
    "dusk": ("Dusk", "#d9d2ee", "#5b4b93"),
    "stone": ("Stone", "#dcdcdc", "#6f7377"),
    "night": ("Night", "#2b3344", "#0f1522"),
}
"""Name → label and the two colours of the picture."""
COLORS = {"Blue": "#0b57d0", "Green": "#386a20", "Purple": "#6750a4", "Rose": "#984061", "Orange": "#8b5000"}
_COLOR_SETTING = "theme_customization_overlay_packages"
_COLOR_KEY = "android.theme.customization.system_palette"


class Wallpaper(Page):
    title = "Wallpaper & style"

    def rows(self) -> Rows:
        chosen = self.setting("secure", "wallpaper_name", "ocean")
        return (
            Section(
                "Wallpaper",
                Block(
                    "wallpapers",
                    "swatches.xml",
                    list_id="wallpapers",
                    chosen=chosen,
                    handler="pick_wallpaper",
                    swatches=[
                        (name, label, f"linear-gradient({light},{dark})", dark)
                        for name, (label, light, dark) in WALLPAPERS.items()
                    ],
                ),
            ),
            Section(
                "Basic colors",
                Block(
                    "colors",
                    "swatches.xml",
                    list_id="color_options",
                    chosen=self._color(),
                    handler="pick_color",
                    swatches=[(colour, label, colour, colour) for label, colour in COLORS.items()],
                ),
            ),
            Section(
                "Home screen",
                SwitchPreference("themed_icons", "Themed icons", setting="secure/themed_icons_on"),
                SwitchPreference(
                    "dark_theme",
                    "Dark theme",
                    set=self.set_dark,
                    get=lambda: self.setting("secure", "ui_night_mode") == "2",
                ),
            ),
        )

    def _color(self) -> str:
        try:
            held = json.loads(self.setting("secure", _COLOR_SETTING, "{}"))
        except ValueError:
            held = {}
        return str(held.get(_COLOR_KEY, "")) if isinstance(held, dict) else ""

    def pick_wallpaper(self, name: str) -> None:
        self.put("secure/wallpaper_name", name)

    def pick_color(self, colour: str) -> None:
        self.put(
            f"secure/{_COLOR_SETTING}", json.dumps({_COLOR_KEY: colour, "_applied_timestamp": self.now_ms})
        )

    def set_dark(self, on: bool) -> None:
        self.put("secure/ui_night_mode", "2" if on else "1")
