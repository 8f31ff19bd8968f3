"""Battery: charge, saver, percentage."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Block, Page, Rows, on_off
from mobile_env.phone.sdk import (
    FooterPreference,
    MainSwitchPreference,
    SeekBarPreference,
    SwitchPreference,
)


class Battery(Page):
    title = "Battery"

    def rows(self) -> Rows:
        level, saver = self.system.battery_level, self.is_on("global/low_power")
        return (
            Block(
                "battery_header",
                "usage.xml",
                value=f"{level}",
                unit="%",
                share=level,
                note="Charging"
                if self.system.charging
                else "Battery Saver is on"
                if saver
                else "Until fully charged"
                if level < 100
                else "Fully charged",
            ),
            self.link(
                "battery_saver_summary",
                "Battery Saver",
                "battery_saver",
                icon="outlined/battery_std",
                summary=on_off(saver),
            ),
            SwitchPreference(
                "battery_percentage",
                "Battery percentage",
                setting="system/status_bar_show_battery_percent",
                icon="battery_unknown",
                summary="Show battery percentage in status bar",
            ),
            self.link(
                "smart_battery_manager",
                "Adaptive preferences",
                "adaptive_battery",
                icon="timelapse",
                summary="Improve battery life based on your phone use",
            ),
        )


class BatterySaver(Page):
    title = "Battery Saver"

    def rows(self) -> Rows:
        level = self.setting("global", "low_power_trigger_level", "0")
        return (
            MainSwitchPreference("battery_saver", "Use Battery Saver", setting="global/low_power"),
            SwitchPreference(
                "battery_saver_schedule",
                "Based on percentage",
                get=lambda: level not in ("", "0"),
                set=self.schedule,
                summary=f"Will turn on at {level}%" if level not in ("", "0") else "No schedule",
            ),
            SeekBarPreference(
                "battery_saver_seek_bar",
                "Percentage",
                low=5,
                high=75,
                when=level not in ("", "0"),
                setting="global/low_power_trigger_level",
                summary=f"{level}%",
            ),
            SwitchPreference(
                "battery_saver_sticky",
                "Turn off when charged",
                default="1",
                setting="global/low_power_sticky_auto_disable_enabled",
                summary="Battery Saver turns off when your phone is at 90%",
            ),
            FooterPreference(
                "Battery Saver turns on Dark theme and limits or turns off background activity, some visual "
                "effects, certain features, and some network connections."
            ),
        )

    def schedule(self, on: bool) -> None:
        self.put("global/low_power_trigger_level", "20" if on else "0")


class AdaptiveBattery(Page):
    title = "Adaptive preferences"

    def rows(self) -> Rows:
        return (
            SwitchPreference(
                "adaptive_battery",
                "Adaptive Battery",
                default="1",
                setting="global/adaptive_battery_management_enabled",
                summary="Extends battery life based on your phone use",
            ),
            FooterPreference(
                "Adaptive Battery can reduce performance and background activity to extend battery life. "
                "Some notifications may be delayed."
            ),
        )
