"""Volumes and the ringer."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.audio.service import AudioService, Ringer
from mobile_env.phone.services.notification import NotificationService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.telephony import TelephonyService

SERVICE = Entry(
    "audio",
    "android.media.IAudioService",
    service=AudioService,
    needs=(NotificationService, SettingsService, TelephonyService),
    cmd="shell:audio",
    dump="shell:dump_audio",
)

__all__ = ["SERVICE", "AudioService", "Ringer"]
