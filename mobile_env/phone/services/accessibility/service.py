"""Accessibility services: which of those that apps declare are switched on (AccessibilityManagerService)."""

from collections.abc import Sequence
from typing import Final

from mobile_env.phone.kernel.events import SettingChanged, on
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.state.intents import full_component

SERVICES_SETTING: Final = "enabled_accessibility_services"
"""Secure setting: components, with colons between them."""
_ENABLED_SETTING: Final = "accessibility_enabled"


class AccessibilityService(Service):
    """Follows the secure setting that names the services that are on."""

    name = "accessibility"

    def enabled(self) -> Sequence[str]:
        """Components ("package/class") that are named in the setting and there, in the setting's order."""
        named = self.kernel.service(SettingsService).get("secure", SERVICES_SETTING)
        if not named:
            return ()
        components = (full_component(name) for name in named.split(":") if "/" in name)
        return [name for name in dict.fromkeys(components) if self._declared(name)]

    @on(SettingChanged)
    def _setting_changed(self, event: SettingChanged) -> None:
        """Starts the services that are on now; the system itself notes that there are any."""
        if event.namespace != "secure" or event.key == _ENABLED_SETTING:
            return
        enabled = self.enabled()
        for component in enabled:
            self.kernel.processes.pid(component.partition("/")[0])
        if enabled:
            self.kernel.service(SettingsService).put("secure", _ENABLED_SETTING, "1", package="android")

    def _declared(self, component: str) -> bool:
        name, _, service = component.partition("/")
        packages = self.kernel.service(PackageService)
        package, app = packages.get(name), packages.app(name)
        return (
            package is not None
            and app is not None
            and package.enabled
            and service in app.accessibility_services
        )
