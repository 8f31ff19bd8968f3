"""Playback of apps: sessions that media keys and the shade control."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.audio import AudioService
from mobile_env.phone.services.media_session.records import MediaSessions, Session, Track
from mobile_env.phone.services.media_session.service import MediaSessionService

SERVICE = Entry(
    "media_session",
    "android.media.session.ISessionManager",
    service=MediaSessionService,
    parts=(MediaSessions,),
    needs=(ActivityService, AudioService),
    cmd="shell:media_session",
    dump="shell:dump_media_session",
    tools={"media": "shell:media_session"},
    lists={"media_sessions": MediaSessionService.rows},
)

__all__ = ["SERVICE", "MediaSessionService", "MediaSessions", "Session", "Track"]
