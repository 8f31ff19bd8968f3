"""Playback: what an app plays, from which moment on, and where it is now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.part import Part

State = Literal["none", "stopped", "paused", "playing"]


@dataclass(frozen=True)
class Track:
    """Something that can be played; `duration_us` 0 for what has no end."""

    title: str
    artist: str = ""
    album: str = ""
    duration_us: int = 0
    uri: str = ""


@dataclass(frozen=True)
class Session:
    """A media session.

    Attributes:
      package, tag: whose it is, and the app's name of it.
      queue, index: what is played one after the other, and which of it now.
      state: what playback does.
      base_us: position in the track when `state` or the track changed last, at the time since boot `since_us`.
      loop: the queue begins again when it is over.
      changed: what is sent when a track begins by itself or the queue is over; None for nothing.
    """

    package: str
    tag: str
    queue: tuple[Track, ...] = ()
    index: int = 0
    state: State = "none"
    base_us: int = 0
    since_us: int = 0
    loop: bool = False
    changed: PendingIntent | None = None

    @property
    def key(self) -> str:
        return f"{self.package}/{self.tag}"

    @property
    def track(self) -> Track | None:
        """What is played now."""
        return self.queue[self.index] if 0 <= self.index < len(self.queue) else None

    def position_us(self, clock: Clock) -> int:
        """Where in the track playback is: a function of the clock, so it needs no ticks."""
        if self.state != "playing":
            return self.base_us
        position = self.base_us + clock.now_us - clock.boot_us - self.since_us
        track = self.track
        return min(position, track.duration_us) if track is not None and track.duration_us else position


class MediaSessions(Part):
    """Sessions, the one that plays or played last first. A reboot ends them."""

    def __init__(self) -> None:
        super().__init__()
        self.sessions: tuple[Session, ...] = ()

    def put(self, session: Session, *, first: bool = False) -> None:
        """Adds a session or replaces the one of its key, which moves to the front if `first`."""
        others = [each for each in self.sessions if each.key != session.key]
        if first or len(others) == len(self.sessions):
            self.sessions = (session, *others)
        else:
            self.sessions = tuple(session if each.key == session.key else each for each in self.sessions)
        self.touch()

    def drop(self, key: str) -> None:
        self.sessions = tuple(each for each in self.sessions if each.key != key)
        self.touch()

    def after_boot(self) -> None:
        self.sessions = ()
        self.touch()

    def facts(self) -> Iterator[tuple[str, Any]]:
        for session in sorted(self.sessions, key=lambda each: each.key):
            track = session.track
            shown = {"state": session.state, "title": track.title if track is not None else None}
            yield f"session/{session.key}", shown
