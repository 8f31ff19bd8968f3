"""Passwords & accounts, and safety & emergency."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import EditTextPreference, FooterPreference, Preference, Section, SwitchPreference


class Accounts(Page):
    title = "Passwords & accounts"

    def rows(self) -> Rows:
        return (
            Section("Autofill service", Preference("default_autofill_main", "None", icon="outlined/vpn_key")),
            Section(
                "Accounts for Owner",
                Preference("add_account", "Add account", icon="add", click=self.no_accounts),
            ),
            Section(
                "",
                SwitchPreference(
                    "auto_sync_account_data",
                    "Automatically sync app data",
                    default="1",
                    setting="global/master_sync_automatically",
                    summary="Let apps refresh data automatically",
                ),
            ),
        )

    def no_accounts(self) -> None:
        self.toast("No app on this phone can add an account")


class Safety(Page):
    title = "Safety & emergency"

    def rows(self) -> Rows:
        return (
            EditTextPreference(
                "medical_info",
                "Medical information",
                setting="secure/emergency_medical_info",
                icon="outlined/local_hospital",
                hint="Name, blood type, allergies",
            ),
            EditTextPreference(
                "emergency_contact",
                "Emergency contacts",
                setting="secure/emergency_contact",
                icon="outlined/contacts",
                input="phone",
                hint="Phone number",
            ),
            SwitchPreference(
                "emergency_gesture",
                "Emergency SOS",
                setting="secure/emergency_gesture_enabled",
                default="1",
                icon="outlined/warning",
                summary="Press the power button 5 times to start",
            ),
            SwitchPreference(
                "emergency_alerts",
                "Wireless emergency alerts",
                default="1",
                icon="outlined/announcement",
                setting="secure/emergency_alerts_on",
                summary="Extreme and severe threats",
            ),
            FooterPreference("Emergency information is shown on the lock screen."),
        )
