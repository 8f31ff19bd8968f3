"""Preferences: what the list shows, and how."""

from mobile_env.phone.sdk import (
    Activity,
    EditTextPreference,
    ListPreference,
    Preference,
    PreferenceScreen,
    Screen,
    Section,
    SeekBarPreference,
    SwitchPreference,
    Toolbar,
)


class Settings(Activity):
    def screen(self) -> Screen:
        return PreferenceScreen(
            Toolbar("Settings", up=True),
            Section(
                "Display",
                SwitchPreference(
                    "dark",
                    "Follow dark theme",
                    pref="follow_dark",
                    default=True,
                    summary="Use the phone’s theme",
                ),
                ListPreference(
                    "currency",
                    "Currency",
                    {"usd": "US Dollar", "eur": "Euro"},
                    pref="currency",
                    default="usd",
                ),
                SeekBarPreference("limit", "Rows a page", low=10, high=60, pref="limit", default=10),
                EditTextPreference("owner", "Your name", pref="owner", hint="Name"),
            ),
            Section(
                "Data",
                Preference("clear", "Delete all expenses", click=self.ask_clear, icon="delete"),
                SwitchPreference("airplane", "Airplane mode", setting="global/airplane_mode_on"),
                Preference("roaming", "Needs airplane mode", depends="airplane", click=self.ask_clear),
            ),
        )

    def ask_clear(self) -> None:
        self.confirm("Delete all expenses?", yes=self.clear, yes_label="DELETE", title="Delete all")

    def clear(self) -> None:
        self.db.execute("DELETE FROM expense")
