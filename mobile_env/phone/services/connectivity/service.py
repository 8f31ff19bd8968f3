"""Which networks the phone has: what the settings for airplane mode, Wi-Fi and mobile data leave of them."""

from __future__ import annotations

from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.settings import SettingsService


class ConnectivityService(Service):
    """Networks. What is switched on and off are settings, which persist and which others may write."""

    name = "connectivity"

    @property
    def _settings(self) -> SettingsService:
        return self.kernel.service(SettingsService)

    @property
    def airplane_mode(self) -> bool:
        return self._settings.is_on("global", "airplane_mode_on")

    @property
    def wifi(self) -> bool:
        """Whether the phone is in a Wi-Fi network."""
        return not self.airplane_mode and self._settings.is_on("global", "wifi_on")

    @property
    def mobile(self) -> bool:
        """Whether the phone has mobile data."""
        return not self.airplane_mode and self._settings.is_on("global", "mobile_data")
