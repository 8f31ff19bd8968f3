"""Languages & input: the phone's languages in order, and the keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import (
    FooterPreference,
    Item,
    Preference,
    Section,
    SeekBarPreference,
    SwitchPreference,
)

NAMES = {
    "en-US": "English (United States)",
    "en-GB": "English (United Kingdom)",
    "en-AU": "English (Australia)",
    "en-CA": "English (Canada)",
    "en-IN": "English (India)",
    "de-DE": "Deutsch (Deutschland)",
    "de-AT": "Deutsch (Österreich)",
    "de-CH": "Deutsch (Schweiz)",
    "es-ES": "Español (España)",
    "es-MX": "Español (México)",
    "es-US": "Español (Estados Unidos)",
    "fr-FR": "Français (France)",
    "fr-CA": "Français (Canada)",
    "it-IT": "Italiano (Italia)",
    "nl-NL": "Nederlands (Nederland)",
    "pl-PL": "Polski (Polska)",
    "pt-BR": "Português (Brasil)",
    "pt-PT": "Português (Portugal)",
    "sv-SE": "Svenska (Sverige)",
    "tr-TR": "Türkçe (Türkiye)",
}


def chosen(page: Page) -> list[str]:
    """Tags of the phone's languages, the first one first."""
    held = page.setting("system", "system_locales") or page.system.property("persist.sys.locale") or "en-US"
    return [each for each in held.split(",") if each]


class LanguagesAndInput(Page):
    title = "Languages & input"

    def rows(self) -> Rows:
        return (
            self.link(
                "phone_language",
                "Languages",
                "languages",
                icon="language",
                summary=NAMES.get(chosen(self)[0], ""),
            ),
            Section(
                "Keyboards",
                self.link(
                    "virtual_keyboard_pref",
                    "On-screen keyboard",
                    "keyboard",
                    icon="keyboard",
                    summary="Android Keyboard (AOSP)",
                ),
                SwitchPreference(
                    "show_virtual_keyboard_switch",
                    "Show virtual keyboard",
                    icon="outlined/keyboard_hide",
                    setting="secure/show_ime_with_hard_keyboard",
                    summary="Keep it on screen while physical keyboard is active",
                ),
            ),
            Section(
                "Tools",
                SwitchPreference(
                    "spellcheckers_settings",
                    "Spell checker",
                    setting="secure/spell_checker_enabled",
                    default="1",
                ),
            ),
            Section(
                "Pointer",
                SeekBarPreference(
                    "pointer_speed", "Pointer speed", low=-7, high=7, setting="system/pointer_speed"
                ),
            ),
        )


class Languages(Page):
    title = "Languages"

    def rows(self) -> Rows:
        rows: list[Preference] = [
            Preference(
                f"language_{tag}", f"{place + 1}   {NAMES.get(tag, tag)}", click=self.call(self.ask, tag)
            )
            for place, tag in enumerate(chosen(self))
        ]
        return (
            *rows,
            self.link("add_language", "Add a language", "add_language", icon="add"),
            FooterPreference(
                "The first language is the one that the phone uses. Tap another one to move it to the top "
                "or to remove it."
            ),
        )

    def ask(self, tag: str) -> None:
        if tag != chosen(self)[0]:
            self.sheet(
                NAMES.get(tag, tag),
                (
                    Item("Move to top", self.call(self.first, tag), icon="vertical_align_top"),
                    Item("Remove", self.call(self.remove, tag), icon="outlined/delete"),
                ),
            )

    def first(self, tag: str) -> None:
        self._set([tag, *(each for each in chosen(self) if each != tag)])

    def remove(self, tag: str) -> None:
        self._set([each for each in chosen(self) if each != tag])

    def _set(self, tags: Sequence[str]) -> None:
        set_languages(self, tags)


def set_languages(page: Page, tags: Sequence[str]) -> None:
    """Sets the phone's languages; the first is the one that formats follow."""
    page.put("system/system_locales", ",".join(tags))
    page.system.set_property("persist.sys.locale", tags[0])


class AddLanguage(Page):
    title = "Add a language"

    def rows(self) -> Rows:
        held = chosen(self)
        return [
            Preference(f"language_{tag}", label, click=self.call(self.add, tag))
            for tag, label in NAMES.items()
            if tag not in held
        ]

    def add(self, tag: str) -> None:
        set_languages(self, [*chosen(self), tag])
        self.finish()


class Keyboard(Page):
    title = "On-screen keyboard"

    def rows(self) -> Rows:
        return (
            Preference("keyboard_latin", "Android Keyboard (AOSP)", icon="keyboard", summary="English (US)"),
            SwitchPreference(
                "auto_cap",
                "Auto-capitalization",
                setting="secure/keyboard_auto_cap",
                default="1",
                summary="Capitalize the first word of each sentence",
            ),
            SwitchPreference("sound_on", "Sound on keypress", setting="secure/keyboard_sound_on"),
        )
