"""Sound & vibration: volumes, ringtones, and what vibrates or makes a sound."""

from __future__ import annotations

from collections.abc import Mapping

from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import (
    MainSwitchPreference,
    Preference,
    RadioPreference,
    Section,
    SeekBarPreference,
    SwitchPreference,
)

# Numbers of MediaStore's internal volume, as the settings name them.
_MEDIA = "content://media/internal/audio/media/"
RINGTONES = {
    "": "None",
    "51": "Flutey Phone",
    "52": "Bell Phone",
    "53": "Cairo",
    "54": "Crazy Dream",
    "55": "Dream Theme",
    "56": "Ring Ring",
    "57": "The big adventure",
}
SOUNDS = {
    "": "None",
    "38": "Pixie Dust",
    "39": "Chime",
    "40": "Clink",
    "41": "Flick",
    "42": "Hey",
    "43": "Pop",
}
ALARMS = {
    "": "None",
    "24": "Oxygen",
    "25": "Argon",
    "26": "Carbon",
    "27": "Helium",
    "28": "Krypton",
    "29": "Neon",
}
KINDS: Mapping[str, tuple[str, dict[str, str]]] = {
    "ringtone": ("Phone ringtone", RINGTONES),
    "notification_sound": ("Default notification sound", SOUNDS),
    "alarm_alert": ("Default alarm sound", ALARMS),
}
"""Key of the setting → title and choices."""
_VOLUMES = (
    ("media_volume", "Media volume", "volume_music", "outlined/music_note", 0, 15),
    ("call_volume", "Call volume", "volume_voice", "outlined/call", 1, 5),
    ("ring_volume", "Ring & notification volume", "volume_ring", "outlined/notifications", 0, 7),
    ("alarm_volume", "Alarm volume", "volume_alarm", "alarm", 1, 7),
)


def sound_of(page: Page, key: str) -> str:
    """The number of the sound that a setting names; "" for none."""
    return page.setting("system", key).removeprefix(_MEDIA)


class Sound(Page):
    title = "Sound & vibration"

    def rows(self) -> Rows:
        return (
            *(
                SeekBarPreference(id, label, icon=icon, setting=f"system/{key}", low=low, high=high)
                for id, label, key, icon, low, high in _VOLUMES
            ),
            self.link(
                "zen_mode",
                "Do Not Disturb",
                "dnd",
                summary="On" if self.setting("global", "zen_mode", "0") != "0" else "Off",
            ),
            self._sound("ringtone"),
            self.link(
                "vibration_settings",
                "Vibration & haptics",
                "vibration",
                summary="On" if self.is_on("system/vibrate_on", "1") else "Off",
            ),
            self._sound("notification_sound"),
            self._sound("alarm_alert"),
            SwitchPreference(
                "live_caption",
                "Live Caption",
                setting="secure/odi_captions_enabled",
                summary="Automatically caption speech",
            ),
            Section(
                "",
                SwitchPreference("dial_pad_tones", "Dial pad tones", setting="system/dtmf_tone"),
                SwitchPreference(
                    "screen_locking_sounds",
                    "Screen locking sound",
                    setting="system/lockscreen_sounds_enabled",
                ),
                SwitchPreference(
                    "charging_sounds",
                    "Charging sounds and vibration",
                    default="1",
                    setting="secure/charging_sounds_enabled",
                ),
                SwitchPreference(
                    "touch_sounds", "Tap & click sounds", setting="system/sound_effects_enabled"
                ),
                SwitchPreference(
                    "vibrate_icon",
                    "Always show icon when in vibrate mode",
                    setting="secure/status_bar_show_vibrate_icon",
                ),
            ),
        )

    def _sound(self, key: str) -> Preference:
        title, choices = KINDS[key]
        return self.link(
            key, title, "ringtone", subject=key, summary=choices.get(sound_of(self, key), "Unknown")
        )

    def write_bind(self, bind: str, value: object) -> None:
        super().write_bind(bind, value)
        if bind == "setting:system/volume_ring":  # one slider sets both
            self.put("system/volume_notification", str(value))


class Ringtone(Page):
    """Chooses a sound; the subject is the key of its setting."""

    searchable = False

    def heading(self) -> str:
        return KINDS[self.subject][0] if self.subject in KINDS else "Sound"

    def rows(self) -> Rows:
        return [
            RadioPreference(
                f"sound_{number}",
                label,
                number,
                get=lambda: sound_of(self, self.subject),
                set=self.choose_sound,
            )
            for number, label in KINDS.get(self.subject, ("", {}))[1].items()
        ]

    def choose_sound(self, number: str) -> None:
        self.put(f"system/{self.subject}", _MEDIA + number if number else "")


class Vibration(Page):
    title = "Vibration & haptics"

    def rows(self) -> Rows:
        usable = self.is_on("system/vibrate_on", "1")
        return (
            MainSwitchPreference(
                "vibration_intensity_main_switch",
                "Use vibration & haptics",
                setting="system/vibrate_on",
                default="1",
            ),
            Section(
                "Calls",
                SwitchPreference(
                    "vibrate_when_ringing",
                    "Ring vibration",
                    usable=usable,
                    setting="system/vibrate_when_ringing",
                ),
                SwitchPreference(
                    "ramping_ringer",
                    "Vibrate first then ring gradually",
                    usable=usable,
                    setting="system/apply_ramping_ringer",
                ),
            ),
            Section(
                "Notifications and alarms",
                SwitchPreference(
                    "notification_vibration",
                    "Notification vibration",
                    usable=usable,
                    default="2",
                    setting="system/notification_vibration_intensity",
                ),
                SwitchPreference(
                    "alarm_vibration",
                    "Alarm vibration",
                    usable=usable,
                    default="2",
                    setting="system/alarm_vibration_intensity",
                ),
            ),
            Section(
                "Interactive haptics",
                SwitchPreference(
                    "touch_vibration",
                    "Touch feedback",
                    usable=usable,
                    setting="system/haptic_feedback_enabled",
                ),
                SwitchPreference(
                    "media_vibration",
                    "Media vibration",
                    usable=usable,
                    default="2",
                    setting="system/media_vibration_intensity",
                ),
            ),
        )
