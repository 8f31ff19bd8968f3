"""The media session service: playback that goes on with the phone's clock, and one app that is heard at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mobile_env.phone.kernel.agenda import Due
from mobile_env.phone.kernel.events import PackageStopped, ProcessDied, SessionChanged, on
from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.media_session.records import MediaSessions, Session, State, Track


class MediaSessionService(Service):
    """Sessions of all apps. Starting one pauses the others, as audio focus does."""

    name = "media_session"

    @property
    def _part(self) -> MediaSessions:
        return self.kernel.part(MediaSessions)

    @property
    def sessions(self) -> Sequence[Session]:
        """All sessions, the one that media keys reach first."""
        return self._part.sessions

    def get(self, package: str, tag: str) -> Session | None:
        """An app's session."""
        return next((each for each in self.sessions if (each.package, each.tag) == (package, tag)), None)

    def position_us(self, session: Session) -> int:
        """Where in its track a session is now."""
        return session.position_us(self.kernel.clock)

    def rows(self) -> Sequence[Mapping[str, Any]]:
        """The list `media_sessions` that tasks judge; times in whole seconds."""
        return [
            {
                "package": session.package,
                "state": session.state,
                "title": session.track.title if session.track else None,
                "artist": session.track.artist if session.track else None,
                "position": self.position_us(session) // 1_000_000,
                "duration": session.track.duration_us // 1_000_000 if session.track else None,
            }
            for session in self.sessions
        ]

    # What apps and media keys do.

    def open(
        self,
        package: str,
        tag: str,
        queue: Sequence[Track] = (),
        index: int = 0,
        *,
        loop: bool = False,
        changed: PendingIntent | None = None,
    ) -> Session:
        """Makes an app's session, or gives it another queue; playback stops until `play`."""
        self._cancel(f"{package}/{tag}")
        session = Session(package, tag, tuple(queue), index, loop=loop, changed=changed)
        self._put(session)
        return session

    def play(self, session: Session) -> None:
        """Plays, from where it is; all other sessions pause."""
        for other in self.sessions:
            if other.key != session.key and other.state == "playing":
                self.pause(other)
        self._set(self._now(session), "playing", first=True)

    def pause(self, session: Session) -> None:
        """Pauses where it is."""
        self._set(self._now(session), "paused")

    def stop(self, session: Session) -> None:
        """Stops, at the beginning of the track."""
        self._set(replace(self._now(session), base_us=0), "stopped")

    def seek(self, session: Session, position_us: int) -> None:
        """Goes to a place in the track."""
        found = self._now(session)
        most = found.track.duration_us if found.track is not None and found.track.duration_us else position_us
        self._set(replace(found, base_us=max(0, min(position_us, most))), found.state)

    def skip(self, session: Session, step: int) -> None:
        """Goes to another track of the queue; beyond its ends only if it loops."""
        found = self._now(session)
        index = found.index + step
        if found.loop and found.queue:
            index %= len(found.queue)
        if 0 <= index < len(found.queue):
            self._set(replace(found, index=index, base_us=0), found.state)

    def release(self, session: Session) -> None:
        """Ends a session."""
        self._cancel(session.key)
        self._part.drop(session.key)
        self.kernel.emit(SessionChanged(session.package, "none"))

    # Time.

    def due(self, entry: Due) -> None:
        """A track is over."""
        found = next((each for each in self.sessions if each.key == entry.what[0]), None)
        if found is None or found.state != "playing":
            return
        if found.index + 1 < len(found.queue) or found.loop:
            self.skip(found, 1)
        else:
            self.stop(found)
        if found.changed is not None:
            self.kernel.service(ActivityService).send(found.changed)

    @property
    def _elapsed_us(self) -> int:
        clock = self.kernel.clock
        return clock.now_us - clock.boot_us

    def _now(self, session: Session) -> Session:
        """The session as it is now, its position taken."""
        present = self.get(session.package, session.tag)
        if present is None:
            raise LookupError(f"{session.key} was released")
        return replace(present, base_us=self.position_us(present), since_us=self._elapsed_us)

    def _set(self, session: Session, state: State, *, first: bool = False) -> None:
        self._cancel(session.key)
        self._put(replace(session, state=state, since_us=self._elapsed_us), first=first)
        track = session.track
        if state == "playing" and track is not None and track.duration_us:
            at_us = self._elapsed_us + track.duration_us - session.base_us
            self.kernel.agenda.at(at_us, self.name, (session.key,), key=session.key, base="elapsed")

    def _put(self, session: Session, *, first: bool = False) -> None:
        self._part.put(session, first=first)
        self.kernel.emit(SessionChanged(session.package, session.state))

    def _cancel(self, key: str) -> None:
        self.kernel.agenda.cancel(self.name, key)

    @on(PackageStopped)
    def _package_stopped(self, event: PackageStopped) -> None:
        self._release_all(event.package)

    @on(ProcessDied)
    def _process_died(self, event: ProcessDied) -> None:
        self._release_all(event.package)

    def _release_all(self, package: str) -> None:
        for session in self.sessions:
            if session.package == package:
                self.release(session)
