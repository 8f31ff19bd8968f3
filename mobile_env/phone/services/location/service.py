"""The location service: where the phone is, as far as apps may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from mobile_env.phone.kernel.events import LocationChanged
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.state.part import Part

_ON: Final = "3"


@dataclass(frozen=True)
class Fix:
    """A position: degrees, metres above sea level, metres per second, metres of accuracy, and when it was taken."""

    latitude: float
    longitude: float
    altitude: float = 5.0
    speed: float = 0.0
    accuracy: float = 5.0
    satellites: int = 6
    time_us: int = 0


class Position(Part):
    """Where the receiver is, and the last fix that apps were given; None before the first."""

    def __init__(self) -> None:
        super().__init__()
        self.receiver = Fix(37.4219983, -122.084)  # where emulators stand
        self.last: Fix | None = None

    def set(self, receiver: Fix, last: Fix | None) -> None:
        self.receiver, self.last = receiver, last
        self.touch()

    def facts(self) -> Iterator[tuple[str, Any]]:
        yield "location/receiver", asdict(self.receiver)


class LocationService(Service):
    """Fixes come from the console (`geo fix`) or from tests of the shell; apps get none while location is off."""

    name = "location"

    @property
    def enabled(self) -> bool:
        """Whether the user has location switched on."""
        return self.kernel.service(SettingsService).get("secure", "location_mode", "0") != "0"

    def set_enabled(self, enabled: bool) -> None:
        """Switches location on or off."""
        self.kernel.service(SettingsService).put("secure", "location_mode", _ON if enabled else "0")

    @property
    def receiver(self) -> Fix:
        """Where the phone is, whether or not anybody may know."""
        return self.kernel.part(Position).receiver

    @property
    def last(self) -> Fix | None:
        """The last fix; None while location is off, and before the first fix."""
        return self.kernel.part(Position).last if self.enabled else None

    def current(self) -> Fix | None:
        """What an app gets that asks for its position: a fix of now; None while location is off."""
        if not self.enabled:
            return None
        self.move(self.receiver)
        return self.last

    def move(self, fix: Fix) -> None:
        """The phone is at another place; ValueError for one that is not on Earth."""
        if not (-90 <= fix.latitude <= 90 and -180 <= fix.longitude <= 180):
            raise ValueError(f"latitude {fix.latitude}, longitude {fix.longitude} is no place")
        fix = Fix(**{**asdict(fix), "time_us": self.kernel.clock.now_us})
        position = self.kernel.part(Position)
        position.set(fix, fix if self.enabled else position.last)
        if self.enabled:
            self.kernel.emit(LocationChanged(fix.latitude, fix.longitude))
