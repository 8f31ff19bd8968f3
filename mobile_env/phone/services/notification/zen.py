"""Do-not-disturb: which notifications it keeps silent."""

from __future__ import annotations

from enum import IntEnum

from mobile_env.phone.services.notification.records import Channel, Notification
from mobile_env.phone.state.settings import SettingsStore


class Zen(IntEnum):
    """Values of the setting `global/zen_mode` (android.provider.Settings.Global.ZEN_MODE_…)."""

    OFF = 0
    PRIORITY = 1
    NONE = 2
    ALARMS = 3


# What passes in each mode, by category of the notification (ZenPolicy's defaults of Android 13).
_PASSES = {Zen.PRIORITY: ("alarm", "event", "reminder"), Zen.ALARMS: ("alarm",), Zen.NONE: ()}


def mode(settings: SettingsStore) -> Zen:
    """The mode that the setting says; OFF for a value that is none."""
    value = settings.get_int("global", "zen_mode")
    return Zen(value) if value in tuple(Zen) else Zen.OFF


def silences(settings: SettingsStore, notification: Notification, channel: Channel) -> bool:
    """Whether do-not-disturb keeps a notification from making noise and from popping up."""
    now = mode(settings)
    if now is Zen.OFF:
        return False
    if now is Zen.PRIORITY and channel.bypass_dnd:
        return False
    return notification.category not in _PASSES[now]
