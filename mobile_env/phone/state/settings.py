"""Android's settings provider: the system, secure and global tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mobile_env.phone.state.part import Part

NAMESPACES = ("system", "secure", "global")

# The reset modes of `settings reset` (frameworks/base SettingsService).
RESET_MODES = ("untrusted_defaults", "untrusted_clear", "trusted_defaults")

# Packages of the system image: their values survive the reset of untrusted ones.
_TRUSTED = ("android", "com.android.shell", "com.android.settings", "root")

_DEFAULTS: dict[str, dict[str, str]] = {
    "system": {
        "accelerometer_rotation": "0",
        "alarm_alert": "content://media/internal/audio/media/24",
        "dim_screen": "1",
        "dtmf_tone": "1",
        "font_scale": "1.0",
        "haptic_feedback_enabled": "1",
        "lockscreen_sounds_enabled": "1",
        "mode_ringer_streams_affected": "422",
        "mute_streams_affected": "111",
        "notification_light_pulse": "1",
        "notification_sound": "content://media/internal/audio/media/38",
        "pointer_location": "0",
        "pointer_speed": "0",
        "ringtone": "content://media/internal/audio/media/51",
        "screen_brightness": "102",
        "screen_brightness_mode": "0",
        "screen_off_timeout": "60000",
        "show_touches": "0",
        "sound_effects_enabled": "1",
        "user_rotation": "0",
        "vibrate_when_ringing": "0",
        "volume_alarm": "6",
        "volume_bluetooth_sco": "7",
        "volume_music": "5",
        "volume_music_speaker": "5",
        "volume_notification": "5",
        "volume_ring": "5",
        "volume_ring_speaker": "5",
        "volume_system": "7",
        "volume_voice": "4",
    },
    "secure": {
        "accessibility_enabled": "0",
        "android_id": "8f4e2a6d90c1b375",
        "default_input_method": "com.android.inputmethod.latin/.LatinIME",
        "double_tap_to_wake": "1",
        "enabled_input_methods": "com.android.inputmethod.latin/.LatinIME",
        "high_text_contrast_enabled": "0",
        "install_non_market_apps": "1",
        "location_mode": "3",
        "lock_screen_show_notifications": "1",
        "lockscreen.disabled": "1",
        "long_press_timeout": "400",
        "navigation_mode": "0",
        "screensaver_enabled": "1",
        "selected_input_method_subtype": "-1",
        "show_ime_with_hard_keyboard": "1",
        "sleep_timeout": "-1",
        "speak_password": "1",
        "touch_exploration_enabled": "0",
        "ui_night_mode": "1",
        "user_setup_complete": "1",
        "zen_duration": "0",
    },
    "global": {
        "adb_enabled": "1",
        "airplane_mode_on": "0",
        "airplane_mode_radios": "cell,bluetooth,uwb,wifi,wimax",
        "animator_duration_scale": "1.0",
        "auto_time": "1",
        "auto_time_zone": "1",
        "bluetooth_on": "1",
        "boot_count": "1",
        "cell_on": "1",
        "data_roaming": "0",
        "development_settings_enabled": "1",
        "device_name": "sdk_gphone64_x86_64",
        "device_provisioned": "1",
        "emergency_tone": "0",
        "heads_up_notifications_enabled": "1",
        "low_power": "0",
        "mobile_data": "1",
        "mode_ringer": "2",
        "multi_sim_data_call": "1",
        "netstats_enabled": "1",
        "package_verifier_enable": "1",
        "stay_on_while_plugged_in": "1",
        "transition_animation_scale": "1.0",
        "usb_mass_storage_enabled": "1",
        "verifier_verify_adb_installs": "0",
        "wifi_on": "1",
        "wifi_scan_always_enabled": "0",
        "window_animation_scale": "1.0",
        "zen_mode": "0",
    },
}


class _Setting(NamedTuple):
    value: str
    package: str
    # What a reset goes back to: None means that a reset deletes the setting.
    default: str | None


class SettingsStore(Part):
    """Settings by namespace and key; all values are text.

    Every method raises KeyError for a namespace other than system, secure and global.

    Args:
      defaults: further values of a fresh phone, by namespace; they replace Android's usual ones.
    """

    def __init__(self, defaults: Mapping[str, Mapping[str, str]] | None = None) -> None:
        super().__init__()
        values = {namespace: dict(_DEFAULTS[namespace]) for namespace in NAMESPACES}
        for namespace, extra in (defaults or {}).items():
            values[namespace].update(extra)
        self._tables: dict[str, dict[str, _Setting]] = {
            namespace: {key: _Setting(value, "android", value) for key, value in table.items()}
            for namespace, table in values.items()
        }

    def get(self, namespace: str, key: str, default: str | None = None) -> str | None:
        """Returns the value, or `default` if there is none."""
        setting = self._tables[namespace].get(key)
        return default if setting is None else setting.value

    def get_int(self, namespace: str, key: str, default: int = 0) -> int:
        """Returns the value as a whole number, or `default` if it is missing or no number."""
        try:
            return int(self.get(namespace, key) or "")
        except ValueError:
            return default

    def get_float(self, namespace: str, key: str, default: float = 0.0) -> float:
        """Returns the value as a number, or `default` if it is missing or no number."""
        try:
            return float(self.get(namespace, key) or "")
        except ValueError:
            return default

    def put(
        self, namespace: str, key: str, value: str, *, package: str = "android", make_default: bool = False
    ) -> None:
        """Sets a value in the name of a package; `make_default` makes it what a reset goes back to."""
        old = self._tables[namespace].get(key)
        default = value if make_default else (old.default if old else None)
        self._tables[namespace][key] = _Setting(value, package, default)
        self.touch()

    def delete(self, namespace: str, key: str) -> bool:
        """Removes a setting; returns whether it was there."""
        there = self._tables[namespace].pop(key, None) is not None
        if there:
            self.touch()
        return there

    def list(self, namespace: str) -> Sequence[tuple[str, str]]:
        """Returns (key, value) pairs, sorted by key."""
        return [(key, setting.value) for key, setting in sorted(self._tables[namespace].items())]

    def reset(self, namespace: str, mode_or_package: str) -> None:
        """Puts values back to their defaults and deletes those without one.

        Args:
          namespace: system, secure or global; Android resets nothing in system.
          mode_or_package: one of RESET_MODES, or the package whose values are meant. Untrusted modes touch
            the values that packages outside the system image have set, `trusted_defaults` all values.
        """
        table = self._tables[namespace]
        if namespace == "system":
            return
        for key, setting in list(table.items()):
            if mode_or_package == "trusted_defaults":
                meant = True
            elif mode_or_package in RESET_MODES:
                meant = setting.package not in _TRUSTED
            else:
                meant = setting.package == mode_or_package
            if not meant:
                continue
            if setting.default is None:
                del table[key]
            else:
                table[key] = _Setting(setting.default, "android", setting.default)
        self.touch()

    def copy(self) -> SettingsStore:
        """Returns an independent store with the same values."""
        store = SettingsStore.__new__(SettingsStore)
        store._tables = {namespace: dict(table) for namespace, table in self._tables.items()}
        store.version = self.version
        return store
