"""`cmd media_session dispatch`, and `dumpsys media_session`."""

from __future__ import annotations

from mobile_env.phone.services.audio.shell import media_session as volume
from mobile_env.phone.services.media_session.records import Session
from mobile_env.phone.services.media_session.service import MediaSessionService
from mobile_env.phone.shell.call import Call

# Numbers of android.media.session.PlaybackState.STATE_…
_STATES = {"none": 0, "stopped": 1, "paused": 2, "playing": 3}
_STEP_US = 10_000_000


def media_session(call: Call) -> int:
    """Sends media keys to the session in front, lists sessions, changes volumes."""
    verb, *words = call.args or ["help"]
    service = call.service(MediaSessionService)
    if verb == "list-sessions":
        call.print("  Sessions:")
        for each in service.sessions:
            call.print(f"    tag={each.tag}, package={each.package}")
        return 0
    if verb == "dispatch" and len(words) == 1:
        return _dispatch(call, service, words[0])
    return volume(call)


def _dispatch(call: Call, service: MediaSessionService, key: str) -> int:
    session = service.sessions[0] if service.sessions else None
    if key not in (
        "play",
        "pause",
        "play-pause",
        "headsethook",
        "stop",
        "next",
        "previous",
        "rewind",
        "fast-forward",
    ):
        call.complain(f"Error: unknown dispatch code '{key}'")
        return 255
    if session is None:
        return 0
    playing = session.state == "playing"
    if key == "play" or (key in ("play-pause", "headsethook") and not playing):
        service.play(session)
    elif key in ("pause", "play-pause", "headsethook"):
        service.pause(session)
    elif key == "stop":
        service.stop(session)
    elif key in ("next", "previous"):
        service.skip(session, 1 if key == "next" else -1)
    else:
        step = _STEP_US if key == "fast-forward" else -_STEP_US
        service.seek(session, service.position_us(session) + step)
    return 0


def dump_media_session(call: Call, args: list[str]) -> int:
    """Writes all sessions, the one that media keys reach first."""
    service = call.service(MediaSessionService)
    call.print(
        "MEDIA SESSION SERVICE (dumpsys media_session)\n\nGlobal priority session is null\nUser Records:"
    )
    call.print("Record for full_user=0")
    front = service.sessions[0].key if service.sessions else "null"
    call.print(f"  Media button session is {front}")
    call.print(f"  Sessions Stack - have {len(service.sessions)} sessions:")
    for each in service.sessions:
        for line in _lines(service, each):
            call.print(f"    {line}")
    return 0


def _lines(service: MediaSessionService, session: Session) -> list[str]:
    track = session.track
    described = f"{track.title}, {track.artist or 'null'}, {track.album or 'null'}" if track else "null"
    playing = session.state == "playing"
    return [
        f"{session.tag} {session.key} (userId=0)",
        f"  package={session.package}",
        f"  active={str(session.state != 'none').lower()}",
        f"  state=PlaybackState {{state={_STATES[session.state]}, position={service.position_us(session) // 1000}, "
        f"buffered position=0, speed={1.0 if playing else 0.0}, updated={session.since_us // 1000}}}",
        f"  metadata: size={0 if track is None else 4}, description={described}",
        f"  queueTitle=null, size={len(session.queue)}",
    ]
