"""The phone's own time, which moves only when it is told to."""

from __future__ import annotations

import datetime as _datetime

from mobile_env.phone.state.part import Kind, Part

# 2023-10-15 15:34:00 UTC, the date that AndroidWorld-style tasks and screenshots of the field assume.
BOOT_TIME_US = 1_697_384_040_000_000

# 9999-12-30: the calendar ends soon after, and nothing may be shown or computed beyond it.
LATEST_US = 253_402_128_000_000_000


class Clock(Part):
    """A virtual clock with a resolution of one microsecond.

    Its version means nothing: who shows the time compares the time.

    Args:
      now_us: microseconds since the Unix epoch.
      boot_us: when the phone booted, on the same scale.
    """

    kind = Kind.USE
    version = 0

    def __init__(self, now_us: int = BOOT_TIME_US, boot_us: int | None = None) -> None:
        self.now_us = now_us
        self.boot_us = now_us if boot_us is None else boot_us

    @property
    def elapsed(self) -> float:
        """Seconds since boot (Android's `SystemClock.elapsedRealtime`)."""
        return (self.now_us - self.boot_us) / 1e6

    @property
    def seconds(self) -> int:
        """Whole seconds since the Unix epoch."""
        return self.now_us // 1_000_000

    def after(self, seconds: float) -> int:
        """The time so many seconds from now, at most LATEST_US, in microseconds since the Unix epoch.

        Raises:
          ValueError: `seconds` is negative or not a finite number.
        """
        if not 0 <= seconds < float("inf"):
            raise ValueError(
                f"the phone's clock cannot advance by {seconds} s: give a number of seconds >= 0"
            )
        return min(self.now_us + round(seconds * 1e6), LATEST_US)

    def advance(self, seconds: float) -> None:
        """Moves the clock forward, at most to LATEST_US; ValueError as `after`."""
        self.now_us = self.after(seconds)

    def set(self, now_us: int) -> None:
        """Sets the wall clock, at most to LATEST_US, and leaves the time since boot alone, as `date` does."""
        now_us = min(now_us, LATEST_US)
        self.boot_us += now_us - self.now_us
        self.now_us = now_us

    def datetime(self, tz: _datetime.tzinfo | None = None) -> _datetime.datetime:
        """Returns the time as an aware datetime in `tz` (UTC if not given)."""
        utc = _datetime.datetime(1970, 1, 1, tzinfo=_datetime.UTC)
        utc += _datetime.timedelta(microseconds=self.now_us)
        return utc.astimezone(tz or _datetime.UTC)

    def after_boot(self) -> None:
        self.boot_us = self.now_us

    def copy(self) -> Clock:
        """Returns an independent clock that shows the same time."""
        return Clock(self.now_us, self.boot_us)
