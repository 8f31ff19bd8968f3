"""Security: what keeps the screen locked."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import ListPreference, Preference, RadioPreference, Section, SwitchPreference

KINDS = {"none": "None", "swipe": "Swipe", "pin": "PIN"}
_DELAYS = {
    "0": "Immediately",
    "5000": "5 seconds",
    "15000": "15 seconds",
    "30000": "30 seconds",
    "60000": "1 minute",
    "300000": "5 minutes",
}


class Security(Page):
    title = "Security"

    def rows(self) -> Rows:
        kind = self.system.lock.kind
        return (
            Section(
                "Security status",
                Preference("find_device", "Find My Device", icon="outlined/location_on", summary="Off"),
                Preference(
                    "security_update",
                    "Security update",
                    icon="system_update",
                    summary=self.system.property("ro.build.version.security_patch"),
                ),
            ),
            Section(
                "Device security",
                self.link(
                    "unlock_set_or_change",
                    "Screen lock",
                    "choose_lock",
                    icon="outlined/lock",
                    summary=KINDS[kind],
                ),
            ),
            Section(
                "Lock options",
                ListPreference(
                    "lock_after_timeout",
                    "Lock after screen timeout",
                    _DELAYS,
                    default="5000",
                    setting="secure/lock_screen_lock_after_timeout",
                    when=kind == "pin",
                ),
                SwitchPreference(
                    "power_button_instantly_locks",
                    "Power button instantly locks",
                    default="1",
                    setting="secure/lockscreen.power_button_instantly_locks",
                    when=kind == "pin",
                ),
            ),
            Section(
                "Advanced",
                SwitchPreference(
                    "app_pinning",
                    "App pinning",
                    setting="system/lock_to_app_enabled",
                    summary="Keep one app in view until you unpin it",
                ),
                SwitchPreference(
                    "confirm_sim_deletion",
                    "Confirm SIM deletion",
                    setting="global/confirm_sim_deletion_enabled",
                    summary="Verify it’s you before erasing an eSIM",
                ),
            ),
        )


class ChooseLock(Page):
    """None, swipe or PIN. A PIN that is set has to be entered first."""

    title = "Choose screen lock"

    def rows(self) -> Rows:
        held = self.system.lock.kind
        return [
            RadioPreference(
                f"unlock_set_{kind}",
                label,
                kind,
                get=lambda: held,
                set=self.pick_lock,
                summary="Current screen lock" if kind == held else "",
            )
            for kind, label in KINDS.items()
        ]

    def pick_lock(self, kind: str) -> None:
        if self.system.lock.kind == "pin":
            self.ask_text(
                "Re-enter your PIN", then=self.call(self.verified, kind), input="password", yes_label="Next"
            )
        else:
            self.verified(kind, "")

    def verified(self, kind: str, pin: str) -> None:
        if not self.system.lock.check(pin):
            self.toast("Wrong PIN")
        elif kind == "pin":
            self.ask_text(
                "Set a PIN",
                then=self.entered,
                input="password",
                yes_label="Next",
                message="PIN must be at least 4 digits",
            )
        else:
            self.system.lock.clear()
            self.system.lock.set_disabled(kind == "none", package=self.package)

    def entered(self, pin: str) -> None:
        if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 16):
            self.toast("PIN must be at least 4 digits")
        else:
            self.ask_text(
                "Re-enter your PIN",
                then=self.call(self.confirmed, pin),
                input="password",
                yes_label="Confirm",
            )

    def confirmed(self, first: str, second: str) -> None:
        if first != second:
            self.toast("PINs don’t match")
        else:
            self.system.lock.set_pin(first, package=self.package)
