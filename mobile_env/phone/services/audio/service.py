"""The audio service: volumes of streams, and the ringer's mode."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from mobile_env.phone.kernel.events import SettingChanged, VolumeChanged, on
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.audio.streams import MUSIC, NOTIFICATION, RING, STREAMS, SYSTEM, VOICE, Stream
from mobile_env.phone.services.notification import NotificationService
from mobile_env.phone.services.notification.zen import Zen
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.telephony import TelephonyService
from mobile_env.phone.services.telephony.service import IDLE, RINGING

_RINGER: Final = ("global", "mode_ringer")
_BY_SETTING: Final = {stream.setting: stream for stream in STREAMS}
_SILENCED: Final = (RING, NOTIFICATION, SYSTEM)
"""Streams that are not heard unless the ringer is in its normal mode."""


class Ringer(IntEnum):
    """Values of the setting `global/mode_ringer` (android.media.AudioManager.RINGER_MODE_…)."""

    SILENT = 0
    VIBRATE = 1
    NORMAL = 2


class AudioService(Service):
    """Volumes are settings, which persist and which others may write."""

    name = "audio"

    @property
    def _settings(self) -> SettingsService:
        return self.kernel.service(SettingsService)

    def volume(self, stream: Stream) -> int:
        """The volume that a stream is set to."""
        return max(
            stream.least,
            min(self._settings.store.get_int("system", stream.setting, stream.most), stream.most),
        )

    def heard(self, stream: Stream) -> int:
        """The volume at which a stream is heard: 0 if the ringer or do-not-disturb silences it."""
        zen = self.kernel.service(NotificationService).zen
        quiet = self.ringer is not Ringer.NORMAL or zen is not Zen.OFF
        if (stream in _SILENCED and quiet) or (zen is Zen.NONE and stream is not VOICE):
            return 0
        return self.volume(stream)

    def set_volume(self, stream: Stream, volume: int, *, package: str = "android") -> int:
        """Sets a volume, cut to the stream's bounds; returns what it is now. That of the ringer sets its mode."""
        new = max(stream.least, min(volume, stream.most))
        self._settings.put("system", stream.setting, str(new), package=package)
        if stream is RING:
            self._settings.put("system", NOTIFICATION.setting, str(new), package=package)
            if new == 0:
                self.set_ringer(Ringer.VIBRATE, package=package)
            elif self.ringer is not Ringer.NORMAL:
                self.set_ringer(Ringer.NORMAL, package=package)
        return new

    def adjust(self, step: int, stream: Stream | None = None) -> Stream:
        """What a volume key does: changes the stream that is heard now by a step; returns which that is."""
        chosen = stream or self.controlled
        self.set_volume(chosen, self.volume(chosen) + step)
        return chosen

    @property
    def controlled(self) -> Stream:
        """The stream that the volume keys change: the call's, the ringer's while it rings, else media."""
        state = self.kernel.service(TelephonyService).state
        return MUSIC if state == IDLE else RING if state == RINGING else VOICE

    @property
    def ringer(self) -> Ringer:
        """The ringer's mode."""
        value = self._settings.store.get_int(*_RINGER, Ringer.NORMAL)
        return Ringer(value) if value in tuple(Ringer) else Ringer.NORMAL

    def set_ringer(self, mode: Ringer, *, package: str = "android") -> None:
        """Sets the ringer's mode."""
        self._settings.put(*_RINGER, str(int(mode)), package=package)

    @on(SettingChanged)
    def _setting_changed(self, event: SettingChanged) -> None:
        stream = _BY_SETTING.get(event.key) if event.namespace == "system" else None
        if stream is not None:
            self.kernel.emit(VolumeChanged(stream.name, self.volume(stream)))
