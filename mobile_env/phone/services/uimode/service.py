"""What settings say of how screens look: dark or light, language, 12 or 24 hours, zone."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.state.properties import SystemProperties

_NIGHT: Final = "2"
# Locales whose people read the clock in halves of a day (CLDR's preferred hour format h).
_TWELVE_HOURS: Final = ("en-US", "en-CA", "en-AU", "en-IN", "es-MX", "es-US")


class UiModeService(Service):
    """The configuration that all screens share."""

    name = "uimode"

    @property
    def _settings(self) -> SettingsService:
        return self.kernel.service(SettingsService)

    @property
    def dark(self) -> bool:
        """Whether screens are dark: night mode, or the battery saver, which switches it on."""
        return self._settings.get("secure", "ui_night_mode") == _NIGHT or self._settings.is_on(
            "global", "low_power"
        )

    @property
    def locale(self) -> str:
        """Tag of the phone's first language, such as "en-US"."""
        held = self._settings.get("system", "system_locales") or "en-US"
        return held.split(",")[0] or "en-US"

    @property
    def hours24(self) -> bool:
        """Whether clocks show 24 hours: as the user chose, or as the language has it."""
        chosen = self._settings.get("system", "time_12_24")
        return chosen == "24" or (chosen != "12" and self.locale not in _TWELVE_HOURS)

    @property
    def zone(self) -> tzinfo:
        """The phone's time zone; UTC for a name that there is not."""
        return _zone(self.kernel.part(SystemProperties).get("persist.sys.timezone") or "UTC")

    @property
    def now(self) -> datetime:
        """The phone's time in its zone."""
        return self.kernel.clock.datetime(self.zone)


@lru_cache(maxsize=256)
def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC") if name != "UTC" else UTC
