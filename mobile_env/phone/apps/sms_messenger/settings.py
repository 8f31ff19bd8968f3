"""Settings, and the numbers that are blocked."""

from __future__ import annotations

from mobile_env.phone.sdk import (
    Activity,
    EmptyState,
    Item,
    ListPreference,
    ListScreen,
    Preference,
    PreferenceScreen,
    Rows,
    Screen,
    Section,
    SwitchPreference,
)

from . import store
from .bars import Bar
from .manifest import BLOCKED

FONT_SIZES = {0: "Small", 1: "Medium", 2: "Large", 3: "Extra large"}


class Settings(Activity):
    title = "Settings"

    def screen(self) -> Screen:
        return PreferenceScreen(
            Bar("Settings"),
            Section(
                "General settings",
                Preference("settings_manage_blocked_numbers", "Manage blocked numbers", click=self.manage),
                ListPreference(
                    "settings_font_size", "Font size", FONT_SIZES, pref="Prefs/font_size", default=1
                ),
            ),
            Section(
                "Outgoing messages",
                SwitchPreference(
                    "settings_show_character_counter",
                    "Show a character counter at writing messages",
                    pref="Prefs/show_character_counter",
                ),
            ),
        )

    def manage(self) -> None:
        self.start(BLOCKED)


class BlockedNumbers(Activity):
    title = "Blocked numbers"

    def screen(self) -> Screen:
        numbers = store.blocked(self)
        bar = Bar(
            "Blocked numbers",
            menu=(Item("Add a blocked number", self.add, icon="add", id="add_blocked_number"),),
            selected=(Item("Delete", self.delete, icon="delete", id="cab_delete"),),
            select_all=numbers,
        )
        rows = Rows(numbers, "blocked_row", key=str, select=True, height=56)
        empty = EmptyState(
            "You are not blocking anyone.", icon="block", id="manage_blocked_numbers_placeholder"
        )
        return ListScreen(bar, rows, list_id="manage_blocked_numbers_list", empty=empty)

    def add(self) -> None:
        self.ask_text(
            "Add a blocked number",
            then=self.added,
            hint="Number",
            input="phone",
            id="add_blocked_number_edittext",
            required="Enter a number",
        )

    def added(self, number: str) -> None:
        store.block(self, [*store.blocked(self), number.strip()])

    def delete(self) -> None:
        chosen = self.selected
        store.block(self, [each for each in store.blocked(self) if each not in chosen])
        self.deselect()
