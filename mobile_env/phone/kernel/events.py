"""What happens on the phone, as services hear of it: each event a frozen record, told to whoever subscribed by `@on`.

Events are told at once, to subscribers in the order in which their services stand. They are news: nobody answers
them, and nobody can forbid what they tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from mobile_env.phone.state.tasks import ActivityRecord

Reason = Literal["crash", "force-stop", "kill", "removed"]
M = TypeVar("M", bound=Callable[..., None])
_MARK = "_subscribed_to"


class Event:
    """Something that happened."""


def on(*kinds: type[Event]) -> Callable[[M], M]:
    """Subscribes a method of a service to events of these classes."""

    def mark(method: M) -> M:
        setattr(method, _MARK, kinds)
        return method

    return mark


def subscriptions(subscriber: object) -> list[tuple[type[Event], Callable[[Any], None]]]:
    """The events that an object's methods subscribe to, in the order in which its class defines the methods."""
    found = []
    for cls in reversed(type(subscriber).__mro__):
        for name, member in vars(cls).items():
            found += [(kind, getattr(subscriber, name)) for kind in getattr(member, _MARK, ())]
    return found


@dataclass(frozen=True)
class TimeSet(Event):
    """Somebody set the wall clock: microseconds since the Unix epoch before and after."""

    old_us: int
    new_us: int


@dataclass(frozen=True)
class Booted(Event):
    """The phone has booted.

    Attributes:
      again: after a reboot; a new phone is one whose apps have heard of its boot already.
    """

    again: bool = False


@dataclass(frozen=True)
class SettingChanged(Event):
    """A setting has another value; None stands for no setting. `package` is who changed it."""

    namespace: str
    key: str
    old: str | None
    new: str | None
    package: str


@dataclass(frozen=True)
class ContentChanged(Event):
    """Rows of a content provider at or below this URI are others."""

    uri: str


@dataclass(frozen=True)
class ClipChanged(Event):
    """Something was put into the clipboard."""


@dataclass(frozen=True)
class BatteryChanged(Event):
    """What Android or the hardware says of the battery is another."""


@dataclass(frozen=True)
class ZoneChanged(Event):
    """The phone is in another time zone, by its name."""

    zone: str


@dataclass(frozen=True)
class VolumeChanged(Event):
    """A stream of sound, such as "STREAM_MUSIC", has another volume."""

    stream: str
    volume: int


@dataclass(frozen=True)
class SessionChanged(Event):
    """An app's playback is now "playing", "paused", "stopped", or "none"; or another track is played."""

    package: str
    state: str


@dataclass(frozen=True)
class NetworkChanged(Event):
    """What decides about networks changed; apps now use `active`: "wifi", "mobile" or "" for none."""

    active: str


@dataclass(frozen=True)
class LocationChanged(Event):
    """The phone has another position, in degrees, and apps may know it."""

    latitude: float
    longitude: float


@dataclass(frozen=True)
class SmsReceived(Event):
    """A text message came in and is in the inbox."""

    sender: str
    body: str


@dataclass(frozen=True)
class SmsSent(Event):
    """A text message went out."""

    number: str
    body: str


@dataclass(frozen=True)
class CallChanged(Event):
    """A call is now "incoming", "dialing", "alerting", "active" or "held"; one that has ended is "idle"."""

    number: str
    state: str


@dataclass(frozen=True)
class NotificationPosted(Event):
    """A notification was posted, or posted anew. `texts` is what it says, title first; a silent one pops up nowhere."""

    key: str
    package: str
    texts: tuple[str, ...]
    silent: bool


@dataclass(frozen=True)
class NotificationRemoved(Event):
    """A notification is gone. `reason` is Android's word: "cancel", "click", "app_cancel", "timeout", …"""

    key: str
    package: str
    reason: str


@dataclass(frozen=True)
class PackageStopped(Event):
    """A package was stopped by force, or is about to be cleared, disabled or removed."""

    package: str


@dataclass(frozen=True)
class ProcessStarted(Event):
    package: str
    pid: int


@dataclass(frozen=True)
class ProcessDied(Event):
    """A package's process is gone; `error` is what its code threw if it crashed."""

    package: str
    reason: Reason
    error: BaseException | None = None


@dataclass(frozen=True)
class FocusTaken(Event):
    """Something else comes to the front, an activity or a dialog: the field that the user typed into is left."""


@dataclass(frozen=True)
class ActivityRemoved(Event):
    """An activity has left the stack."""

    record: ActivityRecord


@dataclass(frozen=True)
class StartBlocked(Event):
    """The screen is pinned to a task, and the user asked for what is outside it; `home` if that was the launcher."""

    home: bool
