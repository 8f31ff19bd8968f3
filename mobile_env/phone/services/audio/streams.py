"""The streams of sound, as Android numbers them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Stream:
    """A kind of sound with a volume of its own.

    Attributes:
      number: android.media.AudioManager.STREAM_…
      name: as `dumpsys audio` prints it.
      setting: the system setting that holds its volume.
      least, most: the bounds of its volume.
    """

    number: int
    name: str
    setting: str
    least: int
    most: int


STREAMS: Final = (
    Stream(0, "STREAM_VOICE_CALL", "volume_voice", 1, 5),
    Stream(1, "STREAM_SYSTEM", "volume_system", 0, 7),
    Stream(2, "STREAM_RING", "volume_ring", 0, 7),
    Stream(3, "STREAM_MUSIC", "volume_music", 0, 15),
    Stream(4, "STREAM_ALARM", "volume_alarm", 1, 7),
    Stream(5, "STREAM_NOTIFICATION", "volume_notification", 0, 7),
)
VOICE, SYSTEM, RING, MUSIC, ALARM, NOTIFICATION = STREAMS
